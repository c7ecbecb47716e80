"""Constrained pattern databases: which abstract states some legal state is projected to, as far as bounds tell."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from beta_plan.pdbs.projection import Mask, Projection
from beta_plan.sas.legal import Bound, bounds
from beta_plan.sas.rows import Longs
from beta_plan.sas.task import SasTask


class LegalStates:
    """The mutex groups and linear invariants of a task, indexed by variable."""

    def __init__(self, task: SasTask) -> None:
        self._bounds = [_split(task, bound) for bound in bounds(task)]
        self._of: dict[int, list[int]] = {}
        for number, bound in enumerate(self._bounds):
            for variable in bound.weights:
                self._of.setdefault(variable, []).append(number)
        self._has_legal_states = not any(bound.is_hopeless for bound in self._bounds)

    def mask(self, projection: Projection) -> Mask:
        """Mark the abstract states that the bounds do not exclude.

        A mutex group excludes two facts inside the pattern. An exactly-one group or a linear invariant excludes
        those whose sum the variables outside, each with any of its values, cannot complete; where no state at all
        has such a sum, every abstract state is illegal.
        """
        if not self._has_legal_states:
            return np.zeros(projection.size, dtype=bool)
        illegal = np.zeros(projection.shape, dtype=bool)
        forbidden: dict[tuple[int, int], Mask] = {}
        for number in sorted({number for v in projection.pattern for number in self._of.get(v, ())}):
            bound = self._bounds[number]
            inside = [place for place, v in enumerate(projection.pattern) if v in bound.weights]
            if bound.is_group:
                for pair in combinations(inside, 2):
                    one, other = (bound.weights[projection.pattern[place]] > 0 for place in pair)
                    pairs = forbidden.setdefault(pair, np.zeros((len(one), len(other)), dtype=bool))
                    pairs |= np.logical_and.outer(one, other)
            if bound.may_break([projection.pattern[place] for place in inside]):
                illegal |= bound.broken(projection, inside)
        for pair, pairs in forbidden.items():
            illegal |= projection.spread(pairs, pair)
        return ~illegal.ravel()


@dataclass(frozen=True, eq=False)
class _Split:
    """A bound by variable: ``weights[v][x]`` is what the value x of v adds to the sum."""

    weights: dict[int, Longs]
    low: int
    high: int
    is_group: bool

    @property
    def is_hopeless(self) -> bool:
        """Whether no values of its variables bring the sum into the interval."""
        least, most = self.outside([])
        return most < self.low or least > self.high

    def outside(self, inside: list[int]) -> tuple[int, int]:
        """Return the least and the most that the variables outside the pattern can add."""
        others = [weights for v, weights in self.weights.items() if v not in inside]
        return sum(int(w.min()) for w in others), sum(int(w.max()) for w in others)

    def may_break(self, inside: list[int]) -> bool:
        """Say whether some abstract state is excluded; of a group, by more than a pair of facts."""
        least, most = self.outside(inside)
        highest = [int(self.weights[v].max()) for v in inside]
        lowest = sum(int(self.weights[v].min()) for v in inside)
        return lowest + most < self.low or (max(highest) if self.is_group else sum(highest)) + least > self.high

    def broken(self, projection: Projection, places: list[int]) -> Mask:
        """Mark the abstract states with a sum that cannot be completed, over the axes that matter."""
        least, most = self.outside([projection.pattern[place] for place in places])
        total = np.zeros((1,) * len(projection.shape), dtype=np.int64)
        for place in places:
            total = total + projection.spread(self.weights[projection.pattern[place]], (place,))
        return (total + most < self.low) | (total + least > self.high)


def _split(task: SasTask, bound: Bound) -> _Split:
    weights: dict[int, Longs] = {}
    for fact, weight in zip(bound.facts, bound.weights, strict=True):
        variable = int(task.variable_of[fact])
        empty = np.zeros(len(task.variables[variable].values), dtype=np.int64)
        weights.setdefault(variable, empty)[fact - task.offsets[variable]] += weight
    return _Split(weights, bound.low, bound.high, bound.is_group)
