"""Pattern databases of boxes: their arrays.

All boxes are interchangeable, so one database for each size serves all patterns of so many boxes. Sets of live squares
are numbered in colexicographic order. With most sets the man has one zone, and the *entry* of the set is the distance.
Otherwise it leads to a list in the *pool*: for each zone which squares it has, and the distance.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import Maze

MANY = 1 << 15
"""The bit of an entry that says: this is a place in the pool, counted from the ``base`` of its block."""

BLOCK_BITS = 8
"""Sets of one block share a base."""

MOST_ZONES = MANY >> BLOCK_BITS
"""Sets of boxes that could have more zones cannot be numbered so; their tables would be of no use."""

UNREACHED = MANY - 1
"""The entry of a set from which no goal can be reached, or from which none was reached yet."""

VALUE_BITS = 12
FAR = (1 << VALUE_BITS) - 1
"""The same in the pool: a value has the low bits, above is the number of the mask of the zone."""

MOST_MASKS = (1 << (32 - VALUE_BITS)) - 1

EVERYWHERE = 0
"""The mask of the last zone of a list: where the man is in no other one he is there."""


class BoxPdbTables(NamedTuple):
    """Entries of all sizes one behind the other: those of ``size`` begin with ``first[size]``, or -1: there are none.

    The set c1 < c2 < .. of live squares (numbered by ``live``, from squares) has the rank C(c1, 1) + C(c2, 2) + ..
    """

    entries: NDArray[np.uint16]
    base: Ints
    pool: NDArray[np.uint32]
    masks: NDArray[np.uint64]
    binomial: Longs
    first: Longs
    live: Ints


def binomials(count: int, size: int) -> Longs:
    """Return C(c, j) for all c up to ``count`` and j up to ``size``; what does not fit into 62 bits is cut off."""
    return np.array([[min(comb(c, j), 2**62) for j in range(size + 1)] for c in range(count + 1)], dtype=np.int64)


def live_numbers(maze: Maze) -> Ints:
    """Return the number of each square among the live ones, or -1."""
    numbers = np.full(maze.num_squares, -1, dtype=np.int32)
    numbers[list(maze.live)] = np.arange(len(maze.live))
    return numbers
