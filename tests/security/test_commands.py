"""Files by any name reach a planner as words: nothing of what a file says or is called is ever run."""

import json
import os
import sys

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.output.write import write_output
from tests.outputs import bundled_output, level_output
from tests.referees.fakes import script

NAMES = (
    "$(touch ran)",
    "`touch ran`",
    "; touch ran;",
    "a b",
    "-rf",
    "--help",
    "it's",
    '"',
    "&& touch ran",
    "|touch ran",
    "\n",
)


def run(*words):
    return CliRunner().invoke(cli, list(map(str, words)))


@pytest.mark.parametrize("name", NAMES)
def test_names_of_files_are_never_commands(tmp_path, monkeypatch, name):
    """Instances in a directory of a bad name, and of a bad name themselves; the planner tells its words."""
    folder = tmp_path / name
    write_output(folder, bundled_output("gripper", [1]))
    (folder / "p01.pddl").rename(folder / f"{name}.pddl")
    write_output(tmp_path / "levels" / name, level_output([1]))
    monkeypatch.chdir(tmp_path)
    told = tmp_path / "told"
    planner = script(tmp_path, f"import sys; open({str(told)!r}, 'a').write(repr(sys.argv[1:]) + chr(10))")
    found = run("referee", f"./{name}", "--no-cache", "--json", "--planner", f"{planner} {{domain}} {{problem}}")
    assert found.exit_code == 0, found.stderr
    (result,) = json.loads(found.stdout)["results"]
    assert result["problem"] == os.path.normpath(f"{name}/{name}.pddl")
    found = run("referee", f"./levels/{name}", "--no-cache", "--solver", f"{planner} {{level}} {{time}}")
    assert found.exit_code == 0, found.stderr
    first, second = (eval_words(line) for line in told.read_text().splitlines())
    assert [os.path.basename(word) for word in first] == ["domain.pddl", "problem.pddl"]
    assert [os.path.isabs(word) for word in first] == [True, True]
    assert (os.path.basename(second[0]), second[1]) == ("level.sok", "60")
    assert not (tmp_path / "ran").exists()


def eval_words(line: str) -> list[str]:
    return list(json.loads(line.replace("'", '"')))


@pytest.mark.parametrize("text", ["(touch ran)", "$(touch ran)", "#!/bin/sh\ntouch ran\n"])
def test_what_a_planner_prints_is_never_run(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    write_output(tmp_path / "out", bundled_output("gripper", [1]))
    planner = script(tmp_path, f"print({text!r})")
    found = run("referee", "out", "--no-cache", "--planner", f"{planner} {{domain}} {{problem}}", "--json")
    assert json.loads(found.stdout)["results"][0]["verdict"]["status"] in ("wrong-plan", "no-answer")
    assert not (tmp_path / "ran").exists()


def test_a_program_that_is_here_must_be_called_by_its_directory(tmp_path, monkeypatch):
    """Whoever works in a directory of somebody else asks for a planner, and not for a file that is called like it."""
    monkeypatch.chdir(tmp_path)
    write_output(tmp_path / "out", bundled_output("gripper", [1]))
    (tmp_path / "planner").write_text(f"#!{sys.executable}\nopen({str(tmp_path / 'ran')!r}, 'w')\n")
    (tmp_path / "planner").chmod(0o755)
    found = run("referee", "out", "--no-cache", "--planner", "planner {domain} {problem}")
    assert (found.exit_code, (tmp_path / "ran").exists()) == (41, False)
    assert "no such program" in found.stderr
    assert run("referee", "out", "--no-cache", "--planner", "./planner {domain} {problem}").exit_code == 0
    assert (tmp_path / "ran").exists()
