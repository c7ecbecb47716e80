"""The orderings of the paper's table of results, blocks A to F."""

from __future__ import annotations

import pytest

from beta_plan.evaluators.ordering import Ordering

ROWS = {
    **{k: f"[PDB{k}]" for k in (1, 2, 3, 4)},
    **{k + 3: f"[PDB{k},{k}C]" for k in (2, 3, 4)},
    **{k + 6: f"[{k}C,PDB{k}]" for k in (2, 3, 4)},
    **{k + 10: f"[w(PDB{k}),PDB{k}]" for k in (1, 2, 3, 4)},
    **{k + 13: f"[w(PDB{k}),PDB{k},{k}C]" for k in (2, 3, 4)},
    **{k + 16: f"[w(PDB{k}),{k}C,PDB{k}]" for k in (2, 3, 4)},
}


def test_twenty_rows_have_an_ordering_of_their_own():
    """Row 21 repeats row 20 and keeps the best state of each maze."""
    assert sorted(ROWS) == list(range(1, 21))
    assert len({Ordering.parse(text) for text in ROWS.values()}) == 20


@pytest.mark.parametrize("row", sorted(ROWS))
def test_every_row_is_read_in_our_spelling_and_in_that_of_the_paper(row):
    ordering = Ordering.parse(ROWS[row])
    assert str(ordering) == ROWS[row]
    assert Ordering.parse(ROWS[row].replace("PDB", "h^PDB").replace(",", ", ")) == ordering


@pytest.mark.parametrize("row", sorted(ROWS))
def test_conflicts_need_the_heuristic_of_one_variable_less(row):
    ordering = Ordering.parse(ROWS[row])
    k = ordering.terms[-1].k
    assert ordering.ks == ((k - 1, k) if "C" in ROWS[row] else (k,))


@pytest.mark.parametrize("row", sorted(ROWS))
def test_the_objective_ignores_novelty(row):
    without = {row: row for row in range(1, 11)} | {row: row - 10 for row in range(11, 21)}
    assert str(Ordering.parse(ROWS[row]).objective) == ROWS[without[row]]
