"""Look-ups in the pattern databases of boxes."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.pdbs.part_protocol import value_of
from beta_plan.sokoban.pdb_tables import BLOCK_BITS, EVERYWHERE, FAR, MANY, UNREACHED, VALUE_BITS, BoxPdbTables
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import DEAD_END

_ONE, _NONE, _PLACE = np.uint64(1), np.uint64(0), np.int64(63)


@inlined
def first_slot(base, number, entry):
    """Return where in the pool the list of a set begins, whose entry has the bit MANY."""
    return np.int64(base[number >> BLOCK_BITS]) + (np.int64(entry) & (MANY - 1))


@inlined
def slot_of(pool, masks, slot, man):
    """Return where in the pool the zone of the man is, from the beginning of the list on."""
    bit, word = np.uint64(man & _PLACE), man >> 6
    while True:
        mask = np.int64(pool[slot]) >> VALUE_BITS
        if mask == EVERYWHERE or (masks[mask, word] >> bit) & _ONE != _NONE:
            return slot
        slot += 1


@inlined
def distance_of(pdbs, number, man):
    """Return the distance of a set, by its number among all sizes, with the man on a square; DEAD_END for none."""
    return resolve(pdbs, number, np.int64(pdbs.entries[number]), man)


@inlined
def resolve(pdbs, number, entry, man):
    """Return the distance of a set whose entry is known."""
    if entry < MANY:
        return np.int64(DEAD_END) if entry == UNREACHED else entry
    slot = slot_of(pdbs.pool, pdbs.masks, first_slot(pdbs.base, number, entry), man)
    value = np.int64(pdbs.pool[slot]) & FAR
    return np.int64(DEAD_END) if value == FAR else value


@implements(value_of, BoxPdbTables)
@kernel
def _value_of(pdbs, state, group, size, without, thing):
    """Number the set of the squares of some boxes, and look it up; things are places in the state."""
    rank, count = np.int64(0), np.int64(0)
    for place in range(size):
        if place != without:
            other = group[place]
            if 0 <= thing < other:
                count += 1
                rank += pdbs.binomial[pdbs.live[state[thing]], count]
                thing = np.int64(-1)
            count += 1
            rank += pdbs.binomial[pdbs.live[state[other]], count]
    if thing >= 0:
        count += 1
        rank += pdbs.binomial[pdbs.live[state[thing]], count]
    return distance_of(pdbs, pdbs.first[count] + rank, np.int64(state[len(state) - 1]))
