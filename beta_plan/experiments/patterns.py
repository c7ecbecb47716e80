"""What the paper finds about its rows, and whether ours find it, too; and in which order the rows are.

The paper compares orderings that differ in one thing: rows 11 to 20 are rows 1 to 10 with novelty in front, and rows 8
to 10 and 18 to 20 are rows 5 to 7 and 15 to 17 with conflicts before h. Rows are compared on the mazes and seeds that
all of them have: the mean of another set of mazes says more about these than about the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from beta_plan.experiments.methods import METHODS, ORDERINGS, TERMS, UNPRINTED, Figures
from beta_plan.experiments.samples import Sample

Runs = Mapping[str, Mapping[tuple[int, int], Sample]]
"""Samples by row, and by maze and seed."""

PRINTED = [row for row, method in METHODS.items() if method.paper and row not in UNPRINTED]
"""Rows of which the paper's table has figures."""

WITH_NOVELTY = {str(row): str(row - 10) for row in range(11, 21)}
CONFLICTS_FIRST = {str(row): str(row - 3) for row in (8, 9, 10, 18, 19, 20)}
"""Rows, and the row that differs from each in that one thing."""


@dataclass(frozen=True)
class Finding:
    """Something that the paper says about pairs of rows; ``ours`` and ``paper`` are the pairs that do not bear it out.

    ``pairs`` are those of which both rows are known, and differ.
    """

    text: str
    pairs: Sequence[tuple[str, str]]
    ours: Sequence[tuple[str, str]]
    paper: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Order:
    """The rows by a column, ours and the paper's, the largest first, and the pairs that change places.

    ``runs`` are the mazes and seeds that all of the rows have.
    """

    column: str
    runs: int
    ours: Sequence[str]
    paper: Sequence[str]
    swapped: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Column:
    """A number of each run, and what the paper has for its row."""

    name: str
    ours: Callable[[Sample], float | None]
    paper: Callable[[str], float]

    def means(self, known: Runs, rows: Sequence[str]) -> tuple[int, dict[str, float]]:
        """Return on how many runs all of some rows have the number, and its means there.

        A state that is given is there with every seed.
        """
        values = [{key: v for key, each in known[row].items() if (v := self.ours(each)) is not None} for row in rows]
        seeds = {seed for row in rows if METHODS[row].is_generated for _, seed in known[row]} or {0}
        values = [
            mine if METHODS[row].is_generated else {(maze, seed): v for (maze, _), v in mine.items() for seed in seeds}
            for row, mine in zip(rows, values, strict=True)
        ]
        common = set.intersection(*map(set, values)) if values else set()
        if not common:
            return 0, {}
        return len(common), {r: fmean(mine[key] for key in common) for r, mine in zip(rows, values, strict=True)}


def findings(samples: Sequence[Sample], modes: Sequence[str]) -> Iterator[Finding]:
    """Yield what the paper finds, for all pairs that the rows have."""
    known = _by_row(samples)
    yield _finding("novelty gives a larger h^PDBk", WITH_NOVELTY, known, _of_own_k("PDB{}"), 1)
    yield _finding("conflicts first give a larger kC", CONFLICTS_FIRST, known, _of_own_k("{}C"), 1)
    for mode in modes:
        yield _finding(f"with novelty fewer are solved ({mode})", WITH_NOVELTY, known, _solved(mode), -1)
        yield _finding(f"with conflicts first fewer are solved ({mode})", CONFLICTS_FIRST, known, _solved(mode), -1)


def orders(samples: Sequence[Sample], modes: Sequence[str]) -> Iterator[Order]:
    """Yield the order of the rows that the paper prints, as far as they are known, by each column of its table."""
    known = _by_row(samples)
    for column in [*map(_term, TERMS), *map(_solved, modes)]:
        rows = [row for row in PRINTED if any(column.ours(each) is not None for each in known.get(row, {}).values())]
        runs, ours = column.means(known, rows)
        paper = {row: column.paper(row) for row in ours}
        swapped = [(a, b) for a, b in combinations(ours, 2) if (ours[a] - ours[b]) * (paper[a] - paper[b]) < 0]
        yield Order(column.name, runs, _descending(ours), _descending(paper), swapped)


def _by_row(samples: Sequence[Sample]) -> Runs:
    found: dict[str, dict[tuple[int, int], Sample]] = {}
    for each in samples:
        found.setdefault(each.row, {})[each.maze, each.seed] = each
    return found


def _finding(text: str, pairs: Mapping[str, str], known: Runs, column: Column, sign: int) -> Finding:
    """Return on which pairs that differ the first is smaller, or with the sign -1 larger, than the second."""
    means = {pair: column.means(known, pair)[1] for pair in pairs.items() if known.keys() >= set(pair)}
    gains = {(a, b): sign * (mean[a] - mean[b]) for (a, b), mean in means.items() if mean and mean[a] != mean[b]}
    papers = {(a, b): sign * (column.paper(a) - column.paper(b)) for a, b in gains}
    ours, paper = ([pair for pair, gain in each.items() if gain < 0] for each in (gains, papers))
    return Finding(text, list(gains), ours, paper)


def _descending(numbers: Mapping[str, float]) -> list[str]:
    return sorted(numbers, key=lambda row: -numbers[row])


def _term(term: str) -> Column:
    return Column(term, lambda sample: sample.metrics.own.get(term), lambda row: _paper(row).values[term])


def _of_own_k(term: str) -> Column:
    """Return the column in which each row has the number of its own k."""

    def of(row: str) -> str:
        return term.format(ORDERINGS[row].partition("PDB")[2][0])

    return Column(term, lambda each: each.metrics.own.get(of(each.row)), lambda row: _paper(row).values[of(row)])


def _solved(mode: str) -> Column:
    """Return the column of what is solved of all that a mode has tried."""
    return Column(f"solved, {mode}", lambda sample: sample.solved.get(mode), lambda row: _paper(row).solved)


def _paper(row: str) -> Figures:
    figures = METHODS[row].paper
    assert figures is not None
    return figures
