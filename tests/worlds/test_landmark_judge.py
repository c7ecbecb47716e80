"""What A* with landmark cuts would expand, told from a sample."""

from __future__ import annotations

import numpy as np
import pytest

from beta_plan.evaluators.landmarks import LandmarkCut
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search.astar import AStar, Outcome
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.budget import Budget
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.sas import SasSpace
from beta_plan.worlds import landmark_judge
from beta_plan.worlds.landmark_judge import LandmarkJudge
from tests.bundled import front_end

NAMES = ["transport", "gripper", "ferry", "blocks"]


def farthest(space: SasSpace, count: int) -> list[tuple[int, ...]]:
    found = search_backward(space, Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=20_000))
    rows = found.states(np.linspace(found.num_states // 2, found.num_states - 1, count).astype(np.int64))
    return [tuple(row) for row in rows.tolist()]


def astar(space: SasSpace, evaluators) -> AStar:
    return AStar(ForwardSpace(space), evaluators, cost=space.task.actions.cost)


def take_all(monkeypatch) -> None:
    for name in ("SAMPLE", "LEAST_SAMPLE"):
        monkeypatch.setattr(landmark_judge, name, 1 << 30)
    monkeypatch.setattr(landmark_judge, "WORK", 1 << 60)
    monkeypatch.setattr("beta_plan.search.astar._LOOKED_AT", 1 << 30)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_of_all_states_tells_what_astar_has_to_expand(name, monkeypatch):
    """Where no heuristic guides the search that is sampled nothing is missed: the estimate is exact.

    But for states that A* with an inconsistent heuristic expands twice.
    """
    take_all(monkeypatch)
    space = SasSpace(front_end(name))
    judge = LandmarkJudge(astar(space, Evaluators.blind()), space.task, seed=0)
    plain, informed = astar(space, Evaluators.blind()), astar(space, LandmarkCut(space.task))
    for state in farthest(space, 4):
        told, least, real = (each.solve(state, Budget()) for each in (judge, plain, informed))
        assert (told.cost, told.path) == (least.cost, least.path)
        assert told.num_expanded == least.num_expanded + least.effort
        assert told.effort <= least.effort
        assert told.effort == pytest.approx(real.effort, rel=0.03, abs=2)


def test_a_sample_is_near_the_whole_and_the_same_again(monkeypatch):
    space = SasSpace(front_end("transport"))
    states = farthest(space, 12)
    judge = LandmarkJudge(astar(space, Evaluators.blind()), space.task, seed=0)
    told, again = ([judge.solve(state, Budget()).effort for state in states] for _ in range(2))
    take_all(monkeypatch)
    whole = [judge.solve(state, Budget()).effort for state in states]
    assert told == again
    assert sum(told) == pytest.approx(sum(whole), rel=0.3)
    assert told != whole, "the sample is all"


def test_of_what_is_not_solved_the_share_counts_up_to_the_f_that_was_reached(monkeypatch):
    """A state of which landmark cuts know all is worth nothing, though blind search has not solved it."""
    take_all(monkeypatch)
    space = SasSpace(front_end("ferry"))
    (state,) = farthest(space, 1)
    judge = LandmarkJudge(astar(space, Evaluators.blind()), space.task, seed=0)
    found = judge.solve(state, Budget(max_expansions=10))
    assert (found.outcome, found.path, found.effort) == (Outcome.LIMIT, (), 0)
    space = SasSpace(front_end("blocks"))
    state = farthest(space, 1)[0]
    judge = LandmarkJudge(astar(space, Evaluators.blind()), space.task, seed=0)
    cost = judge.solve(state, Budget()).cost
    plain = astar(space, Evaluators.blind())
    most = plain.solve(state, Budget()).effort
    shares = [judge.solve(state, Budget(max_expansions=cap)).effort / cap for cap in (most // 4, most)]
    assert cost > 4
    assert shares[0] <= shares[1] < 1


def test_a_task_that_is_too_large_for_a_sample_has_none(monkeypatch):
    space = SasSpace(front_end("ferry"))
    (state,) = farthest(space, 1)
    judge, plain = LandmarkJudge(astar(space, Evaluators.blind()), space.task, seed=0), astar(space, Evaluators.blind())
    monkeypatch.setattr(landmark_judge, "WORK", landmark_judge.LEAST_SAMPLE * LandmarkCut(space.task).size - 1)
    told, least = (each.solve(state, Budget()) for each in (judge, plain))
    assert (told.effort, told.num_expanded) == (least.effort, least.num_expanded)
