"""No name, in a file or of a file, steers the terminal of who looks at it."""

import json
import re

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.cli.progress import Log
from beta_plan.output.write import write_output
from tests.outputs import bundled_output, level_output

CLEAR = "\x1b[2J\x1b]0;title\x07\x9b31m\u202e"
STEERS = re.compile(r"[\x00-\x09\x0b-\x1f\x80-\x9f\u202e\ud800-\udfff]")


def run(*words):
    result = CliRunner().invoke(cli, list(map(str, words)))
    assert not STEERS.search(result.output), result.output
    assert "unexpected" not in result.stderr
    return result


def test_files_that_cannot_be_read(tmp_path):
    for name in (CLEAR, "\udcff"):
        for words in (
            ("inspect", tmp_path / name), ("generate", tmp_path / name), ("verify", tmp_path / name),
            ("describe", "ferry", "--skeleton", tmp_path / name), ("solve", tmp_path / f"{name}.sok"), (name,),
            ("generate", "ferry", "--objects", name), ("generate", "ferry", "--order", name), ("play", name),
            ("referee", tmp_path, "--planner", name), ("generate", "ferry", "--split", name),
        ):  # fmt: skip
            assert run(*words).exit_code in (2, 41), words


def test_names_in_a_manifest(tmp_path):
    write_output(tmp_path, bundled_output("gripper", [1]))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["instances"].append({"problem": f"{CLEAR}.pddl", "metrics": {}})
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert run("verify", tmp_path).exit_code == 12


def test_names_of_actions_and_objects(tmp_path):
    domain = "(define (domain d) (:predicates (p{0})) (:action a{0} :parameters () :effect (p{0})))"
    problem = "(define (problem x) (:domain d) (:init) (:goal (p{0})))"
    odd = "\x9b31m\u202e"
    (tmp_path / "domain.pddl").write_text(domain.format(odd))
    (tmp_path / "p01.pddl").write_text(problem.format(odd))
    shown = run("inspect", "--stage", "ground", tmp_path / "domain.pddl", tmp_path / "p01.pddl")
    assert (shown.exit_code, "(p?31m?)" in shown.stdout) == (0, True)
    (tmp_path / "p01.pddl").write_text(problem.format(f"{odd}x"))
    assert run("inspect", tmp_path / "domain.pddl", tmp_path / "p01.pddl").exit_code == 41


@pytest.mark.parametrize("command", [("play", "--no-open", "-o", "page.html"), ("draw", "-o", "picture.svg")])
def test_names_of_files_and_levels(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "\x1b[2J.sok").write_text(f"#####\n#@$.#\n#####\nTitle: {CLEAR[-2:]}\n")
    assert run(*command, "\x1b[2J.sok").exit_code == 0


def test_where_a_report_is_written(tmp_path):
    write_output(tmp_path / "\x1b[2J\udcff", level_output([3]))
    assert run("report", tmp_path / "\x1b[2J\udcff").stdout == f"{tmp_path}/?[2J?/report.html\n"


def test_the_log(capsys):
    log = Log(quiet=False)
    log.line(f"reading {CLEAR}")
    assert not STEERS.search(capsys.readouterr().err)
