"""Exact null spaces of sparse integer equations: few of many columns are eliminated, all are checked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Longs

Rational = int | Fraction
Vector = dict[int, int]
"""Integer weights of classes, zeros left out."""

_PRIME = (1 << 31) - 1
_BITS = 62


class TooLarge(Exception):
    """The work asked for exceeds the budget, or a number exceeds 64 bits."""


@dataclass
class Budget:
    """A count of elementary steps, so that giving up does not depend on the machine."""

    left: int

    def spend(self, steps: int) -> None:
        """Take ``steps`` off, or raise TooLarge."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge


class Elimination:
    """Equations solved so far: every dependent unknown as a combination of independent ones, always in full.

    Unknown 0 is zero. ``users`` tells which dependent unknowns mention an independent one, so that making it
    dependent in turn touches only these.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.solved: dict[int, dict[int, Rational]] = {0: {}}
        self.users: dict[int, dict[int, None]] = {}

    def expression(self, unknown: int) -> dict[int, Rational]:
        """Return ``unknown`` as a combination of independent unknowns."""
        return self.solved.get(unknown, {unknown: 1})

    def require(self, equation: Vector) -> bool:
        """Let the combination be zero; return whether that was news."""
        total: dict[int, Rational] = {}
        for unknown, factor in equation.items():
            self._add(total, self.expression(unknown), factor)
        if not total:
            return False
        pivot = min(total, key=lambda u: (abs(total[u]) != 1, len(self.users.get(u, ())), -u))
        divisor = -total.pop(pivot)
        self._solve(pivot, {u: _divide(c, divisor) for u, c in total.items()})
        return True

    def _solve(self, pivot: int, expression: dict[int, Rational]) -> None:
        self.solved[pivot] = expression
        for dependent in (pivot, *self.users.pop(pivot, ())):
            target = self.solved[dependent]
            if dependent != pivot:
                before = set(target)
                self._add(target, expression, target.pop(pivot))
                for gone in before - target.keys() - {pivot}:
                    self.users[gone].pop(dependent)
            for unknown in target:
                self.users.setdefault(unknown, {})[dependent] = None

    def _add(self, total: dict[int, Rational], expression: dict[int, Rational], factor: Rational) -> None:
        self._budget.spend(len(expression) + 1)
        for unknown, coefficient in expression.items():
            value = total.get(unknown, 0) + factor * coefficient
            if value:
                total[unknown] = value
            else:
                total.pop(unknown, None)

    def has_solution(self, vector: Vector) -> bool:
        """Say whether ``vector`` satisfies all equations: its dependent entries follow from the others."""
        independent = {u: w for u, w in vector.items() if u not in self.solved}
        touched = {d for u in independent for d in (u, *self.users.get(u, ()))} | vector.keys()
        self._budget.spend(len(touched))
        return all(
            vector.get(d, 0) == sum(c * independent.get(u, 0) for u, c in self.expression(d).items()) for d in touched
        )

    def basis_vector(self, unknown: int) -> Vector:
        """Return the solution in integers with this independent unknown positive and the other ones zero."""
        users = self.users.get(unknown, ())
        exact = {unknown: Fraction(1)} | {u: Fraction(self.solved[u][unknown]) for u in users}
        scale = lcm(*(value.denominator for value in exact.values()))
        return {u: int(value * scale) for u, value in exact.items()}


def _divide(value: Rational, by: Rational) -> Rational:
    quotient = Fraction(value) / by
    return quotient.numerator if quotient.denominator == 1 else quotient


@dataclass(frozen=True, eq=False)
class Columns:
    """Sums that must be zero: column i adds ``plus - minus`` over the entries from ``start[i]`` on."""

    start: Longs
    minus: Longs
    plus: Longs

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, column: int) -> Vector:
        end = self.start[column + 1] if column + 1 < len(self) else len(self.minus)
        vector: Vector = {}
        for unknowns, sign in ((self.minus, -1), (self.plus, 1)):
            for unknown in unknowns[self.start[column] : end].tolist():
                vector[unknown] = vector.get(unknown, 0) + sign
        return {u: c for u, c in vector.items() if c}

    def take(self, kept: NDArray[np.bool_]) -> Columns:
        """Return the marked columns."""
        lengths = np.diff(self.start, append=len(self.minus))
        entries = np.repeat(kept, lengths)
        start = np.cumsum(lengths[kept]) - lengths[kept]
        return Columns(start, self.minus[entries], self.plus[entries])

    def residuals(self, weights: Longs) -> Longs:
        """Return the sum of each column."""
        if not len(self):
            return np.empty(0, dtype=np.int64)
        return np.add.reduceat(weights[self.plus] - weights[self.minus], self.start)

    def last_unknown(self, solved: NDArray[np.bool_]) -> Longs:
        """Return the largest unknown of each column that is not solved, or 0."""
        number = np.where(solved, 0, np.arange(len(solved)))
        return np.maximum.reduceat(np.maximum(number[self.plus], number[self.minus]), self.start)


def solve(columns: Columns, num_unknowns: int, budget: Budget) -> tuple[Elimination, list[Vector]]:
    """Return the null space of ``columns`` with a basis of it, proved against every column.

    A random point of the null space of the equations so far fails a column that they do not imply, but for a
    chance of one in two billion. Of the columns that fail, those with different last unknowns are eliminated, and
    only the rest is asked again. In the end the basis is checked against all columns in exact arithmetic.
    """
    elimination = Elimination(budget)
    point = np.random.Generator(np.random.PCG64(1)).integers(0, _PRIME, num_unknowns)
    open_ = columns
    while True:
        while len(open_):
            _locate(elimination, point, budget)
            budget.spend(len(open_.minus) // 32)
            open_ = open_.take(open_.residuals(point) % _PRIME != 0)
            if len(open_):
                solved = np.zeros(num_unknowns, dtype=bool)
                solved[list(elimination.solved)] = True
                for column in np.unique(open_.last_unknown(solved), return_index=True)[1].tolist():
                    elimination.require(open_[column])
        independent = (u for u in range(1, num_unknowns) if u not in elimination.solved)
        basis = [elimination.basis_vector(u) for u in independent]
        open_ = columns.take(_failing(columns, basis, num_unknowns, budget))
        if not len(open_):
            return elimination, basis


def _locate(elimination: Elimination, point: Longs, budget: Budget) -> None:
    """Move ``point``, modulo a prime, into the null space: its dependent coordinates follow from the others."""
    for unknown, expression in elimination.solved.items():
        budget.spend(len(expression) + 1)
        total = 0
        for u, c in expression.items():
            inverse = 1 if isinstance(c, int) else pow(c.denominator, -1, _PRIME)
            total += int(point[u]) * c.numerator * inverse
        point[unknown] = total % _PRIME


def _failing(columns: Columns, basis: list[Vector], num_unknowns: int, budget: Budget) -> NDArray[np.bool_]:
    """Mark the columns on which some vector of ``basis`` does not vanish, in exact arithmetic.

    A residual is at most ``reach``, so several vectors fit into the digits of one 64-bit number to the base
    2 * reach + 1: it is zero iff all its digits are.
    """
    failing = np.zeros(len(columns), dtype=bool)
    if not len(columns) or not basis:
        return failing
    longest = int(np.diff(columns.start, append=len(columns.minus)).max())
    reach = 2 * longest * max(abs(weight) for vector in basis for weight in vector.values())
    base = 2 * reach + 1
    digits = _BITS // base.bit_length()
    if digits < 1:
        raise TooLarge
    for first in range(0, len(basis), digits):
        budget.spend(len(columns.minus) // 16)
        packed = np.zeros(num_unknowns, dtype=np.int64)
        for digit, vector in enumerate(basis[first : first + digits]):
            packed[list(vector)] += np.array(list(vector.values()), dtype=np.int64) * base**digit
        failing |= columns.residuals(packed) != 0
    return failing
