"""Planners that misbehave, and whoever runs them being killed: nothing is left running, what is known is kept."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.bundled import DOMAINS
from tests.faults.processes import PATIENCE, ended, fill, mounted, one_line, run, start

FORKING = """
import os, signal, sys, time
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
for number in range(2):
    if os.fork() == 0 and number:
        os.setsid()
open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
time.sleep(600)
"""


@pytest.fixture
def planner(tmp_path):
    """A command that forks, hangs, answers no signal, and tells its processes."""
    (tmp_path / "planner.py").write_text(FORKING)
    (tmp_path / "processes").mkdir()
    words = [sys.executable, str(tmp_path / "planner.py"), str(tmp_path / "processes")]
    return f"{shlex.join(words)} {{domain}} {{problem}}"


def wait_until(condition) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end
        sleep(0.05)


def alive(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if Path("/proc", name).exists()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_whoever_ends_a_referee_ends_its_planner(tmp_path, planner, number):
    process = start("referee", DOMAINS / "ferry/p01.pddl", "--planner", planner, "--no-cache")
    wait_until(lambda: len(os.listdir(tmp_path / "processes")) == 4)
    process.send_signal(number)
    done = ended(process)
    assert done.returncode == (33 if number == signal.SIGINT else -signal.SIGKILL)
    wait_until(lambda: not alive(tmp_path / "processes"))


def test_a_planner_that_is_killed_is_a_row_of_the_table(tmp_path):
    command = f"{sys.executable} -c 'import os; os.kill(os.getpid(), 9)' {{domain}} {{problem}}"
    done = run("referee", DOMAINS / "ferry/p01.pddl", "--planner", command, "--no-cache")
    assert done.returncode == 0, done.stderr.decode()
    assert b"0 of 1 solved" in done.stdout


def test_a_full_disk_for_verdicts_costs_the_memory_of_them(tmp_path):
    command = f"{sys.executable} -c pass {{domain}} {{problem}}"
    with mounted(tmp_path / "disk", "size=64k") as disk:
        fill(disk)
        environment = {"BETA_PLAN_CACHE_DIR": str(disk)}
        done = run("referee", DOMAINS / "ferry/p01.pddl", "--planner", command, environment=environment)
        assert done.returncode == 0, done.stderr.decode()
        assert sorted(path.name for path in disk.rglob("*") if path.is_file()) == ["filling"]


EXPERIMENT = ["experiment", "table1", "--levels", DOMAINS / "sokoban/levels.sok", "--mazes", "1", "--rows", "bfs"]
EXPERIMENT += ["--max-expansions", "50", "--mode", "none"]


def test_a_full_disk_for_the_results_of_an_experiment_costs_one_line(tmp_path):
    with mounted(tmp_path / "disk", "size=64k") as disk:
        fill(disk)
        assert "No space left" in one_line(run(*EXPERIMENT, "-o", disk / "table1"), 51)


def test_an_experiment_that_is_killed_goes_on_where_it_was(tmp_path):
    out = tmp_path / "table1"
    process = start(*EXPERIMENT, "-o", out)
    wait_until(lambda: process.poll() is not None or any(out.rglob("spec.json")))
    process.kill()
    ended(process)
    done = run(*EXPERIMENT, "-o", out, "--json")
    assert done.returncode == 0, done.stderr.decode()
    assert len(list(out.rglob("result.json"))) == 1
