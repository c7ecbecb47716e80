"""Generate and verify over a collection of tasks: the first instances of PDDL domains, or the levels of a file.

    python benchmarks/collection.py COLLECTION [--only NAME ...] [--instances 2] [--seconds 60] [--memory 6G]
        [--options "..."] [--rows] [--jobs 1] [--output DIR]

COLLECTION has one directory for each domain, or is a file of Sokoban levels. For each task ``beta-plan generate`` runs
with the time limit, then ``beta-plan verify``: wall seconds, status, expansions, and the cost of the plan. ``--rows``
gives each task in turn the ordering of another row of the paper's table, 1 to 20. What was written stays in DIR to be
looked at.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent))
from front_end import first_tasks

from beta_plan.experiments.methods import ORDERINGS
from beta_plan.sokoban.xsb import read_levels

BETA_PLAN = [sys.executable, "-m", "beta_plan"]


def all_tasks(options: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each task, and the words that stand for it on the command line."""
    if options.collection.is_file():
        for number, _ in enumerate(read_levels(options.collection), 1):
            if not options.only or str(number) in options.only:
                yield f"{number:02}", [str(options.collection), "--level", str(number)]
        return
    for name, domain, problem in first_tasks(options.collection, options.instances):
        if not options.only or name in options.only:
            yield f"{name}/{problem.stem}", [str(domain), str(problem)]


def measure(name: str, task: Sequence[str], output: Path, words: Sequence[str]) -> bool:
    """Print the line of one task, and say whether its instance verifies."""
    start = monotonic()
    command = [*BETA_PLAN, "generate", *task, "-o", str(output), "--json", "--quiet", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    begin = f"{name:44} {monotonic() - start:6.1f} s "
    if done.returncode != 0:
        print(f"{begin} exit {done.returncode}: {done.stderr.strip()[-200:]}", flush=True)
        return False
    report = json.loads(done.stdout)
    checked = subprocess.run([*BETA_PLAN, "verify", str(output)], capture_output=True, text=True, check=False)
    search, cost = report["search"], report["instances"][0]["metrics"]["plan_cost"]
    verified = "verified" if checked.returncode == 0 else "NOT VERIFIED"
    print(
        f"{begin} {report['space']:8} {report['order']:22} {search['status']:12} {search['expanded']:>11,} expanded"
        f"  cost {cost:>5}  {verified}",
        flush=True,
    )
    return checked.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="domains, or numbers of levels")
    parser.add_argument("--instances", type=int, default=2, help="of each domain")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--memory", default="6G")
    parser.add_argument("--options", type=shlex.split, default=[], help="more options of beta-plan generate")
    parser.add_argument("--rows", action="store_true", help="another ordering of the paper for each task")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at the same time")
    parser.add_argument("--output", type=Path, default=Path("collection"))
    options = parser.parse_args()
    words = ["--overall-time-limit", f"{options.seconds}s", "--overall-memory-limit", options.memory, *options.options]

    def job(one: tuple[tuple[str, list[str]], str]) -> bool:
        (name, task), order = one
        return measure(name, task, options.output / name, [*words, *(["--order", order] if options.rows else [])])

    with ThreadPoolExecutor(options.jobs) as pool:
        verified = list(pool.map(job, zip(all_tasks(options), cycle(ORDERINGS.values()), strict=False)))
    print(f"{sum(verified)} of {len(verified)} tasks give an instance that verifies")


if __name__ == "__main__":
    main()
