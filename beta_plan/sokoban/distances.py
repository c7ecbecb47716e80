"""How many pushes a box that is alone in a maze needs; the man must get around it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import DIRECTIONS, WALL, Maze

NO_WAY = 1 << 20
"""The cost of a target that a box cannot reach; no maze has so many pushes that a sum could be mistaken for it."""

_NUM_SIDES = len(DIRECTIONS)


def pushes_to(maze: Maze, targets: Sequence[int]) -> Ints:
    """Return how many pushes a box needs from each square, a row, to each target, a column.

    Before the first push the man is where he likes.
    """
    return _distances(maze, targets, pull=True)


def pushes_from(maze: Maze, sources: Sequence[int]) -> Ints:
    """Return how many pushes a box needs to each square, a row, from each source, a column."""
    return _distances(maze, sources, pull=False)


def _distances(maze: Maze, squares: Sequence[int], *, pull: bool) -> Ints:
    """Search from all squares at once, breadth first.

    A *place* is a square with a box, and a zone of the man beside it. What is at hand are numbers of pairs, of a place
    and the column from whose square a box has come there.
    """
    count = max(len(squares), 1)
    found = np.full((maze.num_squares, len(squares)), NO_WAY, dtype=np.int32)
    after = _steps(maze, pull=pull)
    seen = np.zeros(len(after) * count, dtype=bool)
    sides = np.array(maze.sides, dtype=np.int64).reshape(-1, _NUM_SIDES)
    column, side = (part.ravel() for part in np.mgrid[: len(squares), :_NUM_SIDES])
    zone = sides[np.array(squares, dtype=np.int64)[column], side]
    at_hand = ((np.array(squares, dtype=np.int64)[column] * _NUM_SIDES + zone) * count + column)[zone != WALL]
    found[list(squares), range(len(squares))] = 0
    steps = 0
    while len(at_hand):
        at_hand = np.unique(at_hand[~seen[at_hand]])
        seen[at_hand] = True
        place, column = np.divmod(at_hand, count)
        square = place // _NUM_SIDES
        found[square, column] = np.minimum(found[square, column], steps)
        ahead = after[place]
        at_hand = (ahead * count + column[:, None])[ahead != WALL]
        steps += 1
    return found


def _steps(maze: Maze, *, pull: bool) -> Longs:
    """Return to which place each place leads, by a pull or a push in each direction; WALL where it leads nowhere."""
    sides = np.array(maze.sides, dtype=np.int64).reshape(-1, _NUM_SIDES)
    neighbours = np.array(maze.neighbours, dtype=np.int64).reshape(-1, _NUM_SIDES)
    after = np.full((maze.num_squares * _NUM_SIDES, _NUM_SIDES), WALL, dtype=np.int64)
    for direction in range(_NUM_SIDES):
        man = direction if pull else (direction + 2) % _NUM_SIDES
        ahead = neighbours[:, direction]
        square = np.flatnonzero((ahead != WALL) & (sides[:, man] != WALL) & (sides[ahead, man] != WALL))
        ahead = ahead[square]
        after[square * _NUM_SIDES + sides[square, man], direction] = ahead * _NUM_SIDES + sides[ahead, man]
    return after
