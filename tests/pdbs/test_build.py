from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.errors import UnsupportedFeature
from beta_plan.pdbs import build
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import AbstractSpace, compute_pdb
from beta_plan.pdbs.projection import PatternTooLarge, Projection
from beta_plan.pdbs.store import Store, Table
from beta_plan.pdbs.tables import BucketQueue
from beta_plan.spaces.protocol import DEAD_END
from tests import naive
from tests.pdbs.oracles import abstract_distances, abstract_transitions, exact_distances
from tests.sas.build import action, task
from tests.sas.examples import EXAMPLES, briefcase, registers
from tests.sas.strategies import tasks

SMALL = ["running example", "gripper", "briefcase", "registers", "lights", "tokens"]
COSTS = st.lists(st.integers(0, 3), min_size=5, max_size=5)
PATTERNS = st.lists(st.integers(0, 1), min_size=1, max_size=2, unique=True).map(tuple)


def with_costs(given_task, costs):
    costs = np.resize(np.array(costs, dtype=np.int64), len(given_task.actions))
    return replace(given_task, actions=replace(given_task.actions, cost=costs))


def distances(pdb):
    return {pdb.projection.unrank(rank): int(h) for rank, h in enumerate(pdb.distance)}


@pytest.mark.parametrize("costs", [[1], [0, 1], [1, 0, 3, 2], [4, 6, 0], [0]], ids=str)
@pytest.mark.parametrize("name", SMALL)
def test_every_entry_is_the_distance_in_the_abstract_space(name, costs):
    small = with_costs(EXAMPLES[name](), costs)
    for pattern in [(0,), (1,), (0, 1), (2, 1), (0, 2, 1)]:
        assert distances(compute_pdb(small, pattern)) == abstract_distances(small, pattern)


@given(tasks(), COSTS, PATTERNS)
@settings(max_examples=200, deadline=None)
def test_every_entry_of_random_tasks(random_task, costs, pattern):
    random_task = with_costs(random_task, costs)
    assert distances(compute_pdb(random_task, pattern)) == abstract_distances(random_task, pattern)


@given(tasks(), COSTS)
@settings(deadline=None)
def test_a_pattern_of_all_variables_gives_exact_distances(random_task, costs):
    random_task = with_costs(random_task, costs)
    pdb = compute_pdb(random_task, tuple(range(len(random_task.variables))))
    exact = exact_distances(random_task, naive.goal_states(random_task))
    for state in naive.legal_states(random_task):
        assert pdb.h(state) == exact.get(state, DEAD_END)


@given(tasks(), COSTS, PATTERNS)
@settings(deadline=None)
def test_no_entry_exceeds_the_true_distance(random_task, costs, pattern):
    random_task = with_costs(random_task, costs)
    pdb = compute_pdb(random_task, pattern)
    for state, exact in exact_distances(random_task, naive.goal_states(random_task)).items():
        assert pdb.h(state) <= exact


def test_costs_may_be_given_instead_of_those_of_the_task():
    small = EXAMPLES["gripper"]()
    zero = np.zeros(len(small.actions), dtype=np.int64)
    assert set(compute_pdb(small, (0, 3), zero).distance.tolist()) <= {0, DEAD_END}
    tripled = compute_pdb(small, (0, 3), 3 * small.actions.cost)
    assert distances(tripled) == {s: min(3 * h, DEAD_END) for s, h in distances(compute_pdb(small, (0, 3))).items()}


def test_a_condition_inside_the_pattern_is_exact_and_one_outside_may_hold_or_not():
    """Object 1 is taken along iff it is in; without the variable that says so it may always jump along."""
    small = briefcase()
    bag, o1, in1 = 0, 1, 3
    with_flag, without = compute_pdb(small, (bag, o1, in1)), compute_pdb(small, (bag, o1))
    assert with_flag.h((0, 0, 0, 1, 1)) == 2  # put it in, move to c
    assert without.h((0, 0, 0, 1, 1)) == 1


def test_conditions_on_one_variable_outside_hold_together():
    """z is copied from y or x counts up, never both by one action: what y is decides."""
    effects = [("s=0", "x=1"), ("s=0", "y=1"), ("s=1", "x=2"), ("s=1", "y=2")]
    both = task({"x": "0 1 2", "y": "0 1 2", "s": "0 1"}, [action("set", "", "", *effects)], "x=1 y=2", "x=0 y=0 s=0")
    assert compute_pdb(both, (0, 1)).h((0, 0, 0)) == DEAD_END


def test_an_effect_that_cannot_fire_is_no_transition():
    never = task({"x": "0 1", "y": "0 1"}, [action("a", "y=0", "", ("y=1", "x=1"))], "x=1", "x=0 y=0")
    assert compute_pdb(never, (0,)).distance.tolist() == [DEAD_END, 0]


