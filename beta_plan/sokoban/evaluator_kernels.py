"""h^PDBk of a state over fixed partitions of its boxes, also from that of the state before.

A pull moves one box. A part without it keeps its value exactly, the man included: without that box he walks freely
from where he was to where he is. Boxes are known by their places in the state, so where one passes others they
have other places then, and the parts of all these are looked up again.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.evaluator_tables import IS_LOOKED_UP, ROUND, BoxSumTables
from beta_plan.sokoban.pdb_kernels import resolve
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import DEAD_END, anchor, evaluate, evaluate_near


@implements(evaluate, BoxSumTables)
@kernel
def _evaluate(tables, state, h):
    """Look up every part."""
    count = len(tables.value)
    for part in range(count):
        tables.changed[part] = part
    _look_up(tables, state, count)
    for j in range(len(tables.totals)):
        tables.totals[j] = 0
    for part in range(count):
        for i in range(tables.in_first[part], tables.in_first[part + 1]):
            tables.totals[tables.sums[i]] += tables.entry[part]
    _largest(tables.k_first, tables.totals, h)


@implements(anchor, BoxSumTables)
@inlined
def _anchor(tables, state):
    """Remember a state; its parts are looked up when the first state near it is to be evaluated."""
    for i in range(len(state)):
        tables.anchor[i] = state[i]
    tables.registers[IS_LOOKED_UP] = 0


@implements(evaluate_near, BoxSumTables)
@inlined
def _evaluate_near(tables, state, h):
    """Look up the parts that have changed since the anchor."""
    in_first, sums, of_first, parts, before, value, total = tables[5:12]
    totals, changed, entry, seen, registers = tables.totals, tables.changed, tables.entry, tables.seen, tables.registers
    if not registers[IS_LOOKED_UP]:
        _look_up_anchor(tables)
    first, last = 0, len(state) - 2
    while first < last and state[first] == before[first]:
        first += 1
    while last > first and state[last] == before[last]:
        last -= 1
    now = registers[ROUND] + 1
    registers[ROUND] = now
    count = np.uint64(0)
    for box in range(first, last + 1):
        for i in range(of_first[box], of_first[box + 1]):
            part = parts[i]
            changed[count] = part
            count += np.uint64(seen[part] != now)
            seen[part] = now
    _look_up(tables, state, np.int64(count))
    for j in range(len(total)):
        totals[j] = total[j]
    for c in range(count):
        part = changed[c]
        change = entry[c] - value[part]
        for i in range(in_first[part], in_first[part + np.uint32(1)]):
            totals[sums[i]] += change
    _largest(tables.k_first, totals, h)


@kernel
def _look_up_anchor(tables):
    """Look up every part of the anchor."""
    count = len(tables.value)
    for part in range(count):
        tables.changed[part] = part
    _look_up(tables, tables.anchor, count)
    for j in range(len(tables.total)):
        tables.total[j] = 0
    for part in range(count):
        tables.value[part] = tables.entry[part]
        for i in range(tables.in_first[part], tables.in_first[part + 1]):
            tables.total[tables.sums[i]] += tables.entry[part]
    tables.registers[IS_LOOKED_UP] = 1


@inlined
def _look_up(tables, state, count):
    """Write the values of the first ``count`` changed parts into ``entry``.

    First the entries of all of them are read, none depending on another: memory answers several requests at a time.
    """
    part_first, terms, offset, term = tables.part_first, tables.terms, tables.offset, tables.term
    changed, number, entry = tables.changed, tables.number, tables.entry
    entries, binomial, live = tables.pdbs.entries, tables.pdbs.binomial, tables.pdbs.live
    num_boxes = len(state) - 1
    width = len(term) // num_boxes
    for box in range(num_boxes):
        there = live[state[box]]
        for j in range(width):
            term[box * width + j] = binomial[there, j + 1]
    for c in range(count):
        part = changed[c]
        at = offset[part]
        for i in range(part_first[part], part_first[part + np.uint32(1)]):
            at += term[terms[i]]
        number[c] = at
        entry[c] = entries[np.uint64(at)]
    man = np.int64(state[len(state) - 1])
    for c in range(count):
        entry[c] = resolve(tables.pdbs, np.int64(number[c]), entry[c], man)


@inlined
def _largest(k_first, totals, h):
    """Write the largest total of each k."""
    for i in range(len(k_first) - 1):
        largest = np.int64(0)
        for j in range(k_first[i], k_first[i + 1]):
            largest = max(largest, totals[j])
        h[i] = min(largest, DEAD_END)
