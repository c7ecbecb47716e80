"""The projection of a task to a pattern: abstract states, their numbers, and which are goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import SasTask

Pattern = tuple[int, ...]
"""Variables, each once."""

Mask = NDArray[np.bool_]
_Scalar = TypeVar("_Scalar", bound=np.generic)


class PatternTooLarge(ValueError):
    """The abstract states or actions of a pattern would fill the memory; a smaller pattern is wanted."""


@dataclass(frozen=True, eq=False)
class Projection:
    """The abstract states of a pattern, numbered without gaps.

    ``rank`` is a perfect hash: the sum of ``multipliers[i]`` times the value of ``pattern[i]``. The first variable
    of the pattern has multiplier one.
    """

    task: SasTask
    pattern: Pattern

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each variable of the pattern."""
        return tuple(len(self.task.variables[v].values) for v in self.pattern)

    @cached_property
    def multipliers(self) -> Longs:
        """What one step in the value of each variable adds to the rank."""
        return np.array([prod(self.sizes[:place]) for place in range(len(self.sizes))], dtype=np.int64)

    @property
    def size(self) -> int:
        """The number of abstract states, legal or not."""
        return prod(self.sizes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes of an array over all abstract states in the order of their ranks: the last variable comes first."""
        return self.sizes[::-1]

    def rank(self, state: Sequence[int]) -> int:
        """Return the number of the abstract state of a complete state."""
        return sum(m * int(state[v]) for m, v in zip(self.multipliers.tolist(), self.pattern, strict=True))

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the values of the pattern's variables in an abstract state."""
        pairs = zip(self.multipliers.tolist(), self.sizes, strict=True)
        return tuple(number // multiplier % size for multiplier, size in pairs)

    @cached_property
    def place_of(self) -> Ints:
        """The place of each variable of the task in the pattern, -1 where it has none."""
        places = np.full(len(self.task.variables), -1, dtype=np.int32)
        places[list(self.pattern)] = np.arange(len(self.pattern))
        return places

    def goals(self) -> Mask:
        """Mark the abstract states that agree with some goal."""
        found = np.zeros(self.shape, dtype=bool)
        asked = (self.task.goal_values(goal) for goal in self.task.goals)
        for goal in sorted({tuple(goal.get(v, ()) for v in self.pattern) for goal in asked}):
            agree: Mask = np.ones((1,) * len(self.pattern), dtype=bool)
            for place, values in enumerate(goal):
                if values:
                    allowed = np.zeros(self.sizes[place], dtype=bool)
                    allowed[list(values)] = True
                    agree = agree & self.spread(allowed, (place,))
            found |= agree
        return found.ravel()

    def spread(self, table: NDArray[_Scalar], places: tuple[int, ...]) -> NDArray[_Scalar]:
        """Give a table over some places, ascending, the axes of all abstract states."""
        axes = [1] * len(self.pattern)
        for place in places:
            axes[len(self.pattern) - 1 - place] = self.sizes[place]
        return table.transpose().reshape(axes)
