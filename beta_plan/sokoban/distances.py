"""How many pushes a box that is alone in a maze needs; the man must get around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from beta_plan.sas.rows import Ints
from beta_plan.sokoban.maze import DIRECTIONS, WALL, Maze

NO_WAY = 1 << 20
"""The cost of a target that a box cannot reach; no maze has so many pushes that a sum could be mistaken for it."""

Sides = list[list[int]]
"""Of a box on each square, and of each direction: the zone of a man who stands there; WALL where he cannot."""

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The places around one, in their order around it."""


def pushes_to(maze: Maze, targets: Sequence[int]) -> Ints:
    """Return how many pushes a box needs from each square, a row, to each target, a column.

    Before the first push the man is where he likes.
    """
    return _distances(maze, targets, pull=True)


def pushes_from(maze: Maze, sources: Sequence[int]) -> Ints:
    """Return how many pushes a box needs to each square, a row, from each source, a column."""
    return _distances(maze, sources, pull=False)


def _distances(maze: Maze, squares: Sequence[int], *, pull: bool) -> Ints:
    found = np.full((maze.num_squares, len(squares)), NO_WAY, dtype=np.int32)
    sides = zones_beside(maze)
    for column, square in enumerate(squares):
        for there, steps in _spread(maze, sides, square, pull=pull).items():
            found[there, column] = steps
    return found


def zones_beside(maze: Maze) -> Sides:
    """Return the zones in which a man beside a box can be; each has the number of the first direction that is in it."""
    return [_zones(maze, square) for square in range(maze.num_squares)]


def _zones(maze: Maze, square: int) -> list[int]:
    neighbours = maze.neighbours[square]
    zones = [WALL] * len(neighbours)
    free = [direction for direction, there in enumerate(neighbours) if there != WALL]
    is_simple = _is_simple(maze, square)
    for direction in free:
        if zones[direction] == WALL:
            reached = set(neighbours) if is_simple else maze.zone(neighbours[direction], (square,))
            for other in free:
                if neighbours[other] in reached:
                    zones[other] = direction
    return zones


def _is_simple(maze: Maze, square: int) -> bool:
    """Tell whether a man gets around a square by the places next to it; False: perhaps by others."""
    row, column = maze.places[square]
    free = [(row + rows, column + columns) in maze.square_at for rows, columns in _RING]
    arcs = sum(free[i] and not free[i - 1] for i in range(8))
    return all(free) or arcs == 1


def _spread(maze: Maze, sides: Sides, square: int, *, pull: bool) -> dict[int, int]:
    """Return the distances of all squares that a box can be pulled, or pushed, to from one."""
    distance = {square: 0}
    seen = {(square, zone) for zone in sides[square] if zone != WALL}
    waiting = deque((box, zone, 0) for box, zone in sorted(seen))
    while waiting:
        box, zone, steps = waiting.popleft()
        for direction in range(len(DIRECTIONS)):
            opposite = (direction + 2) % 4
            ahead = maze.neighbours[box][direction]
            man = direction if pull else opposite
            if ahead == WALL or sides[box][man] != zone or sides[ahead][man] == WALL:
                continue
            after = ahead, sides[ahead][man]
            if after not in seen:
                seen.add(after)
                waiting.append((*after, steps + 1))
                distance.setdefault(ahead, steps + 1)
    return distance
