"""Relaxed reachability misses nothing that can be reached, and sees some dead ends."""

from __future__ import annotations

from hypothesis import given, settings

from beta_plan.sas.relaxed import may_reach_goal, relaxed_facts
from tests import naive
from tests.sas.build import Action, task
from tests.sas.strategies import tasks


@given(tasks())
@settings(deadline=None)
def test_what_is_reached_is_relaxed_reachable(one):
    facts = relaxed_facts(one, one.init)
    seen, waiting = {one.init}, [one.init]
    while waiting:
        state = waiting.pop()
        assert facts[one.facts_of(state)].all()
        if naive.is_goal(one, state):
            assert may_reach_goal(one, one.init)
        new = {after for _, after in naive.successors(one, state)} - seen
        seen |= new
        waiting += new


def test_a_goal_that_no_action_brings_about_cannot_be_reached():
    values = {"u": "0 1 2", "v": "0 1"}
    actions = [Action("a", "u=0", "u=1"), Action("b", "v=1", "u=2")]
    assert may_reach_goal(task(values, actions, ["u=1"], "u=0 v=0"), (0, 0))
    assert not may_reach_goal(task(values, actions, ["u=2"], "u=0 v=0"), (0, 0))
    assert not relaxed_facts(task(values, actions, ["u=2"], "u=0 v=0"), (0, 0))[2]
