"""The classical lower bound: a cheapest assignment of boxes to goals, by the pushes of a box alone in the maze.

It serves both directions. Forwards, boxes are assigned to goals; backwards, to the squares from which they come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta_plan.sas.rows import Ints, Longs

IS_ASSIGNED = 0
"""The place in ``MatchingTables.registers`` that says whether the boxes of the anchor are assigned."""


class MatchingTables(NamedTuple):
    """``cost`` has a row for each square and a column for each target: how many pushes a box alone needs.

    The rest is memory. Rows of the assignment are boxes, by their places in the anchor; ``row_of`` says which row a
    target has, ``of_row`` and ``of_target`` are the dual values, so that cost is at least their sum, and equal to it
    for assigned pairs. The second lines of these are those of the state at hand. ``slack``, ``came`` and ``done``
    are of one search for an augmenting path, with a place more than there are targets; ``waiting`` rows have none yet.
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
