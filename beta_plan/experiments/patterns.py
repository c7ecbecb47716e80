"""What the paper finds about its rows, and whether ours find it, too; and in which order the rows are.

The paper compares orderings that differ in one thing: rows 11 to 20 are rows 1 to 10 with novelty in front, and rows 8
to 10 and 18 to 20 are rows 5 to 7 and 15 to 17 with conflicts before h.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from beta_plan.experiments.methods import METHODS, ORDERINGS, TERMS
from beta_plan.experiments.rows import Mean, Row

Column = Mapping[str, float]
"""A number of each row, by the row's name."""

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
    """The rows by a column, ours and the paper's, the largest first, and the pairs that change places."""

    column: str
    ours: Sequence[str]
    paper: Sequence[str]
    swapped: Sequence[tuple[str, str]]


def findings(rows: Sequence[Row], modes: Sequence[str]) -> Iterator[Finding]:
    """Yield what the paper finds, for all pairs that the rows have."""
    known = {row.method.name: row for row in rows if row.samples}
    yield _finding("novelty gives a larger h^PDBk", WITH_NOVELTY, _of_k(known, "PDB{}"), _of_k(None, "PDB{}"), 1)
    yield _finding("conflicts first give a larger kC", CONFLICTS_FIRST, _of_k(known, "{}C"), _of_k(None, "{}C"), 1)
    paper = _paper_solved()
    for mode in modes:
        ours = _part_solved(known, mode)
        yield _finding(f"with novelty fewer are solved ({mode})", WITH_NOVELTY, ours, paper, -1)
        yield _finding(f"with conflicts first fewer are solved ({mode})", CONFLICTS_FIRST, ours, paper, -1)


def orders(rows: Sequence[Row], modes: Sequence[str]) -> Iterator[Order]:
    """Yield the order of rows 1 to 20, as far as they are known, by each column of the paper's table."""
    known = {row.method.name: row for row in rows if row.samples and row.method.name in ORDERINGS}
    for term in TERMS:
        ours = _column({name: row.values["own"][term] for name, row in known.items()})
        yield _order(term, ours, {name: _paper(name, term) for name in ours})
    for mode in modes:
        ours = _part_solved(known, mode)
        yield _order(f"solved, {mode}", ours, _paper_solved())


def _finding(text: str, pairs: Mapping[str, str], ours: Column, paper: Column, sign: int) -> Finding:
    """Return on which pairs that differ the first is smaller, or with the sign -1 larger, than the second."""
    known = [(row, other) for row, other in pairs.items() if row in ours and other in ours and ours[row] != ours[other]]

    def contrary(column: Column) -> list[tuple[str, str]]:
        return [(row, other) for row, other in known if sign * (column[row] - column[other]) < 0]

    return Finding(text, known, contrary(ours), contrary(paper))


def _order(name: str, ours: Column, paper: Column) -> Order:
    swapped = [(a, b) for a, b in combinations(ours, 2) if (ours[a] - ours[b]) * (paper[a] - paper[b]) < 0]
    return Order(name, _descending(ours), _descending({row: paper[row] for row in ours}), swapped)


def _descending(column: Column) -> list[str]:
    return sorted(column, key=lambda row: -column[row])


def _of_k(known: Mapping[str, Row] | None, term: str) -> Column:
    """Return the column in which each row has the number of its own k: ours, or the paper's where none are given."""
    terms = {row: term.format(ordering.partition("PDB")[2][0]) for row, ordering in ORDERINGS.items()}
    terms = {row: each for row, each in terms.items() if each in TERMS}
    if known is None:
        return {row: _paper(row, each) for row, each in terms.items()}
    return _column({row: known[row].values["own"][each] for row, each in terms.items() if row in known})


def _column(means: Mapping[str, Mean | None]) -> Column:
    return {row: mean.value for row, mean in means.items() if mean is not None}


def _part_solved(rows: Mapping[str, Row], mode: str) -> Column:
    """Return which part of the mazes that were tried is solved of each row."""
    means = {name: (row.solved[mode], row.tried[mode]) for name, row in rows.items()}
    return {name: solved.value / tried.value for name, (solved, tried) in means.items() if solved and tried}


def _paper(row: str, term: str) -> float:
    figures = METHODS[row].paper
    assert figures is not None
    return figures.values[term]


def _paper_solved() -> Column:
    return {row: figures.solved for row in ORDERINGS if (figures := METHODS[row].paper)}
