"""The documentation tells the truth: its commands run, its links lead somewhere, the reference is what --help says."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from beta_plan.cli.main import COMMANDS
from tests.examples import ROOT, assert_they_print_what_they_show, clone, code, commands

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
WRITTEN = {
    "tutorial.md": ["hard/report.html", "set/p03.pddl", "crossing.html"],
    "learning.md": ["growing/p03.pddl", "suite/solutions/training/easy/p01.plan", "boxoban/levels/000.txt"],
}
"""What the examples of a page leave."""


def test_installing_is_from_the_clone_everywhere():
    """The package is on no index; messages have the remedy from one place."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "beta_plan").rglob("*.py")}
    pages = {path: path.read_text(encoding="utf-8") for path in [*PAGES, ROOT / "README.md"]}
    assert [path.name for path, text in (sources | pages).items() if "beta-plan[" in text] == []
    assert sorted(path.name for path, text in sources.items() if "pip install" in text) == ["draw.py", "errors.py"]


def test_the_reference_is_what_help_says():
    spec = spec_from_file_location("reference", DOCS / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    reference = module_from_spec(spec)
    spec.loader.exec_module(reference)
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    assert text == reference.page(), "run: python docs/reference.py"
    assert set(re.findall(r"^## beta-plan (\w+)$", text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    for target, place in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), target
        assert not place or place in places(file), f"{target}#{place}"


def places(page: Path) -> set[str]:
    """Return what can stand behind ``#`` in a link to a page: its headings, as GitHub spells them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_list():
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "README.md").read_text(encoding="utf-8")))
    assert listed == {page.name for page in PAGES} - {"README.md"}


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.stem)
def test_the_examples_print_what_they_show(monkeypatch, tmp_path, page):
    monkeypatch.setenv("BETA_PLAN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(clone(tmp_path))
    assert_they_print_what_they_show(page)
    assert all((tmp_path / file).exists() for file in WRITTEN.get(page.name, []))


@pytest.mark.parametrize(
    ("number", "printed"),
    [(0, r"\(define \(problem transport-p01-p0"), (1, r"SequentialPlan:\n")],
    ids=["beta_plan", "unified-planning"],
)
def test_the_code_for_python_works(monkeypatch, capsys, tmp_path, number, printed):
    examples = code(DOCS / "library.md", "python")
    assert len(examples) == 2
    if "unified_planning" in examples[number]:
        pytest.importorskip("unified_planning", reason="needs the extra 'up'")
    monkeypatch.chdir(clone(tmp_path))
    exec(compile(examples[number], "library.md", "exec"), {})
    assert len(re.findall(printed, capsys.readouterr().out)) == 2


def test_the_skeleton_is_the_one_that_is_bundled():
    (shown,) = code(DOCS / "add-a-domain.md", "toml")
    bundled = (ROOT / "domains" / "ferry" / "skeleton.toml").read_text(encoding="utf-8")
    assert bundled.partition("\n")[2] == shown
