"""How many levels the built-in solver solves, and at what effort.

    python benchmarks/solver.py LEVELS [--level N ...] [--mode greedy|optimal ...] [--seconds 20] [--memory 4]

LEVELS is a file of levels in XSB. Each level gets so many seconds of wall-clock time and gigabytes of memory, with each
mode; the CPU seconds tell how much of that a busy machine has given. Kernels are loaded before. Levels that one mode
has solved are not tried with the next ones if ``--until-solved`` is given.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic, process_time

from beta_plan.search.budget import Budget
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.solver import MODES, LevelSolution, prepare, solve_level
from beta_plan.sokoban.xsb import read_levels

HEADER = "level  boxes  mode     status      pushes     expanded  seconds      cpu     MB"


def measured(level: Level, mode: str, seconds: float, memory: int) -> tuple[LevelSolution, float]:
    begin = process_time()
    found = solve_level(level, mode=mode, budget=Budget(deadline=monotonic() + seconds, memory=memory))
    return found, process_time() - begin


def show(found: LevelSolution, mode: str, cpu: float) -> None:
    pushes = "-" if found.pushes is None else found.pushes
    print(
        f"{found.level.number:5}  {len(found.level.boxes):5}  {mode:7}  {found.outcome.value:10}  {pushes:>6}  "
        f"{found.expanded:11,}  {found.seconds:7.2f}  {cpu:7.2f}  {found.peak_memory >> 20:5}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("--level", type=int, nargs="*", help="numbers, from 1; all by default")
    parser.add_argument("--mode", choices=MODES, nargs="*", default=list(MODES))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--memory", type=float, default=4.0, help="gigabytes")
    parser.add_argument("--until-solved", action="store_true")
    asked = parser.parse_args()
    levels = [level for level in read_levels(asked.levels) if not asked.level or level.number in asked.level]
    solved: dict[str, set[int]] = {mode: set() for mode in asked.mode}
    results: list[LevelSolution] = []
    print(HEADER)
    for mode in asked.mode:
        prepare(mode)
        for level in levels:
            if asked.until_solved and any(level.number in numbers for numbers in solved.values()):
                continue
            found, cpu = measured(level, mode, asked.seconds, int(asked.memory * 2**30))
            show(found, mode, cpu)
            results.append(found)
            if found.pushes is not None:
                solved[mode].add(level.number)
    for mode, numbers in solved.items():
        print(f"{mode}: {len(numbers)} of {len(levels)} solved")
    print(f"either: {len(set().union(*solved.values()))} of {len(levels)} solved")
    seconds = [found.seconds for found in results if found.pushes is not None]
    print(f"seconds of the solved ones: {sum(seconds):.1f} together, {max(seconds, default=0):.1f} the longest")


if __name__ == "__main__":
    main()
