"""Pairs of facts that exclude each other, by induction over all actions.

A mutex group counts atoms. It cannot say that a box marked as stored stands on a goal square, or that a crate on a
pallet is where the pallet is. Such facts are about the same thing, so we ask which of them *may hold together*: those
that do in the reference state, and those that an action brings together out of facts that may. What is left never
holds together in a state that actions reach from a state where it does not: an invariant.

This is h^2 (Haslum and Geffner 2000) with four differences, for legal is more than reachable. Every single fact is
possible. Facts about different things always may hold together. A fact that no action adds is another beginning: it
goes with the reference's values of all other variables, and with any value of a variable whose value in the reference
it excludes: the square that a box begins on is not clear, though in the reference it is. And where the first value of a
consumable, such as a full tank, would tie the van to the place where it stands in the reference, the van is free to
stand elsewhere; but no flag is free, such as that of a box that can only be pushed away from where it stands.

What three facts exclude together ``beta_plan.sas.triples`` finds, and rings of any length ``beta_plan.sas.cycles``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import changes
from beta_plan.sas.graphs import acyclic, pair_counts, transitions
from beta_plan.sas.rows import Longs, Rows
from beta_plan.sas.task import NONE_OF_THOSE, MutexGroup, SasTask

MAX_FACTS = 3000
MAX_WORK = 8_000_000
"""Words of 64 facts that one round over all actions may touch: less than a second for all rounds."""
_CHUNK = 1 << 22

Words = NDArray[np.uint64]
Mask = NDArray[np.bool_]


def exclusive_pairs(task: SasTask) -> tuple[MutexGroup, ...] | None:
    """Return mutex groups of a fact and all values of another variable that it excludes; None if it is too much.

    Only what the variables and mutex groups of the task do not say already. None without a reference state is ().
    """
    if task.init is None or not task.num_facts:
        return ()
    if task.num_facts > MAX_FACTS or work(task) > MAX_WORK:
        return None
    events = _events(task)
    excluded = known_mutexes(task)
    linked = _about_the_same(task) & ~excluded
    together = ~linked & ~excluded
    sources = _seed(task, together, linked, excluded)
    _close(task, together, excluded, events)
    while _untie(task, together, excluded, sources):
        _close(task, together, excluded, events)
    return tuple(pair_groups(task, linked & ~together))


def work(task: SasTask) -> int:
    """Return the words that a round over all actions touches, and the pairs of effects of one action."""
    actions, effects = task.actions, task.actions.conditional
    entries = len(actions.pre.values) + len(actions) + len(effects.condition.values)
    entries += int(actions.pre.lengths[effects.action].sum())
    together = np.bincount(effects.action, minlength=1).astype(np.int64)
    return entries * (task.num_facts // 64 + 1) + int((together**2).sum())


@dataclass(frozen=True, eq=False)
class _Events:
    """What an action requires and sets: its certain effects, or these and one conditional effect."""

    pre: Rows
    sets: Rows
    allies: Longs


def _events(task: SasTask) -> _Events:
    """Return all events, and as codes f * facts + g the pairs that conditional effects of one action set together."""
    actions, effects = task.actions, task.actions.conditional
    count = len(effects.fact)
    if not count:
        return _Events(actions.pre, actions.post, np.empty(0, dtype=np.int64))
    own = Rows.from_lengths(np.ones(count, dtype=np.int64), effects.fact)
    pre = Rows.concatenate([actions.pre, actions.pre.take(effects.action).union(effects.condition)])
    sets = Rows.concatenate([actions.post, actions.post.take(effects.action).union(own)])
    by_action = Rows.from_pairs(effects.action, effects.fact, len(actions))
    pairs = by_action.take(np.repeat(np.arange(len(actions)), by_action.lengths))
    return _Events(pre, sets, np.unique(np.repeat(by_action.values, pairs.lengths) * task.num_facts + pairs.values))


def known_mutexes(task: SasTask) -> Mask:
    """Mark the pairs that variables and mutex groups exclude."""
    same: Mask = task.variable_of[:, None] == task.variable_of[None, :]
    for group in task.mutex_groups:
        same[np.ix_(group.facts, group.facts)] = True
    np.fill_diagonal(same, False)
    return same


def things_and_mentions(task: SasTask) -> tuple[Mask, Mask]:
    """Mark for each fact the objects that its variable is about, and those that the fact mentions.

    A variable is about the objects that all its atoms mention: the box, not the squares it may be on.
    """
    things = np.zeros((task.num_facts, len(task.atoms.objects)), dtype=bool)
    mentioned = things.copy()
    for number, variable in enumerate(task.variables):
        arguments = [set(task.atoms.arguments[a].tolist()) for a in variable.atoms if a != NONE_OF_THOSE]
        common = sorted(set.intersection(*arguments))
        first = int(task.offsets[number])
        things[first : first + len(variable.atoms), common] = True
        for value, atom in enumerate(variable.atoms):
            own = common if atom == NONE_OF_THOSE else task.atoms.arguments[atom].tolist()
            mentioned[first + value, own] = True
    return things, mentioned


def _name_the_same(task: SasTask) -> Mask:
    """Mark the pairs in which one fact mentions a thing that the other's variable is about."""
    things, mentioned = things_and_mentions(task)
    named: Mask = (things.astype(np.float32) @ mentioned.T.astype(np.float32)) > 0
    return named | named.T


