"""Sub-invariants: sums over facts that no action increases, such as children served plus sandwiches not eaten.

An action that sets a variable whose value it does not ask for may find it set already. If we assume that it never does,
we get more linear invariants; where the assumption fails, each of them changes in one direction or in both. Those that
can only shrink are the sub-invariants of a Petri net: a legal state has at most the reference's value.
"""

from __future__ import annotations

import numpy as np

from beta_plan.sas.changes import UNKNOWN, old_facts
from beta_plan.sas.columns import EffectColumns, assemble
from beta_plan.sas.linear import null_space
from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.nullspace import Budget, TooLarge
from beta_plan.sas.task import LinearInvariant, SasTask, SubInvariant

DEFAULT_BUDGET = 3_000_000
MOST_UNKNOWN = 20_000
"""Of more changes without a known old value none is looked at."""


def sub_invariants(task: SasTask, *, budget: int = DEFAULT_BUDGET) -> tuple[SubInvariant, ...]:
    """Return the sub-invariants of weight one that are no invariants; none where that would take too long.

    Actions with conditional effects are not looked into: a task that has some has none.
    """
    if task.init is None or not task.variables or len(task.actions.conditional.fact):
        return ()
    optimist = _Optimist(task)
    if not 0 < optimist.num_unknown <= MOST_UNKNOWN:
        return ()
    try:
        effects = optimist.effects()
        found = null_space(task, effects, Budget(budget)) if optimist.doubts else ()
    except TooLarge:
        return ()
    subs = (_sub_invariant(task, invariant, optimist.doubts) for invariant in found)
    return tuple(sorted({sub for sub in subs if sub is not None}, key=lambda sub: sub.facts))


class _Optimist:
    """Takes every change for a real one, and keeps ``doubts``: (new, old) where the new fact may have held before."""

    def __init__(self, task: SasTask) -> None:
        self._task = task
        self._old = old_facts(task, task.actions.pre, task.actions.post).astype(np.int64)
        self._unknown = np.flatnonzero(self._old == UNKNOWN)
        self.num_unknown = len(self._unknown)
        self.doubts: set[tuple[int, int]] = set()

    def effects(self) -> EffectColumns:
        """Return the columns of real changes; old values that are possible besides the new one must weigh the same."""
        task, post = self._task, self._task.actions.post
        mutexes = Mutexes(task)
        old, keep = self._old.copy(), np.ones(len(self._old), dtype=bool)
        equal: list[tuple[int, int]] = []
        for place in self._unknown.tolist():
            new = int(post.values[place])
            allowed = mutexes.allowed(int(task.variable_of[new]), task.actions.pre[int(post.owners[place])].tolist())
            others = [fact for fact in allowed if fact != new]
            if others:
                old[place] = others[0]
                equal += [(others[0], other) for other in others[1:]]
            keep[place] = bool(others)
            if others and len(others) < len(allowed):
                self.doubts.add((new, others[0]))
        changes = np.stack([old, post.values], axis=1)[keep]
        pairs = np.array(equal, dtype=np.int64).reshape(-1, 2)
        return assemble(post.owners[keep].astype(np.int64), changes, pairs, in_order=True)


def _sub_invariant(task: SasTask, found: LinearInvariant, doubts: set[tuple[int, int]]) -> SubInvariant | None:
    """Return a sum as a bound on the number of facts, if it only shrinks (or only grows) and its weights are one."""
    weight = dict(zip(found.facts, found.weights, strict=True))
    gains = {np.sign(weight.get(new, 0) - weight.get(old, 0)) for new, old in doubts}
    if gains <= {0} or {-1, 1} <= gains:
        return None
    sign = 1 if 1 in gains else -1
    value, facts = sign * found.value, []
    variables = sorted({int(task.variable_of[fact]) for fact in found.facts})
    for variable in variables:
        own = range(int(task.offsets[variable]), int(task.offsets[variable + 1]))
        weights = [sign * weight.get(fact, 0) for fact in own]
        least = min(weights)
        if max(weights) - least > 1:
            return None
        value -= least
        facts += [fact for fact, each in zip(own, weights, strict=True) if each > least]
    return SubInvariant(tuple(facts), value) if value < len(variables) else None
