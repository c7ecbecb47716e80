"""Means and deviations of the rows of a table."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from beta_plan.experiments.methods import TERMS, Method
from beta_plan.experiments.samples import Sample
from beta_plan.experiments.table1 import Outcomes
from beta_plan.metrics import SOURCES


@dataclass(frozen=True)
class Mean:
    """A mean, of how many values, and their deviation: None for fewer than two."""

    value: float
    count: int
    deviation: float | None = None

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Mean | None:
        """Return the mean of the values that are there; None where there are none."""
        known = [float(value) for value in values if value is not None]
        return cls(statistics.fmean(known), len(known), deviation(known)) if known else None


@dataclass(frozen=True)
class Row:
    """A row of the table: means over its samples; ``solved`` by mode, the number of mazes of each seed."""

    method: Method
    samples: int
    expected: int
    failed: int
    expanded: Mean | None
    values: Mapping[str, Mapping[str, Mean | None]]
    solved: Mapping[str, Mean | None]
    tried: Mapping[str, Mean | None]


def deviation(values: Sequence[float]) -> float | None:
    """Return the standard deviation of a sample (divided by n - 1); None for fewer than two values.

    The paper does not say which deviation it gives. Of five whole numbers with the mean 28.8 (its row 9) none have a
    population deviation of 0.8, and some have a sample deviation of 0.8; likewise for row 21. So it is the sample's.

    >>> round(deviation([28, 29, 29, 28, 30]), 1)
    0.8
    """
    return statistics.stdev(values) if len(values) > 1 else None


def rows_of(found: Outcomes) -> list[Row]:
    """Return a row for each method, also for one without any sample."""
    return [_row(method, found) for method in found.protocol.rows]


def _row(method: Method, found: Outcomes) -> Row:
    mine = [sample for sample in found.samples if sample.row == method.name]
    return Row(
        method=method,
        samples=len(mine),
        expected=found.expected.get(method.name, 0),
        failed=sum(failure.row == method.name for failure in found.failures),
        expanded=Mean.of(sample.expanded for sample in mine),
        values={
            source: {term: Mean.of(sample.metrics.of(source).get(term) for sample in mine) for term in TERMS}
            for source in SOURCES
        },
        solved={mode: _per_seed(mine, mode, solved_only=True) for mode in found.protocol.modes},
        tried={mode: _per_seed(mine, mode, solved_only=False) for mode in found.protocol.modes},
    )


def _per_seed(samples: Sequence[Sample], mode: str, *, solved_only: bool) -> Mean | None:
    """Return the mean over seeds of how many mazes were solved, or tried, in a mode.

    There is a deviation only where all seeds have tried the same mazes.
    """
    tried: dict[int, dict[int, bool]] = {}
    for each in samples:
        if mode in each.solved:
            tried.setdefault(each.seed, {})[each.maze] = each.solved[mode]
    mean = Mean.of(sum(mazes.values()) if solved_only else len(mazes) for mazes in tried.values())
    is_complete = len({frozenset(mazes) for mazes in tried.values()}) == 1
    return mean if mean is None or is_complete else replace(mean, deviation=None)
