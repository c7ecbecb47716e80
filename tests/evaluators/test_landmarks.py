"""h^LM-cut between h^max and the true distance, on states of small tasks; and its parts against naive ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from beta_plan.evaluators import landmark_kernels as kernels
from beta_plan.evaluators.landmarks import LandmarkCut
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import SasTask, State
from beta_plan.search.astar import AStar, Outcome
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.budget import Budget
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.protocol import DEAD_END, evaluate
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.bundled import front_end
from tests.sas.build import action, task

SMALL = ["transport", "gripper", "blocks", "ferry", "depots"]
NUM_STATES = 60


@cache
def space_of(name: str) -> SasSpace:
    return SasSpace(front_end(name))


@cache
def states_of(name: str) -> list[State]:
    """Some of the states that a search backwards meets, near the goal and further away."""
    found = search_backward(space_of(name), Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=2000))
    numbers = np.unique(np.linspace(0, found.num_states - 1, NUM_STATES).astype(np.int64))
    return [tuple(row) for row in found.states(numbers).tolist()]


def values(sas: SasTask, states: list[State]) -> list[int]:
    found: list[int] = LandmarkCut(sas).values(np.array(states, dtype=np.int32)).tolist()
    return found


def naive_h_max(sas: SasTask, state: State, costs) -> dict[int, int]:
    """h^max of each fact that is reached, from its definition: relax all actions until no fact becomes cheaper."""
    h = dict.fromkeys(sas.facts_of(state).tolist(), 0)
    changed = True
    while changed:
        changed = False
        for pre, post, cost in zip(sas.actions.pre, sas.actions.post, costs, strict=True):
            if all(fact in h for fact in pre.tolist()):
                value = max((h[fact] for fact in pre.tolist()), default=0) + int(cost)
                for fact in post.tolist():
                    if value < h.get(fact, value + 1):
                        h[fact], changed = value, True
    return h


def h_max_of_goal(sas: SasTask, h: dict[int, int]) -> int:
    reached = []
    for goal in sas.goals:
        certain = [[int(sas.offsets[v]) + x for x in xs] for v, xs in sas.goal_values(goal).items() if len(xs) == 1]
        if all(fact in h for (fact,) in certain):
            reached.append(max((h[fact] for (fact,) in certain), default=0))
    return min(reached, default=DEAD_END)


@pytest.mark.parametrize("name", SMALL)
def test_landmark_cuts_lie_between_h_max_and_the_true_distance(name):
    space = space_of(name)
    sas, states = space.task, states_of(name)
    blind = AStar(ForwardSpace(space), Evaluators.blind(), cost=sas.actions.cost)
    better = 0
    for state, value in zip(states, values(sas, states), strict=True):
        least = h_max_of_goal(sas, naive_h_max(sas, state, sas.actions.cost))
        assert least <= value <= blind.solve(state, Budget()).cost
        assert (value == 0) == naive.is_goal(sas, state)
        better += value > least
    assert better > len(states) // 4, "cuts say no more than the dearest fact"


@pytest.mark.parametrize("name", SMALL)
def test_h_max_is_corrected_as_if_it_were_computed_anew(name):
    """After costs have become smaller, for some states and some actions at random."""
    sas, rng = space_of(name).task, np.random.default_rng(5)
    tables = LandmarkCut(sas).tables
    for state in states_of(name)[::6]:
        row = np.array(state, dtype=np.int32)
        tables.left[:] = tables.cost
        kernels._explore(tables, row)
        tables.at_first[:] = tables.h_max
        for _ in range(4):
            open_to_us = np.flatnonzero((tables.supporter >= 0) & (tables.left > 0))
            cut = rng.choice(open_to_us, min(3, len(open_to_us)), replace=False)
            tables.left[cut] -= 1
            tables.cut[: len(cut)] = cut
            kernels._explore_again(tables, len(cut))
            expected = naive_h_max(sas, state, tables.left[: len(sas.actions)])
            found = {fact: int(h) for fact, h in enumerate(tables.h_max[: sas.num_facts]) if h != kernels._UNREACHED}
            assert found == expected
            for number in np.flatnonzero(tables.supporter[: len(sas.actions)] >= 0).tolist():
                needed = max((expected[fact] for fact in sas.actions.pre[number].tolist()), default=0)
                assert tables.support[number] == needed
                assert tables.h_max[tables.supporter[number]] == needed


@pytest.mark.parametrize("name", SMALL)
def test_astar_with_landmark_cuts_finds_a_cheapest_plan_with_fewer_expansions_than_blind_search(name):
    space = space_of(name)
    cost, forward = space.task.actions.cost, ForwardSpace(space)
    blind, informed = (AStar(forward, each, cost=cost) for each in (Evaluators.blind(), LandmarkCut(space.task)))
    for state in states_of(name)[::7]:
        one, other = blind.solve(state, Budget()), informed.solve(state, Budget())
        assert (other.outcome, other.cost) == (Outcome.SOLVED, one.cost)
        assert other.effort <= one.effort


def test_every_action_that_relaxed_plans_need_is_paid_once():
    """The truck comes, loads and drops: three landmarks; that it drives back costs nothing, for it is still there."""
    one = task(
        {"truck": "a b", "parcel": "a b in"},
        [
            action("go-ab", "truck=a", "truck=b"),
            action("go-ba", "truck=b", "truck=a"),
            action("load-a", "truck=a parcel=a", "parcel=in"),
            action("load-b", "truck=b parcel=b", "parcel=in"),
            action("drop-b", "truck=b parcel=in", "parcel=b"),
        ],
        "parcel=b",
        "truck=b parcel=a",
    )
    assert one.init is not None
    assert values(one, [one.init]) == [3]


def test_of_several_goals_the_nearest_counts_and_what_cannot_be_reached_is_a_dead_end():
    moves = [action("on", "x=a", "x=b"), action("on-on", "x=b", "x=c")]
    one = task({"x": "a b c", "y": "p q"}, moves, ["x=c", "x=b"], "x=a y=p")
    assert values(one, [(0, 0), (1, 0)]) == [1, 0]
    dead = task({"x": "a b c", "y": "p q"}, moves, "x=c y=q", "x=a y=p")
    assert values(dead, [(0, 0), (0, 1)]) == [DEAD_END, 2]


def test_conditional_effects_are_refused():
    one = task({"x": "a b"}, [action("go", "", "", ("x=a", "x=b"))], "x=b", "x=a")
    with pytest.raises(ValueError, match="conditional"):
        _ = LandmarkCut(one).tables


def costly(one: SasTask, costs: list[int]) -> SasTask:
    return replace(one, actions=replace(one.actions, cost=np.array(costs, dtype=np.int64)))


@pytest.mark.parametrize("size", [8, 30])
def test_an_action_may_become_cheaper_with_each_fact_that_it_needs(size):
    """Of a round of its own: when p0 becomes cheap the others follow one by one, and what needs all of them does."""
    names = [f"{letter}{i}" for letter in "pe" for i in range(size)]
    all_p, all_e = (" ".join(f"{letter}{i}=y" for i in range(size)) for letter in "pe")
    direct = [action(f"direct{i}", "", f"p{i}=y") for i in range(size)]
    chain = [action(f"chain{i}", f"p{i}=y", f"p{i + 1}=y") for i in range(size - 1)]
    actions = [action("big", all_p, all_e), *direct, *chain]
    one = task(dict.fromkeys(names, "n y"), actions, "p0=y", " ".join(f"{name}=n" for name in names))
    one = costly(one, [1, *(1000 - i for i in range(size)), *(0 for _ in chain)])
    heap = LandmarkCut(one).tables.heap
    with_end = np.full(len(heap) + 1000, -1, dtype=np.int64)
    tables = LandmarkCut(one).tables._replace(heap=with_end)
    found = np.zeros(1, dtype=np.int32)
    evaluate(tables, np.zeros(len(names), dtype=np.int32), found)
    assert found[0] == 1000
    assert (with_end[len(heap) :] == -1).all(), "more was put into the heap than there is room for"
    assert (with_end[: len(heap)] != -1).sum() > size * size // 2


@pytest.mark.parametrize("seed", range(40))
def test_random_tasks_with_costs_zero_among_them(seed):
    """h^LM-cut between h^max and h*, on every state that can be reached."""
    rng = Random(seed)
    names = [f"v{i}" for i in range(rng.randrange(2, 5))]
    facts = [f"{name}={x}" for name in names for x in "abc"]

    def some(most: int) -> str:
        return " ".join(
            f"{name}={rng.choice('abc')}" for name in rng.sample(names, rng.randrange(min(most, len(names)) + 1))
        )

    actions = [action(f"a{i}", some(3), some(2) or rng.choice(facts)) for i in range(rng.randrange(3, 12))]
    costs = [rng.choice([0, 0, 1, 1, 2, 5, 100]) for _ in actions]
    goals = [goal for goal in (some(3) for _ in range(rng.randrange(1, 3))) if goal] or [facts[0]]
    one = costly(task(dict.fromkeys(names, "a b c"), actions, goals, " ".join(f"{name}=a" for name in names)), costs)
    assert one.init is not None
    reached, waiting = {one.init}, [one.init]
    while waiting:
        for _, after in naive.successors(one, waiting.pop()):
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    blind = AStar(ForwardSpace(SasSpace.of_task(one)), Evaluators.blind(), cost=one.actions.cost)
    states = sorted(reached)
    for state, value in zip(states, values(one, states), strict=True):
        least = h_max_of_goal(one, naive_h_max(one, state, one.actions.cost))
        found = blind.solve(state, Budget())
        assert least <= value
        assert (value == DEAD_END) == (least == DEAD_END)
        assert found.outcome is not Outcome.SOLVED or value <= found.cost
