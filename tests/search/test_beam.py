"""A beam keeps the best states of every layer; one that is wide enough is breadth-first search."""

from __future__ import annotations

from collections import Counter
from functools import cache
from time import monotonic

import numpy as np
import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search import beam as beam_module
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.beam import search_beam
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Status
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.bundled import front_end

OBJECTIVE = Ordering.parse("[2C,PDB2]")


@cache
def space(name: str) -> SasSpace:
    return SasSpace(front_end(name))


@cache
def evaluators(name: str) -> Evaluators:
    return Evaluators.build(space(name), (1, 2), seed=0, table_limit=2**12)


def beam(name: str, *, width: int, max_expansions: int, seed: int = 0) -> SearchResult:
    goals, _ = space(name).goal_states(limit=1000, seed=0)
    budget = Budget(max_expansions=max_expansions)
    return search_beam(space(name), evaluators(name), OBJECTIVE, budget, goals=goals, seed=seed, width=width)


def states(found: SearchResult) -> set[tuple[int, ...]]:
    return {found.state(number) for number in range(found.num_states)}


@pytest.mark.parametrize("name", ["gripper", "ferry", "depots"])
def test_a_beam_that_leaves_nothing_out_finds_what_breadth_first_search_does(name):
    wide = beam(name, width=10_000, max_expansions=100_000)
    assert wide.status is Status.EXHAUSTED
    all_of_it = search_backward(space(name), Evaluators.blind(), BREADTH_FIRST, Budget())
    assert states(wide) == states(all_of_it)
    assert wide.num_states == all_of_it.num_states


@pytest.mark.parametrize("name", ["gripper", "ferry"])
def test_a_beam_that_has_left_nothing_out_needs_no_patience(name, monkeypatch):
    monkeypatch.setattr(beam_module, "PATIENCE", 1)
    whole = search_backward(space(name), Evaluators.blind(), BREADTH_FIRST, Budget())
    wide = beam(name, width=10_000, max_expansions=100_000)
    assert (wide.status, wide.num_states) == (Status.EXHAUSTED, whole.num_states)
    assert wide.num_expanded == whole.num_states  # none was expanded twice


@pytest.mark.parametrize("name", ["gripper", "ferry"])
def test_a_layer_that_is_just_as_wide_as_the_beam_leaves_nothing_out(name):
    whole = search_backward(space(name), Evaluators.blind(), BREADTH_FIRST, Budget())
    widest = max(Counter(len(whole.path(number)) for number in range(whole.num_states)).values())
    just, narrow = (beam(name, width=width, max_expansions=10 * whole.num_states) for width in (widest, widest - 1))
    assert (just.status, just.num_states) == (Status.EXHAUSTED, whole.num_states)
    assert narrow.status is Status.MAX_EXPANSIONS


@pytest.mark.parametrize("name", ["transport", "logistics"])
def test_paths_lead_to_goals_and_values_are_those_of_the_evaluators(name):
    found, task = beam(name, width=8, max_expansions=400), space(name).task
    assert found.status is Status.MAX_EXPANSIONS
    assert found.num_expanded == 400
    values = found.values_of(OBJECTIVE)
    for number in range(0, found.num_states, 7):
        state = found.state(number)
        assert tuple(values[number].tolist()) == evaluators(name).values(OBJECTIVE, state)
        for action in found.path(number):
            assert naive.holds(task, task.actions.pre[action], state)
            state = naive.apply(task, action, state)
        assert naive.is_goal(task, state)


def test_of_a_layer_the_best_are_kept():
    """The first layer behind the goals: whatever is left out is no better than what is kept."""
    goals, _ = space("logistics").goal_states(limit=1000, seed=0)
    found = beam("logistics", width=5, max_expansions=min(5, len(goals)))
    kept = {found.state(number) for number in range(found.num_states) if found.parent[number] >= 0}
    begun = {found.state(number) for number in range(found.num_states) if found.parent[number] < 0}
    behind = {before for state in begun for _, before in space("logistics").predecessors(state)} - begun
    value = {state: evaluators("logistics").values(OBJECTIVE, state) for state in behind}
    assert kept <= behind
    assert len(kept) == 5
    assert min(value[state] for state in kept) >= max(value[state] for state in behind - kept)


def test_the_seed_decides_ties_and_nothing_else_does():
    one, again, other = (beam("transport", width=4, max_expansions=200, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.packed, again.packed)
    assert states(one) != states(other)


def test_what_says_stop_ends_it():
    goals, _ = space("transport").goal_states(limit=10, seed=0)
    arguments = space("transport"), evaluators("transport"), OBJECTIVE
    stopped = search_beam(*arguments, Budget(stop=lambda: True), goals=goals, seed=0)
    late = search_beam(*arguments, Budget(deadline=monotonic() - 1), goals=goals, seed=0)
    assert (stopped.status, late.status) == (Status.INTERRUPTED, Status.TIME_LIMIT)
    assert late.num_states > len(goals)
    with pytest.raises(ValueError, match="needs a limit"):
        search_beam(*arguments, Budget(), goals=goals, seed=0)
