"""What a run may use, shared out among its stages: time, memory, and somebody who says stop."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic

from beta_plan.config import GeneratorConfig
from beta_plan.pdbs.memory import total_limit_for
from beta_plan.pdbs.store import TOTAL_LIMIT
from beta_plan.search.budget import Budget
from beta_plan.search.memory import granted

SETUP_SHARE = 0.25
"""Of the time that is left after the front end, the part after which no more pattern databases are built."""

LEAST_SETUP = 1.0
"""Seconds for pattern databases in any case: without any, no state is harder than another."""

METRICS_SHARE = 0.15
"""Of the time limit, at most this part is kept for the metrics of what was found."""

LEAST_FOR_METRICS, FOR_AN_INSTANCE = 1.0, 0.1
"""Seconds for what is not building databases, in any case and for each instance."""

NATURAL_SHARE = 0.1
"""Of the time that is left after the setup, the part for going on to natural states, where the search may meet none."""

REFEREE_SHARE = 1 / 3
"""Of the time that is left after the setup, the part for a referee, where there is one."""

RACE_MEMORY = 1 << 30
"""Bytes for a race, at most an eighth of the limit."""

EXPANSIONS_FOR_NATURALISING = 20_000
"""Where we measured it natural states were met within two thousand; the others are for more, and harder, ones."""

MEMORY_AT_FIRST = 300 << 20
"""Bytes that the process has when the first database is built: the interpreter, its libraries, compiled kernels."""

MEMORY_AFTER_SEARCH = 16 << 20
"""Bytes that selection and writing need beside what the search holds."""


class Limits:
    """The clock of one run, from its beginning."""

    def __init__(self, config: GeneratorConfig, stop: Callable[[], bool] | None = None) -> None:
        self._config = config
        self._stop = stop or (lambda: False)
        self._start = monotonic()
        self._reserve = 0.0
        self._for_referee = 0.0
        self._setup_began: float | None = None

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return monotonic() - self._start

    def set_back(self, elapsed: float) -> None:
        """Let the clock show some seconds, as it did when the run was kept that is gone on with."""
        self._start = monotonic() - elapsed

    def excuse(self, seconds: float) -> None:
        """Do not count some seconds, unless a limit was asked for: kernels are compiled once, or else loaded."""
        if self._config.overall_time_limit is None:
            self._start += seconds

    def setup_is_over(self) -> bool:
        """Tell whether no more databases should be built for the search; who asks first begins to build them."""
        if self._setup_began is None:
            self._setup_began = self.elapsed
        share = max((self._seconds - self._setup_began) * SETUP_SHARE, LEAST_SETUP)
        return self._stop() or self.elapsed - self._setup_began > share

    def is_stopped(self) -> bool:
        """Tell whether somebody said stop."""
        return self._stop()

    def is_over(self) -> bool:
        """Tell whether the time is over, or somebody said stop."""
        return self._stop() or self.elapsed > self._seconds

    def reserve_for_metrics(self, builds: int, pdb_seconds: float) -> None:
        """Keep time for the metrics, whose databases take so many times the seconds that those of the search took."""
        if self._config.seconds is not None:
            least = LEAST_FOR_METRICS + FOR_AN_INSTANCE * self._config.total
            self._reserve = min(least + builds * pdb_seconds, self._seconds * METRICS_SHARE)

    def reserve_for_referee(self) -> None:
        """Keep time for a planner that has the last word."""
        if self._config.seconds is not None:
            self._for_referee = REFEREE_SHARE * max(self._seconds - self._reserve - self.elapsed, 0.0)

    def seconds_for_referee(self) -> float | None:
        """Return what is left for it; None: there is no limit."""
        if self._config.seconds is None:
            return None
        return max(self._seconds - self._reserve - self.elapsed, 0.0)

    def budget(self, *, all_are_natural: bool, race: float = 0.0) -> Budget:
        """Return what is left for the search, but for the part for a ``race`` among the hardest states.

        Where not all states are natural, and there is no race, some may have to be made so.
        """
        share = race or (0.0 if all_are_natural else NATURAL_SHARE)
        memory = min(RACE_MEMORY, self._memory // 8) if race else 0
        return self._budget(self._config.max_expansions, share, memory)

    def budget_for_race(self) -> Budget:
        """Return what is left for a race: the time, or as many expansions as the search had."""
        return self._budget(self._config.max_expansions, 0.0)

    def budget_for_naturalising(self) -> Budget:
        """Return what is left for a search from hard states to natural ones."""
        return self._budget(EXPANSIONS_FOR_NATURALISING, 0.0)

    def _budget(self, max_expansions: int | None, share_for_later: float, memory_for_later: int = 0) -> Budget:
        timed = self._config.seconds is not None
        end = self._seconds - self._reserve - self._for_referee
        left = max(end - self.elapsed, 0.0) if timed else 0.0
        return Budget(
            max_expansions=max_expansions,
            deadline=self._start + end - share_for_later * left if timed else None,
            memory=self._memory - MEMORY_AFTER_SEARCH - memory_for_later,
            stop=self._stop,
        )

    @property
    def pdb_bytes(self) -> int:
        """What the databases, and their build, may take: half of the memory, at most.

        What the process has at the moment plays no part: the same request must give the same databases. Nor does a
        limit that was given to a run when it went on.
        """
        return max((self._config.memory_for_databases - MEMORY_AT_FIRST) // 2, 0)

    @property
    def abstract_states(self) -> int:
        """How many abstract states all databases of a SAS+ task may have together."""
        return min(TOTAL_LIMIT, total_limit_for(self.pdb_bytes, self._config.table_limit))

    @property
    def _seconds(self) -> float:
        return float("inf") if self._config.seconds is None else self._config.seconds

    @property
    def _memory(self) -> int:
        """The limit in bytes: what was asked for, not more than the system grants, and nine tenths of what it has."""
        physical = physical_memory() * 9 // 10
        return min(self._config.overall_memory_limit, physical, granted() or physical)


def physical_memory() -> int:
    """Return the bytes of memory of this machine; 8 GB where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 8 << 30
