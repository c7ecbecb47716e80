"""What a search may use, and what it tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic


@dataclass(frozen=True)
class Budget:
    """Limits; None: no limit.

    ``deadline`` is a time of ``time.monotonic``. ``memory`` counts bytes of the whole process. ``stop`` is asked a
    few times a second and ends the search when it says True.
    """

    max_expansions: int | None = None
    deadline: float | None = None
    memory: int | None = None
    stop: Callable[[], bool] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the time is over, or somebody says stop."""
        late = self.deadline is not None and monotonic() >= self.deadline
        return late or (self.stop is not None and self.stop())

    def part(self, share: float) -> Budget:
        """Return a budget with a part of the expansions, and of the time that is left."""
        now = monotonic()
        return replace(
            self,
            max_expansions=None if self.max_expansions is None else int(share * self.max_expansions),
            deadline=None if self.deadline is None else now + share * (self.deadline - now),
        )

    def portion(self, number: int, count: int) -> Budget:
        """Return the budget of one of ``count`` that come one after the other, of the time what is left for it.

        >>> [Budget(max_expansions=11).portion(number, 3).max_expansions for number in range(3)]
        [4, 4, 3]
        """
        now = monotonic()
        most = self.max_expansions
        return replace(
            self,
            max_expansions=None if most is None else most // count + (number < most % count),
            deadline=None if self.deadline is None else now + (self.deadline - now) / (count - number),
        )


@dataclass(frozen=True)
class Progress:
    """How far a search is: ``best`` is the largest value of the objective, ``memory`` bytes of the whole process."""

    objective: str

    num_expanded: int
    num_generated: int
    num_states: int
    best: tuple[int, ...]
    seconds: float
    memory: int
