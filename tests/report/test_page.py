"""The page as a text: one file, the same for the same files, and nothing in it that data could break."""

import base64
import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.errors import InputRefused
from beta_plan.output.write import write_output
from beta_plan.report.directory import directory_data
from beta_plan.report.page import asset, bundle, page
from beta_plan.report.write import write_report
from tests.outputs import bundled_output, content, level_output

HISTORY: dict[str, Any] = {
    "history": {"states": [1, 7, 9], "2C": [0, 1, 1], "PDB2": [2, 5, 5]},
    "pool": {"2C": [0, 1], "PDB2": [2, 5]},
}


def run(*arguments):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def data_of(text):
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def test_nothing_but_an_older_page_is_replaced(tmp_path):
    write_output(tmp_path / "out", level_output([3]))
    levels = tmp_path / "out" / "p01.sok"
    before = levels.read_bytes()
    for command in (["report", tmp_path / "out", "-o", levels], ["play", levels, "-o", levels, "--no-open"]):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (51, "")
        assert result.stderr.endswith("is there, and is no page of beta-plan's (remove it, or choose another name)\n")
    assert levels.read_bytes() == before
    for _ in range(2):
        assert run("play", levels, "-o", tmp_path / "page.html", "--no-open").exit_code == 0
        assert run("report", tmp_path / "out", "-o", tmp_path / "page.html").exit_code == 0


def test_the_page_of_a_directory_has_all_instances_with_numbers_and_links(tmp_path):
    write_output(tmp_path, level_output([3, 5], seed=7, **HISTORY))
    result = run("report", tmp_path)
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'report.html'}\n")
    data = data_of((tmp_path / "report.html").read_text())
    assert [(each["id"], each["metrics"]["own"]) for each in data["instances"]] == [
        ("p01", {"PDB1": 3}),
        ("p02", {"PDB1": 5}),
    ]
    assert [link["href"] for link in data["instances"][1]["files"]] == ["./p02.sok", "./solutions/p02.lurd"]
    level = data["instances"][0]["level"]
    assert "\n".join(level["rows"]) in (tmp_path / "p01.sok").read_text()
    assert level["moves"] == (tmp_path / "solutions" / "p01.lurd").read_text().strip()
    assert (data["runs"][0]["seed"], data["runs"][0]["pool"]) == (7, HISTORY["pool"])


def test_the_same_files_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_output(tmp_path / name / "out", bundled_output("transport", [1, 2]))
        write_report(tmp_path / name / "out")
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_sets_in_directories_are_found_with_the_domain_around_them(tmp_path):
    for name in ("training/easy", "testing/hard"):
        write_output(tmp_path / name, bundled_output("gripper", [1, 2]))
        shutil.move(tmp_path / name / "domain.pddl", tmp_path / "domain.pddl")
    data = directory_data(tmp_path)
    assert [(each["id"], each["group"]) for each in data["instances"]] == [
        ("testing/hard/p01", "testing/hard"),
        ("testing/hard/p02", "testing/hard"),
        ("training/easy/p01", "training/easy"),
        ("training/easy/p02", "training/easy"),
    ]
    assert data["instances"][0]["files"][1]["href"] == "./testing/hard/solutions/p01.plan"
    assert all(each["animation"]["steps"] for each in data["instances"])


def test_a_manifest_may_list_instances_of_several_sets(tmp_path):
    write_output(tmp_path, bundled_output("gripper", [1, 2]))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    for entry, folder in zip(manifest["instances"], ("training/easy", "testing/hard"), strict=True):
        for key, below in (("problem", folder), ("plan", f"solutions/{folder}")):
            (tmp_path / below).mkdir(parents=True)
            moved = f"{below}/{Path(entry[key]).name}"
            shutil.move(tmp_path / entry[key], tmp_path / moved)
            entry[key] = moved
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    one, two = directory_data(tmp_path)["instances"]
    assert (one["id"], one["group"], one["name"]) == ("training/easy/p01", "training/easy", "p01")
    assert two["files"][1]["href"] == "./solutions/testing/hard/p02.plan"
    assert one["animation"]["steps"]


def test_an_instance_that_cannot_be_drawn_says_why(tmp_path):
    write_output(tmp_path, bundled_output("gripper", [1]))
    (tmp_path / "solutions" / "p01.plan").write_text("(no-such-action)\n")
    (instance,) = directory_data(tmp_path)["instances"]
    assert "no-such-action" in instance["unseen"]


