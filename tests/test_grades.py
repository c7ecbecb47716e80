"""States of ascending hardness: the order is that of the effort of the judges, and plans are the cheapest."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

import pytest

from beta_plan.grades import graded, nearest
from beta_plan.sas.task import State
from beta_plan.search.budget import Budget
from beta_plan.splits import evenly
from beta_plan.worlds.race_plan import RacePlan
from beta_plan.worlds.world import World
from tests import naive
from tests.test_panel import Counted, plan
from tests.test_panel import ways as numbered
from tests.test_race import product, ways, world

ENOUGH = Budget(max_expansions=1_000_000)


@pytest.mark.parametrize("name", ["transport", "gripper", "ferry"])
def test_effort_ascends_from_the_easiest_to_the_hardest(name):
    one = world(name)
    given = ways(one)
    found = graded(one, given, evenly(5), seed=0, budget=ENOUGH)
    efforts, all_efforts = ([product(one, way.state) for way in some] for some in (found, given))
    assert len({way.state for way in found}) == 5
    assert efforts == sorted(efforts)
    assert (efforts[0], efforts[-1]) == (min(all_efforts), max(all_efforts))


def test_plans_are_plans_and_no_longer_than_the_ways_were():
    one = world("transport")
    given = {way.state: way for way in ways(one)}
    for way in graded(one, list(given.values()), evenly(len(given)), seed=0, budget=ENOUGH):
        cost, task = one.space.task.actions.cost, one.space.task
        assert cost[way.path].sum() <= cost[given[way.state].path].sum()
        state = way.state
        for action in way.path:
            assert naive.holds(task, task.actions.pre[action], state)
            state = naive.apply(task, action, state)
        assert naive.is_goal(task, state)


def test_where_there_is_no_time_at_all_places_are_those_of_the_order():
    given = numbered(*range(40))
    found = graded(cast(World, None), given, evenly(4), seed=0, budget=Budget(stop=lambda: True))
    assert [way.state for way in found] == [(number,) for number in (0, 13, 26, 39)]
    assert graded(cast(World, None), [], evenly(4), seed=0, budget=ENOUGH) == []


def test_without_expansions_the_order_stays():
    one = world("gripper")
    given = ways(one)
    found = graded(one, given, evenly(len(given)), seed=0, budget=Budget(max_expansions=1))
    assert [way.state for way in found] == [way.state for way in given]


@dataclass
class Judged:
    """A world of which the judges alone are asked, with shares as in a maze."""

    judges_: list[Counted]
    race_plan: RacePlan = field(default_factory=lambda: plan(1.0, 1.0, shares=(0.85, 0.15), resisting=5.0))

    def judges(self, *, seed, stop):
        return self.judges_


def test_all_are_judged_by_what_there_is_for_all():
    """Of forty states the last ten are easy; a round for which there is not enough would leave them out as hardest."""
    needs: dict[State, int] = {(number,): 20 if number >= 30 else 10**6 for number in range(40)}
    one = cast(World, Judged([Counted(needs), Counted(needs)]))
    found = graded(one, numbered(*range(40)), evenly(40), seed=0, budget=Budget(max_expansions=10_000))
    assert {way.state[0] for way in found[:10]} == set(range(30, 40))


def test_who_resists_is_no_harder_than_what_it_was_asked_for():
    """The middle between one and ten thousand expansions is a hundred; what resists might cost any more."""
    needs: dict[State, int] = {(0,): 0, (1,): 99, (2,): 250, (3,): 10**9}
    one = cast(World, Judged([Counted(needs)], plan(1.0, resisting=10_000.0)))
    found = graded(one, numbered(*range(4)), evenly(3), seed=0, budget=Budget(max_expansions=5 * 4096))
    assert [way.state for way in found] == [(0,), (1,), (3,)]


def test_there_are_not_more_than_are_given():
    one = world("gripper")
    assert len(graded(one, ways(one)[:3], evenly(9), seed=0, budget=ENOUGH)) == 3
    assert graded(one, [], evenly(9), seed=0, budget=ENOUGH) == []


def test_ties_are_taken_by_their_rank():
    assert nearest([1.0] * 9, [Fraction(0), Fraction(1, 2), Fraction(1)]) == [0, 4, 8]
    assert nearest([], [Fraction(0)]) == []
