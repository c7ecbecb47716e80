"""Names that are markup, in every file that a page or a picture is made of: shown as names, in a real browser."""

import json
import re
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.output.write import write_output
from tests.outputs import bundled_output, content, level_output
from tests.report.visit import visit

IMAGE = "<img/src=x/onerror=alert`1`>"
BAD = (
    "</script><script>alert`1`</script>",
    IMAGE,
    '"onload=alert`1`',
    "'><svg/onload=alert`1`>",
    "]]><!--",
    "&ltb&gt",
)
"""Without blanks, parentheses and semicolons, so that they are names in PDDL, too."""

WORDS = dict(zip(("van", "lorry", "crate", "barrel", "drive", "at"), BAD, strict=True))
"""What is called otherwise in the task of transport: things that are drawn, an action, a predicate."""


def run(*words):
    result = CliRunner().invoke(cli, list(map(str, words)))
    assert result.exit_code == 0, result.stderr
    return result


@contextmanager
def quiet_visit(browser, file):
    """Open a page that must neither ask, nor complain, nor hold an element that a name has made."""
    with visit(browser, file) as page:
        yield page
        page.wait_for_timeout(100)
        assert page.locator("img, iframe, object, embed").count() == 0
        assert page.locator("main script, svg script, [onload], [onerror]").count() == 0


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A directory of transport in which everything has a bad name."""
    folder = tmp_path_factory.mktemp("hostile") / "a<img src=x onerror=alert(1)>'\"&"
    write_output(folder, bundled_output("transport", [3, 9]))
    for name, data in content(folder).items():
        if name.endswith((".pddl", ".plan")):
            text = re.sub(r"(?<![\w-])[a-z]+(?![\w-])", lambda word: WORDS.get(word[0], word[0]), data.decode())
            (folder / name).write_text(text)
    manifest = json.loads((folder / "manifest.json").read_text())
    bad = "</script><script>alert(1)</script>\u2028<img src=x onerror=alert(1)>"
    manifest |= {"command": bad, "notes": [bad], "order": bad, "seed": bad, "history": {bad: [1, 2], "states": [1, 2]}}
    for entry in manifest["instances"]:
        entry["metrics"] |= {"own": {bad: 3, "PDB1": 1}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_the_page_of_a_hostile_task(browser, hostile):
    assert "2 verified, 0 failed" in run("verify", hostile).stdout
    run("report", hostile)
    with quiet_visit(browser, hostile / "report.html") as page:
        assert page.locator("h1").evaluate("each => each.textContent") == hostile.name
        assert IMAGE in page.locator("main").evaluate("each => each.textContent")
        for button in ("Step forward", "To the end"):
            page.get_by_role("button", name=button).click()
        assert page.locator("#stage code").evaluate("each => each.textContent").count("alert`1`") > 0


def test_pictures_of_a_hostile_task(browser, hostile):
    for step in (0, 1, 3):
        run("draw", hostile / "p01.pddl", "--step", step, "-o", hostile / f"step{step}.svg")
        with quiet_visit(browser, hostile / f"step{step}.svg") as page:
            assert page.locator("svg").first.evaluate("each => each.textContent").count("alert`1`") > 0
        data = run("draw", hostile / "p01.pddl", "--step", step, "-o", hostile / "p.pdf").stdout
        assert data.endswith("p.pdf\n")


LEVEL = "#####\n#@$.#\n#####\n"
TITLES = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]><svg onload=alert(1)>",
    "\u2028\u2029<!--<script>",
    "${alert(1)}`'\"&lt;",
]


@pytest.mark.parametrize("title", TITLES)
def test_titles_and_authors_of_levels(browser, tmp_path, title):
    file = tmp_path / "levels.sok"
    said = f"Title: {title}\nAuthor: {title}\nComment: {title}\nX{title}: {title}\nSolution: R\n"
    file.write_text(f"{LEVEL}{said}\n{LEVEL}{said}", encoding="utf-8")
    run("play", file, "--no-open", "-o", tmp_path / "page.html")
    with quiet_visit(browser, tmp_path / "page.html") as page:
        assert " ".join(title.split()) in page.locator("main").evaluate("each => each.textContent")
    run("draw", file, "--level", "1", "-o", tmp_path / "level.svg")
    with quiet_visit(browser, tmp_path / "level.svg"):
        pass


def test_the_author_beside_a_generated_level(browser, tmp_path):
    bad = TITLES[1]
    about: dict[str, Any] = {"source_level": {"title": bad, "author": bad, "rows": LEVEL.split("\n")[:3]}}
    write_output(tmp_path / "out", level_output([3], **about))
    run("report", tmp_path / "out")
    with quiet_visit(browser, tmp_path / "out" / "report.html") as page:
        page.get_by_role("button", name="Author\u2019s state").click()
        assert page.locator(".pair figcaption").first.inner_text() == f"The author\u2019s state: {bad}, by {bad}"


def test_links_lead_to_files_of_the_directory_alone(browser, tmp_path):
    write_output(tmp_path / "out" / "javascript:alert(1)", level_output([3]))
    run("report", tmp_path / "out")
    with quiet_visit(browser, tmp_path / "out" / "report.html") as page:
        links = page.eval_on_selector_all("a[href]", "all => all.map((each) => each.href)")
    assert links
    base = Path(tmp_path / "out").resolve().as_uri()
    assert [link for link in links if not link.startswith(base)] == []
