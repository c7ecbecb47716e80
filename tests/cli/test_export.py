"""``beta-plan generate --format``: levels and samples for learners."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from click.testing import CliRunner, Result

from beta_plan.certify.sokoban import replay_level
from beta_plan.cli.main import cli
from beta_plan.errors import OutOfTime
from tests import naive
from tests.bundled import DOMAINS, front_end
from tests.export.test_formats import read_boxoban
from tests.outputs import content
from tests.sokoban.levels import HALL

FERRY = [str(DOMAINS / "ferry" / "domain.pddl"), str(DOMAINS / "ferry" / "p01.pddl")]


def generate(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["generate", *map(str, arguments)])


def bulk(form: str, output: Path, *more: object) -> Result:
    return generate("sokoban", "--format", form, "--max-expansions", 100, "-q", "-o", output, *more)


def test_the_same_levels_in_all_formats_and_the_same_bytes_again(tmp_path):
    for name in ("boxoban", "again", "jumanji"):
        result = bulk("boxoban" if name == "again" else name, tmp_path / name, "--count", 10)
        assert result.exit_code == 0, result.stderr
    assert content(tmp_path / "boxoban") == content(tmp_path / "again")
    boards = read_boxoban(tmp_path / "boxoban" / "levels")
    solutions = (tmp_path / "boxoban" / "solutions" / "000.lurd").read_text().split()
    assert len(boards) == len(solutions) == 10
    for rows, lurd in zip(boards, solutions, strict=True):
        replay_level("\n".join(rows), solution=lurd)
    signs = {"#": (1, 0), ".": (2, 0), "@": (0, 3), "$": (0, 4), " ": (0, 0)}
    expected = np.array([[[signs[sign] for sign in row] for row in rows] for rows in boards])
    assert np.array_equal(np.load(tmp_path / "jumanji" / "levels.npy"), expected)
    assert "10 levels of " in bulk("boxoban", tmp_path / "told", "-n", 10).stdout


def test_verify_replays_boxoban_levels_and_finds_what_is_wrong(tmp_path):
    assert bulk("boxoban", tmp_path, "--count", 3).exit_code == 0
    verify = CliRunner().invoke(cli, ["verify", str(tmp_path)])
    assert (verify.exit_code, verify.stdout.splitlines()[-1]) == (0, "3 verified, 0 failed")
    solutions = tmp_path / "solutions" / "000.lurd"
    lines = solutions.read_text().splitlines()
    for wrong, why in (
        ([lines[0], lines[1][:-1], lines[2]], "levels/000.txt; 1  failed: after"),
        (lines[:2], "levels/000.txt; 2  failed: no solution"),
        ([*lines, "r"], "levels/000.txt; 3  failed: no level"),
    ):
        solutions.write_text("".join(f"{line}\n" for line in wrong))
        verify = CliRunner().invoke(cli, ["verify", str(tmp_path)])
        assert (verify.exit_code, why in verify.stdout) == (12, True), verify.stdout


def test_what_scripts_get(tmp_path):
    found = json.loads(bulk("boxoban", tmp_path / "out", "--count", 3, "--size", "8x7", "--boxes", 2, "--json").stdout)
    assert (found["format"], found["levels"], found["size"], found["boxes"]) == ("boxoban", 3, "8x7", 2)
    assert found["directory"] == str(tmp_path / "out")
    assert {len(rows) for rows in read_boxoban(tmp_path / "out" / "levels")} == {7}


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["ferry", "--format", "boxoban"], 2, "DOMAIN must be sokoban"),
        (["sokoban", "--format", "boxoban", "--report"], 2, "--report does not go with --format boxoban"),
        (["sokoban", "--format", "jumanji", "--order", "[PDB1]"], 2, "--order does not go with --format jumanji"),
        (
            ["sokoban", "--format", "boxoban", "--boxes", "60"],
            2,
            "--boxes: a maze of 10 x 10, walls included, for 60 boxes (take 1 to",
        ),
        ([*FERRY, "--format", "samples", "--order", "[PDB1]+[PDB2]"], 2, "one search"),
        ([*FERRY, "--format", "samples", "--for", "people"], 2, "--for does not go with --format samples"),
        ([*FERRY, "--for", "people", "--max-expansions", "10"], 2, "only Sokoban has levels for people"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, code, complaint, tmp_path):
    result = generate(*arguments, "-o", tmp_path / "out")
    assert (result.exit_code, complaint in result.stderr) == (code, True), result.stderr
    assert not (tmp_path / "out").exists()


def test_a_time_limit_before_the_first_level_is_named(tmp_path, monkeypatch):
    def over(request, budget):
        raise OutOfTime("ended before the first level was found")

    monkeypatch.setattr("beta_plan.bulk.bulk_levels", over)
    words = ["sokoban", "--format", "boxoban", "--overall-time-limit", "1s", "-q"]
    result = generate(*words, "-o", tmp_path / "out")
    said = "time-limit (--overall-time-limit 1s): ended before the first level was found"
    assert (result.exit_code, result.stderr) == (31, f"beta-plan: {said}\n")
    assert not (tmp_path / "out").exists()


def test_samples_lie_between_their_bounds(tmp_path):
    result = generate(
        *FERRY, "--format", "samples", "--count", 40, "--max-expansions", 300, "-q", "-o", tmp_path / "out"
    )
    assert result.exit_code == 0, result.stderr
    text = (tmp_path / "out" / "samples.jsonl").read_text()
    samples = [json.loads(line) for line in text.splitlines()]
    task = front_end("ferry").sas
    exact = naive.distances_to_goal(task)
    assert len(samples) == 40
    assert len({tuple(sample["state"]) for sample in samples}) == 40
    atoms = {task.atoms[number]: number for number in range(len(task.atoms))}
    for sample in samples:
        state = task.encode([atoms[atom] for atom in sample["state"]])
        assert state is not None
        assert sample["PDB1"] <= sample["PDB2"] <= exact[state] <= sample["cost"]


def test_samples_of_a_level_are_boards(tmp_path):
    (tmp_path / "hall.sok").write_text(HALL)
    asked = ["--format", "samples", "--count", 5, "--max-expansions", 50, "-q", "-o", tmp_path / "out"]
    assert generate(tmp_path / "hall.sok", *asked).exit_code == 0
    for line in (tmp_path / "out" / "samples.jsonl").read_text().splitlines():
        sample = json.loads(line)
        assert sum(row.count("$") for row in sample["state"]) <= sample["PDB1"] <= sample["PDB2"] <= sample["cost"]
        assert sample["cost"] <= sample["length"]


def test_ctrl_c_writes_what_is_complete(tmp_path):
    """A signal may come before the first level: then nothing is left, and the exit code says so."""
    command = [sys.executable, "-m", "beta_plan", "generate", "sokoban", "--format", "boxoban", "--count", "10000000"]
    output = tmp_path / "out"
    with subprocess.Popen(
        [*command, "--max-expansions", "20", "-o", str(output)], env=dict(os.environ), stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        while not (output / "levels" / "000.txt").exists() and process.poll() is None:
            sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    manifest = json.loads((output / "manifest.json").read_text())
    assert manifest["complete"]
    assert len(read_boxoban(output / "levels")) == manifest["levels"] >= 1000
