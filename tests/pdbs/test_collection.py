from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import compute_pdb
from beta_plan.pdbs.collection import PdbCollections
from beta_plan.pdbs.projection import PatternTooLarge
from beta_plan.pdbs.store import OutOfRoom, Store, Table
from beta_plan.sas.task import State
from beta_plan.spaces.protocol import DEAD_END
from beta_plan.spaces.sas import SasSpace
from tests import bundled, naive
from tests.pdbs.oracles import bundled_distances, exact_distances
from tests.sas.build import action, task
from tests.sas.examples import EXAMPLES, running_example, sokoban, transport
from tests.sas.strategies import tasks

LARGE = ("briefcase", "satellite")  # too many states to enumerate in Python


@pytest.mark.parametrize("name", [name for name in bundled.NAMES if name not in LARGE])
def test_h_is_admissible_and_no_solvable_state_is_a_dead_end(name):
    """On every state that a search backwards reaches; kernels and Python agree on a part of them."""
    loaded = bundled.front_end(name).sas
    collections = PdbCollections.build(loaded, [1, 2, 3], seed=7, num_collections=3)
    evaluators = Evaluators.of(collections)
    exact = bundled_distances(name)
    assert len(exact) > 200
    assert max(exact.values()) > 1
    for number, (state, distance) in enumerate(exact.items()):
        h = evaluators.h(state)
        assert max(h.values()) <= distance
        if number % 50 == 0:
            assert tuple(h.values()) == collections.h(state)


@pytest.mark.parametrize("name", LARGE)
def test_h_is_admissible_on_a_sample_of_the_larger_tasks(name):
    """Against one database of all variables, whose distances other tests prove exact."""
    loaded = bundled.front_end(name).sas
    everything = compute_pdb(loaded, tuple(range(len(loaded.variables))))
    evaluators = Evaluators.build(loaded, [1, 2, 3], seed=7, num_collections=3)
    solvable = np.flatnonzero(everything.distance < DEAD_END)
    assert int(everything.distance[solvable].max()) > 5
    for rank in np.random.default_rng(0).choice(solvable, 3000).tolist():
        h = evaluators.h(everything.projection.unrank(rank))
        assert max(h.values()) <= everything.distance[rank]


@given(tasks(), st.lists(st.integers(0, 3), min_size=5, max_size=5), st.integers(1, 3))
@settings(deadline=None)
def test_h_of_random_tasks_is_admissible_and_the_same_by_kernel(random_task, costs, k):
    costs = np.array(costs[: len(random_task.actions)], dtype=np.int64)
    random_task = replace(random_task, actions=replace(random_task.actions, cost=costs))
    collections = PdbCollections.build(random_task, [k], seed=3)
    evaluators = Evaluators.of(collections)
    exact = exact_distances(random_task, naive.goal_states(random_task))
    for state in naive.legal_states(random_task):
        assert evaluators.h(state) == {k: collections.h(state)[0]}
        assert collections.h(state)[0] <= exact.get(state, DEAD_END)


def test_one_pattern_of_everything_is_exact():
    for name in ("gripper", "ferry"):
        loaded = bundled.front_end(name).sas
        pdb = compute_pdb(loaded, tuple(range(len(loaded.variables))))
        assert all(pdb.h(state) == distance for state, distance in bundled_distances(name).items())


def test_where_no_action_affects_two_patterns_the_sum_is_that_of_full_costs():
    example = running_example()
    patterns = [(0,), (1, 2)]
    tables = Store(Projector(example)).additive(patterns)
    for state in naive.all_states(example):
        plain = sum(compute_pdb(example, pattern).h(state) for pattern in patterns)
        assert min(sum(table.h(state) for table in tables), DEAD_END) == min(plain, DEAD_END)


def test_in_sokoban_pushes_are_counted_once_and_each_box_in_full():
    """Moves cost nothing, so a man who is in both patterns takes nothing from either box."""
    boxes = sokoban(columns=4)
    pushes = [int(boxes.actions.names[a].startswith("push")) for a in range(len(boxes.actions))]
    boxes = replace(boxes, actions=replace(boxes.actions, cost=np.array(pushes, dtype=np.int64)))
    tables = Store(Projector(boxes)).additive([(0, 1), (0, 2)])
    full = [compute_pdb(boxes, pattern) for pattern in ((0, 1), (0, 2))]
    for state in exact_distances(boxes, naive_goals(boxes), limit=400):
        assert sum(table.h(state) for table in tables) == sum(pdb.h(state) for pdb in full)


def naive_goals(given_task) -> list[State]:
    from beta_plan.sas.goals import goal_states

    return list(goal_states(given_task, limit=1000, seed=0).states)