def test_too_many_worlds_outside_are_taken_variable_by_variable(monkeypatch):
    monkeypatch.setattr("beta_plan.pdbs.conditional._MOST_WORLDS", 1)
    for small in (briefcase(), registers()):
        exact = exact_distances(small, naive.goal_states(small))
        pdb = compute_pdb(small, (0, 1))
        assert all(pdb.h(state) <= d for state, d in exact.items())
        assert any(pdb.h(state) > 0 for state in exact)


def test_a_pattern_with_too_many_transitions_is_refused(monkeypatch):
    monkeypatch.setattr("beta_plan.pdbs.abstract.MOST_ACTIONS", 3)
    for name in ("briefcase", "lights"):
        with pytest.raises(PatternTooLarge):
            compute_pdb(EXAMPLES[name](), (0, 1, 2))


def test_a_pattern_with_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(build, "MOST_STATES", 10)
    with pytest.raises(PatternTooLarge, match="25 abstract states"):
        compute_pdb(EXAMPLES["running example"](), (0, 1))


@pytest.mark.parametrize("cost", [2**25, 2**28 + 1])
def test_costs_that_do_not_fit_are_refused(cost):
    small = with_costs(EXAMPLES["running example"](), [cost, cost + 2])
    with pytest.raises(PatternTooLarge, match="too large"):
        compute_pdb(small, (0, 1))
    same = with_costs(EXAMPLES["running example"](), [2**29])
    with pytest.raises(PatternTooLarge, match="too large"):
        compute_pdb(same, (0, 1))


@pytest.mark.parametrize(
    ("costs", "fits"),
    [
        ([1], True),
        ([2**26], True),
        ([2**28], True),
        ([2**29], False),
        ([2**25, 2**25 + 2], False),
        ([2**40], False),
        ([0], True),
    ],
)
def test_a_task_whose_costs_do_not_fit_for_one_variable_is_refused(costs, fits):
    small = with_costs(EXAMPLES["running example"](), costs)
    if fits:
        return build.check_costs(small)
    with pytest.raises(UnsupportedFeature, match=f"action costs up to {max(costs):,} are too large"):
        build.check_costs(small)


def test_of_a_pattern_for_which_costs_are_too_large_variables_are_left_out():
    """In the example it takes 6 steps for two of the variables, and 9 for all three."""
    small = with_costs(EXAMPLES["running example"](), [2**27])
    build.check_costs(small)
    with pytest.raises(build.CostsTooLarge):
        compute_pdb(small, (0, 1, 2))
    (table,) = Store(Projector(small)).additive([(0, 1, 2)])
    assert table.projection.pattern == (0, 1)


def test_large_costs_with_a_common_divisor_fit():
    small = with_costs(EXAMPLES["running example"](), [2**26])
    assert compute_pdb(small, (0, 1)).h((0, 0, 0)) == 6 * 2**26


def test_a_queue_that_is_too_short_is_made_longer(monkeypatch):
    made = []

    def short(**sizes):
        made.append(sizes)
        return BucketQueue.empty(num_buckets=sizes["num_buckets"], num_blocks=1 << len(made))

    expected = compute_pdb(with_costs(EXAMPLES["sokoban"](), [0, 1, 5, 9]), (0, 1, 2)).distance
    monkeypatch.setattr(build, "BucketQueue", type("Short", (), {"empty": staticmethod(short)}))
    found = compute_pdb(with_costs(EXAMPLES["sokoban"](), [0, 1, 5, 9]), (0, 1, 2)).distance
    assert len(made) > 1
    assert (found == expected).all()


@pytest.mark.parametrize("name", SMALL)
def test_abstract_actions_are_the_transitions_of_the_projection(name):
    small = EXAMPLES[name]()
    for pattern in [(0,), (0, 1), (2, 0)]:
        projection = Projection(small, pattern)
        abstract = Projector(small).abstract_actions(projection)
        found = set()
        for row, delta in zip(abstract.required.tolist(), abstract.delta.tolist(), strict=True):
            for rank in range(projection.size):
                values = projection.unrank(rank)
                if all(x in (-1, y) for x, y in zip(row, values, strict=True)):
                    found.add((projection.unrank(rank + delta), values))
        assert found == {(s, t) for s, _, t in abstract_transitions(small, pattern) if s != t}


@given(tasks(), COSTS, PATTERNS)
@settings(deadline=None)
def test_saturated_costs_are_the_largest_differences(random_task, costs, pattern):
    random_task = with_costs(random_task, costs)
    space = AbstractSpace(Projector(random_task), pattern)
    own = space.actions.costs(random_task.actions.cost)
    pdb = space.solve(own)
    saturated = space.saturated(Table.of(pdb).entries, own, np.ones(len(own), dtype=bool))
    per_action = space.actions.spread(saturated, len(random_task.actions))
    h = distances(pdb)
    expected = [0] * len(random_task.actions)
    for s, a, t in abstract_transitions(random_task, pattern):
        if h[s] < DEAD_END and h[t] < DEAD_END:
            expected[a] = max(expected[a], h[s] - h[t])
    assert per_action.tolist() == expected
    again = space.solve(space.actions.costs(per_action))
    assert (again.distance == pdb.distance).all()
