"""S* against brute force: the goal states that actions connect with the initial state, no more, no less."""

from __future__ import annotations

from functools import cache

import pytest

from beta_plan.front_end import FrontEnd, load_text
from beta_plan.spaces.sas import SasSpace
from tests.interpreter import Interpreter
from tests.sas.small_worlds import WORLDS

Text = frozenset[str]


@cache
def connected(name: str) -> dict[Text, bool]:
    """Return the states that the interpreter reaches over the text, and which of them are goal states."""
    text = Interpreter(*WORLDS[name])
    found = text.reachable(limit=40_000)
    assert len(found) < 40_000
    return {text.text(state): text.is_goal(state) for state in found}


@cache
def loaded(name: str) -> FrontEnd:
    return load_text(*WORLDS[name])


def spelled(task: FrontEnd, state) -> Text:
    return frozenset(task.sas.atoms[atom] for atom in task.sas.decode(state))


@pytest.mark.parametrize("name", WORLDS)
def test_goal_states_are_the_connected_ones(name):
    task = loaded(name)
    found = task.goal_states(limit=100_000, seed=1)
    assert found.complete
    assert {spelled(task, state) for state in found.states} == {s for s, goal in connected(name).items() if goal}


@pytest.mark.parametrize("name", WORLDS)
def test_a_backward_search_meets_connected_states_only(name):
    task = loaded(name)
    space = SasSpace(task)
    queue = list(task.goal_states(limit=100_000, seed=1).states)
    seen = set(queue)
    for state in queue:
        for _, before in space.predecessors(state):
            if before not in seen:
                seen.add(before)
                queue.append(before)
    assert {spelled(task, state) for state in queue} <= connected(name).keys()


@pytest.mark.parametrize("name", WORLDS)
def test_no_connected_state_is_illegal(name):
    sas = loaded(name).sas
    number = {sas.atoms[atom]: atom for atom in range(len(sas.atoms))}
    for atoms in connected(name):
        state = sas.encode([number[atom] for atom in atoms])
        assert state is not None
        assert sas.is_legal(state)
