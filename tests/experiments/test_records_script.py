"""``benchmarks/records.py`` adds runs to a file of records, also when it is stopped, and runs nothing twice."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from beta_plan.experiments.csv_text import as_csv

ROOT = Path(__file__).parents[2]
CORRIDOR = "#####\n#@$.#\n#####\n"
HALL = "\n".join(["#" * 11, *["#         #"] * 4, "#...... ..#", *["#         #"] * 3, "#" * 11])
"""A maze that no search has seen to the end within a minute."""


@pytest.fixture
def start(tmp_path):
    """Return a way to start the script with a file of two levels, of which one is soon exhausted."""
    (tmp_path / "two.xsb").write_text(f"{CORRIDOR}\n{HALL}\n")
    (tmp_path / "scratch").mkdir()

    def started(*words: object) -> subprocess.Popen[str]:
        script, levels, file = ROOT / "benchmarks" / "records.py", tmp_path / "two.xsb", tmp_path / "records.csv"
        command = [sys.executable, str(script), str(levels), str(file), *map(str, words)]
        known = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "scratch")}
        return subprocess.Popen(command, env=known, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    return started


@pytest.fixture
def found(tmp_path):
    """Return what the file holds."""

    def lines() -> list[dict[str, str]]:
        with (tmp_path / "records.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    return lines


def said_at_the_end(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    return out, said


def test_runs_are_added_and_not_run_again(start, found, tmp_path):
    words = ["--rows", "bfs", "--mazes", "1", "--hours", "0.08", "--jobs", "1"]
    out, _ = said_at_the_end(start(*words))
    assert out.endswith("records.csv: 1 runs\n")
    (line,) = found()
    assert (line["row"], line["maze"], line["seed"], line["limits"]) == ("bfs", "1", "0", "1m and 4G")
    before = (tmp_path / "records.csv").read_bytes()
    _, said = said_at_the_end(start(*words))
    assert "1 of 1 runs are taken from there" in said
    assert (tmp_path / "records.csv").read_bytes() == before


def test_where_it_is_stopped_finished_runs_are_kept_and_no_process_is_left(start, found, tmp_path):
    process = start("--rows", "bfs", "--mazes", "1,2", "--hours", "1", "--jobs", "1")
    while process.poll() is None and not list((tmp_path / "scratch").glob("*/runs/generate/maze01-*/result.json")):
        sleep(0.1)
    process.send_signal(signal.SIGTERM)
    out, _ = said_at_the_end(process)
    assert out.endswith("records.csv: 1 runs\n")
    assert [line["maze"] for line in found()] == ["1"]
    assert list((tmp_path / "scratch").iterdir()) == []
    assert processes_below(tmp_path) == []


def processes_below(folder: Path) -> list[str]:
    """Return the directories in a folder in which some process works, where the system tells."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            found.append(os.readlink(link))
    return [place for place in found if place.startswith(str(folder))]


def test_of_two_lines_for_a_run_the_one_that_says_more_is_kept(start, found, tmp_path):
    said_at_the_end(start("--rows", "bfs", "--mazes", "1", "--hours", "0.08", "--jobs", "1"))
    (line,) = found()
    told = {**line, "solved_greedy": "1", "expanded_greedy": "7"}
    (tmp_path / "told.csv").write_text(as_csv([told, {**told, "seed": "1"}]))
    (tmp_path / "old.csv").write_text(as_csv([{**told, "version": "0.0.1", "solved_optimal": "1"}, line]))
    said_at_the_end(start("--hours", "0", "--add", tmp_path / "told.csv", tmp_path / "old.csv"))
    assert [(each["seed"], each["solved_greedy"], each["solved_optimal"]) for each in found()] == [
        ("0", "1", ""), ("1", "1", ""),
    ]  # fmt: skip
