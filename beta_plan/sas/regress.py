"""Regression through conditional effects: which values the affected variables may have had before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from beta_plan.sas.rows import Rows
from beta_plan.sas.task import SasTask, State

Assignment = tuple[tuple[int, int], ...]
"""(variable, value) pairs."""


@dataclass(frozen=True)
class _Effect:
    """Set ``variable`` to ``value`` where ``condition``, a partial assignment, held before."""

    condition: Assignment
    variable: int
    value: int

    def fires(self, state: list[int] | State) -> bool:
        return all(state[v] == x for v, x in self.condition)


class Regression:
    """The conditional effects of a task, by action.

    That variable v has the value of t after the action is a constraint on few variables of s: v itself and those
    in the conditions of effects on v. Variables that share no constraint are solved apart, so n objects that a
    moving bag takes along cost n small searches, not one over all their places.
    """

    def __init__(self, task: SasTask) -> None:
        effects = task.actions.conditional
        self._task = task
        self._effects_of = Rows.from_pairs(effects.action, np.arange(len(effects.fact)), len(task.actions))
        self._unpacked: dict[int, list[_Effect]] = {}

    def _effects(self, action: int) -> list[_Effect]:
        if action not in self._unpacked:
            table = self._task.actions.conditional
            self._unpacked[action] = [
                _Effect(tuple(self._assign(f) for f in table.condition[i].tolist()), *self._assign(int(table.fact[i])))
                for i in self._effects_of[action].tolist()
            ]
        return self._unpacked[action]

    def _assign(self, fact: int) -> tuple[int, int]:
        variable = int(self._task.variable_of[fact])
        return variable, fact - int(self._task.offsets[variable])

    def fired(self, action: int, state: State) -> list[int]:
        """Return the facts that the conditional effects of ``action`` set in ``state``."""
        return [int(self._task.offsets[e.variable]) + e.value for e in self._effects(action) if e.fires(state)]

    def candidates(self, action: int, free: list[int], before: list[int], after: State) -> list[list[Assignment]]:
        """Return independent parts; any choice of one assignment from each completes ``before`` to a state s.

        ``before`` has the old values of all but the ``free`` variables; the action leads from every such s to
        ``after``, and from no other.
        """
        by_variable: dict[int, list[_Effect]] = {}
        for effect in self._effects(action):
            by_variable.setdefault(effect.variable, []).append(effect)
        post = {self._assign(f)[0] for f in self._task.actions.post[action].tolist()}
        constraints = [_Constraint(v, tuple(effects)) for v, effects in by_variable.items() if v not in post]
        domains = {v: range(len(self._task.variables[v].values)) for v in free}
        for c in constraints:
            if c.variable in domains and all(e.value != after[c.variable] for e in c.effects):
                domains[c.variable] = range(after[c.variable], after[c.variable] + 1)
        settled = [c for c in constraints if not c.scope & domains.keys()]
        if not all(c.holds(before, after) for c in settled):
            return [[]]
        parts = _components(free, [c.scope & domains.keys() for c in constraints])
        return [list(_solve(part, constraints, domains, before, after)) for part in parts]


@dataclass(frozen=True)
class _Constraint:
    """After the effects on ``variable`` it has the value that it has in the state after."""

    variable: int
    effects: tuple[_Effect, ...]

    @property
    def scope(self) -> set[int]:
        return {self.variable, *(v for effect in self.effects for v, _ in effect.condition)}

    def holds(self, before: list[int], after: State) -> bool:
        results = (effect.value for effect in self.effects if effect.fires(before))
        return next(results, before[self.variable]) == after[self.variable]


def _components(variables: list[int], links: list[set[int]]) -> list[list[int]]:
    """Split ``variables`` into the classes that ``links`` hold together, in order."""
    parts: list[set[int]] = [{v} for v in variables]
    for link in links:
        joined = [part for part in parts if part & link]
        parts = [part for part in parts if not part & link]
        if joined:
            parts.append(set(chain(*joined)))
    return sorted(sorted(part) for part in parts)


def _solve(
    part: list[int], constraints: list[_Constraint], domains: dict[int, range], before: list[int], after: State
) -> Iterator[Assignment]:
    """Yield the assignments of ``part`` under its constraints, each asked as soon as its last variable is set."""
    inside = set(part)
    due: list[list[_Constraint]] = [[] for _ in part]
    for constraint in constraints:
        if scope := constraint.scope & inside:
            due[max(part.index(v) for v in scope)].append(constraint)
    state = list(before)

    def extend(depth: int) -> Iterator[Assignment]:
        if depth == len(part):
            yield tuple((v, state[v]) for v in part)
            return
        for value in domains[part[depth]]:
            state[part[depth]] = value
            if all(c.holds(state, after) for c in due[depth]):
                yield from extend(depth + 1)

    return extend(0)
