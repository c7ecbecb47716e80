from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs import policies
from beta_plan.pdbs.collection import PdbCollections
from beta_plan.pdbs.draws import Draws
from beta_plan.pdbs.matching_kernels import MATE, largest_matching, matching_tables
from beta_plan.pdbs.partitions import Partitions
from beta_plan.pdbs.policies import POOL, ChosenPartitions
from beta_plan.pdbs.policy_tables import BestTables, RedrawnTables
from beta_plan.pdbs.tables import SasPdbTables
from beta_plan.spaces.protocol import DEAD_END
from tests import bundled, naive
from tests.pdbs.oracles import bundled_distances, exact_distances
from tests.pdbs.test_partitions import locks
from tests.sas.examples import running_example, sokoban, transport
from tests.sas.strategies import tasks


def pushes():
    """Sokoban with moves for nothing: patterns are private."""
    boxes = sokoban()
    costs = [int(boxes.actions.names[a].startswith("push")) for a in range(len(boxes.actions))]
    return replace(boxes, actions=replace(boxes.actions, cost=np.array(costs, dtype=np.int64)))


PRIVATE = {"locks": locks, "pushes": pushes, "running example": running_example}


@pytest.mark.parametrize("name", PRIVATE)
def test_redrawn_partitions_are_those_of_the_slow_class_on_every_state(name):
    task = PRIVATE[name]()
    partitions = Partitions(task)
    count = len(partitions.things.bundles)
    evaluators = Evaluators.build(task, range(1, count), seed=5, policy="redrawn")
    assert isinstance(evaluators.tables, RedrawnTables)
    assert not evaluators.notes
    assert evaluators.tables.order.all()
    for state in naive.legal_states(task):
        assert evaluators.h(state) == {k: partitions.redrawn(state, k, seed=5) for k in evaluators.ks}


@pytest.mark.parametrize("name", PRIVATE)
def test_best_partitions_are_those_of_the_slow_class_on_every_state(name):
    task = PRIVATE[name]()
    partitions = Partitions(task)
    count = len(partitions.things.bundles)
    evaluators = Evaluators.build(task, range(1, count), seed=5, policy="best")
    assert isinstance(evaluators.tables, BestTables)
    assert not evaluators.notes
    for state in naive.legal_states(task):
        assert evaluators.h(state) == {k: partitions.best(state, k) for k in evaluators.ks}


def test_one_part_of_all_things_needs_no_choice():
    for policy in ("redrawn", "best"):
        evaluators = Evaluators.build(running_example(), [2, 3, 4], seed=0, policy=policy)
        assert evaluators.h((0, 0, 0)) == {2: 7, 3: 9, 4: 9}


def test_where_costs_are_shared_the_best_is_the_largest_of_a_pool():
    four = transport(4)
    evaluators = Evaluators.build(four, [1, 2], seed=3, policy="best", num_collections=2)
    assert isinstance(evaluators.tables, SasPdbTables)
    assert any("PDB2: patterns share costs, so the largest of a pool of 8" in note for note in evaluators.notes)
    pool = PdbCollections.build(four, [1, 2], seed=3, num_collections=2 * POOL)
    states = list(exact_distances(four, goals(four), limit=300))
    values = [tuple(evaluators.h(state).values()) for state in states]
    assert values == [pool.h(state) for state in states]
    fixed = PdbCollections.build(four, [1, 2], seed=3, num_collections=2)
    assert any(value > fixed.h(state) for value, state in zip(values, states, strict=True))


def test_where_costs_are_shared_each_state_draws_from_a_pool():
    four = transport(4)
    evaluators = Evaluators.build(four, [2, 3], seed=3, policy="redrawn", num_collections=2)
    assert isinstance(evaluators.tables, RedrawnTables)
    assert any("PDB3: patterns share costs, so each state draws 2 of a pool of 8" in note for note in evaluators.notes)
    pool = PdbCollections.build(four, [2, 3], seed=3, num_collections=2 * POOL)
    differs = 0
    for state in exact_distances(four, goals(four), limit=300):
        drawn = {}
        for k, sums in zip((2, 3), pool.distinct_sums, strict=True):
            chosen = Draws(3, k, state).choice(len(sums), 2)
            drawn[k] = max(sums[number].h(state) for number in chosen)
        assert evaluators.h(state) == drawn
        differs += tuple(drawn.values()) != pool.h(state)
    assert differs > 0


