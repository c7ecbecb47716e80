"""Levels in bulk: certified, different, of the size that was asked for, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from time import monotonic

import pytest

from beta_plan.bulk import LEVELS_OF_A_MAZE, BulkRequest, bulk_levels
from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import IllegalTask, Interrupted, OutOfTime
from beta_plan.export.level import LearnersLevel
from beta_plan.search.budget import Budget

SMALL = BulkRequest(count=12, max_expansions=200)


@pytest.fixture(scope="module")
def hundred() -> list[LearnersLevel]:
    return list(bulk_levels(BulkRequest(count=100, max_expansions=300)))


def test_a_hundred_levels_are_different_and_replay(hundred):
    assert len({level.rows for level in hundred}) == len(hundred) == 100
    for level in hundred:
        replay = replay_level("\n".join(level.rows), solution=level.solution)
        assert (replay.length, replay.cost) == (level.metrics["moves"], level.metrics["pushes"])


def test_boards_have_one_size_closed_walls_and_nothing_on_goals(hundred):
    for level in hundred:
        text = "".join(level.rows)
        assert [len(row) for row in level.rows] == [10] * 10
        assert set(text) <= set("#@$. ")
        assert (text.count("@"), text.count("$"), text.count(".")) == (1, 4, 4)
        border = [*level.rows[0], *level.rows[-1], *(row[0] for row in level.rows), *(row[-1] for row in level.rows)]
        assert set(border) == {"#"}


def test_lower_bounds_are_below_the_pushes(hundred):
    assert all(0 < level.metrics["PDB1"] <= level.metrics["PDB2"] <= level.metrics["pushes"] for level in hundred)


def test_few_levels_share_a_maze_and_no_maze_is_in_two_splits(hundred):
    mazes = [level.maze for level in hundred]
    assert mazes == sorted(mazes)
    assert max(map(mazes.count, mazes)) <= LEVELS_OF_A_MAZE
    of_board: dict[str, int] = {}
    for level in hundred:
        board = "\n".join(level.rows).translate(str.maketrans("@$", "  "))
        assert of_board.setdefault(board, level.maze) == level.maze
    assert {level.split for level in hundred} == {"training", "validation", "test"}


def test_the_seed_decides_and_a_larger_count_only_goes_on():
    some = list(bulk_levels(SMALL))
    assert list(bulk_levels(SMALL)) == some
    assert list(islice(bulk_levels(replace(SMALL, count=40)), 12)) == some
    others = {level.rows for level in bulk_levels(replace(SMALL, seed=1))}
    assert not others & {level.rows for level in some}


def test_other_sizes():
    for level in bulk_levels(BulkRequest(count=5, width=8, height=7, num_boxes=2, max_expansions=100)):
        assert (len(level.rows), len(level.rows[0])) == (7, 8)
        assert "".join(level.rows).count("$") == 2
    with pytest.raises(IllegalTask, match="take 1 to"):
        next(bulk_levels(BulkRequest(count=1, num_boxes=50)))


def test_tiny_mazes_run_out():
    found = list(bulk_levels(BulkRequest(count=10_000, width=5, height=5, num_boxes=1, max_expansions=50)))
    assert 0 < len(found) < 10_000
    assert len({level.rows for level in found}) == len(found)


def test_stop_keeps_what_there_is():
    answers = iter([False] * 5 + [True] * 100)
    assert len(list(bulk_levels(SMALL, Budget(stop=lambda: next(answers))))) == 5
    with pytest.raises(Interrupted):
        next(bulk_levels(SMALL, Budget(stop=lambda: True)))
    with pytest.raises(OutOfTime):
        next(bulk_levels(SMALL, Budget(deadline=monotonic() - 1)))
