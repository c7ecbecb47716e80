"""Readable representatives of linear invariants: few facts, small weights, none negative."""

from __future__ import annotations

from math import gcd

from beta_plan.sas.nullspace import Budget, TooLarge, Vector
from beta_plan.sas.task import SasTask

_STEPS = 500_000
"""What sparsification may spend of the budget: a third of a second."""


class Sparsifier:
    """Invariants up to whole variables: shifting all values of one variable alike says nothing new."""

    def __init__(self, task: SasTask, budget: Budget) -> None:
        self._variable_of = task.variable_of.tolist()
        self._offsets = task.offsets.tolist()
        self._budget = Budget(min(budget.left, _STEPS))

    def simplify(self, vectors: list[Vector], known: list[Vector]) -> list[Vector]:
        """Return non-negative vectors of the same span (modulo ``known`` and whole variables) with fewer facts.

        Adds or subtracts one vector from another as long as that shortens it, a greedy descent: load and
        capacity come out truck by truck rather than as a mixture.
        """
        vectors = [_reduced(v) for v in vectors]
        try:
            while self._shorten(vectors, known):
                pass
        except TooLarge:
            pass  # what is found so far is as right, only longer
        self._budget = Budget(self._offsets[-1] * len(vectors))
        return [self._dressed(v) for v in vectors]

    def _shorten(self, vectors: list[Vector], known: list[Vector]) -> bool:
        """Replace each vector once by the shortest neighbour, where that is shorter; say whether one was."""
        helpers = [*vectors, *known]
        touching: dict[int, list[int]] = {}
        for j, helper in enumerate(helpers):
            for variable in {self._variable_of[fact] for fact in helper}:
                touching.setdefault(variable, []).append(j)
        shortened = False
        for i, vector in enumerate(vectors):
            variables = {self._variable_of[fact] for fact in vector}
            near = {j for variable in variables for j in touching.get(variable, ())} - {i}
            steps = (_combined(vector, helpers[j], sign) for j in sorted(near) for sign in (1, -1))
            shortest = min((vector, *filter(None, steps)), key=lambda step: min(self._lengths(step)))
            if shortest is not vector:
                vectors[i] = helpers[i] = _reduced(shortest)
                shortened = True
        return shortened

    def _lengths(self, vector: Vector) -> tuple[int, int]:
        """Return how many facts +vector and -vector have when each variable's smallest weight is shifted to zero."""
        self._budget.spend(len(vector))
        weights: dict[int, list[int]] = {}
        for fact, weight in vector.items():
            weights.setdefault(self._variable_of[fact], []).append(weight)
        plus = minus = 0
        for variable, own in weights.items():
            size = self._offsets[variable + 1] - self._offsets[variable]
            if len(own) < size:
                own.append(0)  # stands for all other values
            low, high, others = min(own), max(own), size - len(own)
            plus += size - own.count(low) - (others if low == 0 else 0)
            minus += size - own.count(high) - (others if high == 0 else 0)
        return plus, minus

    def _dressed(self, vector: Vector) -> Vector:
        """Return the shorter of +-vector, with weights that are not negative."""
        plus, minus = self._lengths(vector)
        sign = 1 if plus <= minus else -1
        shifted = {fact: sign * weight for fact, weight in vector.items()}
        for variable in {self._variable_of[fact] for fact in vector}:
            facts = range(self._offsets[variable], self._offsets[variable + 1])
            low = min(shifted.get(fact, 0) for fact in facts)
            shifted |= {fact: shifted.get(fact, 0) - low for fact in facts}
        return {f: w for f, w in shifted.items() if w}


def _combined(one: Vector, other: Vector, sign: int) -> Vector:
    total = dict(one)
    for fact, weight in other.items():
        total[fact] = total.get(fact, 0) + sign * weight
    return {f: w for f, w in total.items() if w}


def _reduced(vector: Vector) -> Vector:
    divisor = gcd(*vector.values())
    return {f: w // divisor for f, w in vector.items()}
