"""Boards: zones of the man, filled row by row."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.tables import COLUMN, ROW, SIDEWAYS

NONE, ONE, TWO, THREE, FOUR, SIX, SEVEN = (np.uint64(number) for number in (0, 1, 2, 3, 4, 6, 7))
EIGHT, SIXTEEN, HALF = np.uint64(8), np.uint64(16), np.uint64(32)
_PRIME = np.uint64(67)
_PLACE_OF = np.zeros(67, dtype=np.int64)
_PLACE_OF[[(1 << place) % 67 for place in range(64)]] = np.arange(64)
"""No two powers of two below 2^64 have the same remainder."""


@inlined
def lowest(word):
    """Return the place of the lowest bit of a word that is not zero."""
    return _PLACE_OF[np.int64((word & ~(word - ONE)) % _PRIME)]


@inlined
def runs(free, seeds, width):
    """Return the runs of consecutive ``free`` bits in which there is a seed; ``width`` bits are in use.

    Upwards by the carry of an addition, downwards by doubling steps.
    """
    filled = seeds | (free & ~(free + seeds))
    filled |= free & (filled >> ONE)
    free &= free >> ONE
    filled |= free & (filled >> TWO)
    free &= free >> TWO
    filled |= free & (filled >> FOUR)
    free &= free >> FOUR
    filled |= free & (filled >> EIGHT)
    free &= free >> EIGHT
    filled |= free & (filled >> SIXTEEN)
    if width > 32:
        free &= free >> SIXTEEN
        filled |= free & (filled >> HALF)
    return filled


@kernel
def fill(free, zone, row, column, width):
    """Write the squares of ``free`` that are connected with one of them into ``zone``: down, up, and so on."""
    for r in range(len(free)):
        zone[r] = NONE
    zone[row] = runs(free[row], ONE << np.uint64(column), width)
    last = len(free) - 2
    begin = row + 1
    while True:
        changed = False
        for r in range(begin, last):
            seeds = (zone[r - 1] | zone[r + 1]) & free[r] & ~zone[r]
            if seeds != NONE:
                zone[r] |= runs(free[r], seeds, width)
                changed = True
        if not changed and begin == 1:
            return
        changed = False
        for r in range(last - 1, 0, -1):
            seeds = (zone[r - 1] | zone[r + 1]) & free[r] & ~zone[r]
            if seeds != NONE:
                zone[r] |= runs(free[r], seeds, width)
                changed = True
        if not changed:
            return
        begin = 1


@inlined
def around(board, row, column):
    """Return the bits of the three by three squares around one, row by row."""
    shift = np.uint64(column - 1)
    above = (board[row - 1] >> shift) & SEVEN
    beside = ((board[row] >> shift) & SEVEN) << THREE
    below = ((board[row + 1] >> shift) & SEVEN) << SIX
    return np.int64(above | beside | below)


@inlined
def has(board, row, column):
    """Say whether a square is on a board."""
    return (board[row] >> np.uint64(column)) & ONE != NONE


@inlined
def toggle(board, row, column):
    """Put a square on a board, or take it off."""
    board[row] ^= ONE << np.uint64(column)


@inlined
def first_on(maze, board):
    """Return the smallest number of a square on a board, which is not empty."""
    if maze.settings[SIDEWAYS]:
        square = 0
        while not has(board, maze.squares[square, ROW], maze.squares[square, COLUMN]):
            square += 1
        return np.int64(square)
    row = 0
    while board[row] == NONE:
        row += 1
    return np.int64(maze.square_at[row, lowest(board[row])])
