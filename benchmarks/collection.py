"""Generate and verify over a collection of PDDL tasks: the first instances of each domain.

    python benchmarks/collection.py COLLECTION [--only NAME ...] [--instances 2] [--seconds 60] [--memory 6G]
        [--options "..."] [--output DIR]

COLLECTION has one directory for each domain. For each of its first problems ``beta-plan generate`` runs with the time
limit, then ``beta-plan verify``: exit codes, wall seconds, status, and the cost of the plan. What was written stays in
DIR to be looked at.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent))
from front_end import first_tasks

BETA_PLAN = [sys.executable, "-m", "beta_plan"]


def measure(domain: Path, problem: Path, output: Path, words: Sequence[str]) -> tuple[str, bool]:
    """Return the line of one task, and whether its instance verifies."""
    start = monotonic()
    command = [*BETA_PLAN, "generate", str(domain), str(problem), "-o", str(output), "--json", "--quiet", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = monotonic() - start
    if done.returncode != 0:
        return f"{seconds:6.1f} s  exit {done.returncode}: {done.stderr.strip()[-200:]}", False
    report = json.loads(done.stdout)
    checked = subprocess.run([*BETA_PLAN, "verify", str(output)], capture_output=True, text=True, check=False)
    search, metrics = report["search"], report["instances"][0]["metrics"]
    return (
        f"{seconds:6.1f} s  {report['space']:8} {search['status']:14} {search['expanded']:>10,} expanded"
        f"  cost {metrics['plan_cost']:>5}  {'verified' if checked.returncode == 0 else 'NOT VERIFIED'}"
    ), checked.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--instances", type=int, default=2, help="of each domain")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--memory", default="6G")
    parser.add_argument("--options", type=shlex.split, default=[], help="more options of beta-plan generate")
    parser.add_argument("--output", type=Path, default=Path("collection"))
    options = parser.parse_args()
    limits = ["--overall-time-limit", f"{options.seconds}s", "--overall-memory-limit", options.memory]
    verified = []
    for name, domain, problem in first_tasks(options.collection, options.instances):
        if options.only and name not in options.only:
            continue
        output = options.output / name / problem.stem
        line, good = measure(domain, problem, output, [*limits, *options.options])
        verified.append(good)
        print(f"{name:26} {problem.name:24} {line}", flush=True)
    print(f"{sum(verified)} of {len(verified)} tasks give an instance that verifies")


if __name__ == "__main__":
    main()