def goals(task):
    from beta_plan.sas.goals import goal_states

    return list(goal_states(task, limit=1000, seed=0).states)


def test_too_many_or_too_large_parts_are_a_pool(monkeypatch):
    large = ChosenPartitions.build(locks(), [1, 2], "best", seed=0, total_limit=60)
    assert (large.free, large.pool.sums[0]) == ((1,), ())
    assert "PDB2: tables of all sets of things are too large, so" in large.notes[0]
    monkeypatch.setattr(policies, "MOST_PARTS", 10)
    many = ChosenPartitions.build(locks(), [1, 2], "redrawn", seed=0)
    assert many.free == (1,)
    assert "PDB2: there are too many sets of things, so each state draws 7 of a pool of 28" in many.notes[0]
    evaluators = Evaluators.build(locks(), [1, 2], seed=0, policy="redrawn")
    assert evaluators.h((1,) * 6)[1] == Partitions(locks()).redrawn((1,) * 6, 1, seed=0)


@pytest.mark.parametrize("policy", ["redrawn", "best"])
@pytest.mark.parametrize("name", ["gripper", "ferry", "sokoban", "transport", "blocks", "logistics"])
def test_chosen_partitions_are_admissible(name, policy):
    loaded = bundled.front_end(name).sas
    evaluators = Evaluators.build(loaded, [1, 2, 3], seed=2, policy=policy)
    exact = bundled_distances(name)
    largest = 0
    for state in list(exact)[:: max(1, len(exact) // 500)]:
        h = evaluators.h(state)
        assert max(h.values()) <= exact[state]
        largest = max(largest, *h.values())
    assert largest > 0


@given(tasks(), st.sampled_from(["redrawn", "best"]), st.integers(1, 3))
@settings(deadline=None, max_examples=40)
def test_chosen_partitions_of_random_tasks_are_admissible(random_task, policy, k):
    evaluators = Evaluators.build(random_task, [k], seed=3, policy=policy)
    exact = exact_distances(random_task, naive.goal_states(random_task))
    for state in naive.legal_states(random_task):
        assert evaluators.h(state)[k] <= exact.get(state, DEAD_END)


def test_the_best_pairs_are_never_below_random_ones():
    best, fixed, redrawn = (
        Evaluators.build(locks(), [2], seed=1, policy=policy) for policy in ("best", "random", "redrawn")
    )
    states = list(naive.all_states(locks()))
    values = [(best.h(s)[2], fixed.h(s)[2], redrawn.h(s)[2]) for s in states]
    assert all(a >= max(b, c) for a, b, c in values)
    assert any(b != c for _, b, c in values)


@given(st.integers(1, 6), st.integers(0, 12), st.integers(0, 2**31))
@settings(deadline=None, max_examples=150)
def test_the_matching_is_the_heaviest(pairs, highest, seed):
    """Small weights make ties, and ties make blossoms."""
    count = 2 * pairs
    weights = np.triu(np.random.default_rng(seed).integers(0, highest + 1, (count, count)), 1)
    weights += weights.T
    tables = matching_tables(count)
    tables.weight[1:, 1:] = weights + 1
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, int(weights[i, j])) for i in range(count) for j in range(i))
    expected = sum(weights[pair] for pair in nx.max_weight_matching(graph, maxcardinality=True))
    assert largest_matching(tables, count) - pairs == expected
    assert [tables.node[tables.node[u, MATE], MATE] for u in range(1, count + 1)] == list(range(1, count + 1))


def test_draws_look_random():
    """Every order of three things comes about as often as any other, over neighbouring states."""
    found: dict[object, int] = {}
    for x in range(40):
        for y in range(30):
            drawn = Draws(1, 1, (x, y)).partition(3, 1)
            found[drawn] = found.get(drawn, 0) + 1
    assert len(found) == 6
    assert all(abs(times - 200) < 60 for times in found.values())


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="'luck' is none of random, redrawn, best"):
        Evaluators.build(running_example(), [1], seed=0, policy="luck")
    with pytest.raises(ValueError, match="'random' is none of redrawn, best"):
        ChosenPartitions.build(running_example(), [1], "random", seed=0)
