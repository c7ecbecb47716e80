"""Schedulers, workers and clients of dask as processes on this machine, to be killed by tests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

from beta_plan.experiments.jobs import RESULT
from beta_plan.experiments.methods import parse_rows
from beta_plan.experiments.protocol import protocol
from beta_plan.experiments.table1 import Table1
from beta_plan.experiments.tables import texts
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.xsb import parse_levels
from tests.experiments import fakes

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
LEVELS = parse_levels(Source("levels", "; a\n#####\n#@$.#\n#####\n\n; b\n######\n#@$ .#\n######\n"))

CLIENT = """
import sys
from functools import partial
from pathlib import Path
from beta_plan.cli.main import _report
from beta_plan.experiments.conduct import conduct
from beta_plan.experiments.executors import clusters, dask
from beta_plan.experiments.runs import run
from tests.experiments.clusters import table
address, runs, rows, *program = sys.argv[1:]
place = clusters.on_this_machine(2) if address == "here" else clusters.behind(address)
try:
    with place as client:
        execute = partial(dask.run_all, runs=Path(runs), client=client, run=partial(run, program=program))
        conduct(table(Path(runs), rows), Path(runs), execute)
except Exception as error:
    sys.exit(_report(error))
"""

LOGGED = """
import os, pathlib, runpy, sys, time
here = pathlib.Path.cwd()
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
words = here.name, int((here / {result!r}).exists()), os.getpid()
os.write(log, (" ".join(map(str, words)) + "\\n").encode())
time.sleep({seconds})
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0])
"""


class Logged(fakes.Fake):
    """A program that takes a moment, and writes down which job it begins, if that has a result already, and its pid."""

    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__(folder)
        self.log = folder / "log-of-executions"
        script = folder / "logged.py"
        script.write_text(LOGGED.format(result=RESULT, log=str(self.log), seconds=seconds))
        self.program = (sys.executable, "-I", "-S", str(script), self.program[-1])

    @property
    def begun(self) -> Counter[str]:
        """How often each job has begun."""
        return Counter(line.split()[0] for line in self._lines())

    @property
    def again(self) -> list[str]:
        """The jobs that have begun although they had a result."""
        return [line.split()[0] for line in self._lines() if line.split()[1] == "1"]

    @property
    def pids(self) -> set[int]:
        """The processes that have begun a job; most are gone."""
        return {int(line.split()[2]) for line in self._lines()}

    def _lines(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


def table(runs: Path, rows: str, seeds: int = 5) -> Table1:
    """Return rows times two mazes times five seeds; nothing is solved."""
    asked = {"rows": parse_rows(rows), "mazes": (1, 2), "max_expansions": 50, "modes": (), "seeds": seeds, "runs": 2}
    return Table1(protocol("quick", asked), LEVELS, runs)


def tables(runs: Path, rows: str) -> dict[str, str]:
    """Return the files of the table that the results in a directory make."""
    found = table(runs, rows).outcomes()
    assert (found.missing, found.failures) == (0, []), f"{found.missing} missing, failed: {found.failures}"
    return dict(texts(found))


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, "waited in vain"
        sleep(0.02)


def num_results(runs: Path) -> int:
    """Return how many jobs have a result."""
    return sum(1 for _ in runs.glob(f"*/*/{RESULT}"))


def processes_with(word: str) -> list[Path]:
    """Return the processes that have a word in their command."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if word.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                found.append(entry)
    return found


def client(address: str, runs: Path, rows: str, program: tuple[str, ...]) -> subprocess.Popen[str]:
    """Start a process that conducts the table: behind a scheduler, or on workers of its own ("here")."""
    words = [sys.executable, "-W", "error", "-c", CLIENT, address, str(runs), rows, *program]
    return subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, text=True)


@contextmanager
def scheduler(folder: Path, workers: int, seconds: float = 60) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start a scheduler, and workers that end some seconds after it; yield it with its address."""
    file = folder / f"scheduler-{monotonic()}.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    common = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", *common, "--port", "0"]
    place = {"cwd": ROOT, "env": os.environ | {"TMPDIR": str(folder)}}
    master = subprocess.Popen([*words, "--scheduler-file", str(file)], **quiet, **place)  # type: ignore[call-overload]
    until(file.exists)
    words = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file), *common]
    words += ["--nthreads", "1", "--nworkers", str(workers), "--death-timeout", str(seconds)]
    slaves = subprocess.Popen(words, **quiet, **place)  # type: ignore[call-overload]
    try:
        yield master, json.loads(file.read_text())["address"]
    finally:
        for process in (slaves, master):
            process.terminate()
        for process in (slaves, master):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def at_work(pids: Iterable[int], jobs: Iterable[int]) -> list[int]:
    """Return those processes that have one of the jobs, which are processes, too, below them."""
    ancestors = {each for job in jobs for each in _ancestors(job)}
    return [pid for pid in pids if pid in ancestors]


def _ancestors(pid: int) -> Iterator[int]:
    with suppress(OSError):
        while pid > 1:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            yield pid


def kill_some(pids: Callable[[], list[int]], rng: Random, *, times: int, pause: float, over: Callable[[], bool]) -> int:
    """Kill processes at random moments, with so many seconds in between at most; return how many were killed."""
    killed = 0
    while killed < times and not over():
        sleep(rng.uniform(0, pause))
        while not (alive := pids()) and not over():
            sleep(0.01)
        if alive:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(alive), signal.SIGKILL)
                killed += 1
    return killed
