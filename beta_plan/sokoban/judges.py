"""The judges of a maze: the two searches of the solver, for one state after the other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import State
from beta_plan.search.astar import ASTAR, GREEDY, AStar, Solution
from beta_plan.search.budget import Budget
from beta_plan.sokoban.both_ways import search_both_ways
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.solver import backward_search, push_evaluators
from beta_plan.sokoban.space import ForwardSokobanSpace


class GreedyJudge:
    """Greedy search backwards and forwards by turns, as the solver does it."""

    def __init__(self, maze: Maze, forward: AStar) -> None:
        self._maze, self._forward = maze, forward

    def solve(self, start: State, budget: Budget) -> Solution:
        """Return some solution for a state, with the effort of both directions."""
        found, path = search_both_ways(
            lambda: backward_search(self._maze, start, GREEDY),
            lambda: self._begun(start),
            budget,
            lambda num_expanded, num_states: None,
        )
        return replace(found, path=tuple(path), cost=len(path))

    def _begun(self, start: State) -> AStar:
        self._forward.begin([start])
        return self._forward


def judges_of(maze: Maze, pdbs: Evaluators) -> tuple[GreedyJudge, AStar]:
    """Return greedy search, and A* for the fewest pushes; both look up the same databases."""
    space, evaluators = ForwardSokobanSpace(maze), push_evaluators(maze, pdbs)
    cost = np.ones(space.num_actions, dtype=np.int64)
    optimal, greedy = (AStar(space, evaluators, cost=cost, weights=weights) for weights in (ASTAR, GREEDY))
    return GreedyJudge(maze, greedy), optimal
