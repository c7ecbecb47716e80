"""``beta-plan solve``: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from click.testing import CliRunner

from beta_plan.certify.sokoban import replay_level, replay_levels
from beta_plan.cli import solve as solve_command
from beta_plan.cli.main import cli
from beta_plan.errors import IllegalTask
from beta_plan.sokoban import solver
from beta_plan.sokoban.level import Level
from tests.sokoban.levels import CORNER, HALL

EASY = f"{CORNER}Title: easy\n"
STUCK = "######\n#@  .#\n#  $ #\n######\nTitle: stuck\n"
PAIR = "#######\n#@    #\n# $$ .#\n#    .#\n#######\nTitle: pair\n"
HARD = """\
######################
#          #   ####  #
# $ $ $ $      #..#  #
#  $ $ $ $ #    ...  #
# $ $ $ $  #  ##..## #
#  $ $ $ $ #  #....# #
#@         #   .....##
######################
"""


def solve(*arguments):
    return CliRunner().invoke(cli, ["solve", *map(str, arguments)])


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    path = tmp_path / "levels.sok"
    path.write_text("\n".join([EASY, STUCK, PAIR]))
    return path


def test_the_result_for_scripts(levels):
    for mode in ("greedy", "optimal"):
        result = solve(levels, "--json", "--mode", mode)
        assert result.exit_code == 0, result.stderr
        easy, stuck, pair = json.loads(result.stdout)["levels"]
        assert [entry["status"] for entry in (easy, stuck, pair)] == ["solved", "unsolvable", "solved"]
        assert (stuck["name"], stuck["pushes"], stuck["solution"], stuck["moves"]) == ("stuck", None, None, None)
        for entry, text in ((easy, EASY), (pair, PAIR)):
            replay = replay_level(text, solution=entry["solution"])
            assert (replay.cost, replay.length) == (entry["pushes"], entry["moves"])
            assert entry["expanded"] <= entry["generated"]
            assert entry["seconds"] >= 0
    assert easy["pushes"] == 3


def test_the_result_for_people_and_the_file(levels, tmp_path):
    result = solve(levels, "--mode", "optimal", "-o", tmp_path / "solved.sok")
    lines = result.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "easy  solved",
        "stuck  unsolvable",
        "pair  solved",
        "2 of 3 solved",
    ]
    assert lines[0].startswith("easy  solved: pushes 3, moves 9; ")
    written = (tmp_path / "solved.sok").read_text()
    assert replay_levels(written)[0].cost == 3
    assert "Title: easy\nSolution:\n" in written
    assert "stuck" not in written
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_level_that_is_too_much_does_not_end_the_run(levels, tmp_path, monkeypatch):
    def solved(level: Level, **asked: Any) -> solver.LevelSolution:
        if level.name == "stuck":
            raise IllegalTask("its pushes are too many", remedy="make it smaller")
        return solve_level(level, **asked)

    solve_level = solver.solve_level
    monkeypatch.setattr(solver, "solve_level", solved)
    result = solve(levels, "--json", "-o", tmp_path / "solved.sok")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["levels"]
    assert [entry["status"] for entry in found] == ["solved", "limit", "solved"]
    assert (found[1]["pushes"], found[1]["expanded"], found[1]["seconds"] >= 0) == (None, 0, True)
    assert "note: level stuck: its pushes are too many (make it smaller)" in result.stderr
    assert len(replay_levels((tmp_path / "solved.sok").read_text())) == 2


def test_the_modes_are_those_of_the_solver():
    assert solve_command.MODES == solver.MODES


def test_one_level_by_number_or_title(levels):
    for choice in ("3", "pair"):
        (entry,) = json.loads(solve(levels, "--level", choice, "--json").stdout)["levels"]
        assert (entry["name"], entry["number"]) == ("pair", 3)


def test_a_limit_is_a_result(tmp_path):
    path = tmp_path / "hard.sok"
    path.write_text(HARD)
    result = solve(path, "--mode", "optimal", "--overall-time-limit", "1s", "--json")
    assert result.exit_code == 0, result.stderr
    (entry,) = json.loads(result.stdout)["levels"]
    assert (entry["status"], entry["pushes"], entry["solution"]) == ("limit", None, None)


@pytest.mark.parametrize(
    ("text", "code", "complaint"),
    [
        ("no level at all\n", 41, "holds no level"),
        ("#####\n# $.#\n#####\n", 43, "has no man"),
        (f"{EASY}\n######\n#@$..#\n######\n", 43, "has 1 box and 2 goals"),
    ],
)
def test_bad_input_is_one_line(tmp_path, text, code, complaint):
    path = tmp_path / "bad.sok"
    path.write_text(text)
    result = solve(path)
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = result.stderr.splitlines()
    assert complaint in line


def test_levels_without_a_state_are_told(tmp_path):
    path = tmp_path / "some.sok"
    path.write_text(f"{STUCK}\n{HALL}Title: bare\n")
    result = solve(path)
    assert result.stdout.splitlines()[-1] == "0 of 1 solved"
    assert f"note: {path}: left out 1 level without boxes and man" in result.stderr.splitlines()
    assert solve(path, "--quiet").stderr == ""


def test_a_file_that_cannot_be_written_is_told_before_the_work(levels, tmp_path):
    for place in (tmp_path, tmp_path / "nowhere" / "solved.sok"):
        result = solve(levels, "-o", place)
        assert (result.exit_code, result.stdout) == (51, "")
        assert len(result.stderr.splitlines()) == 1


def test_the_levels_are_not_replaced_by_their_solutions(levels):
    before = levels.read_bytes()
    result = solve(levels, "-o", levels)
    assert (result.exit_code, result.stdout) == (51, "")
    assert result.stderr == f"beta-plan: {levels}: is the file that is read (choose another name)\n"
    assert levels.read_bytes() == before


def test_what_holds_no_levels_is_not_replaced(levels, tmp_path):
    for name, text in (("domain.pddl", "(define (domain d))"), ("notes.txt", "to do"), ("manifest.json", "{}")):
        (tmp_path / name).write_text(text)
        result = solve(levels, "-o", tmp_path / name)
        assert (result.exit_code, result.stdout) == (51, "")
        assert result.stderr.endswith("is there, and holds no levels (remove it, or choose another name)\n")
        assert (tmp_path / name).read_text() == text
    (tmp_path / "older.sok").write_bytes(levels.read_bytes())
    assert solve(levels, "-o", tmp_path / "older.sok").exit_code == 0


def interrupted(path: Path, number: int, *, after: str) -> subprocess.CompletedProcess[str]:
    """Run the command, send a signal once stderr shows some text, and return how it ends."""
    command = [sys.executable, "-m", "beta_plan", "solve", str(path), "--mode", "optimal", "--json"]
    log = path.with_suffix(".log")
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ) as process,
    ):
        until = monotonic() + 300
        while after not in log.read_text() and monotonic() < until:
            sleep(0.1)
        process.send_signal(number)
        output, _ = process.communicate(timeout=120)
    return subprocess.CompletedProcess(command, process.returncode, output, log.read_text())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_prints_what_was_solved(tmp_path, number):
    path = tmp_path / "levels.sok"
    path.write_text(f"{EASY}\n{HARD}")
    done = interrupted(path, number, after="easy  solved")
    assert done.returncode == 0
    assert [entry["name"] for entry in json.loads(done.stdout)["levels"]] == ["easy"]


def test_a_signal_before_anything_is_solved_is_33(tmp_path):
    path = tmp_path / "levels.sok"
    path.write_text(f"{STUCK}\n{HARD}")
    done = interrupted(path, signal.SIGTERM, after="stuck  unsolvable")
    assert (done.returncode, done.stdout) == (33, "")
    assert done.stderr.splitlines()[-1] == "beta-plan: interrupted by SIGTERM before anything was found"
