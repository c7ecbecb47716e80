"""The zones of every set of boxes: where each set has its entry, and which zones are in the pool."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel
from beta_plan.search.key_set_kernels import COUNT, KeyTable, number_of
from beta_plan.sokoban.board_kernels import NONE, ONE, around, fill, has, lowest, toggle
from beta_plan.sokoban.pdb_tables import BLOCK_BITS, EVERYWHERE, FAR, MANY, UNREACHED, VALUE_BITS
from beta_plan.sokoban.tables import COLUMN, FREE, OTHER, ROW, MazeTables

DONE, MORE, NEED_POOL, NEED_MASKS = range(4)
"""What a slice returns."""

NEXT, USED, NUM_ZONES = range(3)
"""Places in ``LayoutTables.registers``: the number of the next set, words of the pool in use, zones of the prefix."""

_SIDES = (1 << 1) | (1 << 3) | (1 << 5) | (1 << 7)


class LayoutTables(NamedTuple):
    """What is written: ``entries``, ``base`` and ``pool``, as in ``BoxPdbTables``, and ``masks`` as boards.

    ``chosen`` are the boxes of the set but for the first, ascending, as live squares: the *prefix*. Its zones are
    ``zones``, with the numbers of their masks; ``parts`` are those after one more box. ``key`` is a mask. There is room
    for as many zones as a set can have.
    """

    entries: NDArray[np.uint16]
    base: NDArray[np.int32]
    pool: NDArray[np.uint32]
    masks: KeyTable
    chosen: NDArray[np.int64]
    zones: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    parts: NDArray[np.int64]
    key: NDArray[np.uint64]
    registers: NDArray[np.int64]


@kernel
def lay_out(maze: MazeTables, layout: LayoutTables, size: int, work: int) -> int:
    """Give some sets of ``size`` boxes their entries, in colexicographic order; ``work`` is how many, about.

    The sets that differ only in their first box go together: the zones without it are found once.
    """
    chosen, r = layout.chosen, layout.registers
    most = len(layout.zones)
    while work > 0:
        end = chosen[0] if size > 1 else len(maze.live)
        if r[USED] + end * most > len(layout.pool):
            return NEED_POOL
        if layout.masks.sizes[COUNT] + end * 4 + most > len(layout.masks.keys):
            return NEED_MASKS
        _zones(maze, layout, size)
        for first in range(end):
            _add_set(maze, layout, np.int64(maze.live[first]))
        work -= end + 10
        if size == 1 or not _advance(chosen, size - 1, len(maze.live)):
            return DONE
    return MORE


@kernel
def _advance(chosen, count, limit):
    """Go on to the next prefix: the first box that can be one further is, those before it start again."""
    for i in range(count):
        if chosen[i] + 1 < (chosen[i + 1] if i + 1 < count else limit):
            chosen[i] += 1
            for j in range(i):
                chosen[j] = j + 1
            return True
    return False


@kernel
def _zones(maze, layout, size):
    """Find the zones of the prefix; the board FREE is all squares without its boxes."""
    free, left = maze.boards[FREE], maze.boards[OTHER]
    for row in range(len(free)):
        free[row] = maze.floor[row]
    for i in range(size - 1):
        square = maze.live[layout.chosen[i]]
        toggle(free, maze.squares[square, ROW], maze.squares[square, COLUMN])
    for row in range(len(free)):
        left[row] = free[row]
    count = 0
    for row in range(len(free)):
        while left[row] != NONE:
            zone = layout.zones[count]
            fill(free, zone, row, lowest(left[row]), maze.square_at.shape[1])
            for other in range(len(free)):
                left[other] &= ~zone[other]
            layout.numbers[count] = _mask(maze, layout, zone)
            count += 1
    layout.registers[NUM_ZONES] = count


@kernel
def _mask(maze, layout, zone):
    """Return the number of the mask of a zone: its squares, and boxes that have no other free neighbour.

    The man is on no box, so boxes may be in it: with those in its midst many zones have the same mask.
    """
    free, key = maze.boards[FREE], layout.key
    for row in range(1, len(zone) - 2):
        near = zone[row - 1] | zone[row + 1] | (zone[row] << ONE) | (zone[row] >> ONE)
        above, below, beside = free[row - 1] & ~zone[row - 1], free[row + 1] & ~zone[row + 1], free[row] & ~zone[row]
        far = above | below | (beside << ONE) | (beside >> ONE)
        key[row - 1] = zone[row] | (maze.floor[row] & ~free[row] & near & ~far)
    return 1 + number_of(layout.masks, key)


@inlined
def _add_set(maze, layout, square):
    """Give the set of the prefix and one more box its entry."""
    r, numbers = layout.registers, layout.numbers
    count = r[NUM_ZONES]
    free = maze.boards[FREE]
    row, column = np.int64(maze.squares[square, ROW]), np.int64(maze.squares[square, COLUMN])
    pattern = around(free, row, column)
    if maze.simple[pattern]:
        _list(layout, numbers, count)
        return
    inside = 0
    while not has(layout.zones[inside], row, column):
        inside += 1
    toggle(free, row, column)
    added = _split(maze, layout, square) if pattern & _SIDES else 0
    toggle(free, row, column)
    if added == 1:
        _list(layout, numbers, count)
        return
    parts = layout.parts
    for z in range(count):
        if z != inside:
            parts[added] = numbers[z]
            added += 1
    _list(layout, parts, added)


@kernel
def _split(maze, layout, square):
    """Write the masks of the parts of a zone that loses a square into ``parts``; return how many there are."""
    free, part, parts = maze.boards[FREE], maze.boards[OTHER], layout.parts
    count, covered = 0, 0
    for direction in range(4):
        start = maze.squares[square, direction]
        row, column = np.int64(maze.squares[start, ROW]), np.int64(maze.squares[start, COLUMN])
        if not has(free, row, column) or covered & (1 << direction):
            continue
        fill(free, part, row, column, maze.square_at.shape[1])
        for other in range(direction, 4):
            there = maze.squares[square, other]
            if has(part, maze.squares[there, ROW], maze.squares[there, COLUMN]):
                covered |= 1 << other
        if count == 0 and _is_whole(maze, square, covered):
            return 1
        parts[count] = _mask(maze, layout, part)
        count += 1
    return count


@inlined
def _is_whole(maze, square, covered):
    """Say whether all free sides of a square are covered."""
    for direction in range(4):
        there = maze.squares[square, direction]
        if has(maze.boards[FREE], maze.squares[there, ROW], maze.squares[there, COLUMN]) and not covered & (
            1 << direction
        ):
            return False
    return True


@inlined
def _list(layout, numbers, count):
    """Write the next entry, for a set with these zones."""
    r = layout.registers
    number, used = r[NEXT], r[USED]
    if number & ((1 << BLOCK_BITS) - 1) == 0:
        layout.base[number >> BLOCK_BITS] = used
    r[NEXT] = number + 1
    if count < 2:
        layout.entries[number] = UNREACHED
        return
    layout.entries[number] = MANY | (used - layout.base[number >> BLOCK_BITS])
    for z in range(count):
        mask = numbers[z] if z < count - 1 else EVERYWHERE
        layout.pool[used + z] = (mask << VALUE_BITS) | FAR
    r[USED] = used + count
