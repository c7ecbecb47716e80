"""Distances of all sets of boxes: breadth-first search by pulls from the goals."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.pdb_kernels import first_slot, slot_of
from beta_plan.sokoban.pdb_tables import FAR, MANY, UNREACHED, BoxPdbTables
from beta_plan.sokoban.tables import LIVE, MazeTables
from beta_plan.spaces.prefetch_kernels import prefetch

RANK, SLOT, MAN = 0, 1, 1
ONE_ZONE = -1
"""In place of a slot: the set has one zone."""

NUM_FOUND = 0
"""Place in ``Finder.registers``."""

_GROUP = 8
"""So many states are expanded together: the entries that they lead to come at the same time."""


class Finder(NamedTuple):
    """What a thread has to itself: abstract states that it has ``found``, rows of rank and slot; and scratch memory.

    ``pulls`` are what a group of states leads to, rows of rank and square of the man; ``occupied`` is as in
    ``MazeTables``.
    """

    found: Ints
    pulls: Ints
    occupied: Ints
    chosen: Longs
    registers: Longs


def finder(maze: MazeTables, size: int, room: int) -> Finder:
    """Return what a thread needs, with room for ``room`` states that are found and for those of a last group."""
    return Finder(
        found=np.zeros((room + _GROUP * 4 * size, 2), dtype=np.int32),
        pulls=np.zeros((_GROUP * 4 * size, 2), dtype=np.int32),
        occupied=maze.occupied.copy(),
        chosen=np.zeros(size, dtype=np.int64),
        registers=np.zeros(1, dtype=np.int64),
    )


@kernel
def start(pdbs: BoxPdbTables, finder: Finder, size: int, goals: Longs) -> None:
    """Find all sets of ``size`` of the goals, live squares, ascending, with all zones; their distance is 0.

    There must be room.
    """
    chosen = finder.chosen
    finder.registers[NUM_FOUND] = 0
    for i in range(size):
        chosen[i] = i
    while True:
        rank = np.int64(0)
        for i in range(size):
            rank += pdbs.binomial[goals[chosen[i]], i + 1]
        number = pdbs.first[size] + rank
        entry = np.int64(pdbs.entries[number])
        if entry < MANY:
            pdbs.entries[number] = 0
            _append(finder, rank, ONE_ZONE)
        else:
            slot = first_slot(pdbs.base, number, entry)
            last = False
            while not last:
                last = pdbs.pool[slot] == FAR
                pdbs.pool[slot] ^= np.uint32(FAR)
                _append(finder, rank, slot)
                slot += 1
        place = 0
        while place < size and chosen[place] + 1 == (chosen[place + 1] if place + 1 < size else len(goals)):
            place += 1
        if place == size:
            return
        chosen[place] += 1
        for i in range(place):
            chosen[i] = i


@inlined
def _append(finder, rank, slot):
    """Put a state behind those that were found."""
    at = finder.registers[NUM_FOUND]
    finder.found[at, RANK] = rank
    finder.found[at, SLOT] = slot
    finder.registers[NUM_FOUND] = at + 1


@kernel
def expand(
    maze: MazeTables, pdbs: BoxPdbTables, finder: Finder, layer: Ints, begin: int, end: int, size: int, distance: int
) -> int:  # fmt: skip
    """Expand the states of a ``layer``, which have this distance, from ``begin`` up to ``end`` or till room is short.

    Return the number of the first one that was not expanded. What is new is in ``finder.found``; what was there is
    forgotten.

    Several threads may expand parts of one layer at the same time. All that they write into the databases are distances
    of states that have none, and that is the same number whoever writes it; an entry or a word of the pool is stored as
    a whole, and the part of a word that others go by, its mask, stays as it is. So no distance depends on who comes
    first. Two threads may both see that a state has no distance, and both find it. No thread finds it twice, since it
    sees what it has written itself: there are at most as many copies of a state as threads. The next layer expands
    them all, and all but the first of them find nothing, or, at the same time, once more what the first one finds.
    """
    finder.registers[NUM_FOUND] = 0
    while begin < end and finder.registers[NUM_FOUND] + len(finder.pulls) <= len(finder.found):
        count = np.int64(0)
        while begin < end and count + 4 * size <= len(finder.pulls):
            count = _pull(maze, pdbs, finder, size, np.int64(layer[begin, RANK]), np.int64(layer[begin, SLOT]), count)
            begin += 1
        for i in range(count):
            _reach(pdbs, finder, size, np.int64(finder.pulls[i, RANK]), np.int64(finder.pulls[i, MAN]), distance + 1)
    return begin


@inlined
def _unrank(binomial, rank, size, chosen):
    """Write the set with a rank, ascending."""
    high = len(binomial) - 1
    for j in range(size, 0, -1):
        low = j - 1  # C(low, j) = 0 <= rank
        while high - low > 1:
            middle = (low + high) >> 1
            if binomial[middle, j] <= rank:
                low = middle
            else:
                high = middle
        chosen[j - 1] = low
        rank -= binomial[low, j]
        high = low


@inlined
def _pull(maze, pdbs, finder, size, rank, slot, count):
    """Pull every box of a state in every direction; write what that leads to behind the first ``count`` pulls.

    Return how many there are now. Their entries are being fetched.
    """
    squares, occupied, chosen, pulls = maze.squares, finder.occupied, finder.chosen, finder.pulls
    pool, masks = pdbs.pool, pdbs.masks
    _unrank(pdbs.binomial, rank, size, chosen)
    for i in range(size):
        occupied[maze.live[chosen[i]]] = 1
    beginning = np.int64(ONE_ZONE)
    if slot != ONE_ZONE:
        number = pdbs.first[size] + rank
        beginning = first_slot(pdbs.base, number, pdbs.entries[number])
    for i in range(size):
        box = maze.live[chosen[i]]
        for direction in range(4):
            there = np.int64(squares[box, direction])
            if occupied[there]:
                continue
            man = np.int64(squares[there, direction])
            if occupied[man] or (slot != ONE_ZONE and slot_of(pool, masks, beginning, there) != slot):
                continue
            after = _rank_after(pdbs.binomial, chosen, size, i, squares[there, LIVE], rank)
            prefetch(pdbs.entries, pdbs.first[size] + after)
            pulls[count, RANK], pulls[count, MAN] = after, man
            count += 1
    for i in range(size):
        occupied[maze.live[chosen[i]]] = 0
    return count


@inlined
def _rank_after(binomial, chosen, size, place, new, rank):
    """Return the rank after the box at ``place`` has gone to live square ``new``."""
    rank -= binomial[chosen[place], place + 1]
    while place > 0 and chosen[place - 1] > new:
        rank += binomial[chosen[place - 1], place + 1] - binomial[chosen[place - 1], place]
        place -= 1
    while place < size - 1 and chosen[place + 1] < new:
        rank += binomial[chosen[place + 1], place + 1] - binomial[chosen[place + 1], place + 2]
        place += 1
    return rank + binomial[new, place + 1]


@inlined
def _reach(pdbs, finder, size, rank, man, distance):
    """Give a state this distance if it has none yet; then it is found."""
    number = pdbs.first[size] + rank
    entry = np.int64(pdbs.entries[number])
    if entry == UNREACHED:
        pdbs.entries[number] = distance
        _append(finder, rank, ONE_ZONE)
    elif entry >= MANY:
        slot = slot_of(pdbs.pool, pdbs.masks, first_slot(pdbs.base, number, entry), man)
        word = np.int64(pdbs.pool[slot])
        if word & FAR == FAR:
            pdbs.pool[slot] = (word & ~FAR) | distance
            _append(finder, rank, slot)
