"""Deadlocks that are seen at once: boxes that block each other, and goals that frozen boxes cut off.

Both are sound: a state from which the goal can be reached is never called dead. Dead squares need no look here, for
``ForwardSokobanSpace`` leaves pushes there out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.tables import COLUMN, ROW, maze_tables

# Rows of ``boards``.
FLOOR, LIVE_BOARD, GOALS, BOXES, FROZEN, STEP = range(6)
NUM_BOARDS = 6

NUM_KEPT = 1 << 8
"""Sets of frozen boxes of which it is kept from where goals can be reached; one for each place in a small table."""

MOST_GOALS = 63
"""With more of them nobody looks what frozen boxes cut off: sets of goals are words."""


class DeadlockTables(NamedTuple):
    """Boards of a maze (see ``MazeTables``), and memory.

    ``place`` has row and column of each square, ``goal_at`` the squares of goals. ``kept`` has sets of frozen boxes,
    with a word for each row of the maze, and ``reached`` for each of them and each goal the squares from which a box
    can be pushed there, while the frozen ones stay. ``wanted``, ``row_of``, ``came`` and ``queue`` serve the
    assignment of the other boxes to the goals that are left.
    """

    boards: NDArray[np.uint64]
    place: Ints
    goal_at: Ints
    kept: NDArray[np.uint64]
    reached: NDArray[np.uint64]
    wanted: NDArray[np.uint64]
    row_of: Longs
    came: Longs
    queue: Longs


def deadlock_tables(maze: Maze) -> DeadlockTables:
    """Return the arrays of a maze."""
    tables = maze_tables(maze)
    height, count = len(tables.floor), maze.num_boxes
    boards = np.zeros((NUM_BOARDS, height), dtype=np.uint64)
    boards[FLOOR] = tables.floor
    for board, squares in ((LIVE_BOARD, maze.live), (GOALS, maze.goals)):
        for square in squares:
            boards[board, tables.squares[square, ROW]] |= np.uint64(1 << int(tables.squares[square, COLUMN]))
    return DeadlockTables(
        boards=boards,
        place=np.ascontiguousarray(tables.squares[:, [ROW, COLUMN]]),
        goal_at=np.array(maze.goals, dtype=np.int32),
        kept=np.zeros((NUM_KEPT, height), dtype=np.uint64),
        reached=np.zeros((NUM_KEPT, count, height), dtype=np.uint64),
        wanted=np.zeros(count, dtype=np.uint64),
        row_of=np.zeros(count, dtype=np.int64),
        came=np.zeros(count, dtype=np.int64),
        queue=np.zeros(count, dtype=np.int64),
    )