def test_the_policy_names_exactly_the_style_and_the_script_of_the_page():
    text = page("title", {"instances": []}, ".more{}")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    for directive, pattern in (
        ("script-src", r'<script type="module">(.*?)</script>'),
        ("style-src-elem", "<style>(.*?)</style>"),
    ):
        (inside,) = re.findall(pattern, text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")


def test_the_script_has_every_module_once_after_what_it_imports():
    script = bundle("main.js")
    assert "\nimport " not in script
    assert "\nexport " not in script
    assert script.count("export class Board".removeprefix("export ")) == 1
    assert script.index("class Board") < script.index("class Game") < script.index("class Stage")


def test_the_page_names_nothing_outside():
    text = page("title", {"instances": []})
    names = set(re.findall(r"https?://[^\"'`\s]+", text))
    assert names == {"http://www.w3.org/2000/svg"}
    assert "url(" not in asset("page.css")


@pytest.mark.parametrize(
    ("manifest", "complaint"),
    [
        ({"problem": "../other/p01.sok", "metrics": {}}, "names a file elsewhere"),
        ({"problem": "/etc/passwd", "metrics": {}}, "names a file elsewhere"),
        ({"problem": 7}, "lists no instances"),
        ("p01.sok", "lists no instances"),
    ],
)
def test_a_manifest_that_leads_elsewhere_is_refused(tmp_path, manifest, complaint):
    (tmp_path / "out").mkdir()
    found = {"generator": "beta-plan", "complete": True, "instances": [manifest]}
    (tmp_path / "out" / "manifest.json").write_text(json.dumps(found))
    with pytest.raises(InputRefused, match=complaint):
        write_report(tmp_path / "out")


def test_a_directory_without_instances_is_refused(tmp_path):
    result = run("report", tmp_path)
    assert (result.exit_code, result.stdout) == (41, "")
    assert result.stderr.startswith(f"beta-plan: {tmp_path}: holds no instances (")


def test_a_page_goes_when_what_it_tells_changes_and_stays_otherwise(tmp_path):
    first, second = level_output([3]), level_output([5])
    write_output(tmp_path, first)
    report = write_report(tmp_path)
    write_output(tmp_path, first)
    assert report.exists()
    write_output(tmp_path, second)
    assert not report.exists()
    report.write_text("<p>mine</p>")
    write_output(tmp_path, first)
    assert report.read_text() == "<p>mine</p>"


def test_a_page_of_levels_takes_solutions_that_are_right_only(tmp_path):
    rows = "#####\n#@$.#\n#####\n"
    (tmp_path / "two.sok").write_text(f"{rows}Title: Good\nSolution: R\n\n{rows}Title: Bad\nSolution: l\n")
    result = run("play", tmp_path / "two.sok", "-o", tmp_path / "page.html", "--no-open")
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'page.html'}\n")
    data = data_of((tmp_path / "page.html").read_text())
    assert data["kind"] == "play"
    assert [(each["title"], each["level"]["moves"]) for each in data["instances"]] == [("Good", "R"), ("Bad", None)]


def test_a_directory_can_be_played_and_an_instance_chosen(tmp_path):
    write_output(tmp_path / "out", level_output([3, 5]))
    write_output(tmp_path / "out" / "more", level_output([4]))
    for choice, count in ((), 3), (("--level", "p02"), 1), (("--level", "2"), 1), (("--level", "more/p01"), 1):
        assert run("play", tmp_path / "out", *choice, "-o", tmp_path / "page.html", "--no-open").exit_code == 0
        assert len(data_of((tmp_path / "page.html").read_text())["instances"]) == count
    result = run("play", tmp_path / "out", "--level", "p07", "-o", tmp_path / "page.html", "--no-open")
    assert (result.exit_code, result.stdout) == (41, "")
    assert "no level 'p07'" in result.stderr


def test_names_that_are_no_text_become_links_and_a_title(tmp_path):
    folder = tmp_path / "a\udcff"
    write_output(folder / "b\udcfe", level_output([3]))
    text = write_report(folder).read_text(encoding="utf-8")
    assert "<title>a? | beta-plan</title>" in text
    assert data_of(text)["instances"][0]["files"][0]["href"] == "./b%FE/p01.sok"
