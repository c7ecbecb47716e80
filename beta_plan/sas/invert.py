"""Inverse actions: the successors and predecessors of a state, in both directions from the definition.

An action <pre, post> leads from s to t iff pre holds in s and t is s with post. Backwards: post and the prevail
facts (pre on variables that post leaves alone) hold in t, and in s the changed variables have their old values.
A variable in post but not in pre had any value that legality allows. This module is the reference in plain
Python; kernels are tested against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import same_variable
from beta_plan.sas.implied import implied_facts
from beta_plan.sas.legal import Ledger, Legality
from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.regress import Regression
from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import SasTask, State


@dataclass(frozen=True)
class InverseAction:
    """Where ``required`` holds, ``old`` facts come back and each of the ``free`` variables takes some value."""

    action: int
    required: tuple[int, ...]
    old: tuple[int, ...]
    free: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class InverseTable:
    """Row ``i`` inverts action ``i``; ``required`` and ``old`` are facts, ``free`` variables.

    Where ``conditional`` is set the row is only necessary: what conditional effects may have changed is free or
    has its precondition's value in ``old``, and a candidate counts if the action leads from it to the state.
    """

    required: Rows
    old: Rows
    free: Rows
    conditional: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.required)

    def __getitem__(self, action: int) -> InverseAction:
        parts = (tuple(rows[action].tolist()) for rows in (self.required, self.old, self.free))
        return InverseAction(action, *parts)

    @cached_property
    def deterministic(self) -> NDArray[np.bool_]:
        """Mark the actions that have exactly one inverse: no free variable, no conditional effect."""
        known: NDArray[np.bool_] = self.free.lengths == 0
        return known & ~self.conditional


def inverse_actions(task: SasTask) -> InverseTable:
    """Return the inverse of every action.

    Where the mutex groups leave one value to a variable that the precondition does not mention, that is its old
    value: a square that the man steps off was not clear. What exclusive triples imply is required, too.
    """
    pre, post, effects = task.actions.pre, task.actions.post, task.actions.conditional
    count, num_actions = len(task.variables), len(task.actions)
    at = same_variable(task, pre, post)
    asked = at >= 0
    changed = np.zeros(len(pre.values), dtype=bool)
    changed[at[asked][pre.values[at[asked]] != post.values[asked]]] = True
    pre_keys = pre.owners * count + task.variable_of[pre.values]
    targets = _distinct(effects.action.astype(np.int64) * count + task.variable_of[effects.fact])
    changed |= is_in(pre_keys, targets)
    owner, variable = post.owners[~asked], task.variable_of[post.values[~asked]]
    before = Mutexes(task).before(owner, variable)
    told = before.count == 1
    post_keys = post.owners * count + task.variable_of[post.values]
    open_targets = targets[~is_in(targets, np.sort(np.concatenate([pre_keys, post_keys])))]
    free = np.concatenate([(owner * count + variable)[~told], open_targets])
    implied = implied_facts(task)
    return InverseTable(
        required=_rows(
            np.concatenate([post.owners, pre.owners[~changed], implied.owners]),
            np.concatenate([post.values, pre.values[~changed], implied.values]),
            num_actions,
        ),
        old=_rows(
            np.concatenate([pre.owners[changed], owner[told]]),
            np.concatenate([pre.values[changed], before.first[told]]),
            num_actions,
        ),
        free=_rows(free // count, free % count, num_actions),
        conditional=np.bincount(effects.action, minlength=num_actions) > 0,
    )


def _distinct(codes: Longs) -> Longs:
    """Return the codes sorted and once each; np.unique is slow where most are different."""
    ordered: Longs = np.sort(codes)
    first: NDArray[np.bool_] = np.diff(ordered, prepend=-1) != 0
    return ordered[first]


def _rows(owners: Longs, values: NDArray[np.integer], count: int) -> Rows:
    """Group ``values`` by owner, sorted and distinct, as Rows.from_pairs does; one sort of codes is faster."""
    width = int(values.max(initial=0)) + 1
    codes = _distinct(owners * width + values)
    return Rows.from_lengths(np.bincount(codes // width, minlength=count), (codes % width).astype(np.int32))


class _Index:
    """Rows of facts, found by the rarest fact of each: which rows hold in a state, without looking at all."""

    def __init__(self, rows: Rows, num_facts: int) -> None:
        self._rows = rows
        full = rows.lengths > 0
        frequency = np.bincount(rows.values, minlength=num_facts)[rows.values]
        starts = rows.offsets[:-1][full]
        rarest = np.minimum.reduceat(frequency * num_facts + rows.values, starts) % num_facts if len(starts) else starts
        self._watched_by = _rows(rarest, np.flatnonzero(full), num_facts)
        self._empty = np.flatnonzero(~full)

    def matching(self, facts: Ints) -> list[int]:
        """Return the rows all of whose facts are among ``facts``, in order."""
        candidates = np.concatenate([self._empty, self._watched_by.take(facts).values])
        needed = self._rows.take(candidates)
        held = np.zeros(len(self._watched_by), dtype=bool)
        held[facts] = True
        missing = np.concatenate([[0], np.cumsum(~held[needed.values])])[needed.offsets]
        return sorted(candidates[missing[1:] == missing[:-1]].tolist())


class Transitions:
    """The transitions of a task, prepared once; order is by action, then by state, and s = t is no transition."""

    def __init__(self, task: SasTask) -> None:
        self.task = task
        self.inverse = inverse_actions(task)
        self._legality = Legality(task)
        self._applicable = _Index(task.actions.pre, task.num_facts)
        self._invertible = _Index(self.inverse.required, task.num_facts)
        self._variable_of = task.variable_of.tolist()
        self._offsets = task.offsets.tolist()
        self._regression = Regression(task)

    def successors(self, state: State) -> list[tuple[int, State]]:
        """Return every (a, a(s)) with a applicable in ``state`` and a(s) another state."""
        applicable = self._applicable.matching(self.task.facts_of(state))
        reached = ((action, self.apply(action, state)) for action in applicable)
        return [(action, after) for action, after in reached if after != state]

    def apply(self, action: int, state: State) -> State:
        """Return a(s); whether the preconditions hold is not asked."""
        after = list(state)
        self._set(after, self.task.actions.post[action].tolist())
        if self.inverse.conditional[action]:
            self._set(after, self._regression.fired(action, state))
        return tuple(after)

    def predecessors(self, state: State) -> list[tuple[int, State]]:
        """Return every (a, s) with s legal, a applicable in s, a(s) = ``state``, s another state."""
        facts = self.task.facts_of(state)
        ledger = Ledger(self._legality, facts.tolist())
        found: list[tuple[int, State]] = []
        for action in self._invertible.matching(facts):
            before = sorted(self._undo(action, state, ledger))
            found += [(action, s) for s in before if s != state]
        return found

    def _undo(self, action: int, state: State, ledger: Ledger) -> Iterator[State]:
        """Yield the legal states from which ``action`` leads to ``state``; the ledger ends as it began."""
        before = list(state)
        old, free = self.inverse.old[action].tolist(), self.inverse.free[action].tolist()
        self._set(before, old)
        gone = [self._offsets[v] + state[v] for v in (*(self._variable_of[f] for f in old), *free)]
        self._turn(ledger, gone, old)
        if self.inverse.conditional[action]:
            parts = self._regression.candidates(action, free, before, state)
        else:
            parts = [[((v, x),) for x in range(self._offsets[v + 1] - self._offsets[v])] for v in free]
        yield from self._combine(sorted(parts, key=len), 0, before, ledger)
        self._turn(ledger, old, gone)

    @staticmethod
    def _turn(ledger: Ledger, gone: list[int], come: list[int]) -> None:
        for fact in gone:
            ledger.add(fact, -1)
        for fact in come:
            ledger.add(fact)

    def _combine(
        self, parts: list[list[tuple[tuple[int, int], ...]]], depth: int, before: list[int], ledger: Ledger
    ) -> Iterator[State]:
        """Yield every legal choice of one assignment from each part, leaving a branch once a bound is exceeded."""
        if ledger.over:
            return
        if depth == len(parts):
            if not ledger.broken and not self._has_ring(before):
                yield tuple(before)
            return
        for assignment in parts[depth]:
            facts = [self._offsets[v] + x for v, x in assignment]
            self._set(before, facts)
            self._turn(ledger, [], facts)
            yield from self._combine(parts, depth + 1, before, ledger)
            self._turn(ledger, facts, [])

    def _has_ring(self, state: list[int]) -> bool:
        """Say whether an acyclic relation has a cycle."""
        relations = self.task.acyclic_relations
        held = set(self.task.facts_of(tuple(state)).tolist()) if relations else set()
        return any(relation.has_cycle(held) for relation in relations)

    def _set(self, state: list[int], facts: list[int]) -> None:
        for fact in facts:
            variable = self._variable_of[fact]
            state[variable] = fact - self._offsets[variable]
