"""Inputs by the hundred thousand: does anything that a user can hand over break beta-plan?

    python benchmarks/fuzz.py [--inputs 100000] [--seed 0] [--first 0] [--only NAME] [--jobs 1]
    python benchmarks/fuzz.py --replay N [--seed 0] [--only NAME]
    python benchmarks/fuzz.py --guided levels [--seconds 60]

The grammars, the damage and the targets are those of tests/fuzz. Input N of a seed is always the same: a finding is
printed with its number, and ``--replay`` runs it again, with the whole traceback. Inputs run in processes with limits,
10 seconds and 4 GiB for each; what hangs or dies is a finding, too, and the next process goes on after it. One input
of a command in ``--sample`` is given to a real process. ``--guided`` needs atheris, which is no dependency: it looks
for inputs of a reader that reach new lines.
"""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import ceil
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from beta_plan.config import PARTITIONS
from tests.fuzz.directories import outputs, results
from tests.fuzz.targets import TARGETS, Target, target_of, try_input

SECONDS, PATIENCE, MEMORY = 10, 120, 4 << 30
"""Of an input: seconds of CPU time, seconds by the clock of a machine that may be busy, bytes."""

_BLOCK = 500
"""A process runs so many inputs, then another one begins afresh."""


def input_of(seed: int, number: int, only: str | None) -> tuple[Target, Random]:
    """Return the target of an input and all that is random in it."""
    chance = Random(f"{seed} {number}")
    target = target_of(chance)
    return next((each for each in TARGETS if each.name == only), target), chance


