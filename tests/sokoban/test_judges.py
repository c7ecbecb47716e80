"""The judges of a maze: greedy search from both sides, and A*."""

from __future__ import annotations

import pytest

from beta_plan.search.astar import GREEDY, Outcome
from beta_plan.search.budget import Budget
from beta_plan.sokoban import both_ways
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.judges import judges_of
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.solver import backward_search, forward_search
from beta_plan.sokoban.space import SokobanSpace

MAZE = Maze.of([(row, column) for row in range(4) for column in range(5)], [(0, 0), (3, 4)])


@pytest.mark.parametrize("cap", [None, 5])
def test_the_effort_of_greedy_search_is_that_of_both_sides(cap, monkeypatch):
    """With turns so short that both have some."""
    monkeypatch.setattr(both_ways, "TURNS", (3, 3))
    greedy, _ = judges_of(MAZE, BoxEvaluators(MAZE).build((2,), seed=0))
    found = greedy.solve(SokobanSpace(MAZE).state([6, 8], 0), Budget(max_expansions=cap))
    assert found.outcome is (Outcome.SOLVED if cap is None else Outcome.LIMIT)
    assert found.effort == found.num_expanded > 3


def test_the_effort_of_astar_is_what_it_had_to_expand():
    _, optimal = judges_of(MAZE, BoxEvaluators(MAZE).build((2,), seed=0))
    found = optimal.solve(SokobanSpace(MAZE).state([6, 8], 0), Budget())
    assert found.outcome is Outcome.SOLVED
    assert 0 <= found.effort < found.num_expanded


def test_greedy_search_tells_how_near_it_came_backwards(monkeypatch):
    """Backwards the start is the goal: after one expansion it has met the goal states and what can be pulled there."""
    monkeypatch.setattr(both_ways, "TURNS", (1, 3))
    greedy, _ = judges_of(MAZE, BoxEvaluators(MAZE).build((2,), seed=0))
    start = SokobanSpace(MAZE).state([3, 7], 2)
    backward = backward_search(MAZE, start, GREEDY).go_on(Budget(max_expansions=1))
    forward = forward_search(MAZE, start, GREEDY, Budget(), 0).go_on(Budget(max_expansions=3))
    found = greedy.solve(start, Budget(max_expansions=4))
    assert (found.outcome, found.num_expanded) == (Outcome.LIMIT, 4)
    assert found.nearest == backward.nearest != forward.nearest
