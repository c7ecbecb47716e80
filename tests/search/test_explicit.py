"""Forward search in plain Python finds cheapest plans, also through conditional effects."""

import pytest

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.invert import Transitions
from beta_plan.search.astar import GREEDY, Outcome
from beta_plan.search.budget import Budget
from beta_plan.search.explicit import ExplicitSearch
from beta_plan.spaces.protocol import DEAD_END
from tests.bundled import front_end
from tests.test_domains import COSTS


def blind(state):
    return 0


def solved(task, h, budget=None, **how):
    return ExplicitSearch(task, h, **how).solve(task.init, budget or Budget())


def end_of(task, path):
    transitions, state = Transitions(task), task.init
    for action in path:
        assert action in {each for each, _ in transitions.successors(state)}
        state = transitions.apply(action, state)
    return state


def is_goal(task, state):
    goals = (task.goal_values(goal).items() for goal in task.goals)
    return any(all(state[variable] in values for variable, values in goal) for goal in goals)


@pytest.mark.parametrize("name", ["briefcase", "ferry", "miconic", "transport"])
def test_the_plan_is_a_cheapest_one(name):
    task = front_end(name).sas
    evaluators = Evaluators.build(task, (2,), seed=0)
    for h in (blind, lambda state: evaluators.h(state)[2]):
        found = solved(task, h)
        assert (found.outcome, found.cost) == (Outcome.SOLVED, COSTS[name])
        assert is_goal(task, end_of(task, found.path))


@pytest.mark.parametrize("name", ["briefcase", "ferry"])
def test_greedy_search_finds_some_plan_with_less_effort(name):
    task = front_end(name).sas
    evaluators = Evaluators.build(task, (2,), seed=0)
    greedy = solved(task, lambda state: evaluators.h(state)[2], weights=GREEDY)
    assert is_goal(task, end_of(task, greedy.path))
    assert greedy.num_expanded < solved(task, blind).num_expanded


def test_limits_end_the_search():
    task = front_end("briefcase").sas
    found = solved(task, blind, Budget(max_expansions=5))
    assert (found.outcome, found.num_expanded, found.path) == (Outcome.LIMIT, 5, ())
    for budget in (Budget(deadline=0.0), Budget(memory=1)):
        assert solved(task, blind, budget).outcome is Outcome.LIMIT


def test_dead_ends_are_not_expanded():
    task = front_end("ferry").sas
    found = solved(task, lambda state: 0 if state == task.init else DEAD_END)
    assert (found.outcome, found.num_expanded) == (Outcome.UNSOLVABLE, 1)
