"""``generate --resume``: after signals and kills the real command goes on, and writes what it would have written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from beta_plan.certify.directory import certify_directory
from beta_plan.checkpoint import has_checkpoint
from beta_plan.output.layout import CHECKPOINT
from tests.bundled import DOMAINS
from tests.outputs import content

TASK = [str(DOMAINS / "depots" / name) for name in ("domain.pddl", "p01.pddl")]
BEGIN = ["generate", *TASK, "--order", "[w(PDB2),2C,PDB2]+beam[PDB2]", "--max-expansions", "300000", "--seed", "5"]


def command(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], cwd=folder, capture_output=True, text=True, check=False)


PROGRAM = [sys.executable, "-m", "beta_plan"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    assert command(*BEGIN, "-o", "out", "-q", folder=folder).returncode == 0
    return content(folder / "out")


def started(folder: Path) -> subprocess.Popen[str]:
    """Start the command, and wait for its first checkpoint."""
    words = [*PROGRAM, *BEGIN, "-o", "out", "--checkpoint", "1s"]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not (folder / "out" / CHECKPOINT / "run.json").is_file():
        assert process.poll() is None, process.communicate()
        sleep(0.02)
    return process


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_after_a_signal_the_best_so_far_is_there_and_the_run_goes_on(number, whole, tmp_path):
    process = started(tmp_path)
    process.send_signal(number)
    told = process.communicate()[1]
    assert process.returncode == 0
    assert "to go on: beta-plan generate --resume out" in told
    assert all(each.verified for each in certify_directory(tmp_path / "out"))
    done = command("generate", "--resume", "out", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "out") == whole


@pytest.mark.faults
@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be killed")
def test_killed_again_and_again_the_run_comes_to_the_same_end(whole, tmp_path):
    draw, process = random.Random(1), started(tmp_path)
    for _ in range(4):
        sleep(draw.uniform(0, 4))
        process.kill()
        process.communicate()
        if not has_checkpoint(tmp_path / "out"):
            break
        words = [*PROGRAM, "generate", "--resume", "out", "--checkpoint", "1s", "-q"]
        process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    else:
        assert process.wait() == 0
        process.communicate()
    assert content(tmp_path / "out") == whole


def test_a_run_that_has_ended_leaves_no_checkpoint(whole):
    assert not any(name.startswith(CHECKPOINT) for name in whole)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--resume", "nowhere"], 41, "there is no checkpoint"),
        (["--resume", "out", "--seed", "3"], 2, "--resume takes --seed from the checkpoint"),
        (["ferry", "--resume", "out"], 2, "--resume takes DOMAIN from the checkpoint"),
        ([], 2, "DOMAIN is missing"),
    ],
)
def test_what_makes_no_sense_is_refused(words, code, said, tmp_path):
    done = command("generate", *words, folder=tmp_path)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
