"""Look-ups in many tables at once: from the state that was evaluated last to the next one."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.pdbs.tables import BlindTables, SasPdbTables
from beta_plan.spaces.anchor_kernels import evaluates_alone
from beta_plan.spaces.protocol import DEAD_END


@evaluates_alone(BlindTables)
@kernel
def _know_nothing(tables, state, h):
    """Leave ``h``, which has no places, as it is."""


@evaluates_alone(SasPdbTables)
@inlined
def look_up(tables, state, h):
    """Write the largest sum of each k; a dead end in any table of its sums makes it one."""
    enter(tables, state)
    for i in range(len(tables.k_first) - 1):
        largest = np.int64(0)
        for j in range(tables.k_first[i], tables.k_first[i + 1]):
            total = np.int64(0)
            for place in range(tables.sum_first[j], tables.sum_first[j + 1]):
                total += tables.value[tables.summand[place]]
            largest = max(largest, total)
        h[i] = min(largest, DEAD_END)


@inlined
def enter(tables, state):
    """Write what each table says of ``state`` into ``value``.

    A pattern that holds no changed variable keeps its place, and its value: a search asks for predecessors of one
    state one after the other, so what has changed since the last call are few variables. Two plain loops, with
    hardly a branch that could be mispredicted: that saves more than not to look at entries that have not changed.
    """
    anchor, position, value = tables.anchor, tables.position, tables.value
    for i in range(len(tables.watched)):
        v = tables.watched[i]
        change = np.int64(state[v]) - anchor[v]
        if change != 0:
            anchor[v] = state[v]
            for place in range(tables.table_first[i], tables.table_first[i + 1]):
                position[tables.table[place]] += change * tables.step[place]
    for t in range(len(position)):
        value[t] = entry(tables.entries, position[t], np.int64(tables.width[t]))


@inlined
def entry(entries, at, width):
    """Return the number in ``width`` bytes, DEAD_END where all bits are set."""
    found = np.int64(entries[at])
    for byte in range(1, width):
        found |= np.int64(entries[at + byte]) << (8 * byte)
    return DEAD_END if found == (np.int64(1) << (8 * width)) - 1 else found


@kernel
def total_of(tables, j):
    """Return sum j of the state that was entered last."""
    total = np.int64(0)
    for place in range(tables.sum_first[j], tables.sum_first[j + 1]):
        total += tables.value[tables.summand[place]]
    return total
