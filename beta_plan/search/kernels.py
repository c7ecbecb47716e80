"""The search itself: one loop for every space and every evaluator, told apart by the types of their tables.

The loop runs in slices. Where an array is full it returns what it needs, having changed nothing for the state at
hand; Python makes room and calls again. All that must survive a slice is in the tables, so that where the slices end
has no influence on the result.

Taking a tuple out of a tuple costs time for each array in it, so the loops take out once what each step needs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel
from beta_plan.search.key_set_kernels import COUNT, KeyTable, enter, find, hash_of, prefetch_key, prefetch_slot
from beta_plan.search.open_kernels import OpenTables, pop, push
from beta_plan.search.value_kernels import NEED_STATES, ValueTables, lacking, profile_of
from beta_plan.spaces.protocol import Tables, anchor, pack, predecessors, unpack

# What a slice returns; or NEED_STATES and the like: what is full.
SLICE_OVER, BUDGET_REACHED, EXHAUSTED, NEED_SCRATCH = range(4)

# Places in ``SearchTables.registers``: how far the search is, and what it was asked for.
NUM_EXPANDED, NUM_GENERATED, EXPANDING, PENDING, CURSOR, STEPS_LEFT, NUM_GOALS, WORK = range(8)
MAX_EXPANSIONS, WALK_LENGTH = range(8, 10)
NUM_REGISTERS = 10

AGAIN = -1
"""In PENDING: the state in EXPANDING was removed from open, but there was no room for its predecessors."""

NOT_PACKED = -1
"""In CURSOR: the states that are pending have no words yet."""

NO_PARENT = -1
"""The parent of a goal state."""


class ClosedTables(NamedTuple):
    """The packed states, numbered in generation order; ``profile`` is empty where there are no terms."""

    states: KeyTable
    parent: NDArray[np.int32]
    profile: NDArray[np.int32]


class Scratch(NamedTuple):
    """Buffers: predecessors, their packed words, the hashes of these, and their actions; one state; random bits."""

    states: NDArray[np.int32]
    words: NDArray[np.uint64]
    hashes: NDArray[np.uint64]
    actions: NDArray[np.int32]
    state: NDArray[np.int32]
    random: NDArray[np.uint64]


class SearchTables(NamedTuple):
    """All that a search knows."""

    closed: ClosedTables
    open: OpenTables
    values: ValueTables
    scratch: Scratch
    registers: NDArray[np.int64]


@inlined
def _add(
    space: Tables, evaluator: Tables, closed: ClosedTables, open_: OpenTables, values: ValueTables,
    state: NDArray[np.int32], words: NDArray[np.uint64], mixed: np.uint64, parent: int,
) -> int:  # fmt: skip
    """Return the number of a state, given its words and their hash; a new one gets a parent and a profile, and is open.

    Where there may be no room for it nothing happens, and the answer is what is needed, with a minus.
    """
    number = find(closed.states, words, mixed)
    if number >= 0:
        return number
    if closed.states.sizes[COUNT] == len(closed.parent):
        return -NEED_STATES
    need = lacking(values)
    if need != 0:
        return -need
    number = enter(closed.states, -1 - number, words, mixed)
    closed.parent[number] = parent
    profile = 0
    if len(closed.profile) > 0:
        profile = profile_of(space, evaluator, values, open_, state, parent != NO_PARENT)
        closed.profile[number] = profile
    if len(open_.following) > 0:
        push(open_, values.bucket[profile], number)
    return number


@inlined
def _expand(
    space: Tables, evaluator: Tables, packed: NDArray[np.uint64], scratch: Scratch, r: NDArray[np.int64]
) -> bool:
    """Write the predecessors of the state in EXPANDING into scratch; say whether there was room."""
    unpack(space, packed[r[EXPANDING]], scratch.state)
    count = predecessors(space, scratch.state, scratch.states, scratch.actions)
    r[CURSOR] = NOT_PACKED
    r[PENDING] = count if count >= 0 else AGAIN
    if count >= 0:
        r[NUM_EXPANDED] += 1
        r[NUM_GENERATED] += count
        anchor(evaluator, scratch.state)
    return count >= 0


@inlined
def pack_all(space: Tables, states: KeyTable, scratch: Scratch, count: int) -> None:
    """Pack what is in scratch, and begin to fetch what ``find`` will read for it: first all slots, then all keys."""
    for i in range(count):
        pack(space, scratch.states[i], scratch.words[i])
        scratch.hashes[i] = hash_of(scratch.words[i])
        prefetch_slot(states, scratch.hashes[i])
    for i in range(count):
        prefetch_key(states, scratch.hashes[i])


@kernel
def search(space: Tables, evaluator: Tables, s: SearchTables) -> int:
    """Add what is pending, then expand states in the order of the open list, until the work of the slice is done."""
    closed, open_, values, scratch, r = s
    while True:
        if r[CURSOR] == NOT_PACKED:
            pack_all(space, closed.states, scratch, r[PENDING])
            r[CURSOR] = 0
        while r[CURSOR] < r[PENDING]:
            if r[WORK] <= 0:
                return SLICE_OVER
            at = r[CURSOR]
            number = _add(
                space, evaluator, closed, open_, values,
                scratch.states[at], scratch.words[at], scratch.hashes[at], r[EXPANDING],
            )  # fmt: skip
            if number < 0:
                return -number
            r[WORK] -= 1
            r[CURSOR] += 1
        if r[PENDING] != AGAIN:
            if r[NUM_EXPANDED] >= r[MAX_EXPANSIONS]:
                return BUDGET_REACHED
            if r[WORK] <= 0:
                return SLICE_OVER
            r[WORK] -= 1
            number = pop(open_)
            if number < 0:
                return EXHAUSTED
            r[EXPANDING] = number
        if not _expand(space, evaluator, closed.states.keys, scratch, r):
            return NEED_SCRATCH


@kernel
def walk(space: Tables, evaluator: Tables, s: SearchTables) -> int:
    """Walk at random from goal states, at most WALK_LENGTH steps each, until the work of the slice is done.

    The goal states are the first NUM_GOALS states. A step expands a state and chooses among its predecessors.
    """
    closed, open_, values, scratch, r = s
    if r[NUM_GOALS] == 0:
        return EXHAUSTED
    while True:
        if r[WORK] <= 0:
            return SLICE_OVER
        if r[CURSOR] < r[PENDING]:
            state, words = scratch.states[r[CURSOR]], scratch.words[r[CURSOR]]
            pack(space, state, words)
            number = _add(space, evaluator, closed, open_, values, state, words, hash_of(words), r[EXPANDING])
            if number < 0:
                return -number
            r[EXPANDING] = number
            r[PENDING] = 0
            r[STEPS_LEFT] -= 1
        if r[PENDING] != AGAIN:
            if r[NUM_EXPANDED] >= r[MAX_EXPANSIONS]:
                return BUDGET_REACHED
            r[WORK] -= 1
            if r[STEPS_LEFT] <= 0:
                r[EXPANDING] = _draw(scratch.random, r[NUM_GOALS])
                r[STEPS_LEFT] = r[WALK_LENGTH]
        if not _expand(space, evaluator, closed.states.keys, scratch, r):
            return NEED_SCRATCH
        if r[PENDING] == 0:
            r[STEPS_LEFT], r[CURSOR] = 0, 0
        else:
            r[CURSOR] = _draw(scratch.random, r[PENDING])


@kernel
def anchor_at(evaluator: Tables, state: NDArray[np.int32]) -> None:
    """Let the evaluator expect neighbours of a state, as the expansion of it has done before a snapshot."""
    anchor(evaluator, state)


@kernel
def _draw(random: NDArray[np.uint64], below: int) -> int:
    """Return a random number below ``below``, by Marsaglia's xorshift of 64 bits."""
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return np.int64(x >> np.uint64(20)) % below


@kernel
def action_between(space: Tables, before: NDArray[np.uint64], after: NDArray[np.uint64], scratch: Scratch) -> int:
    """Return the first action that leads from one packed state to the other, or -1 where scratch is too small.

    It is the one by which the search came from ``after`` to ``before``; -2 if there is none.
    """
    unpack(space, after, scratch.state)
    count = predecessors(space, scratch.state, scratch.states, scratch.actions)
    if count < 0:
        return -1
    for i in range(count):
        pack(space, scratch.states[i], scratch.words[i])
        same = True
        for w in range(len(before)):
            same = same and scratch.words[i, w] == before[w]
        if same:
            return np.int64(scratch.actions[i])
    return -2
