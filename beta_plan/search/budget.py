"""What a search may use, and what it tells while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


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


@dataclass(frozen=True)
class Progress:
    """How far a search is: ``best`` is the largest value of the objective, ``memory`` bytes of the whole process."""

    num_expanded: int
    num_generated: int
    num_states: int
    best: tuple[int, ...]
    seconds: float
    memory: int
