"""The verbs of a state space over SasTables."""

import numpy as np

from beta_plan.jit import inlined, kernel
from beta_plan.spaces import protocol
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.tables import (
    ACTION,
    BITS,
    CONDITION,
    DUE,
    EDGES,
    EFFECT,
    FIRST,
    GROUP,
    HIGH,
    IS,
    LEAF,
    LOW,
    OF_VARIABLE,
    OLD,
    OWN,
    PART_END,
    RELATION,
    SHIFT,
    SOURCE,
    STEP,
    TARGET,
    VALUE,
    VARIABLE,
    WIDTH,
    WORD,
    SasTables,
)

_BIT = np.uint64(1)


@implements(protocol.pack, SasTables)
@inlined
def pack(tables, state, words):
    """Write each value into its bits of its word."""
    words[:] = 0
    for v in range(len(state)):
        words[tables.packing[v, WORD]] |= np.uint64(state[v]) << np.uint64(tables.packing[v, SHIFT])


@implements(protocol.unpack, SasTables)
@inlined
def unpack(tables, words, state):
    """Read each value from its bits of its word."""
    for v in range(len(state)):
        mask = (_BIT << np.uint64(tables.packing[v, BITS])) - _BIT
        state[v] = (words[tables.packing[v, WORD]] >> np.uint64(tables.packing[v, SHIFT])) & mask


@implements(protocol.facts, SasTables)
@kernel
def facts(tables, state, out):
    """Write the fact of each variable."""
    for v in range(len(state)):
        out[v] = tables.offsets[v] + state[v]
    return len(state)


@implements(protocol.predecessors, SasTables)
@kernel
def predecessors(tables, state, out_states, out_actions):
    """Walk the decision tree and undo every inverse action that it leads to."""
    tree, inverse, old, totals = tables.tree, tables.inverse, tables.old, tables.counts.totals
    if len(totals) > 0:
        _count_all(tables.counts, tables.offsets, state)
    count, at = np.int64(0), np.int64(0)
    while at >= 0:
        head = tree[at]
        if head >= 0:
            at = np.int64(tree[at + 1 + state[head]])
        elif head != LEAF:
            value, target = state[tree[at + 1]], tree[at + 2]
            for i in range(at + 3, at + 1 - 2 * head, 2):
                if tree[i] == value:
                    target = tree[i + 1]
                    break
            at = np.int64(target)
        else:
            for row in range(np.int64(tree[at + 1]), np.int64(tree[at + 2])):
                if count == len(out_actions):
                    return np.int64(-1)
                for v in range(len(state)):
                    out_states[count, v] = state[v]
                for i in range(inverse[row, OLD], inverse[row + 1, OLD]):
                    out_states[count, old[i, OF_VARIABLE]] = old[i, IS]
                out_actions[count] = inverse[row, ACTION]
                if inverse[row, STEP] != inverse[row + 1, STEP]:
                    count = _choose(tables, row, state, out_states, out_actions, count)
                    if count < 0:
                        return count
                else:
                    legal = True
                    for i in range(inverse[row, GROUP], inverse[row + 1, GROUP]):
                        legal &= totals[tables.groups[i]] <= 0
                    count += legal
            at = np.int64(tree[at + 3])
    if len(tables.rings) > 0:
        count = _without_rings(tables.rings, tables.offsets, out_states, out_actions, count)
    return count


@kernel
def _choose(tables, row, state, out_states, out_actions, count):
    """Go on where an inverse action has free variables or conditional effects; its old facts are back already.

    Returns the new count, or -1 where there is no room.
    """
    counts, choices, offsets, inverse = tables.counts, tables.choices, tables.offsets, tables.inverse
    first, end = np.int64(inverse[row, STEP]) + 1, np.int64(inverse[row + 1, STEP])
    possible = _turn(tables, row, state, np.int64(-1))
    if possible and _is_solvable(choices, counts, offsets, first, end, state, out_states[count]):
        depth = first
        if first < end:
            out_states[count, choices.steps[first, VARIABLE]] = choices.steps[first, LOW] - 1
        while depth == end or _advance(
            choices, counts, offsets, state, out_states[count], first, end, depth, np.int64(1)
        ):
            legal = True
            for i in range(inverse[row, GROUP], inverse[row + 1, GROUP]):
                legal &= counts.totals[tables.groups[i]] == 1
            another = False
            for v in range(len(state)):
                another |= out_states[count, v] != state[v]
            if legal and another:
                count += 1
                if count == len(out_actions):
                    return np.int64(-1)
                out_actions[count] = out_actions[count - 1]
                for v in range(len(state)):
                    out_states[count, v] = out_states[count - 1, v]
            if first == end:
                break
            depth = end - 1
    _turn(tables, row, state, np.int64(1))
    return count


@kernel
def _without_rings(rings, offsets, out_states, out_actions, count):
    """Take the states out in which an inverse action has closed a ring; return how many are left."""
    kept = np.int64(0)
    for i in range(count):
        ring = False
        for j in range(rings[FIRST + out_actions[i]], rings[FIRST + out_actions[i] + 1]):
            ring |= _is_in_ring(rings, offsets, rings[j], out_states[i])
        if not ring:
            out_actions[kept] = out_actions[i]
            for v in range(out_states.shape[1]):
                out_states[kept, v] = out_states[i, v]
            kept += 1
    return kept