def test_a_cost_that_one_pattern_has_used_up_is_gone_for_the_next():
    """One drive serves both packages: it is paid once, load and unload by each."""
    two = transport(2)
    tables = Store(Projector(two)).additive([(0, 1, 2, 3, 4), (0, 1, 2, 3, 5)])
    state = two.init
    assert state is not None
    assert [table.h(state) for table in tables] == [4, 2]
    assert compute_pdb(two, (0, 1, 2, 3, 5)).h(state) == 4


def test_what_changes_a_package_can_be_reserved_for_its_own_pattern():
    """Else the first package takes the costs of unloading all others: a free place is worth that much to it."""
    many = transport(4)
    store = Store(Projector(many))
    patterns = [(0, 1, 2, 3, package) for package in (4, 5, 6, 7)]
    state = many.init
    assert state is not None
    greedy = sum(table.h(state) for table in store.additive(patterns))
    reserved = sum(table.h(state) for table in store.additive(patterns, [(4,), (5,), (6,), (7,)]))
    assert (greedy, reserved) == (7, 2 + 4 * 2)


def test_a_k_keeps_the_rule_with_the_larger_first_collection():
    """Loads belong to packages; in visitall every step visits a cell, and reserving it for that cell is a loss."""
    four = transport(4)
    assert four.init is not None
    assert PdbCollections.build(four, [1], seed=0).h(four.init) == (10,)
    cells = bundled.front_end("visitall").sas
    assert cells.init is not None
    assert PdbCollections.build(cells, [2], seed=0, num_collections=1).h(cells.init) >= (5,)


def test_equal_patterns_with_equal_costs_share_a_table():
    collections = PdbCollections.build(running_example(), [1], seed=0)
    assert len(collections.sums[0]) == 4
    assert len(collections.distinct_tables) == 3


def test_there_are_as_many_collections_as_variables_and_one_more():
    assert [len(sums) for sums in PdbCollections.build(sokoban(), [1, 2], seed=0).sums] == [4, 4]
    assert [len(sums) for sums in PdbCollections.build(sokoban(), [1, 2], seed=0, num_collections=2).sums] == [2, 2]


def test_the_seed_decides_and_collections_of_a_k_do_not_depend_on_the_others():
    def patterns(*ks, seed):
        collections = PdbCollections.build(transport(4), ks, seed=seed)
        return {k: [one.patterns for one in sums] for k, sums in zip(collections.ks, collections.sums, strict=True)}

    assert patterns(2, seed=1) == patterns(2, seed=1) != patterns(2, seed=2)
    assert patterns(1, 2, 3, seed=1)[2] == patterns(2, seed=1)[2]


def test_a_space_will_do_for_a_task():
    space = SasSpace.of_task(running_example())
    assert PdbCollections.build(space, [1, 2, 3], seed=0).h((0, 0, 0)) == (3, 7, 9)


def test_full_tables_mean_fewer_collections_and_a_note():
    whole = PdbCollections.build(transport(4), [1, 2], seed=1)
    room = 2 * max(table.projection.size for table in whole.distinct_tables)
    part = PdbCollections.build(transport(4), [1, 2], seed=1, total_limit=5 * room)
    assert [len(sums) for sums in whole.sums] == [9, 9]
    assert 1 <= len(part.sums[1]) < 9
    assert part.notes == PdbCollections.build(transport(4), [1, 2], seed=1, total_limit=5 * room).notes
    assert any("PDB2: " in note and "collections, the tables are full" in note for note in part.notes)
    assert not whole.notes


@pytest.mark.parametrize("limit", [1, 30, 500])
def test_a_very_small_limit_still_gives_one_collection_for_each_k(limit):
    small = PdbCollections.build(transport(4), [1, 3], seed=1, total_limit=limit)
    assert all(sums for sums in small.sums)
    assert any("tables of at most" in note for note in small.notes)
    assert small.h(transport(4).init or ()) >= (0, 0)


def test_agents_and_things_that_do_not_fit_are_told():
    notes = PdbCollections.build(transport(4), [3], seed=1, table_limit=60).notes
    assert notes == (
        "PDB3: 3 variables are too many for a table, some patterns have fewer",
        "PDB3: some patterns do not hold all the agents that matter to them",
    )


def test_a_pattern_too_large_to_project_loses_variables_from_its_end(monkeypatch):
    def refuse(projector, projection):
        if len(projection.pattern) > 1:
            raise PatternTooLarge("as this test wants")
        return abstract_actions(projector, projection)

    abstract_actions = Projector.abstract_actions
    monkeypatch.setattr(Projector, "abstract_actions", refuse)
    assert Store(Projector(running_example())).space((1, 2)).projection.pattern == (1,)


