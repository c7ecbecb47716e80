"""Other initial states for a task that was drawn: legal in it, with its static facts and its goal."""

from __future__ import annotations

import pytest

from beta_plan.front_end import load_text
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw, draw_others
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS


@pytest.mark.parametrize(("name", "count"), [("ferry", 5), ("blocks", 5), ("transport", 5)])
def test_other_states_are_tasks_with_the_laws_of_the_first(name, count):
    drawn = draw(DOMAINS / name / "domain.pddl", Request(seed=2), Stages())
    others = draw_others(drawn, Request(seed=2), count)
    assert len(set(others)) == count
    first = drawn.front_end.sas
    for other in others:
        task = load_text(drawn.source.text, other).sas
        assert task.init is not None
        assert task.is_legal(task.init)
        # transport: a van of the first task with room for two has room for two in all others
        assert sorted(i.value for i in task.linear_invariants) == sorted(i.value for i in first.linear_invariants)


def test_states_that_are_illegal_in_the_first_task_are_left_out():
    """In depots pallets stand elsewhere in nearly every draw, and no action could move them."""
    drawn = draw(DOMAINS / "depots" / "domain.pddl", Request(), Stages())
    assert len(draw_others(drawn, Request(), 2)) < 2
