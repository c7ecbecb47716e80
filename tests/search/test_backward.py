"""The search equals thirty lines of Python, step by step, whatever the slices and the room at the beginning."""

from __future__ import annotations

from itertools import product
from time import monotonic

import numpy as np
import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.search import run
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.run import LEAST_EXPANSIONS, Capacities
from tests.search.explicit import (
    ExplicitSpace,
    TableEvaluators,
    grid_space,
    no_evaluators,
    random_evaluators,
    random_space,
)
from tests.search.reference import NaiveSearch

ORDERINGS = [
    "[]", "[PDB1]", "[2C]", "[w(PDB1)]", "[w(PDB2),PDB2]", "[w(PDB2),2C,PDB2]", "[3C,PDB3]", "[PDB3,w(PDB1),w(PDB3)]",
    "[w(PDB3),w(PDB1),3C,2C,PDB3,PDB1]",
]  # fmt: skip
KS = (1, 2, 3)
TINY = Capacities(states=1, profiles=1, novelty_rows=1, predecessors=1)
UNLIMITED = Budget()


def naive(space: ExplicitSpace, evaluators: TableEvaluators, ordering: Ordering, cap: int, limit: int) -> NaiveSearch:
    found = NaiveSearch(
        space.goals,
        lambda s: space.before.get(s, []),
        space.facts_of,
        lambda s: dict(zip(evaluators.ks, evaluators.h(s), strict=True)),
        ordering,
        cap,
        num_movables=len(space.radix),
    )
    found.run(limit)
    return found


def states(result: SearchResult) -> list[tuple[int, ...]]:
    return [result.state(i) for i in range(result.num_states)]


def same(one: SearchResult, other: SearchResult) -> bool:
    """Say whether everything but time and memory is the same."""
    return (one.status, one.num_expanded, one.num_generated) == (
        other.status, other.num_expanded, other.num_generated
    ) and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("packed", "parent", "profile_of", "profiles")
    )  # fmt: skip


@pytest.mark.parametrize("text", ORDERINGS)
@pytest.mark.parametrize("cap", [1, 2])
def test_best_first_search_equals_the_reference_step_by_step(text, cap):
    ordering = Ordering.parse(text)
    for seed in range(12):
        space = random_space(seed, num_words=1 + seed % 3)
        evaluators = random_evaluators(space, KS, seed)
        for limit in (0, 1, 7, 1000):
            expected = naive(space, evaluators, ordering, cap, limit)
            found = search_backward(space, evaluators, ordering, Budget(max_expansions=limit), novelty_cap=cap)
            assert states(found) == expected.states
            assert found.parent.tolist() == [parent for parent, _ in expected.parents]
            assert found.values_of(ordering).tolist() == [list(key) for key in expected.keys]
            assert found.num_expanded == len(expected.expanded)
            assert found.num_generated == expected.generated
            ended = len(expected.expanded) < limit
            assert found.status is (Status.EXHAUSTED if ended else Status.MAX_EXPANSIONS)


@pytest.mark.parametrize("seed", range(5))
def test_a_path_leads_forward_to_a_goal_state(seed):
    space = random_space(seed, degree=6)
    evaluators = random_evaluators(space, KS, seed)
    ordering = Ordering.parse("[w(PDB2),2C,PDB2]")
    found = search_backward(space, evaluators, ordering, UNLIMITED)
    expected = naive(space, evaluators, ordering, 2, 1000)
    for i in range(found.num_states):
        path, number = [], i
        while expected.parents[number][0] >= 0:
            number, action = expected.parents[number]
            path.append((action, expected.states[number]))
        assert found.path(i) == [action for action, _ in path]
        steps = [found.state(i), *(t for _, t in path)]
        assert steps[-1] in space.goals
        assert all((a, s) in space.before[t] for s, (a, t) in zip(steps, path, strict=False))


