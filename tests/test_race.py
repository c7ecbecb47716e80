"""A run-off among states: the order is that of the effort of A*, or as it was where there was no time to judge."""

from __future__ import annotations

from functools import partial
from time import monotonic

import pytest

from beta_plan.race import DECIDING, run_off
from beta_plan.sas.task import State
from beta_plan.search.astar import AStar
from beta_plan.search.budget import Budget
from beta_plan.search.natural import allowed_facts
from beta_plan.search.result import Way
from beta_plan.worlds.sas import SasWorld
from tests import naive
from tests.bundled import front_end, texts


def world(name: str, *, any_state: bool = True) -> SasWorld:
    domain, _ = texts(name)
    one = front_end(name)
    allowed = allowed_facts(one.sas, any_state=any_state)
    return SasWorld(one, domain.encode(), allowed, table_limit=2**12, total_limit=2**20)


def ways(one: SasWorld) -> list[Way]:
    """Return the ways of a walk back from a goal state that meets no state twice, the shortest first."""
    state, path, found = one.space.goal_states(limit=1, seed=0)[1].states[0], list[int](), list[Way]()
    seen = {state}
    while len(found) < 12:
        action, state = next(step for step in one.space.predecessors(state)[::-1] if step[1] not in seen)
        seen.add(state)
        path = [action, *path]
        found.append(Way(state, partial(list, path)))
    return found[2:]


def effort(one: SasWorld, state: State) -> int:
    assert one.forward is not None
    judge = AStar(one.forward, one.evaluators((DECIDING,), seed=0), cost=one.costs)
    return judge.solve(state, Budget()).num_expanded


@pytest.mark.parametrize("name", ["transport", "gripper", "ferry"])
def test_who_costs_the_last_judge_most_comes_first(name):
    one = world(name)
    given = ways(one)
    found = run_off(one, given, seed=0, budget=Budget(max_expansions=10_000))
    efforts = [effort(one, way.state) for way in found]
    assert {way.state for way in given} <= {way.state for way in found}
    assert efforts[:10] == sorted(efforts, reverse=True)[:10]
    assert efforts[0] >= max(effort(one, way.state) for way in given)


@pytest.mark.parametrize("any_state", [True, False])
def test_a_climb_meets_other_states_each_with_a_way_to_the_goal_and_natural_if_asked(any_state):
    one = world("transport", any_state=any_state)
    given = ways(one)
    found = run_off(one, given, seed=1, budget=Budget(max_expansions=3000))
    new = [way for way in found if way not in given]
    assert new
    task = one.space.task
    for way in new:
        state = way.state
        assert one.allowed[task.facts_of(state)].all()
        assert not naive.is_goal(task, state)
        for action in way.path:
            assert naive.holds(task, task.actions.pre[action], state)
            state = naive.apply(task, action, state)
        assert naive.is_goal(task, state)
    assert len({one.canonical(way.state) for way in new}) == len(new)


def test_the_same_seed_and_expansions_give_the_same_order():
    one = world("gripper")
    first, again = (run_off(one, ways(one), seed=3, budget=Budget(max_expansions=500)) for _ in range(2))
    assert [way.state for way in first] == [way.state for way in again]


def test_where_nobody_is_solved_the_order_stays():
    one = world("logistics")
    far = ways(one)[:3:-1]
    found = run_off(one, far, seed=0, budget=Budget(max_expansions=16))
    assert [way for way in found if way in far] == far


def test_with_a_clock_the_order_is_that_of_the_effort_too():
    """Who is solved by the expansions that it may have is ranked by them, whatever the seconds say."""
    one = world("gripper")
    given = ways(one)
    found = run_off(one, given, seed=0, budget=Budget(deadline=monotonic() + 20, max_expansions=100_000))
    efforts = [effort(one, way.state) for way in found]
    assert efforts[:10] == sorted(efforts, reverse=True)[:10]


def test_who_is_stopped_judges_nothing():
    one = world("gripper")
    given = ways(one)
    assert run_off(one, given, seed=0, budget=Budget(stop=lambda: True)) == given
    assert run_off(one, [], seed=0, budget=Budget()) == []
