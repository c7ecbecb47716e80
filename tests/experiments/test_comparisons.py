"""What the table says about pairs of rows: the paper's findings, the order of rows, duels of the default."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from beta_plan.experiments.comparisons import comparisons
from beta_plan.experiments.duels import Duel, duels, sign_test
from beta_plan.experiments.methods import METHODS, ORDERINGS, TERMS, parse_rows
from beta_plan.experiments.patterns import CONFLICTS_FIRST, WITH_NOVELTY, findings, orders
from beta_plan.experiments.protocol import Protocol
from beta_plan.experiments.samples import Sample
from beta_plan.experiments.table1 import Outcomes
from beta_plan.metrics import Metrics


def paper(row):
    figures = METHODS[row].paper
    assert figures is not None
    return figures


def outcomes(rows, *, solved=None, **changed):
    """Return an experiment on 100 mazes in which we have found just what the paper has, but for what is changed."""
    samples = []
    for method in parse_rows(rows):
        own = {**paper(method.name).values, **changed.get(f"row{method.name}", {})}
        count = (solved or {}).get(method.name, round(paper(method.name).solved))
        samples += [
            Sample(
                method.name,
                maze,
                0,
                Metrics(1, 1, own=own, fresh={}, best={}),
                1,
                solved={"greedy": maze <= count},
                effort={"greedy": 5},
            )
            for maze in range(1, 101)
        ]
    return Outcomes(Protocol(rows=parse_rows(rows), modes=("greedy",)), 100, samples)


def test_rows_are_compared_with_those_that_differ_in_one_thing():
    for row, other in WITH_NOVELTY.items():
        novelty, rest = ORDERINGS[row][1:-1].split(",", 1)
        assert (novelty[:2], f"[{rest}]") == ("w(", ORDERINGS[other])
    for row, other in CONFLICTS_FIRST.items():
        terms, others = (ORDERINGS[each][1:-1].split(",") for each in (row, other))
        assert terms != others
        assert sorted(terms) == sorted(others)
        assert terms.index(f"{terms[-1][-1]}C") < terms.index(terms[-1])


def test_the_paper_bears_out_what_it_finds():
    found = list(findings(outcomes("1-20").samples, ["greedy"]))
    assert [(len(each.pairs), each.ours, each.paper) for each in found] == [(n, [], []) for n in (10, 6, 10, 6)]


def test_pairs_that_do_not_bear_it_out_are_named():
    changed = outcomes("1-20", solved={"14": 90}, row13={"PDB3": 100.0}, row8={"2C": 12.0})
    first, second, third, fourth = findings(changed.samples, ["greedy"])
    assert (first.ours, second.ours, third.ours, fourth.ours) == ([("13", "3")], [("8", "5")], [("14", "4")], [])


def test_rows_that_are_equal_say_nothing():
    _, second, *_ = findings(outcomes("5,8", row8={"2C": 12.23}).samples, ["greedy"])
    assert (second.pairs, second.ours) == ([], [])


def test_of_a_partial_table_the_part_that_is_solved_counts():
    """Row 10 was tried on 20 mazes alone, and 16 are solved: more than the 20 of 100 of row 20."""
    found = outcomes("10,20")
    short = [sample for sample in found.samples if sample.row == "20" or 16 <= sample.maze <= 35]
    *_, fewer, _ = findings(short, ["greedy"])
    assert (fewer.text, fewer.pairs, fewer.ours) == ("with novelty fewer are solved (greedy)", [("20", "10")], [])


def test_rows_are_compared_on_the_mazes_that_both_have():
    """On the only maze of row 14 novelty gives more; on another, where row 4 alone was run, all is larger."""
    values = {("4", 1): 100.0, ("4", 2): 300.0, ("14", 1): 150.0}
    samples = [
        Sample(row, maze, 0, Metrics(1, 1, own={"PDB4": value}, fresh={}, best={}), 1)
        for (row, maze), value in values.items()
    ]
    first, *_ = findings(samples, [])
    assert (first.pairs, first.ours) == ([("14", "4")], [])
    order = next(each for each in orders(samples, []) if each.column == "PDB4")
    assert (order.runs, order.ours) == (1, ["14", "4"])
    apart = [replace(each, seed=int(each.row == "14")) for each in samples]
    assert next(iter(findings(apart, []))).pairs == []
    assert all(each.ours == [] for each in orders(apart, []))


def test_only_rows_that_are_known_are_compared():
    first, second, *_ = findings(outcomes("3,13,20").samples, ["greedy"])
    assert (first.pairs, second.pairs) == ([("13", "3")], [])


def test_the_order_of_the_paper_is_that_of_its_table():
    printed = [*ORDERINGS, "21", "human"]
    for order in orders(outcomes("1-21,human,bfs").samples, []):
        assert order.swapped == []
        assert order.ours == order.paper == sorted(printed, key=lambda row: -paper(row).values[order.column])


def test_a_state_that_is_given_has_its_place_in_the_order_with_every_seed():
    """With both seeds row 20 is before people; on the only seed of people it would be behind them, as in the paper."""
    values = {("20", 0): 100.0, ("20", 1): 300.0, ("human", 0): 150.0}
    samples = [
        Sample(row, 1, seed, Metrics(1, 1, own={"PDB4": value}, fresh={}, best={}), 1)
        for (row, seed), value in values.items()
    ]
    order = next(each for each in orders(samples, []) if each.column == "PDB4")
    assert (order.runs, order.ours, order.swapped) == (2, ["20", "human"], [("20", "human")])


def test_rows_that_change_places_are_named():
    changed = outcomes("1-3", row2={"PDB1": 200.0}).samples
    order = next(iter(orders(changed, [])))
    assert (order.column, order.ours, order.paper, order.swapped) == (
        "PDB1",
        ["2", "1", "3"],
        ["1", "2", "3"],
        [("1", "2")],
    )


@pytest.mark.parametrize("total", range(9))
def test_the_sign_test_counts_all_outcomes(total):
    """Of all ways in which coins can fall, those that are as uneven."""
    for won in range(total + 1):
        uneven = sum(abs(2 * sum(coins) - total) >= abs(2 * won - total) for coins in product((0, 1), repeat=total))
        assert sign_test(won, total - won) == float(Fraction(uneven, 2**total))


def test_a_great_many_mazes_are_no_trouble():
    assert 0 < sign_test(2600, 2400) < 0.01


def tried(row, maze, seed, solved, effort=5):
    metrics = Metrics(1, 1, own={}, fresh={}, best={})
    return Sample(row, maze, seed, metrics, 1, solved={"greedy": solved}, effort={"greedy": effort})


def test_a_maze_is_one_trial_however_many_seeds_it_has():
    """On maze 1 the default is solved with one seed of three, row 20 with two, on maze 2 both with one, on 3 not 20."""
    solved = {"default": ({1}, {0}, {0, 1}), "20": ({0, 2}, {2}, set[int]())}
    samples = [
        tried(row, maze, seed, seed in seeds)
        for row, mazes in solved.items()
        for maze, seeds in enumerate(mazes, 1)
        for seed in range(3)
    ]
    samples += [tried("20", 4, 0, True)]
    assert list(duels(samples, ["20", "default"], ["greedy"])) == [
        Duel("20", "greedy", "solved", 1, 1, 1), Duel("20", "greedy", "expansions", 1, 1, 1)
    ]  # fmt: skip


def test_one_state_is_held_against_one():
    """The human state of maze 1 is as hard as the default's of seed 0, and harder than that of seed 1."""
    samples = [tried("default", 1, seed, seed > 0) for seed in range(2)] + [tried("human", 1, 0, False)]
    samples += [tried("default", 2, 0, False), tried("human", 2, 0, True), tried("default", 3, 0, True)]
    assert list(duels(samples, ["default", "human"], ["greedy"])) == [
        Duel("human", "greedy", measure, *counts, seed)
        for measure in ("solved", "expansions") for seed, counts in enumerate([(1, 0, 1), (0, 1, 0)])
    ]  # fmt: skip


