"""What becomes of a job's processes when whoever started them is killed, and of two who are asked for one job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from beta_plan.experiments.jobs import read_result, write_spec
from tests.experiments.fakes import Fake, job

PATIENCE = 30.0
ROOT = Path(__file__).parents[2]

WORKER = """
import pathlib, sys
from beta_plan.experiments.jobs import read_spec
from beta_plan.experiments.runs import run
spec = pathlib.Path(sys.argv[1])
print(run(read_spec(spec), spec.parent, program=sys.argv[2:]).status.value)
"""

PARENT = """
import os, pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path({pids!r}).write_text(f"{{os.getpid()}} {{child.pid}} {{os.getppid()}}")
time.sleep(600)
"""


def worker(folder: Path, program: tuple[str, ...]) -> subprocess.Popen[str]:
    spec = write_spec(job(), folder)
    words = [sys.executable, "-c", WORKER, str(spec), *program]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def until(holds) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "waited in vain"
        sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.fixture
def family(tmp_path):
    """A worker that runs a job with a child: the worker, and the pids of command, child and guard."""
    pids, script = tmp_path / "pids", tmp_path / "parent.py"
    script.write_text(PARENT.format(pids=str(pids)))
    with worker(tmp_path / "job", (sys.executable, str(script))) as process:
        until(lambda: pids.exists() and len(pids.read_text().split()) == 3)
        yield process, [int(word) for word in pids.read_text().split()]
        process.kill()


@pytest.mark.faults
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_worker_that_is_killed_takes_its_command_along_and_what_that_has_started(family):
    process, pids = family
    process.send_signal(signal.SIGKILL)
    until(lambda: not any(map(is_alive, pids)))


@pytest.mark.faults
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not tell about dead parents")
def test_a_guard_that_is_killed_takes_its_command_along(family):
    process, (command, child, guard) = family
    os.kill(guard, signal.SIGKILL)
    until(lambda: not is_alive(command))
    assert process.communicate(timeout=PATIENCE)[0] == "crashed\n"
    if is_alive(child):
        os.kill(child, signal.SIGKILL)


def test_two_who_are_asked_for_a_job_run_it_once(tmp_path):
    fake = Fake(tmp_path, generate="slow")
    workers = [worker(tmp_path / "job", fake.program) for _ in range(3)]
    assert [each.communicate(timeout=PATIENCE)[0] for each in workers] == ["done\n"] * 3
    assert len(fake.calls) == 1
    result = read_result(tmp_path / "job")
    assert result is not None
    assert result.is_done


def test_a_command_that_a_signal_ends_is_told_so(tmp_path):
    fake = Fake(tmp_path, generate="abort")
    with worker(tmp_path / "job", fake.program) as process:
        assert process.communicate(timeout=PATIENCE)[0] == "crashed\n"
    result = read_result(tmp_path / "job")
    assert result is not None
    assert result.exit_code == -signal.SIGABRT
