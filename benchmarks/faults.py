"""Signals at random moments of every stage: is anything lost, or half-written?

    python benchmarks/faults.py [--times 300] [--seed 0] [--domain DOMAIN PROBLEM]

``beta-plan generate`` runs again and again with the same output directory, each time with another seed, and gets
SIGKILL, SIGTERM, SIGINT or SIGHUP: every other time at a random moment of a random stage, else while it writes, just
before a random one of its calls of fsync, rename or unlink. After each run the directory must hold exactly the result
of this run or that of the one before, as whoever reads it finds it, and all its plans must replay; after a polite one
from the databases on, that of this run. Kernels are compiled before. A table says after which stage, or at which call,
the signal came, how the run ended, and whose result was there then. The last line says how many times something was
wrong, and the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import sleep

from beta_plan.certify.directory import certify_directory
from beta_plan.output.exchange import STAGED, finish_writing
from beta_plan.output.layout import read_manifest

ROOT = Path(__file__).parents[1]
INJECTED = ROOT / "tests" / "faults" / "injected"
TRANSPORT = ("domains/transport/domain.pddl", "domains/transport/p01.pddl")
SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
CALLS = {"fsync": 16, "replace": 10, "unlink": 10}
"""How often a run that writes may call them, about."""

LATER = ("pdbs", "kernels", "search", "select", "metrics", "certify")
"""Stages after which there is something to be written."""

STAGES = ("normalise", "ground", "goals", *LATER)
"""Stages after the end of which a signal may come."""

LONGEST = {"": 1.5, "normalise": 0.2, "ground": 0.2}
"""How many seconds later, at most; after other stages a tenth or half a second."""


@dataclass(frozen=True)
class Ended:
    """How a run ended: its exit code, the last stage that its log tells, and all of the log."""

    code: int
    stage: str
    log: str


def command(task: tuple[str, str], output: Path, seed: int) -> list[str]:
    words = [sys.executable, "-m", "beta_plan", "generate", *task, "-o", str(output), "--seed", str(seed)]
    return [*words, "-n", "3", "--order", "[w(PDB1),PDB1]", "--max-expansions", "20000"]


@dataclass(frozen=True)
class Moment:
    """A signal, some seconds after the end of a stage; "" is the start."""

    stage: str
    seconds: float
    number: int


def run(words: list[str], fault: str = "", moment: Moment | None = None) -> Ended:
    """Run a command with a fault of its own, or send it a signal at some moment."""
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(INJECTED), str(ROOT)]), "BETA_PLAN_FAULT": fault}
    process = subprocess.Popen(
        words, cwd=ROOT, env=known, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=_hear_everything,
    )  # fmt: skip
    assert process.stderr is not None
    log = ""
    if moment is not None:
        while moment.stage and (line := process.stderr.readline()):
            log += line
            if line.startswith(moment.stage):
                break
        sleep(moment.seconds)
        process.send_signal(moment.number)
    log += process.communicate()[1]
    stages = [line.split()[0] for line in log.splitlines() if line.startswith(STAGES)]
    return Ended(process.returncode, stages[-1] if stages else "start", log)


def _hear_everything() -> None:
    """Undo what nohup, or a shell for jobs in the background, has said about signals."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def result(directory: Path) -> dict[str, bytes] | None:
    """Return the files that whoever reads a directory finds, or None where there is no result."""
    finish_writing(directory)
    if not (read_manifest(directory) or {}).get("complete"):
        return None
    found = (path for path in directory.rglob("*") if path.is_file() and not path.name.endswith(STAGED))
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in found}


def objection(before: dict[str, bytes] | None, directory: Path, seed: int, name: str, ended: Ended) -> str:
    """Return what is wrong after a run, or nothing."""
    after = result(directory)
    if after is None:
        return "" if before is None else "the older result is lost"
    if not all(certificate.verified for certificate in certify_directory(directory)):
        return "a plan does not replay"
    is_new = (read_manifest(directory) or {})["seed"] == seed
    if not is_new and after != before:
        return "neither the older result nor the new one"
    allowed = {0, 33, -getattr(signal, name)}
    polite = name != "SIGKILL" and ended.stage in LATER
    if ended.code not in allowed or ((ended.code == 0 or polite) and not is_new):
        return f"exit code {ended.code}: {ended.log.strip().splitlines()[-1:]}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--domain", nargs=2, default=TRANSPORT, metavar=("DOMAIN", "PROBLEM"))
    options = parser.parse_args()
    rng, wrong, outcomes = Random(options.seed), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as scratch:
        out, task = Path(scratch) / "out", tuple(options.domain)
        run(command(task, Path(scratch) / "warm", 0))
        before: dict[str, bytes] | None = None
        for number in range(1, options.times + 1):
            name = SIGNALS[number // 2 % len(SIGNALS)]
            words = command(task, out, number)
            if number % 2:
                stage = rng.choice(("", *STAGES))
                seconds = rng.uniform(0.0, LONGEST.get(stage, 0.1 if rng.random() < 0.5 else 0.5))
                where = f"after {stage or 'start'}"
                ended = run(words, moment=Moment(stage, seconds, getattr(signal, name)))
            else:
                call = rng.choice(list(CALLS))
                where = f"at {call}"
                ended = run(words, fault=f"{name} {call} {rng.randint(1, CALLS[call])}")
            complaint = objection(before, out, number, name, ended)
            wrong += bool(complaint)
            before = result(out)
            which = "none" if before is None else "new" if (read_manifest(out) or {})["seed"] == number else "old"
            outcomes[f"{name:8} {where:16} exit {ended.code:3}: {which}"] += 1
            if complaint:
                print(f"{number}: {name} after {ended.stage}: WRONG: {complaint}", flush=True)
        run(command(task, out, 0))
        strays = [path for path in out.rglob("*") if path.name.endswith(STAGED)]
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:4}  {outcome}")
    print(f"{options.times} signals, {wrong} wrong; {len(strays)} files left over after the last run")
    sys.exit(1 if wrong or strays else 0)


if __name__ == "__main__":
    main()