def work(numbers: range, options: argparse.Namespace, parent: Connection) -> None:
    """Run a block of inputs, and tell the parent the number of each that begins, and what was found."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.disable()
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    for number in numbers:
        target, chance = input_of(options.seed, number, options.only)
        parent.send((number, target.name, None))
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time() + SECONDS) + 1, resource.RLIM_INFINITY))
        if complaint := _tried(target, chance, as_process=number % options.sample == 0):
            parent.send((number, target.name, complaint))
    parent.close()


def _tried(target: Target, chance: Random, *, as_process: bool = False) -> str:
    """Return the last lines of a traceback, or nothing."""
    base = Path(tempfile.mkdtemp(prefix="beta-plan-fuzz-"))
    try:
        try_input(target, chance, base, as_process=as_process)
    except BaseException:
        return traceback.format_exc()
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return ""


class Worker:
    """A process with a block of inputs, and the input that it is at."""

    def __init__(self, numbers: range, options: argparse.Namespace) -> None:
        self.left, self.at, self.name, self.since = numbers, numbers.start, "", monotonic()
        self.end = ""
        self.connection, theirs = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.get_context("fork").Process(target=work, args=(numbers, options, theirs))
        self.process.start()
        theirs.close()

    def hears(self) -> Iterator[tuple[str, str]]:
        """Yield what the process says: the names of inputs that begin, and what is found; keep how it has ended."""
        try:
            while self.connection.poll():
                number, name, complaint = self.connection.recv()
                if complaint is None:
                    self.at, self.name, self.since = number, name, monotonic()
                yield name, complaint or ""
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            told = f"more than {SECONDS} s" if code == -signal.SIGXCPU else f"died with {code}"
            self.end = told if code else "done"
        if not self.end and monotonic() - self.since > PATIENCE:
            self.end = f"no end after {PATIENCE} s"

    def rest(self) -> range:
        """End the process, and return the inputs after the one that it is at."""
        self.process.kill()
        self.process.join()
        return range(self.at + 1, self.left.stop)


def fuzz(options: argparse.Namespace) -> int:
    """Run all inputs, print findings and numbers; return the number of findings."""
    _get_ready()
    last = options.first + options.inputs
    waiting = [range(first, min(first + _BLOCK, last)) for first in range(options.first, last, _BLOCK)][::-1]
    workers: list[Worker] = []
    begin, counts, found = monotonic(), Counter[str](), 0
    while waiting or workers:
        while waiting and len(workers) < options.jobs:
            workers.append(Worker(waiting.pop(), options))
        wait([worker.connection for worker in workers], timeout=0.5)
        for worker in list(workers):
            for name, complaint in worker.hears():
                counts[name] += not complaint
                found += bool(complaint) and _print(worker.at, name, complaint)
            if worker.end:
                workers.remove(worker)
                found += worker.end != "done" and _print(worker.at, worker.name, worker.end)
                waiting += [rest] if (rest := worker.rest()) and worker.end != "done" else []
                if not len(waiting) % 4:
                    print(f"{sum(counts.values()):,} inputs, {found} findings", flush=True)
    _print_numbers(counts, options.seed, found, monotonic() - begin)
    return found


def _print_numbers(counts: Counter[str], seed: int, found: int, seconds: float) -> None:
    total = sum(counts.values())
    print("  ".join(f"{target.name} {counts[target.name]:,}" for target in TARGETS))
    print(f"{total:,} inputs with seed {seed}, {found} findings, {seconds:.0f} s, {total / seconds:.0f}/s")


def _get_ready() -> None:
    """Compile or load what searches need, and make what is damaged, once: processes that are forked have it."""
    outputs()
    results()
    for name in ("solve", "evaluate", "generate"):
        target = next(each for each in TARGETS if each.name == name)
        for number in range(20):
            _tried(target, Random(f"kernels {number}"))
    for domain, policy in product(("ferry", "sokoban"), PARTITIONS):
        words = ["generate", domain, "--partitions", policy, "--max-expansions", "20", "--quiet", "-o", "out"]
        _tried(Target("ready", 0, words=lambda chance, folder, words=words: words), Random(0))


def _print(number: int, name: str, complaint: str) -> bool:
    lines = complaint.strip().splitlines()
    place = next((line.strip() for line in reversed(lines) if "/beta_plan/" in line), "")
    print(f"input {number} ({name}): {lines[-1][:400]}  {place}", flush=True)
    return True


def replay(options: argparse.Namespace) -> int:
    """Run one input again in this process, and print what happens."""
    target, chance = input_of(options.seed, options.replay, options.only)
    complaint = _tried(target, chance)
    print(f"input {options.replay} ({target.name}): {complaint or 'nothing found'}")
    return bool(complaint)


_GUIDED = """
import sys
import atheris
with atheris.instrument_imports(include=["beta_plan"]):
    from tests.fuzz.guided import READERS
atheris.Setup([sys.argv[0], *sys.argv[2:]], READERS[sys.argv[1]])
atheris.Fuzz()
"""


def guided(options: argparse.Namespace) -> int:
    """Let atheris look for bytes that a reader of ours does not expect, from a few texts of its grammar on.

    In a process of its own: what is to be watched must be imported by way of atheris.
    """
    from tests.fuzz.guided import SEEDS

    with tempfile.TemporaryDirectory(prefix="beta-plan-fuzz-") as folder:
        for number in range(100):
            (Path(folder) / str(number)).write_bytes(SEEDS[options.guided](Random(f"{options.seed} {number}")))
        limits = [f"-max_total_time={options.seconds}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEMORY >> 20}"]
        words = [sys.executable, "-c", _GUIDED, options.guided, *limits, f"-seed={options.seed + 1}", folder]
        root = str(Path(__file__).parents[1])
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        }
        return subprocess.run(words, env=environment, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first input: go on from here")
    parser.add_argument("--only", choices=[target.name for target in TARGETS])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=997, help="one command in so many is a real process")
    parser.add_argument("--replay", type=int, metavar="N")
    parser.add_argument("--guided", metavar="READER")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    run = guided if options.guided else fuzz if options.replay is None else replay
    sys.exit(bool(run(options)))


if __name__ == "__main__":
    main()
