"""SIGKILL, which nobody can answer: an older result or the new one is there, and the next run leaves nothing else."""

from __future__ import annotations

import signal
from random import Random
from time import sleep

import pytest

from beta_plan.output.write import write_output
from tests.faults.processes import (
    QUICK,
    complete_content,
    ended,
    long_search,
    run,
    start,
    strays,
    verified,
    wait_for_stage,
)
from tests.outputs import bundled_output, content

OLD = bundled_output("transport", [1, 2, 3, 4])
BOXOBAN = ["generate", "sokoban", "--format", "boxoban", "--size", "7x7", "--boxes", "2", "--max-expansions", "50"]


def test_before_anything_is_written_an_older_result_is_untouched(tmp_path):
    write_output(tmp_path / "out", OLD)
    before = content(tmp_path / "out")
    process = start(*long_search(tmp_path), "-o", tmp_path / "out")
    wait_for_stage(process, "kernels")
    sleep(Random(0).uniform(0.0, 0.5))
    process.kill()
    assert ended(process).returncode == -signal.SIGKILL
    assert content(tmp_path / "out") == before


@pytest.mark.parametrize("moment", ["fsync 3", "replace 2"])
def test_while_files_are_written_the_old_or_the_new_ones_are_there(tmp_path, faultless, moment):
    """The first replacement says what will be done; from then on the new result is safe."""
    out = tmp_path / "out"
    write_output(out, OLD)
    before = content(out)
    done = run(*QUICK, "-o", out, fault=f"SIGKILL {moment}")
    assert done.returncode == -signal.SIGKILL
    assert strays(out)
    assert complete_content(out) == (before if moment == "fsync 3" else faultless)
    write_output(out, OLD)
    assert content(out) == before


def test_a_first_result_that_was_not_finished_says_so(tmp_path):
    out = tmp_path / "out"
    assert run(*QUICK, "-o", out, fault="SIGKILL fsync 4").returncode == -signal.SIGKILL
    done = run("verify", out)
    assert done.returncode == 41
    assert [line.split(": ", 2)[2] for line in done.stderr.decode().splitlines()] == [
        "unfinished, what is there is replayed (generate again)",
        "holds no instances (expected p01.pddl, p02.pddl, ..)",
    ]
    assert complete_content(out) is None
    write_output(out, OLD)
    assert verified(out) == 4


def test_an_older_export_stays_until_the_new_one_is_complete(tmp_path):
    out = tmp_path / "out"
    assert run(*BOXOBAN, "--count", 4, "-o", out).returncode == 0
    before = content(out)
    killed = run(*BOXOBAN, "--count", 3, "--seed", 5, "-o", out, fault="SIGKILL fsync 2")
    assert killed.returncode == -signal.SIGKILL
    assert complete_content(out) == before
    assert strays(out)
    assert run(*BOXOBAN, "--count", 3, "--seed", 5, "-o", out).returncode == 0
    assert verified(out) == 3


def test_a_page_that_was_not_finished_leaves_the_old_one(tmp_path):
    write_output(tmp_path, bundled_output("ferry", [1]))
    (tmp_path / "report.html").write_text("old")
    assert run("report", tmp_path, fault="SIGKILL replace 1").returncode == -signal.SIGKILL
    assert (tmp_path / "report.html").read_text() == "old"
    assert strays(tmp_path)
    write_output(tmp_path, OLD)
    assert not strays(tmp_path)