def _about_the_same(task: SasTask) -> Mask:
    """Mark the pairs in which one fact mentions a thing that the other's variable is about.

    A flag that never changes without another one is about the same, too: the instrument that is switched on and the
    power of its satellite, though no atom has both names.
    """
    linked = _name_the_same(task)
    linked |= _companions(task)[np.ix_(task.variable_of, task.variable_of)]
    linked |= linked.T
    linked &= task.variable_of[:, None] != task.variable_of[None, :]
    return linked


def _companions(task: SasTask) -> Mask:
    """Mark the flags u, w of which each changes only together with a third flag, or u only with w itself.

    Flags are variables of two values. For larger ones this would be too much: that a cell is seen only when the robot
    moves does not tie the robot to it.
    """
    changed = changes(task)
    affected = Rows.from_pairs(changed.action, task.variable_of[changed.new], len(task.actions))
    count = len(task.variables)
    codes, numbers = pair_counts(affected, affected, count)
    always = codes[numbers == np.bincount(affected.values, minlength=count)[codes // count]]
    found = np.zeros((count, count), dtype=np.float32)
    found.reshape(-1)[always] = 1
    flags = np.diff(task.offsets) == 2
    found *= flags[:, None] & flags[None, :]
    shared: Mask = found @ found.T > 0
    return shared


def _seed(task: SasTask, together: Mask, linked: Mask, excluded: Mask) -> Mask:
    """Let the facts of the reference hold together, and other beginnings with them; mark what no action adds."""
    assert task.init is not None
    reference = task.facts_of(task.init)
    together[np.ix_(reference, reference)] = True
    beginnings = np.ones(task.num_facts, dtype=bool)
    beginnings[task.actions.post.values] = False
    beginnings[task.actions.conditional.fact] = False
    rows = np.flatnonzero(beginnings)
    some = np.ix_(rows, reference)
    together[some] |= linked[some]
    together.T[some] |= linked[some]
    instead = excluded[some][:, task.variable_of] & linked[rows]
    together[rows] |= instead
    together.T[rows] |= instead
    return beginnings


def _untie(task: SasTask, together: Mask, excluded: Mask, sources: Mask) -> bool:
    """Free what the first value of a consumable ties to the reference, but no flags; say whether there was anything.

    It ties by the name of a thing, the van. That a cell which is unseen is not the walker's is no tie to the other
    cell, if there are but two.
    """
    assert task.init is not None
    old, new, _ = transitions(task, changes(task))
    consumable = acyclic(task, old, new)
    moving = np.zeros(len(task.variables), dtype=bool)
    moving[task.variable_of[new]] = True
    moving &= np.array([len(v.atoms) > 2 or NONE_OF_THOSE not in v.atoms for v in task.variables], dtype=bool)
    counts = np.add.reduceat(together, task.offsets[:-1], axis=1, dtype=np.int64)
    possible = np.add.reduceat(~excluded, task.offsets[:-1], axis=1, dtype=np.int64)
    reference = task.facts_of(task.init)
    tied = (counts == 1) & (possible > 1) & together[:, reference] & _name_the_same(task)[:, reference]
    tied &= (sources & consumable[task.variable_of])[:, None] & (moving & ~consumable)[None, :]
    freed = tied[:, task.variable_of] & ~excluded & ~together
    together |= freed | freed.T
    return bool(freed.any())


def _close(task: SasTask, together: Mask, excluded: Mask, events: _Events) -> None:
    """Add what actions bring together, until nothing new comes."""
    together.reshape(-1)[events.allies] = True
    together &= ~excluded
    together |= together.T
    allowed = _words(~excluded)
    own = _words(task.variable_of[:, None] == task.variable_of[None, :])
    chunk = max(1, _CHUNK // len(allowed))
    before = -1
    while before != (before := int(together.sum())):
        rows = _words(together)
        for first in range(0, len(events.pre), chunk):
            some = np.arange(first, min(first + chunk, len(events.pre)))
            _bring_together(rows, events.pre.take(some), events.sets.take(some), own)
        bits = np.ascontiguousarray((rows & allowed).T).view(np.uint8)
        together[:] = np.unpackbits(bits, axis=1, count=task.num_facts, bitorder="little").astype(bool)
        together |= together.T


def _words(matrix: Mask) -> Words:
    """Return the bits of each row in words of 64: word w of row f stands at [w, f]."""
    packed = np.packbits(matrix, axis=1, bitorder="little")
    padded = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8)))
    return np.ascontiguousarray(padded.view(np.uint64).T)


