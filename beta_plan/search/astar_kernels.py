"""A* (Hart, Nilsson and Raphael 1968) and greedy search from one state to the goal, in slices as ``kernels`` has them.

To these kernels a space is one whose ``predecessors`` are the successors of a state, as those of ``ForwardSpace``.
A state whose g becomes smaller is put into open once more, also after it was expanded, so that h may be inconsistent;
an entry whose g is no longer that of its state is skipped.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel
from beta_plan.search.kernels import AGAIN, NO_PARENT, NOT_PACKED, Scratch, pack_all
from beta_plan.search.key_set_kernels import COUNT, KeyTable, enter, find, hash_of
from beta_plan.search.open_kernels import OpenTables, bucket_of, pop, push
from beta_plan.spaces.protocol import (
    DEAD_END,
    Tables,
    anchor,
    evaluate,
    evaluate_near,
    facts,
    pack,
    predecessors,
    unpack,
)

# What a slice returns, or what is full.
SLICE_OVER, BUDGET_REACHED, EXHAUSTED, SOLVED, NEED_SCRATCH, NEED_STATES, NEED_ENTRIES, NEED_BUCKETS = range(8)

# Columns of ``node`` and of ``entry``.
G, H, PARENT = range(3)
STATE, G_THEN = range(2)

# Places in ``registers``.
NUM_EXPANDED, NUM_GENERATED, EXPANDING, PENDING, CURSOR, WORK, MAX_EXPANSIONS = range(7)
NUM_ENTRIES, GOAL, F, BEFORE_JUMP, WEIGHT_G, WEIGHT_H, NEAREST = range(7, 14)
NUM_REGISTERS = 14

_LARGEST = 2**62
"""Keys are subtracted from it: open has its largest key on top."""


class AStarTables(NamedTuple):
    """All that a search knows: states by number with g, h and parent; entries of open; what it was asked for.

    A state is a goal state if one row of ``goal`` marks all of its facts. ``cost`` is that of each action. Open is
    ordered by ``registers[WEIGHT_G]`` g + ``registers[WEIGHT_H]`` h, then by h, then first-in first-out.
    """

    states: KeyTable
    node: NDArray[np.int32]
    open: OpenTables
    entry: NDArray[np.int32]
    goal: NDArray[np.bool_]
    cost: NDArray[np.int32]
    h: NDArray[np.int32]
    key: NDArray[np.uint64]
    facts: NDArray[np.int32]
    scratch: Scratch
    registers: NDArray[np.int64]


@inlined
def _is_goal(space: Tables, goal: NDArray[np.bool_], state: NDArray[np.int32], held: NDArray[np.int32]) -> bool:
    """Say whether some goal accepts all facts of a state."""
    count = facts(space, state, held)
    for i in range(len(goal)):
        accepted = True
        for j in range(count):
            accepted &= goal[i, held[j]]
        if accepted:
            return True
    return False


@inlined
def _add(evaluator: Tables, t: AStarTables, at: int, parent: int, g: int) -> int:
    """Put state ``at`` of scratch, reached at cost g, into open unless that was known; return what is needed, or 0."""
    r, node, words, mixed = t.registers, t.node, t.scratch.words[at], t.scratch.hashes[at]
    number = find(t.states, words, mixed)
    if number >= 0 and (node[number, G] <= g or node[number, H] >= DEAD_END or r[WEIGHT_G] == 0):
        return 0
    if r[NUM_ENTRIES] == len(t.entry):
        return NEED_ENTRIES
    if t.open.buckets.sizes[COUNT] == len(t.open.first):
        return NEED_BUCKETS
    if number < 0:
        if t.states.sizes[COUNT] == len(node):
            return NEED_STATES
        number = enter(t.states, -1 - number, words, mixed)
        if parent == NO_PARENT:
            evaluate(evaluator, t.scratch.states[at], t.h)
        else:
            evaluate_near(evaluator, t.scratch.states[at], t.h)
        node[number, H] = 0
        for i in range(len(t.h)):
            node[number, H] = max(node[number, H], t.h[i])
    node[number, G], node[number, PARENT] = g, parent
    h = np.int64(node[number, H])
    if h < DEAD_END:
        r[NEAREST] = min(r[NEAREST], h)
        entry = r[NUM_ENTRIES]
        r[NUM_ENTRIES] += 1
        t.entry[entry, STATE], t.entry[entry, G_THEN] = number, g
        t.key[0] = _LARGEST - (r[WEIGHT_G] * g + r[WEIGHT_H] * h)
        t.key[1] = _LARGEST - h
        push(t.open, bucket_of(t.open, t.key), entry)
    return 0


@kernel
def astar(space: Tables, evaluator: Tables, t: AStarTables) -> int:
    """Add what is pending, then expand states in the order of open, until the work of the slice is done."""
    r, scratch, node = t.registers, t.scratch, t.node
    while True:
        if r[CURSOR] == NOT_PACKED:
            pack_all(space, t.states, scratch, r[PENDING])
            r[CURSOR] = 0
        while r[CURSOR] < r[PENDING]:
            if r[WORK] <= 0:
                return SLICE_OVER
            g, parent = np.int64(0), r[EXPANDING]
            if parent != NO_PARENT:
                g = np.int64(node[parent, G]) + t.cost[scratch.actions[r[CURSOR]]]
            need = _add(evaluator, t, r[CURSOR], parent, g)
            if need != 0:
                return need
            r[WORK] -= 1
            r[CURSOR] += 1
        if r[PENDING] != AGAIN:
            if r[NUM_EXPANDED] >= r[MAX_EXPANSIONS]:
                return BUDGET_REACHED
            if r[WORK] <= 0:
                return SLICE_OVER
            r[WORK] -= 1
            entry = pop(t.open)
            if entry < 0:
                return EXHAUSTED
            number = np.int64(t.entry[entry, STATE])
            if t.entry[entry, G_THEN] != node[number, G]:
                continue
            r[EXPANDING] = number
            f = np.int64(node[number, G]) + node[number, H]
            if f > r[F]:
                r[F], r[BEFORE_JUMP] = f, r[NUM_EXPANDED]
        unpack(space, t.states.keys[r[EXPANDING]], scratch.state)
        if _is_goal(space, t.goal, scratch.state, t.facts):
            r[GOAL] = r[EXPANDING]
            return SOLVED
        count = predecessors(space, scratch.state, scratch.states, scratch.actions)
        r[CURSOR] = NOT_PACKED
        r[PENDING] = count if count >= 0 else AGAIN
        if count < 0:
            return NEED_SCRATCH
        anchor(evaluator, scratch.state)
        r[NUM_EXPANDED] += 1
        r[NUM_GENERATED] += count


@kernel
def action_into(space: Tables, t: AStarTables, number: int) -> int:
    """Return the cheapest action that leads to a state from its parent, or -1 where scratch is too small."""
    scratch, parent = t.scratch, t.node[number, PARENT]
    unpack(space, t.states.keys[parent], scratch.state)
    found = np.int64(-1)
    for i in range(predecessors(space, scratch.state, scratch.states, scratch.actions)):
        pack(space, scratch.states[i], scratch.words[i])
        same = found < 0 or t.cost[scratch.actions[i]] < t.cost[found]
        for w in range(t.states.keys.shape[1]):
            same = same and scratch.words[i, w] == t.states.keys[number, w]
        if same:
            found = np.int64(scratch.actions[i])
    return found


@kernel
def meet(states: KeyTable, others: KeyTable, begin: int) -> int:
    """Return the number of the first state, from ``begin`` on, that is among others, too; -1 if there is none."""
    for number in range(begin, states.sizes[COUNT]):
        if find(others, states.keys[number], hash_of(states.keys[number])) >= 0:
            return number
    return -1