def test_among_states_that_are_solved_the_dearer_one_is_harder_and_whoever_is_not_solved_is_harder_still():
    costs = {1: (True, 9, True, 8), 2: (True, 3, True, 8), 3: (False, 1, True, 99), 4: (False, 7, False, 5)}
    samples = [
        tried(row, maze, 0, *both[2 * place :][:2])
        for maze, both in costs.items()
        for place, row in enumerate(("default", "20"))
    ]
    assert list(duels(samples, ["20", "default"], ["greedy"])) == [
        Duel("20", "greedy", "solved", 1, 0, 3), Duel("20", "greedy", "expansions", 2, 1, 1)
    ]  # fmt: skip


def test_without_a_solver_or_the_default_there_are_no_duels():
    assert list(duels([tried("human", 1, 0, True)], ["human"], ["greedy"])) == []
    assert list(duels([tried("default", 1, 0, True), tried("human", 1, 0, True)], ["default", "human"], [])) == []


def test_sections_are_tables():
    asked = outcomes("10,20", row20={"4C": 3.0})
    samples = [*asked.samples, *(tried("default", maze, 0, maze <= 10) for maze in range(1, 101))]
    found = Outcomes(Protocol(rows=parse_rows("10,20,default"), modes=("greedy",)), 100, samples)
    text = "\n\n".join(comparisons(found))
    assert "| novelty gives a larger h^PDBk | 1 of 1 | 1 of 1 |" in text
    assert "| 4C | 100 | 10 20 | 20 10 | 1 of 1 (10/20) |" in text
    assert "| greedy | 10 | solved | 21 | 0 | 79 | 9.5e-07 |" in text
    for section in text.split("## ")[1:]:
        widths = {line.count(" | ") for line in section.splitlines() if line.startswith("|")}
        assert len(widths) == 1


def test_a_single_row_has_no_sections():
    found = outcomes("20")
    assert list(comparisons(found)) == []
    assert set(TERMS) == {order.column for order in orders(found.samples, [])}
