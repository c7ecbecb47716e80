"""A cheapest assignment of boxes to targets (Kuhn 1955, Munkres 1957), also from that of the state before.

One box has moved: its row has other costs, and all the others are still assigned at dual values that fit. So one
augmenting path is enough.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.distances import NO_WAY
from beta_plan.sokoban.matching import IS_ASSIGNED, MatchingTables
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import DEAD_END, anchor, evaluate, evaluate_near

_FAR = 2**62


@kernel
def _augment(t, line, row):
    """Assign a row that has no target yet, along a path of the smallest cost; there is a target without a row."""
    row_of, of_row, of_target, squares = t.row_of[line], t.of_row[line], t.of_target[line], t.squares[line]
    slack, came, done, cost = t.slack, t.came, t.done, t.cost
    count = len(of_row)
    for j in range(count):
        slack[j], done[j] = _FAR, 0
    row_of[count] = row
    at = np.int64(count)
    done[count] = 0
    while row_of[at] >= 0:
        done[at] = 1
        here, least, after = row_of[at], np.int64(_FAR), np.int64(-1)
        for j in range(count):
            if not done[j]:
                reduced = cost[squares[here], j] - of_row[here] - of_target[j]
                if reduced < slack[j]:
                    slack[j], came[j] = reduced, at
                if slack[j] < least:
                    least, after = slack[j], np.int64(j)
        for j in range(count + 1):
            if done[j]:
                of_row[row_of[j]] += least
                of_target[j] -= least
            else:
                slack[j] -= least
        at = after
    while at != count:
        row_of[at] = row_of[came[at]]
        at = came[at]


@inlined
def _total(t, line):
    """Return the cost of an assignment; DEAD_END where it has a pair for which there is no way."""
    row_of, squares = t.row_of[line], t.squares[line]
    total = np.int64(0)
    for j in range(len(row_of) - 1):
        total += t.cost[squares[row_of[j]], j]
    return np.int64(DEAD_END) if total >= NO_WAY else total


@kernel
def assign(t, line, state):
    """Assign all boxes of a state anew, and return the cost.

    Targets, then rows, are as cheap as they can be; who finds its best target free takes it, the others come later.
    """
    count, num_waiting = len(state) - 1, np.int64(0)
    row_of, of_row, of_target, squares = t.row_of[line], t.of_row[line], t.of_target[line], t.squares[line]
    for row in range(count):
        squares[row] = state[row]
    of_target[count] = 0
    for j in range(count):
        row_of[j], of_target[j] = -1, _FAR
        for row in range(count):
            of_target[j] = min(of_target[j], t.cost[squares[row], j])
    for row in range(count):
        least, at = np.int64(_FAR), np.int64(0)
        for j in range(count):
            reduced = t.cost[squares[row], j] - of_target[j]
            if reduced < least or (reduced == least and row_of[at] >= 0):
                least, at = reduced, np.int64(j)
        of_row[row] = least
        if row_of[at] < 0:
            row_of[at] = row
        else:
            t.waiting[num_waiting] = row
            num_waiting += 1
    for i in range(num_waiting):
        _augment(t, line, t.waiting[i])
    return _total(t, line)


@kernel
def assign_near(t, state):
    """Assign the box that has moved since the anchor, and return the cost."""
    before, count = t.anchor, len(state) - 1
    if not t.registers[IS_ASSIGNED]:
        assign(t, 0, before)
        t.registers[IS_ASSIGNED] = 1
    first, last = np.int64(0), np.int64(count - 1)
    while first < last and state[first] == before[first]:
        first += 1
    while last > first and state[last] == before[last]:
        last -= 1
    moved, to = first, np.int64(state[last])
    if first < last and state[first] != before[first + 1]:
        moved, to = last, np.int64(state[first])
    row_of = t.row_of[1]
    for j in range(count):
        row_of[j] = t.row_of[0, j]
        if row_of[j] == moved:
            row_of[j] = -1
        t.of_target[1, j] = t.of_target[0, j]
        t.of_row[1, j], t.squares[1, j] = t.of_row[0, j], t.squares[0, j]
    t.of_target[1, count] = 0
    t.squares[1, moved], t.of_row[1, moved] = to, 0
    _augment(t, 1, moved)
    return _total(t, 1)


@implements(evaluate, MatchingTables)
@kernel
def _evaluate(tables, state, h):
    """Write the cost of a cheapest assignment."""
    h[0] = assign(tables, 1, state)


@implements(anchor, MatchingTables)
@kernel
def _anchor(tables, state):
    """Remember a state; its boxes are assigned when the first state near it is to be evaluated."""
    for i in range(len(state)):
        tables.anchor[i] = state[i]
    tables.registers[IS_ASSIGNED] = 0


@implements(evaluate_near, MatchingTables)
@kernel
def _evaluate_near(tables, state, h):
    """Write the cost of a cheapest assignment, from that of the anchor."""
    h[0] = assign_near(tables, state)
