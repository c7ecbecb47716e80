"""The arrays of a maze that kernels read, and how they are made.

Sets of squares are *boards*: a word for each row of the maze, a bit for each column. Around the maze there are walls:
row 0 and column 0, and two rows below, so that nobody asks for the border.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import IllegalTask
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import WALL, Maze

# Columns of ``squares``; the first four are the neighbours above, right, below and left.
ROW, COLUMN, LIVE, NUM_COLUMNS = 4, 5, 6, 7

# Places in ``settings``.
FORWARD, MAN_BITS, SIDEWAYS = range(3)

# Rows of ``boards``.
FREE, ZONE, OTHER, LIVE_SQUARES = range(4)
NUM_BOARDS = 4

WIDEST = 62
"""Columns of a board: one bit of a word is the wall on the left, one takes the carry of an addition."""

_RING = (0, 1, 2, 5, 8, 7, 6, 3)
"""The squares around the middle one of three by three, in their order around it; odd numbers share a side with it."""


class MazeTables(NamedTuple):
    """Squares, boards and scratch memory of a maze.

    ``squares`` has a row for each square: its neighbours, its place on boards, and its number among the ``live``
    squares, or -1. The row after the last one stands for all walls. ``square_at`` leads back from row and column.
    ``simple`` says of three by three squares (a bit each, row by row) whether those that share a side with the middle
    one are connected without it. Of the ``boards`` all but the one of live squares are scratch memory, and so is
    ``occupied``: the place of the box on a square, counted from one, or 0; a wall is never 0.
    """

    squares: Ints
    live: Ints
    square_at: Ints
    simple: NDArray[np.uint8]
    floor: NDArray[np.uint64]
    boards: NDArray[np.uint64]
    occupied: Ints
    settings: Longs


def maze_tables(maze: Maze, *, forward: bool = False) -> MazeTables:
    """Return the arrays of a maze, for pulls or, to search ``forward``, for pushes.

    Raises IllegalTask where the maze is too large for boards in both directions.
    """
    places, sideways = _on_boards(maze)
    count = maze.num_squares
    squares = np.full((count + 1, NUM_COLUMNS), count, dtype=np.int32)
    neighbours = np.array(maze.neighbours, dtype=np.int32).reshape(count, 4)
    squares[:count, :4] = np.where(neighbours == WALL, count, neighbours)
    squares[:count, ROW : COLUMN + 1] = places
    squares[count, ROW : COLUMN + 1] = 0
    squares[:, LIVE] = -1
    squares[list(maze.live), LIVE] = np.arange(len(maze.live))
    height, width = int(places[:, 0].max()) + 3, int(places[:, 1].max()) + 2
    square_at = np.full((height, width), count, dtype=np.int32)
    square_at[places[:, 0], places[:, 1]] = np.arange(count)
    floor = np.zeros(height, dtype=np.uint64)
    for row, column in places.tolist():
        floor[row] |= np.uint64(1 << column)
    boards = np.zeros((NUM_BOARDS, height), dtype=np.uint64)
    for row, column in places[list(maze.live)].tolist():
        boards[LIVE_SQUARES, row] |= np.uint64(1 << column)
    occupied = np.zeros(count + 1, dtype=np.int32)
    occupied[count] = 1
    return MazeTables(
        squares=squares,
        live=np.array(maze.live, dtype=np.int32),
        square_at=square_at,
        simple=simple_patterns(),
        floor=floor,
        boards=boards,
        occupied=occupied,
        settings=np.array([forward, man_bits(count), sideways], dtype=np.int64),
    )


def man_bits(num_squares: int) -> int:
    """Return how many bits the number of a square takes."""
    return max(num_squares - 1, 1).bit_length()


@cache
def simple_patterns() -> NDArray[np.uint8]:
    """Return for each pattern of three by three squares whether its middle one holds nothing together.

    The squares around it follow each other in a ring, neighbours in it share a side; so the question is whether the
    four squares at its sides, where they are free, are in one arc of free squares. None at all: no, by convention.
    Nobody writes to it, so all mazes share one array.
    """
    simple = np.zeros(512, dtype=np.uint8)
    for pattern in range(512):
        free = [bool(pattern >> place & 1) for place in _RING]
        sides = [i for i in range(8) if free[i] and _RING[i] % 2]
        arcs = {_arc(free, side) for side in sides}
        simple[pattern] = len(arcs) == 1
    return simple


def _arc(free: list[bool], place: int) -> int:
    """Return the first place of the arc of free squares around a place; -1: it is the whole ring."""
    for step in range(8):
        if not free[(place - step - 1) % 8]:
            return (place - step) % 8
    return -1


def _on_boards(maze: Maze) -> tuple[Ints, bool]:
    """Return row and column of each square on boards, and whether these lie on their side."""
    if not maze.num_squares:
        raise IllegalTask("a maze without goals", remedy="mark the goals with .")
    places = np.array(maze.places, dtype=np.int32)
    places = places - places.min(axis=0) + 1
    height, width = places.max(axis=0)
    if width <= WIDEST:
        return places, False
    if height <= WIDEST:
        return np.ascontiguousarray(places[:, ::-1]), True
    raise IllegalTask(
        f"a maze of {height} rows and {width} columns inside is too large",
        remedy=f"{WIDEST} rows or {WIDEST} columns are the most",
    )
