"""What a run may use, shared out among its stages: time, memory, and somebody who says stop."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic

from beta_plan.config import GeneratorConfig
from beta_plan.search.budget import Budget

SETUP_SHARE = 0.4
"""Of the time limit, the part after which no more pattern databases are built for the search."""

METRICS_SHARE = 0.25
"""Of the time limit, at most this part is kept for the metrics of what was found."""

BUILDS_FOR_METRICS = 8
"""Metrics build about so many times the databases of the search: fresh ones five times, the best, the certificate."""

MEMORY_AFTER_SEARCH = 16 << 20
"""Bytes that selection and writing need beside what the search holds."""


class Limits:
    """The clock of one run, from its beginning."""

    def __init__(self, config: GeneratorConfig, stop: Callable[[], bool] | None = None) -> None:
        self._config = config
        self._stop = stop or (lambda: False)
        self._start = monotonic()
        self._reserve = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return monotonic() - self._start

    def setup_is_over(self) -> bool:
        """Tell whether no more databases should be built for the search."""
        return self._stop() or self.elapsed > self._seconds * SETUP_SHARE

    def is_over(self) -> bool:
        """Tell whether the time is over, or somebody said stop."""
        return self._stop() or self.elapsed > self._seconds

    def reserve_for_metrics(self, pdb_seconds: float) -> None:
        """Keep time for the metrics, of which the seconds for the search's own databases give an idea."""
        if self._config.seconds is not None:
            self._reserve = min(0.5 + BUILDS_FOR_METRICS * pdb_seconds, self._seconds * METRICS_SHARE)

    def budget(self) -> Budget:
        """Return what is left for the search."""
        timed = self._config.seconds is not None
        return Budget(
            max_expansions=self._config.max_expansions,
            deadline=self._start + self._seconds - self._reserve if timed else None,
            memory=self._memory - MEMORY_AFTER_SEARCH,
            stop=self._stop,
        )

    @property
    def abstract_states(self) -> int:
        """How many abstract states all databases may have together: at most half of the memory that is left."""
        return 1 << 25

    @property
    def _seconds(self) -> float:
        return float("inf") if self._config.seconds is None else self._config.seconds

    @property
    def _memory(self) -> int:
        """The limit in bytes: what was asked for, but not more than nine tenths of what the machine has."""
        physical = physical_memory() * 9 // 10
        return min(self._config.overall_memory_limit, physical)


def physical_memory() -> int:
    """Return the bytes of memory of this machine; 8 GB where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 << 30
