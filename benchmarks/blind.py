"""Backward expansions per second next to those of Fast Downward's blind search, on the same tasks, in one run.

    python benchmarks/blind.py [--only NAME ...] [--seconds 20] [--order "[]" "[PDB1]"] [TASK ...]

TASK is a directory with domain.pddl and p01.pddl; by default the tasks of ``hardness_tasks.py``. Fast Downward
searches forward from the initial state with ``astar(blind())`` until it has a plan or the time is over; beta-plan
searches backward from the goal states until it has exhausted the space or the time is over. Both rates are those of the
search alone, without translation, pattern databases or compilation. Breadth-first search, ``[]``, is the blind one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

sys.path.insert(0, str(Path(__file__).parent))
from hardness import DOMAINS, package_folder
from hardness_tasks import REFERENCES, random_state, reference

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import load
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.spaces.sas import SasSpace

MEMORY = 6 << 30


def downward(domain: Path, problem: Path, seconds: float) -> tuple[int, float]:
    """Return the expansions of Fast Downward's blind search, and its seconds."""
    driver = package_folder("up_fast_downward", extra="needs the extra 'planners'") / "downward" / "fast-downward.py"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, str(driver), "--overall-memory-limit", str(MEMORY >> 20), str(domain), str(problem),
            "--search", f"astar(blind(),max_time={seconds})",
        ]  # fmt: skip
        log = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    expanded, taken = re.search(r"Expanded (\d+) state", log), re.search(r"Search time: ([\d.]+)s", log)
    if expanded is None or taken is None:
        raise SystemExit(f"Fast Downward gives no numbers for {problem}:\n{log[-2000:]}")
    return int(expanded[1]), float(taken[1])


def backward(space: SasSpace, order: Ordering, seconds: float) -> tuple[int, float]:
    """Return the expansions of our search, and its seconds."""
    evaluators = Evaluators.build(space, order.ks, seed=0)
    search_backward(space, evaluators, order, Budget(max_expansions=1))
    found = search_backward(space, evaluators, order, Budget(deadline=monotonic() + seconds, memory=MEMORY))
    return found.num_expanded, found.seconds


def tasks(only: list[str], folders: list[Path], work: Path) -> Iterator[tuple[str, Path, Path]]:
    """Yield names and files."""
    for folder in folders:
        yield folder.name, folder / "domain.pddl", folder / "p01.pddl"
    for name in () if folders else REFERENCES:
        if not only or name in only:
            problem = work / f"{name}.pddl"
            problem.write_text(random_state(reference(name), Random(0), name), encoding="utf-8")
            yield name, DOMAINS / name / "domain.pddl", problem


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--order", nargs="*", default=["[]", "[PDB1]"])
    options = parser.parse_args()
    orders = [Ordering.parse(order) for order in options.order]
    print(f"{'task':12} {'Fast Downward':>28}" + "".join(f" {order!s:>34}" for order in orders))
    with tempfile.TemporaryDirectory() as work:
        for name, domain, problem in tasks(options.only, options.folders, Path(work)):
            expanded, seconds = downward(domain, problem, options.seconds)
            theirs = expanded / max(seconds, 1e-6)
            text = f"{name:12} {expanded:>10,} {theirs:>15,.0f}/s"
            space = SasSpace(load(domain, problem))
            for order in orders:
                expanded, seconds = backward(space, order, options.seconds)
                rate = expanded / max(seconds, 1e-6)
                text += f" {expanded:>10,} {rate:>13,.0f}/s ={rate / theirs:5.2f}x"
            print(text, flush=True)


if __name__ == "__main__":
    main()
