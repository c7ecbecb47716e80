"""Speed and memory on Sokoban mazes: databases, searches, and the values of the levels as they were drawn.

    python benchmarks/sokoban.py LEVELS [--level N ...] [--order "[PDB1]" ...] [--expansions 200000] [--repeat 3]
    python benchmarks/sokoban.py LEVELS --build [--level N ...]
    python benchmarks/sokoban.py LEVELS --human [--level N ...]

LEVELS is a file of levels in XSB; they are numbered from 1. By default some mazes are searched: for each, CPU seconds
and bytes of PDB1-4, and for each ordering expansions for each CPU second (the best of several runs; kernels are
compiled before) and bytes for each state. ``--build`` is for the databases alone, of all levels; ``--human`` for the
mean h^PDBk of the levels as they are, with fixed, redrawn and best partitions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import POLICIES
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.sokoban.evaluators import CLIMBS, BoxEvaluators
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.space import SokobanSpace

MAZES = (1, 6, 12, 17, 48, 53, 62, 90)
ORDERS = ("[w(PDB4),4C,PDB4]", "[PDB1]")
KS = (1, 2, 3, 4)
INDEX_AND_QUEUE = 4 * 4 / 3 + 4
"""Bytes for each state that only a running search needs."""

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


def build(maze: Maze) -> tuple[BoxEvaluators, float]:
    evaluators = BoxEvaluators(maze)
    start = process_time()
    for size in KS:
        assert evaluators.pdbs.add(min(size, maze.num_boxes)) == ""
    return evaluators, process_time() - start


def search(levels: list[Level], numbers: Sequence[int], orders: Sequence[str], expansions: int, repeat: int) -> None:
    print("maze boxes squares live | PDB1-4: CPU s, MiB | ordering: expansions/CPU s, new states each, bytes/state")
    for number in numbers:
        maze, _, _ = levels[number - 1]
        space = SokobanSpace(maze)
        evaluators, seconds = build(maze)
        size = evaluators.pdbs.nbytes / 2**20
        line = f"{number:4} {maze.num_boxes:5} {maze.num_squares:7} {len(maze.live):4} | {seconds:5.2f} {size:6.1f}"
        for ordering in map(Ordering.parse, orders):
            guide = evaluators.build(ordering.ks, seed=1)
            search_backward(space, guide, ordering, Budget(max_expansions=10))
            best = 0.0
            for _ in range(repeat):
                start = process_time()
                found = search_backward(space, guide, ordering, Budget(max_expansions=expansions))
                best = max(best, found.num_expanded / (process_time() - start))
            kept = (found.packed.nbytes + found.parent.nbytes + found.profile_of.nbytes) / found.num_states
            new = found.num_states / found.num_expanded
            line += f" | {ordering}: {best:8,.0f} {new:4.2f} {kept + INDEX_AND_QUEUE:4.1f}"
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
    total, sizes = 0.0, []
    for number in numbers:
        evaluators, seconds = build(levels[number - 1][0])
        total += seconds
        sizes.append(evaluators.pdbs.nbytes / 2**20)
    mean = sum(sizes) / len(sizes)
    print(f"PDB1-4 of {len(numbers)} mazes: {total:.1f} CPU s, mean {mean:.1f} MiB, most {max(sizes):.1f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("--level", type=int, nargs="*")
    parser.add_argument("--order", nargs="*", default=ORDERS)
    parser.add_argument("--expansions", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=3)
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
        search(levels, options.level or MAZES, options.order, options.expansions, options.repeat)


if __name__ == "__main__":
    main()
