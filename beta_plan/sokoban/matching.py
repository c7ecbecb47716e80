"""The classical lower bound: a cheapest assignment of boxes to goals, by the pushes of a box alone in the maze.

It serves both directions. Forwards, boxes are assigned to goals; backwards, to the squares from which they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import DIRECTIONS, WALL, Maze

NO_WAY = 1 << 20
"""The cost of a target that a box cannot reach; no maze has so many pushes that a sum could be mistaken for it."""

IS_ASSIGNED = 0
"""The place in ``MatchingTables.registers`` that says whether the boxes of the anchor are assigned."""


class MatchingTables(NamedTuple):
    """``cost`` has a row for each square and a column for each target: how many pushes a box alone needs.

    The rest is memory. Rows of the assignment are boxes, by their places in the anchor; ``row_of`` says which row a
    target has, ``of_row`` and ``of_target`` are the dual values, so that cost is at least their sum, and equal to it
    for assigned pairs. The second lines of these are those of the state at hand. ``slack``, ``came`` and ``done`` are of
    one search for an augmenting path, with a place more than there are targets.
    """

    cost: Ints
    anchor: Ints
    row_of: Longs
    of_row: Longs
    of_target: Longs
    squares: Longs
    slack: Longs
    came: Longs
    done: Longs
    waiting: Longs
    registers: Longs


def matching_tables(cost: Ints) -> MatchingTables:
    """Return the arrays for some costs; there are as many boxes as targets."""
    count = cost.shape[1]
    return MatchingTables(
        cost=np.ascontiguousarray(cost, dtype=np.int32),
        anchor=np.zeros(count + 1, dtype=np.int32),
        row_of=np.zeros((2, count + 1), dtype=np.int64),
        of_row=np.zeros((2, count), dtype=np.int64),
        of_target=np.zeros((2, count + 1), dtype=np.int64),
        squares=np.zeros((2, count), dtype=np.int64),
        slack=np.zeros(count + 1, dtype=np.int64),
        came=np.zeros(count + 1, dtype=np.int64),
        done=np.zeros(count + 1, dtype=np.int64),
        waiting=np.zeros(count, dtype=np.int64),
        registers=np.zeros(1, dtype=np.int64),
    )


def pushes_to(maze: Maze, targets: Sequence[int]) -> Ints:
    """Return how many pushes a box alone needs from each square to each target, the man where he likes at first."""
    found = np.full((maze.num_squares, len(targets)), NO_WAY, dtype=np.int32)
    for column, target in enumerate(targets):
        _spread(maze, target, found[:, column], pull=True)
    return found


def pushes_from(maze: Maze, sources: Sequence[int]) -> Ints:
    """Return how many pushes a box alone needs from each source, a column, to each square."""
    found = np.full((maze.num_squares, len(sources)), NO_WAY, dtype=np.int32)
    for column, source in enumerate(sources):
        _spread(maze, source, found[:, column], pull=False)
    return found


def _spread(maze: Maze, square: int, distance: Ints, *, pull: bool) -> None:
    """Write the distances from a square, by pulls or by pushes of a box alone; the man stays on his side of it."""
    seen: dict[tuple[int, int], int] = {}
    waiting: deque[tuple[int, int]] = deque()
    for man in maze.neighbours[square]:
        if man != WALL:
            _enter(maze, square, man, 0, seen, waiting)
    distance[square] = 0
    while waiting:
        box, first = waiting.popleft()
        zone, steps = maze.zone(first, (box,)), seen[box, first] + 1
        for direction in range(len(DIRECTIONS)):
            ahead, behind = maze.neighbours[box][direction], maze.neighbours[box][(direction + 2) % 4]
            if pull:
                there = maze.neighbours[ahead][direction] if ahead != WALL else WALL
                possible = ahead in zone and there != WALL
            else:
                there = box
                possible = behind in zone and ahead != WALL
            if possible:
                _enter(maze, ahead, there, steps, seen, waiting)
                distance[ahead] = min(distance[ahead], steps)


def _enter(
    maze: Maze, box: int, man: int, steps: int, seen: dict[tuple[int, int], int], waiting: deque[tuple[int, int]]
) -> None:
    """Remember a box with a man somewhere, unless that is known; first come the fewest steps."""
    state = box, min(maze.zone(man, (box,)))
    if state not in seen:
        seen[state] = steps
        waiting.append(state)
