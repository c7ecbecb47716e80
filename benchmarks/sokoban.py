"""Speed and memory on Sokoban mazes: databases, searches, and the values of the levels as they were drawn.

    python benchmarks/sokoban.py LEVELS [--level N ...] [--order "[PDB1]" ...] [--expansions 200000] [--repeat 3]
                                           [--states 4000000]
    python benchmarks/sokoban.py LEVELS --build [--level N ...]
    python benchmarks/sokoban.py LEVELS --human [--level N ...]

LEVELS is a file of levels in XSB; they are numbered from 1. By default some mazes are searched: for each, wall and CPU
seconds and bytes of PDB1-4, and for each ordering expansions for each CPU second (the best of several runs; kernels are
compiled before) and bytes for each state. Those are measured in a process of their own, by a search that goes on to
``--states`` states: all that it says it had at its peak, and by how much the process has grown (resident set, at its
peak), each divided by the number of different states. ``--build`` is for the databases alone, of all levels;
``--human`` for the mean h^PDBk of the levels as they are, with fixed, redrawn and best partitions.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import POLICIES
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.memory import resident
from beta_plan.sokoban.build import num_cores
from beta_plan.sokoban.evaluators import CLIMBS, BoxEvaluators
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.space import SokobanSpace

MAZES = (1, 6, 12, 17, 48, 53, 62, 90)
ORDERS = ("[w(PDB4),4C,PDB4]", "[PDB1]")
KS = (1, 2, 3, 4)
Level = tuple[Maze, list[int], int]
"""A maze with the squares of the boxes and of the man."""


def read(path: Path) -> list[Level]:
    levels: list[list[str]] = [[]]
    for line in path.read_text(encoding="utf-8").splitlines():
        if "#" in line and set(line) <= set("# $.*@+-_"):
            levels[-1].append(line)
        elif levels[-1]:
            levels.append([])
    return [level(rows) for rows in levels if rows]


def level(rows: Sequence[str]) -> Level:
    places = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    maze = Maze.of((p for p, sign in places.items() if sign != "#"), (p for p, sign in places.items() if sign in ".*+"))
    boxes = [maze.square_at[p] for p, sign in places.items() if sign in "$*"]
    return maze, boxes, next(maze.square_at[p] for p, sign in places.items() if sign in "@+")


@dataclass(frozen=True)
class Seconds:
    """Seconds on the wall and of all cores."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:6.2f} {self.cpu:6.2f}"


def build(maze: Maze) -> tuple[BoxEvaluators, Seconds]:
    evaluators = BoxEvaluators(maze)
    wall, cpu = perf_counter(), process_time()
    for size in KS:
        assert evaluators.pdbs.add(min(size, maze.num_boxes)) == ""
    return evaluators, Seconds(perf_counter() - wall, process_time() - cpu)


@dataclass(frozen=True)
class Memory:
    """What a search of so many states took: by its own account, and by the growth of the process, in bytes."""

    num_states: int
    account: int
    growth: int

    def __str__(self) -> str:
        return f"{self.account / self.num_states:4.1f} {self.growth / self.num_states:4.1f} of {self.num_states:,}"


def memory(maze: Maze, order: str, num_states: int) -> Memory:
    """Search on to so many states, or to the last one; to be called in a process that does nothing else."""
    space, ordering = SokobanSpace(maze), Ordering.parse(order)
    guide = BoxEvaluators(maze).build(ordering.ks, seed=1)
    search_backward(space, guide, ordering, Budget(max_expansions=10))
    before, peak_before = resident(), peak()
    seen = [before]
    count = [0]

    def note(progress: Progress) -> None:
        seen[0] = max(seen[0], resident())
        count[0] = progress.num_states

    budget = Budget(stop=lambda: count[0] >= num_states)
    found = search_backward(space, guide, ordering, budget, on_progress=note)
    most = peak() if peak() > peak_before else seen[0]
    return Memory(found.num_states, found.peak_memory - before, max(most, seen[0]) - before)


def peak() -> int:
    """Return the bytes that this process had at most."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def apart(maze: Maze, order: str, num_states: int) -> Memory:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(memory, maze, order, num_states).result()


def speed(maze: Maze, evaluators: BoxEvaluators, order: str, expansions: int, repeat: int) -> str:
    space, ordering = SokobanSpace(maze), Ordering.parse(order)
    guide = evaluators.build(ordering.ks, seed=1)
    search_backward(space, guide, ordering, Budget(max_expansions=10))
    best = 0.0
    for _ in range(repeat):
        start = process_time()
        found = search_backward(space, guide, ordering, Budget(max_expansions=expansions))
        best = max(best, found.num_expanded / (process_time() - start))
    return f"{best:8,.0f} {found.num_states / found.num_expanded:4.2f}"


def search(levels: list[Level], numbers: Sequence[int], options: argparse.Namespace) -> None:
    print("maze boxes squares live | PDB1-4: wall s, CPU s, MiB | ordering: expansions/CPU s, new states each,")
    print("  bytes/state by the account, by the growth of the process, of so many states")
    for number in numbers:
        maze, _, _ = levels[number - 1]
        evaluators, seconds = build(maze)
        size = evaluators.pdbs.nbytes / 2**20
        line = f"{number:4} {maze.num_boxes:5} {maze.num_squares:7} {len(maze.live):4} | {seconds} {size:6.1f}"
        for order in options.order:
            told = speed(maze, evaluators, order, options.expansions, options.repeat)
            line += f" | {order}: {told} {apart(maze, order, options.states)}"
        print(line, flush=True)


def human(levels: list[Level], numbers: Sequence[int]) -> None:
    total = dict.fromkeys([(policy, k) for policy in POLICIES for k in KS], 0)
    for number in numbers:
        maze, boxes, man = levels[number - 1]
        state = SokobanSpace(maze).state(boxes, man)
        evaluators, _ = build(maze)
        for policy in POLICIES:
            for k, h in evaluators.build(KS, seed=1, policy=policy, climbs=CLIMBS).h(state).items():
                total[policy, k] += h
    for policy in POLICIES:
        means = ", ".join(f"PDB{k} {total[policy, k] / len(numbers):.2f}" for k in KS)
        print(f"{policy}: {means} (mean of {len(numbers)} levels)")


def databases(levels: list[Level], numbers: Sequence[int]) -> None:
    build(levels[0][0])
    wall, cpu, sizes = 0.0, 0.0, []
    for number in numbers:
        evaluators, seconds = build(levels[number - 1][0])
        wall, cpu = wall + seconds.wall, cpu + seconds.cpu
        sizes.append(evaluators.pdbs.nbytes / 2**20)
    mean = sum(sizes) / len(sizes)
    taken = f"{wall:.1f} s, {cpu:.1f} CPU s on {num_cores()} cores"
    print(f"PDB1-4 of {len(numbers)} mazes: {taken}, mean {mean:.1f} MiB, most {max(sizes):.1f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("--level", type=int, nargs="*")
    parser.add_argument("--order", nargs="*", default=ORDERS)
    parser.add_argument("--expansions", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--states", type=int, default=4_000_000)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--human", action="store_true")
    options = parser.parse_args()
    levels = read(options.levels)
    every = options.level or range(1, len(levels) + 1)
    if options.build:
        databases(levels, every)
    if options.human:
        human(levels, every)
    if not (options.build or options.human):
        search(levels, options.level or MAZES, options)


if __name__ == "__main__":
    main()
