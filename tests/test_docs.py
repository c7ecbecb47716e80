"""The documentation tells the truth: its commands run, its links lead somewhere, the reference is what --help says."""

from __future__ import annotations

import re
import shlex
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import COMMANDS, cli

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def test_the_reference_is_what_help_says():
    spec = spec_from_file_location("reference", DOCS / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    reference = module_from_spec(spec)
    spec.loader.exec_module(reference)
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    assert text == reference.page(), "run: python docs/reference.py"
    assert set(re.findall(r"^## beta-plan (\w+)$", text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)\)", text):
        assert (DOCS / target).exists(), target


def test_every_page_is_in_the_list():
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in PAGES} - {"README.md"}


def test_the_commands_of_the_tutorial_run(monkeypatch, tmp_path):
    """Those that begin with a dollar, one after the other, as a reader's would."""
    shutil.copytree(DOCS.parent / "domains", tmp_path / "domains")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BETA_PLAN_CACHE_DIR", str(tmp_path / "cache"))
    for page in ("tutorial.md", "add-a-domain.md"):
        commands = re.findall(r"^    \$ beta-plan (.*)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
        assert commands
        for command in commands:
            result = CliRunner().invoke(cli, shlex.split(command))
            assert result.exit_code == 0, f"{command}: {result.output}"
    assert (tmp_path / "hard" / "report.html").exists()
    assert (tmp_path / "set" / "p03.pddl").exists()
