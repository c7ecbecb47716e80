"""The search on SAS+ tasks: exactly the solvable states, by distance, and best-first as the definition says."""

from __future__ import annotations

from functools import cache
from time import monotonic

import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.memory import resident
from beta_plan.search.result import SearchResult, Status
from beta_plan.spaces.protocol import DEAD_END
from beta_plan.spaces.sas import SasSpace
from tests import naive
from tests.sas.examples import EXAMPLES, transport
from tests.search.reference import NaiveSearch

BLIND = Evaluators.blind()


@cache
def space_of(name: str) -> SasSpace:
    return SasSpace.of_task(EXAMPLES[name]())


def replayed(space: SasSpace, result: SearchResult, number: int) -> tuple[int, ...]:
    """Apply the path of a state, action by action, and return where it ends."""
    state = result.state(number)
    for action in result.path(number):
        assert naive.holds(space.task, space.task.actions.pre[action], state)
        state = naive.apply(space.task, action, state)
    return state


@pytest.mark.parametrize("name", EXAMPLES)
def test_breadth_first_search_generates_exactly_the_solvable_states_by_distance(name):
    space = space_of(name)
    found = search_backward(space, BLIND, BREADTH_FIRST, Budget())
    distance = naive.distances_to_goal(space.task)
    states = [found.state(i) for i in range(found.num_states)]
    assert found.status is Status.EXHAUSTED
    assert len(states) == len(distance)
    assert [distance[state] for state in states] == sorted(distance.values())
    for i in range(0, len(states), 1 + len(states) // 100):
        assert len(found.path(i)) == distance[states[i]]
        assert naive.is_goal(space.task, replayed(space, found, i))


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("text", ["[PDB1]", "[w(PDB2),2C,PDB2]"])
def test_best_first_search_equals_the_reference_step_by_step(name, text):
    space, ordering = space_of(name), Ordering.parse(text)
    evaluators = Evaluators.build(space.task, ordering.ks, seed=3)
    goals, _ = space.goal_states(limit=1000, seed=0)
    expected = NaiveSearch(
        map(tuple, goals.tolist()), space.predecessors, lambda s: space.task.facts_of(s).tolist(),
        evaluators.h, ordering, 2, num_movables=space.num_movables,
    )  # fmt: skip
    expected.run(60)
    found = search_backward(space, evaluators, ordering, Budget(max_expansions=60))
    assert [found.state(i) for i in range(found.num_states)] == expected.states
    assert found.parent.tolist() == [parent for parent, _ in expected.parents]
    assert [tuple(row) for row in found.values_of(ordering).tolist()] == expected.keys
    assert found.values_of(found.objective).max(initial=0) < DEAD_END
    last = found.num_states - 1
    assert naive.is_goal(space.task, replayed(space, found, last))


def test_a_random_walk_meets_solvable_states_only():
    space = space_of("transport")
    found = random_walk(space, BLIND, BREADTH_FIRST, Budget(max_expansions=3000), seed=2)
    states = {found.state(i) for i in range(found.num_states)}
    assert 100 < len(states) == found.num_states
    assert states <= naive.solvable_states(space.task)
    assert naive.is_goal(space.task, replayed(space, found, found.num_states - 1))


@pytest.fixture(scope="module")
def large() -> SasSpace:
    """Millions of states."""
    return SasSpace.of_task(transport(packages=9))


def test_the_memory_limit_is_kept_and_used(large):
    search_backward(large, BLIND, BREADTH_FIRST, Budget(max_expansions=1))
    allowed = 24 << 20
    limit = resident() + allowed
    seen: list[int] = []
    found = search_backward(
        large, BLIND, BREADTH_FIRST, Budget(memory=limit), on_progress=lambda _: seen.append(resident())
    )
    assert found.status is Status.MEMORY_LIMIT
    assert max(seen) <= limit + (2 << 20)
    assert found.peak_memory <= limit
    assert found.num_states > allowed // 2 // (large.num_words * 8 + 14)
    assert naive.is_goal(large.task, replayed(large, found, found.num_states - 1))


def test_a_limit_below_what_the_process_has_leaves_what_fits_at_the_beginning(large):
    found = search_backward(large, BLIND, BREADTH_FIRST, Budget(memory=1))
    assert found.status is Status.MEMORY_LIMIT
    assert found.num_states == 1 << 16


def test_the_deadline_is_kept_to_a_second(large):
    search_backward(large, BLIND, BREADTH_FIRST, Budget(max_expansions=1))
    deadline = monotonic() + 0.5
    found = search_backward(large, BLIND, BREADTH_FIRST, Budget(deadline=deadline, memory=2 << 30))
    assert found.status is Status.TIME_LIMIT
    assert 0 <= monotonic() - deadline < 5  # on a machine with other work, too