@kernel
def _is_in_ring(rings, offsets, start, state):
    """Say whether the way along the facts of a relation from that of a variable leads back to it."""
    first = rings[EDGES] + WIDTH * (offsets[start] + state[start])
    relation, here = rings[first + RELATION], rings[first + TARGET]
    going = relation >= 0
    steps = 0
    while going and steps < len(state):
        steps += 1
        going = False
        for v in range(len(state)):
            edge = rings[EDGES] + WIDTH * (offsets[v] + state[v])
            if rings[edge + RELATION] == relation and rings[edge + SOURCE] == here:
                if edge == first:
                    return True
                here, going = rings[edge + TARGET], True
                break
    return False


@kernel
def _turn(tables, row, state, sign):
    """Count without the facts that an inverse action takes away and with those it brings back (or, with 1, undo that).

    Says whether the groups of the facts that come back allow it.
    """
    counts, offsets, inverse, old = tables.counts, tables.offsets, tables.inverse, tables.old
    for step in range(inverse[row, STEP] + 1, inverse[row + 1, STEP]):
        v = tables.choices.steps[step, VARIABLE]
        _count(counts, offsets[v] + state[v], sign)
    within = True
    for go in range(2):
        for i in range(inverse[row, OLD], inverse[row + 1, OLD]):
            v = old[i, OF_VARIABLE]
            value = old[i, IS] if go else state[v]
            within &= _count(counts, offsets[v] + value, -sign if go else sign)
    return within


@inlined
def _count_all(counts, offsets, state):
    """Count the facts of a state."""
    half = len(counts.totals) // 2
    for group in range(half):
        counts.totals[group] = counts.totals[half + group]
    for v in range(len(state)):
        _count(counts, offsets[v] + state[v], np.int64(1))


@inlined
def _count(counts, fact, sign):
    """Count a fact once more or less; say whether its groups have at most one.

    Callers write np.int64(1): for a bare number numba would compile a function of its own.
    """
    within = True
    for i in range(counts.first[fact], counts.first[fact + 1]):
        group = counts.of_fact[i]
        counts.totals[group] += sign
        within &= counts.totals[group] <= 1
    return within


@kernel
def _is_solvable(choices, counts, offsets, first, end, state, before):
    """Set the ranges of the free variables, and say whether each part has values that its constraints allow.

    Without this a part that has none would be tried again after every choice for the parts before it.
    """
    steps = choices.steps
    if not _holds(choices, first - 1, state, before):
        return False
    for step in range(first, end):
        v, own = steps[step, VARIABLE], steps[step, OWN]
        steps[step, LOW], steps[step, HIGH] = 0, offsets[v + 1] - offsets[v]
        if own >= 0:
            fixed = True
            for effect in range(choices.constraints[own, EFFECT], choices.constraints[own + 1, EFFECT]):
                fixed &= choices.effects[effect, VALUE] != state[v]
            if fixed:  # no effect has brought this value about
                steps[step, LOW], steps[step, HIGH] = state[v], state[v] + 1
    if steps[first, DUE] == steps[end, DUE]:
        return True
    while first < end:
        last = np.int64(steps[first, PART_END])
        before[steps[first, VARIABLE]] = steps[first, LOW] - 1
        if not _advance(choices, counts, offsets, state, before, first, last, first, np.int64(0)):
            return False
        first = last
    return True


@kernel
def _advance(choices, counts, offsets, state, before, first, end, depth, weight):
    """Go on to the next values of the variables of some steps; say whether there are any.

    ``depth`` is the step to go on from. With ``weight`` 1 the groups are counted and respected, with 0 they are not.
    """
    steps = choices.steps
    while depth >= first:
        v = steps[depth, VARIABLE]
        if before[v] >= steps[depth, LOW]:
            _count(counts, offsets[v] + before[v], -weight)
        before[v] += 1
        if before[v] >= steps[depth, HIGH]:
            depth -= 1
        elif _count(counts, offsets[v] + before[v], weight) and _holds(choices, depth, state, before):
            if depth + 1 == end:
                return True
            depth += 1
            before[steps[depth, VARIABLE]] = steps[depth, LOW] - 1
    return False


@kernel
def _holds(choices, step, state, before):
    """Say whether the constraints that are due at a step hold."""
    constraints, effects, conditions = choices.constraints, choices.effects, choices.conditions
    for i in range(choices.steps[step, DUE], choices.steps[step + 1, DUE]):
        constraint = choices.due[i]
        v = constraints[constraint, VARIABLE]
        after = before[v]
        for effect in range(constraints[constraint, EFFECT], constraints[constraint + 1, EFFECT]):
            fires = True
            for j in range(effects[effect, CONDITION], effects[effect + 1, CONDITION]):
                fires &= before[conditions[j, OF_VARIABLE]] == conditions[j, IS]
            if fires:
                after = effects[effect, VALUE]
                break
        if after != state[v]:
            return False
    return True
