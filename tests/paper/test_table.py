"""The rows of the paper's table of results, blocks A to F, and what its figures tell about themselves."""

from __future__ import annotations

import statistics
from itertools import combinations_with_replacement

import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.experiments.methods import METHODS, ORDERINGS, TERMS
from beta_plan.experiments.rows import deviation

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
    assert {str(row): text for row, text in ROWS.items()} == ORDERINGS
    assert len({Ordering.parse(text) for text in ORDERINGS.values()}) == 20


@pytest.mark.parametrize("row", sorted(ROWS))
def test_every_row_is_read_in_our_spelling_and_in_that_of_the_paper(row):
    ordering = Ordering.parse(ROWS[row])
    assert str(ordering) == METHODS[str(row)].title
    assert Ordering.parse(ROWS[row].replace("PDB", "h^PDB").replace(",", ", ")) == ordering


@pytest.mark.parametrize("row", sorted(ROWS))
def test_every_row_asks_for_its_ordering_and_the_choice_of_the_paper(row):
    assert METHODS[str(row)].options == ("--order", ROWS[row], "--select", "objective")


@pytest.mark.parametrize("row", sorted(ROWS))
def test_conflicts_need_the_heuristic_of_one_variable_less(row):
    ordering = Ordering.parse(ROWS[row])
    k = ordering.terms[-1].k
    assert ordering.ks == ((k - 1, k) if "C" in ROWS[row] else (k,))


@pytest.mark.parametrize("row", sorted(ROWS))
def test_the_objective_ignores_novelty(row):
    without = {row: row for row in range(1, 11)} | {row: row - 10 for row in range(11, 21)}
    assert str(Ordering.parse(ROWS[row]).objective) == ROWS[without[row]]


@pytest.mark.parametrize("name", [name for name, method in METHODS.items() if method.paper])
def test_conflicts_are_about_differences_of_heuristics(name):
    """A mean of max(0, difference) is at least the difference of the means; a mistyped figure would show."""
    figures = METHODS[name].paper
    assert figures is not None
    assert tuple(figures.values) == TERMS
    for k in (2, 3, 4):
        difference = figures.values[f"PDB{k}"] - figures.values[f"PDB{k - 1}"]
        assert figures.values[f"{k}C"] >= difference - 0.02
        if difference > 0:
            assert figures.values[f"{k}C"] <= difference + 1.0


@pytest.mark.parametrize("row", ["9", "21"])
def test_its_deviation_is_that_of_a_sample(row):
    """No five numbers of solved mazes with this mean have a population deviation that is rounded to the paper's."""
    figures = METHODS[row].paper
    assert figures is not None
    total = round(5 * figures.solved)
    around = range(int(figures.solved) - 5, int(figures.solved) + 7)
    possible = [counts for counts in combinations_with_replacement(around, 5) if sum(counts) == total]
    assert any(round(deviation(counts) or 0.0, 1) == figures.deviation for counts in possible)
    assert not any(round(statistics.pstdev(counts), 1) == figures.deviation for counts in possible)


def test_the_mean_of_the_humans_is_the_one_that_the_text_repeats():
    human = METHODS["human"].paper
    assert human is not None
    assert (human.values["PDB1"], human.solved, human.deviation) == (188.02, 18, None)