def test_out_of_room_is_raised_only_where_tables_may_be_missing():
    store = Store(Projector(running_example()), total_limit=10)
    with pytest.raises(OutOfRoom):
        store.additive([(0, 1)])
    assert store.additive([(0, 1)], must=True)


def test_large_distances_take_more_bytes_and_stay_exact():
    """Tables of one, two and four bytes an entry side by side."""
    example = running_example()
    steps = {"v1": 1, "v2": 100, "v3": 100_001}
    costs = [steps[example.actions.names[a].split()[1]] for a in range(len(example.actions))]
    example = replace(example, actions=replace(example.actions, cost=np.array(costs, dtype=np.int64)))
    collections = PdbCollections.build(example, [1, 2, 3], seed=0)
    assert {table.entries.itemsize for table in collections.distinct_tables} == {1, 2, 4}
    evaluators = Evaluators.of(collections)
    for state in naive.all_states(example):
        assert tuple(evaluators.h(state).values()) == collections.h(state)


@pytest.mark.parametrize(("highest", "width"), [(254, 1), (255, 2), (65534, 2), (65535, 4)])
def test_the_largest_value_of_a_width_is_kept_for_dead_ends(highest, width):
    steps = [action("jump", "x=0", "x=1")]
    jump = task({"x": "0 1 2"}, steps, "x=1", "x=0")
    pdb = compute_pdb(jump, (0,), np.array([highest], dtype=np.int64))
    table = Table.of(pdb)
    assert table.entries.itemsize == width
    assert [table.h((x,)) for x in range(3)] == [highest, 0, DEAD_END]


def test_the_tables_of_a_variable_are_indexed():
    """What a search needs to look up again after a step: the tables of the variables that it changed."""
    collections = PdbCollections.build(transport(3), [1, 2], seed=0)
    tables = collections.tables
    assert tables.watched.tolist() == sorted({v for t in collections.distinct_tables for v in t.projection.pattern})
    for i, v in enumerate(tables.watched.tolist()):
        found = tables.table[tables.table_first[i] : tables.table_first[i + 1]].tolist()
        assert found == [t for t, one in enumerate(collections.distinct_tables) if v in one.projection.pattern]


@given(tasks(), st.integers(0, 2**31))
@settings(deadline=None, max_examples=50)
def test_what_was_evaluated_before_changes_no_value(random_task, seed):
    """Look-ups start from the last state: any order of all states, far apart or one step, gives the same."""
    evaluators = Evaluators.build(random_task, [1, 2], seed=3)
    states = list(naive.all_states(random_task))
    fresh = [Evaluators.build(random_task, [1, 2], seed=3).h(state) for state in states[:20]]
    order = np.random.default_rng(seed).permutation(len(states)).tolist()
    values = {number: evaluators.h(states[number]) for number in order}
    assert [values[number] for number in range(len(fresh))] == fresh


def test_predecessors_of_a_search_have_the_values_of_the_slow_sums():
    """Over bytes of one and of two, with steps that change several variables."""
    for name in ("transport", "sokoban", "blocks"):
        loaded = bundled.front_end(name)
        collections = PdbCollections.build(loaded.sas, [1, 2, 3], seed=1)
        evaluators = Evaluators.of(collections)
        space = SasSpace(loaded)
        for state in list(bundled_distances(name))[:60]:
            for _, before in space.predecessors(state):
                assert tuple(evaluators.h(before).values()) == collections.h(before)


def test_sums_over_the_same_tables_are_looked_up_once():
    collections = PdbCollections.build(running_example(), [1, 3], seed=0)
    assert [len(sums) for sums in collections.sums] == [4, 4]
    assert [len(sums) for sums in collections.distinct_sums] == [1, 1]
    assert collections.tables.k_first.tolist() == [0, 1, 2]


def test_a_table_of_zeros_takes_no_room():
    store = Store(Projector(running_example()))
    zero = np.zeros(len(running_example().actions), dtype=np.int64)
    free = replace(running_example(), actions=replace(running_example().actions, cost=zero))
    store = Store(Projector(free))
    assert store.additive([(0, 1), (2,)]) == []
    assert store.num_bytes == 0


def test_no_things_give_zero():
    nothing = task({"x": "0 1"}, [action("a", "x=0", "x=1")], [""], "x=0")
    collections = PdbCollections.build(nothing, [1, 2], seed=0)
    assert collections.h((0,)) == (0, 0)
    assert Evaluators.of(collections).h((0,)) == {1: 0, 2: 0}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_example_has_collections(name):
    example = EXAMPLES[name]()
    assert example.init is not None
    collections = PdbCollections.build(example, [1, 2], seed=0, num_collections=2)
    assert Evaluators.of(collections).h(example.init) == dict(zip((1, 2), collections.h(example.init), strict=True))
