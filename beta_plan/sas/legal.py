"""Legality as bounded sums: mutex groups, exclusive triples and linear invariants are one kind of constraint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from beta_plan.sas.task import SasTask

_SHOWN = 6
"""How many facts a message spells out."""


@dataclass(frozen=True)
class Bound:
    """``low <= total <= high``, the total being the weights of those ``facts`` that hold in a state.

    A mutex group has weights one and the interval [0, 1], or [1, 1] where exactly one holds; an exclusive triple
    [0, 2]; a linear invariant has its value at both ends, a sub-invariant at the upper one. One rule then serves the
    search, the completion of goals and its messages.
    """

    facts: tuple[int, ...]
    weights: tuple[int, ...]
    low: int
    high: int

    @property
    def is_group(self) -> bool:
        """Say whether this is a mutex group (rather than a weighted sum)."""
        return self.high == 1 and self.low in (0, 1) and all(weight == 1 for weight in self.weights)

    def spell(self, task: SasTask) -> str:
        """Return the constraint in words, for messages: ``at most one of a=1, b=2 holds``."""
        shown = list(zip(self.facts, self.weights, strict=True))[:_SHOWN]
        names = [task.fact_name(f) if w == 1 else f"{w}*[{task.fact_name(f)}]" for f, w in shown]
        if len(self.facts) > _SHOWN:
            names.append("...")
        if self.is_group:
            return f"{'exactly' if self.low else 'at most'} one of {', '.join(names)} holds"
        if self.low < self.high:
            return f"at most {self.high} of {', '.join(names)} hold"
        return f"{' + '.join(names)} is always {self.low}"


def bounds(task: SasTask) -> tuple[Bound, ...]:
    """Return every mutex group, linear invariant, exclusive triple and sub-invariant, as bounded sums."""
    groups = [Bound(g.facts, (1,) * len(g.facts), int(g.exactly_one), 1) for g in task.mutex_groups]
    sums = [Bound(i.facts, i.weights, i.value, i.value) for i in task.linear_invariants]
    triples = [Bound((*t.pair, *t.others), (1,) * (2 + len(t.others)), 0, 2) for t in task.exclusive_triples]
    subs = [Bound(s.facts, (1,) * len(s.facts), 0, s.value) for s in task.sub_invariants]
    return (*groups, *sums, *triples, *subs)


class Legality:
    """The bounds of a task, indexed by fact."""

    def __init__(self, task: SasTask) -> None:
        self.bounds = bounds(task)
        self.non_negative = [all(weight >= 0 for weight in bound.weights) for bound in self.bounds]
        self.rows_of: dict[int, list[tuple[int, int]]] = {}
        for row, bound in enumerate(self.bounds):
            for fact, weight in zip(bound.facts, bound.weights, strict=True):
                self.rows_of.setdefault(fact, []).append((row, weight))


class Ledger:
    """The running totals of all bounds while facts come and go.

    ``broken`` counts the totals outside their interval: a complete state is legal iff it is zero. ``over`` counts
    those that can only be mended by taking facts away, so a partial state with ``over`` has no legal completion.
    """

    def __init__(self, legality: Legality, facts: Iterable[int]) -> None:
        self._legality = legality
        self._totals = [0] * len(legality.bounds)
        self.broken = sum(bound.low > 0 or bound.high < 0 for bound in legality.bounds)
        self.over = sum(n and bound.high < 0 for n, bound in zip(legality.non_negative, legality.bounds, strict=True))
        for fact in facts:
            self.add(fact)

    def add(self, fact: int, sign: int = 1) -> None:
        """Let ``fact`` hold (or, with sign -1, no longer hold)."""
        for row, weight in self._legality.rows_of.get(fact, ()):
            bound, before = self._legality.bounds[row], self._totals[row]
            after = self._totals[row] = before + sign * weight
            self.broken += (not bound.low <= after <= bound.high) - (not bound.low <= before <= bound.high)
            if self._legality.non_negative[row]:
                self.over += (after > bound.high) - (before > bound.high)