def _bring_together(rows: Words, pre: Rows, sets: Rows, own: Words) -> None:
    """Or into ``rows`` what holds together after the events: what they set, with each other and with what stays."""
    staying = _reduce(np.bitwise_and, rows, pre, ~np.uint64(0))
    bit = np.uint64(1) << (pre.values & 63).astype(np.uint64)
    applicable = np.ones(len(pre), dtype=bool)
    applicable[pre.owners[staying[pre.values >> 6, pre.owners] & bit == 0]] = False
    sets = sets.take(applicable)
    staying = staying[:, applicable] & ~_reduce(np.bitwise_or, own, sets, np.uint64(0))
    bit = np.uint64(1) << (sets.values & 63).astype(np.uint64)
    np.bitwise_or.at(staying, (sets.values >> 6, sets.owners), bit)
    order = np.argsort(sets.values, kind="stable")
    facts, owners = sets.values[order], sets.owners[order]
    if len(facts):
        starts = np.flatnonzero(np.concatenate([[True], facts[1:] != facts[:-1]]))
        for word, line in zip(rows, staying, strict=True):
            word[facts[starts]] |= np.bitwise_or.reduceat(line[owners], starts)


def _reduce(operation: np.ufunc, table: Words, rows: Rows, empty: np.uint64) -> Words:
    """Return for each row the table's bits at its entries, put together; ``empty`` for a row without entries."""
    out = np.full((len(table), len(rows)), empty)
    filled = np.flatnonzero(rows.lengths)
    if len(filled):
        for line, word in zip(out, table, strict=True):
            line[filled] = operation.reduceat(word[rows.values], rows.offsets[filled])
    return out


def pair_groups(task: SasTask, exclusive: Mask) -> Iterator[MutexGroup]:
    """Yield a group for each fact and variable of which it excludes values, each pair once."""
    rows, columns = np.nonzero(exclusive)
    u, v = task.variable_of[rows], task.variable_of[columns]
    sizes = np.diff(task.offsets)
    smaller = (sizes[u] < sizes[v]) | ((sizes[u] == sizes[v]) & (u < v))
    rows, columns, v = rows[smaller], columns[smaller], v[smaller]
    order = np.lexsort((columns, v, rows))
    rows, columns, v = rows[order], columns[order], v[order]
    new = np.ones(len(rows), dtype=bool)
    new[1:] = (rows[1:] != rows[:-1]) | (v[1:] != v[:-1])
    for first, last in pairwise([*np.flatnonzero(new).tolist(), len(rows)]):
        yield MutexGroup(tuple(sorted([int(rows[first]), *columns[first:last].tolist()])), exactly_one=False)


def impossible_actions(task: SasTask) -> Mask:
    """Mark the actions whose preconditions a mutex group excludes."""
    return task.actions.pre.twice_in(Rows.of([group.facts for group in task.mutex_groups]))
