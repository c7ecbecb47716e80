"""Distances of all sets of boxes: breadth-first search by pulls from the goals."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.pdb_kernels import first_slot, slot_of
from beta_plan.sokoban.pdb_tables import FAR, MANY, UNREACHED, BoxPdbTables
from beta_plan.sokoban.tables import LIVE, MazeTables

DONE, MORE, NEED_ROOM, TOO_FAR = range(4)
"""What a slice returns."""

LAYER, CURSOR, COUNT, NEXT_COUNT, DISTANCE = range(5)
"""Places in ``Waves.registers``."""

RANK, SLOT = 0, 1
ONE_ZONE = -1
"""In place of a slot: the set has one zone."""


class Waves(NamedTuple):
    """Two layers of abstract states, rows of rank and slot: that which is expanded, and the next; and scratch."""

    states: NDArray[np.int32]
    chosen: NDArray[np.int64]
    registers: NDArray[np.int64]


@kernel
def start(pdbs: BoxPdbTables, waves: Waves, size: int, goals: NDArray[np.int64]) -> None:
    """Put all sets of ``size`` of the goals, live squares, ascending, with all zones into the first layer.

    There must be room.
    """
    chosen = waves.chosen
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
            _append(waves, 0, COUNT, rank, ONE_ZONE)
        else:
            slot = first_slot(pdbs.base, number, entry)
            last = False
            while not last:
                last = pdbs.pool[slot] == FAR
                pdbs.pool[slot] ^= np.uint32(FAR)
                _append(waves, 0, COUNT, rank, slot)
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
def _append(waves, layer, counter, rank, slot):
    """Put a state at the end of a layer."""
    at = waves.registers[counter]
    waves.states[layer, at, RANK] = rank
    waves.states[layer, at, SLOT] = slot
    waves.registers[counter] = at + 1


@kernel
def regress(maze: MazeTables, pdbs: BoxPdbTables, waves: Waves, size: int, work: int) -> int:
    """Expand states in the order of their distances, ``work`` of them at most."""
    r = waves.registers
    while work > 0:
        if r[CURSOR] == r[COUNT]:
            if r[NEXT_COUNT] == 0:
                return DONE
            r[LAYER] = 1 - r[LAYER]
            r[CURSOR], r[COUNT], r[NEXT_COUNT] = 0, r[NEXT_COUNT], 0
            r[DISTANCE] += 1
        if r[NEXT_COUNT] + 4 * size > waves.states.shape[1]:
            return NEED_ROOM
        if r[DISTANCE] + 1 >= FAR:
            return TOO_FAR
        state = waves.states[r[LAYER], r[CURSOR]]
        _expand(maze, pdbs, waves, size, np.int64(state[RANK]), np.int64(state[SLOT]))
        r[CURSOR] += 1
        work -= 1
    return MORE


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
def _expand(maze, pdbs, waves, size, rank, slot):
    """Pull every box of a state in every direction."""
    squares, occupied, chosen = maze.squares, maze.occupied, waves.chosen
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
            _reach(pdbs, waves, size, _rank_after(pdbs.binomial, chosen, size, i, squares[there, LIVE], rank), man)
    for i in range(size):
        occupied[maze.live[chosen[i]]] = 0


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
def _reach(pdbs, waves, size, rank, man):
    """Give a state its distance if it has none yet, and put it into the next layer."""
    r = waves.registers
    number = pdbs.first[size] + rank
    entry = np.int64(pdbs.entries[number])
    if entry == UNREACHED:
        pdbs.entries[number] = r[DISTANCE] + 1
        _append(waves, 1 - r[LAYER], NEXT_COUNT, rank, ONE_ZONE)
    elif entry >= MANY:
        slot = slot_of(pdbs.pool, pdbs.masks, first_slot(pdbs.base, number, entry), man)
        if np.int64(pdbs.pool[slot]) & FAR == FAR:
            pdbs.pool[slot] = (np.int64(pdbs.pool[slot]) & ~FAR) | (r[DISTANCE] + 1)
            _append(waves, 1 - r[LAYER], NEXT_COUNT, rank, slot)