def test_breadth_first_search_generates_states_in_order_of_distance():
    space = grid_space(7, 3)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, UNLIMITED)
    distances = [sum(abs(x - 3) for x in state) for state in states(found)]
    assert distances == sorted(distances)
    assert set(states(found)) == set(product(range(7), repeat=3))
    assert found.status is Status.EXHAUSTED
    assert found.num_expanded == found.num_states == 7**3
    assert all(len(found.path(i)) == distances[i] for i in range(0, found.num_states, 20))


@pytest.mark.parametrize("text", ["[]", "[w(PDB2),2C,PDB2]", "[w(PDB3),w(PDB1),3C,2C,PDB3,PDB1]"])
@pytest.mark.parametrize("work", [1, 2, 17])
def test_where_slices_end_makes_no_difference(text, work, monkeypatch):
    space = grid_space(6, 3, num_words=2)
    evaluators = random_evaluators(space, KS, 1)
    whole = search_backward(space, evaluators, Ordering.parse(text), Budget(max_expansions=150))
    monkeypatch.setattr(run, "FIRST_WORK", work)
    monkeypatch.setattr(run.Pace, "after", lambda *_, **__: None)
    calls: list[int] = []
    cut = search_backward(
        space, evaluators, Ordering.parse(text), Budget(max_expansions=150),
        on_progress=lambda progress: calls.append(progress.num_states),
    )  # fmt: skip
    assert same(whole, cut)
    assert calls == sorted(calls)
    assert len(calls) > whole.num_generated // work


@pytest.mark.parametrize("text", ["[]", "[w(PDB2),2C,PDB2]", "[w(PDB3),w(PDB1),3C,2C,PDB3,PDB1]"])
def test_room_at_the_beginning_makes_no_difference(text):
    space = grid_space(6, 3, num_words=3)
    evaluators = random_evaluators(space, KS, 1, largest=40)
    whole = search_backward(space, evaluators, Ordering.parse(text), UNLIMITED)
    grown = search_backward(space, evaluators, Ordering.parse(text), UNLIMITED, capacities=TINY)
    assert same(whole, grown)


def test_an_objective_of_its_own_does_not_change_the_order():
    space = grid_space(5, 3)
    evaluators = random_evaluators(space, KS, 3)
    plain = search_backward(space, evaluators, BREADTH_FIRST, UNLIMITED)
    objective = Ordering.parse("[2C,PDB1]")
    rated = search_backward(space, evaluators, BREADTH_FIRST, UNLIMITED, objective=objective)
    assert states(plain) == states(rated)
    assert plain.values_of(plain.objective).shape == (125, 0)
    h = [evaluators.h(state) for state in states(rated)]
    assert rated.values_of(rated.objective).tolist() == [[max(0, two - one), one] for one, two, _ in h]


def test_levels_are_the_different_values_of_the_objective_ascending():
    space = grid_space(5, 3)
    found = search_backward(space, random_evaluators(space, KS, 3), Ordering.parse("[w(PDB2),2C,PDB2]"), UNLIMITED)
    values = found.values_of(found.objective)
    assert [tuple(row) for row in found.levels.tolist()] == sorted({tuple(row) for row in values.tolist()})
    assert found.levels[found.level_of(0, found.num_states)].tolist() == values.tolist()
    assert found.levels[found.level_of(7, 30)].tolist() == values[7:30].tolist()


def test_without_an_objective_all_states_are_of_one_level():
    space = grid_space(5, 3)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, UNLIMITED)
    assert found.levels.shape == (1, 0)
    assert found.level_of(3, 9).tolist() == [0] * 6


def test_states_are_given_many_at_once():
    space = grid_space(5, 3)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, UNLIMITED)
    numbers = np.array([100, 3, 3, 0])
    assert [tuple(row) for row in found.states(numbers).tolist()] == [found.state(int(i)) for i in numbers]


def test_goal_states_come_first_sorted_and_once():
    space = grid_space(4, 2)
    goals = np.array([(3, 3), (0, 1), (2, 0), (0, 1)], dtype=np.int32)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, Budget(max_expansions=0), goals=goals)
    assert states(found) == [(0, 1), (2, 0), (3, 3)]
    assert found.status is Status.MAX_EXPANSIONS
    assert found.path(1) == []


