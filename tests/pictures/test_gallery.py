"""The gallery in docs/ is what its script writes."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.bundled import NAMES

DOCS = Path(__file__).parent.parent.parent / "docs"
SPEC = spec_from_file_location("gallery", DOCS / "gallery.py")
assert SPEC is not None
assert SPEC.loader is not None
GALLERY = module_from_spec(SPEC)
SPEC.loader.exec_module(GALLERY)


def test_every_bundled_domain_has_a_small_picture():
    pictures = sorted((DOCS / "pictures").glob("*.svg"))
    assert [path.stem for path in pictures] == NAMES
    assert max(path.stat().st_size for path in pictures) < 40_000


@pytest.mark.parametrize("name", ["blocks", "elevators", "ferry", "floortile", "logistics", "sokoban", "spanner"])
def test_a_picture_is_what_the_script_draws(name):
    assert (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == GALLERY.drawn(name).svg()


def test_the_page_is_what_the_script_writes_and_shows_them_all():
    text = (DOCS / "domains.md").read_text(encoding="utf-8")
    assert text == GALLERY.page()
    assert re.findall(r"\]\(pictures/(\w+)\.svg\)", text) == NAMES
