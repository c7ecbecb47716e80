"""Partitions that are chosen for every state: ``redrawn`` at random, ``best`` by matching or by a climb."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import kernel
from beta_plan.pdbs.draw_kernels import absorb, choose, shuffle
from beta_plan.pdbs.lookup_kernels import enter, entry, look_up, total_of
from beta_plan.pdbs.matching_kernels import largest_matching
from beta_plan.pdbs.part_protocol import value_of
from beta_plan.pdbs.policy_tables import DRAWS, NUM_THINGS, BestTables, PartTables, RedrawnTables
from beta_plan.spaces.anchor_kernels import evaluates_alone
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import DEAD_END

NOTHING = np.int64(-1)
"""No thing, or no place."""

NONE, ONE = np.int64(0), np.int64(1)
"""How many: for bare numbers numba would compile functions of their own."""


@implements(value_of, PartTables)
@kernel
def _value_of(parts, state, group, size, without, thing):
    """Number the part among those of its size, and add what its tables say."""
    rank, count = np.int64(0), 0
    for place in range(size):
        if place != without:
            other = group[place]
            if 0 <= thing < other:
                count += 1
                rank += parts.binomial[thing, count]
                thing = NOTHING
            count += 1
            rank += parts.binomial[other, count]
    if thing >= 0:
        count += 1
        rank += parts.binomial[thing, count]
    part = parts.size_first[count] + rank
    total = np.int64(0)
    for i in range(parts.part_first[part], parts.part_first[part + 1]):
        t = parts.table[i]
        at = parts.entry_first[t]
        for j in range(parts.pattern_first[t], parts.pattern_first[t + 1]):
            at += parts.step[j] * state[parts.variable[j]]
        total += entry(parts.entries, at, np.int64(parts.width[t]))
    return total


@kernel
def _sort(numbers, first, end):
    """Sort a few numbers in place."""
    for i in range(first + 1, end):
        number, place = numbers[i], i
        while place > first and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


@evaluates_alone(RedrawnTables)
@kernel
def _redraw(tables, state, h):
    """Draw partitions by the state, and write the largest sum of each k."""
    pool, parts, numbers, draws = tables.pool, tables.parts, tables.numbers, tables.settings[DRAWS]
    enter(pool, state)
    num_things = tables.settings[NUM_THINGS]
    for i in range(len(h)):
        largest, k = np.int64(0), np.int64(tables.order[i])
        x = absorb(tables.start[i], state)
        if k > 0:
            for _ in range(draws):
                x = shuffle(x, numbers, num_things)
                total = np.int64(0)
                for first in range(0, num_things, k):
                    end = min(first + k, num_things)
                    _sort(numbers, first, end)
                    total += value_of(parts, state, numbers[first:end], end - first, NOTHING, NOTHING)
                largest = max(largest, total)
        else:
            count = pool.k_first[i + 1] - pool.k_first[i]
            x = choose(x, numbers, count, draws)
            for j in range(min(draws, count)):
                largest = max(largest, total_of(pool, pool.k_first[i] + numbers[j]))
        h[i] = min(largest, DEAD_END)


@evaluates_alone(BestTables)
@kernel
def _find_best(tables, state, h):
    """Write the value of the best partition that is found for each k."""
    look_up(tables.pool, state, h)
    parts, order, num_things = tables.parts, tables.order, tables.settings[NUM_THINGS]
    for i in range(len(h)):
        k = np.int64(order[i])
        if k == 0:
            continue
        if k == 2:
            total = _best_pairs(parts, tables.matching, state, num_things, tables.groups.left)
        else:
            total = _climb(parts, tables.groups, state, _greedy(parts, tables.groups, state, num_things, k), k)
            x = absorb(tables.start[i], state)
            for _ in range(tables.settings[DRAWS]):
                x = shuffle(x, tables.groups.left, num_things)
                count = _group(parts, tables.groups, state, num_things, k)
                total = max(total, _climb(parts, tables.groups, state, count, k))
        h[i] = min(total, DEAD_END)


@kernel
def _climb(parts, groups, state, count, k):
    """Return the sum of the groups after all swaps that help."""
    while k > 1 and _swap(parts, groups, state, count):
        pass
    total = np.int64(0)
    for g in range(count):
        total += groups.worth[g]
    return total


@kernel
def _group(parts, groups, state, num_things, k):
    """Cut the things, in the order in which they are ``left``, into groups of k; return how many."""
    members, sizes, worth, left, _ = groups
    count = 0
    for first in range(0, num_things, k):
        size = NONE
        for i in range(first, min(first + k, num_things)):
            _insert(members[count], size, left[i])
            size += 1
        sizes[count] = size
        worth[count] = value_of(parts, state, members[count], size, NOTHING, NOTHING)
        count += 1
    return count


@kernel
def _best_pairs(parts, matching, state, num_things, pair):
    """Return the value of the best partition into pairs; of an odd number of things one stays alone.

    The matching wants weights above zero, so each is one more; ``pair`` is scratch memory.
    """
    count = num_things + num_things % 2
    for u in range(1, count + 1):
        pair[0] = u - 1
        for v in range(u + 1, count + 1):
            other = v - 1 if v <= num_things else NOTHING
            weight = 1 + value_of(parts, state, pair, ONE, NOTHING, other)
            matching.weight[u, v] = weight
            matching.weight[v, u] = weight
    return largest_matching(matching, count) - count // 2


@kernel
def _greedy(parts, groups, state, num_things, k):
    """Write groups that begin with the first thing left and grow by the largest increment; return how many."""
    members, sizes, worth, left, alone = groups
    waiting = num_things
    for x in range(waiting):
        left[x] = x
        alone[x] = value_of(parts, state, left, NONE, NOTHING, x)
    count = 0
    while waiting > 0:
        size, chosen = NONE, NONE
        value = np.int64(0)
        while waiting > 0 and size < k:
            most = NOTHING * DEAD_END * DEAD_END
            for i in range(waiting if size > 0 else 1):
                x = left[i]
                with_x = value_of(parts, state, members[count], size, NOTHING, x) if size > 0 else alone[x]
                if with_x - alone[x] > most:
                    most, chosen, value = with_x - alone[x], i, with_x
            _insert(members[count], size, left[chosen])
            size += 1
            waiting -= 1
            for i in range(chosen, waiting):
                left[i] = left[i + 1]
        sizes[count], worth[count] = size, value
        count += 1
    return count


@kernel
def _insert(group, size, thing):
    """Insert a thing into an ascending group."""
    place = size
    while place > 0 and group[place - 1] > thing:
        group[place] = group[place - 1]
        place -= 1
    group[place] = thing


@kernel
def _swap(parts, groups, state, count):
    """Let two things of different groups change places, the first with which the sum grows; say whether some did."""
    members, sizes, worth, _, _ = groups
    for one in range(count):
        for other in range(one + 1, count):
            now = worth[one] + worth[other]
            for i in range(sizes[one]):
                for j in range(sizes[other]):
                    x, y = members[one, i], members[other, j]
                    first = value_of(parts, state, members[one], sizes[one], i, y)
                    second = value_of(parts, state, members[other], sizes[other], j, x)
                    if first + second > now:
                        _replace(members[one], sizes[one], i, y)
                        _replace(members[other], sizes[other], j, x)
                        worth[one], worth[other] = first, second
                        return True
    return False


@kernel
def _replace(group, size, place, thing):
    """Put a thing where another was, and keep the group ascending."""
    for i in range(place, size - 1):
        group[i] = group[i + 1]
    _insert(group, size - 1, thing)