def test_without_goal_states_there_is_nothing_to_find():
    space = grid_space(4, 2)
    none = np.zeros((0, 2), dtype=np.int32)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, UNLIMITED, goals=none)
    assert (found.status, found.num_states) == (Status.EXHAUSTED, 0)
    walked = random_walk(space, no_evaluators(space), BREADTH_FIRST, Budget(max_expansions=9), seed=1, goals=none)
    assert (walked.status, walked.num_states) == (Status.EXHAUSTED, 0)


def test_stop_ends_the_search():
    space = grid_space(9, 5)
    answers = iter([False, True])
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, Budget(stop=lambda: next(answers)))
    assert found.status is Status.INTERRUPTED
    assert LEAST_EXPANSIONS < found.num_expanded < 9**5


def test_a_search_that_is_too_slow_for_them_ends_all_the_same(monkeypatch):
    monkeypatch.setattr(run, "GRACE", 0.0)
    space = grid_space(9, 5)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, Budget(stop=lambda: True))
    assert found.status is Status.INTERRUPTED
    assert found.num_expanded < LEAST_EXPANSIONS


def test_some_states_are_expanded_even_if_the_search_is_to_stop_at_once():
    space = grid_space(9, 5)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, Budget(stop=lambda: True))
    assert found.status is Status.INTERRUPTED
    assert LEAST_EXPANSIONS <= found.num_expanded < 9**5


def test_the_deadline_ends_the_search():
    space = grid_space(9, 4)
    found = search_backward(space, no_evaluators(space), BREADTH_FIRST, Budget(deadline=monotonic()))
    assert found.status is Status.TIME_LIMIT
    assert 0 < found.num_states < 9**4


def test_a_missing_evaluator_is_named():
    space = grid_space(3, 2)
    with pytest.raises(ValueError, match=r"no evaluator for k = 4, but \[5C\] needs it"):
        search_backward(space, random_evaluators(space, KS, 1), Ordering.parse("[5C]"), UNLIMITED)


def test_a_random_walk_visits_connected_states_and_is_determined_by_its_seed():
    space = grid_space(9, 2)
    evaluators = random_evaluators(space, KS, 1)
    objective = Ordering.parse("[2C]")
    budget = Budget(max_expansions=60)
    one, again = (random_walk(space, evaluators, objective, budget, seed=5) for _ in range(2))
    other = random_walk(space, evaluators, objective, budget, seed=6)
    assert same(one, again)
    assert not same(one, other)
    assert one.num_expanded == 60
    assert one.status is Status.MAX_EXPANSIONS
    assert one.values_of(one.objective).shape == (one.num_states, 1)
    for i in range(1, one.num_states):
        parent = one.state(int(one.parent[i]))
        assert one.state(i) in [s for _, s in space.before[parent]]
        assert len(one.path(i)) <= 60


def test_a_random_walk_starts_again_after_its_length():
    space = grid_space(9, 2)
    budget = Budget(max_expansions=500)
    found = random_walk(space, no_evaluators(space), BREADTH_FIRST, budget, seed=5, walk_length=2, capacities=TINY)
    assert max(sum(abs(x - 4) for x in state) for state in states(found)) == 2
    assert found.num_states == 13


def test_a_random_walk_starts_again_where_nothing_leads_back():
    space = ExplicitSpace((3,), {(2,): [(0, (1,)), (1, (0,))]}, ((2,),))
    found = random_walk(space, no_evaluators(space), BREADTH_FIRST, Budget(max_expansions=50), seed=0)
    assert sorted(states(found)) == [(0,), (1,), (2,)]


def test_a_random_walk_needs_a_limit():
    space = grid_space(3, 2)
    with pytest.raises(ValueError, match="a random walk needs a limit"):
        random_walk(space, no_evaluators(space), BREADTH_FIRST, Budget(memory=10**9), seed=0)
