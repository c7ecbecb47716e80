from __future__ import annotations

from itertools import permutations

import pytest

from beta_plan.pdbs.collection import PdbCollections
from beta_plan.pdbs.partitions import Partitions, best_partition_value
from tests import bundled
from tests.pdbs.oracles import bundled_distances
from tests.sas.build import action, task
from tests.sas.examples import running_example


def locks():
    """Six wheels in pairs: a wheel of pair {0,3}, {1,4}, {2,5} turns freely only where its partner is not at 0."""
    partner = {0: 3, 3: 0, 1: 4, 4: 1, 2: 5, 5: 2}
    actions = []
    for wheel, other in partner.items():
        actions.append(action(f"turn {wheel} 0 1", f"w{wheel}=0", f"w{wheel}=1"))
        actions.append(action(f"turn {wheel} 1 2", f"w{wheel}=1 w{other}=0", f"w{wheel}=2"))
        actions.append(action(f"turn {wheel} 2 0", f"w{wheel}=2", f"w{wheel}=0"))
    names = [f"w{wheel}" for wheel in range(6)]
    zero = " ".join(f"{name}=0" for name in names)
    return task(dict.fromkeys(names, "0 1 2"), actions, zero, zero)


def test_private_patterns_add_up_in_any_partition():
    partitions = Partitions(running_example())
    assert partitions.is_private((0,))
    assert partitions.is_private((0, 2))
    assert partitions.value(((0,), (1, 2)), (0, 0, 0)) == 7
    assert partitions.value(((2, 1), (0,)), (0, 0, 0)) == 7


def test_the_paper_values_are_the_best():
    assert [best_partition_value(running_example(), (0, 0, 0), k) for k in (1, 2, 3, 4)] == [3, 7, 9, 9]


def test_for_pairs_the_best_partition_is_exact():
    wheels = locks()
    partitions = Partitions(wheels)
    state = (1, 2, 1, 1, 1, 2)
    everything = {tuple(sorted(tuple(sorted(order[i : i + 2])) for i in (0, 2, 4))) for order in permutations(range(6))}
    best = max(partitions.value(partition, state) for partition in everything)
    assert partitions.best(state, 2) == best
    assert best == partitions.value(((0, 3), (1, 4), (2, 5)), state) > partitions.best(state, 1)


def test_swaps_find_more_than_the_first_partition():
    wheels = locks()
    partitions = Partitions(wheels)
    state = (1, 1, 1, 1, 1, 1)
    assert partitions.value(((0, 1, 2), (3, 4, 5)), state) < partitions.best(state, 3)


def test_an_odd_number_of_things_leaves_one_alone():
    assert Partitions(running_example()).best((0, 0, 0), 2) == 7


def test_redrawn_partitions_depend_on_the_state_and_the_seed_alone():
    wheels = locks()
    state = (1, 1, 1, 1, 1, 1)
    first = Partitions(wheels)
    for other in [(0, 0, 0, 0, 0, 0), (2, 2, 2, 1, 1, 1)]:
        first.redrawn(other, 2, seed=1)
    values = [first.redrawn(state, 2, seed=seed, num_collections=1) for seed in range(20)]
    assert values == [Partitions(wheels).redrawn(state, 2, seed=seed, num_collections=1) for seed in range(20)]
    assert len(set(values)) > 1
    assert all(value <= first.best(state, 2) for value in values)


def test_what_was_asked_before_and_how_much_room_there_is_change_no_value():
    wheels = locks()
    state = (1, 2, 1, 1, 1, 2)
    tight = Partitions(wheels, total_limit=30)
    for k in (2, 3, 1):
        assert tight.best(state, k) == Partitions(wheels).best(state, k)


def test_little_effort_ends_the_climb():
    wheels = locks()
    assert Partitions(wheels, effort=1).best((1,) * 6, 3) <= Partitions(wheels).best((1,) * 6, 3)


@pytest.mark.parametrize("name", ["gripper", "ferry", "sokoban", "transport", "blocks"])
def test_best_and_redrawn_values_are_admissible(name):
    loaded = bundled.front_end(name).sas
    partitions = Partitions(loaded)
    exact = bundled_distances(name)
    for state in list(exact)[:: len(exact) // 12]:
        for k in (1, 2):
            assert partitions.best(state, k) <= exact[state]
            assert partitions.redrawn(state, k, seed=1, num_collections=2) <= exact[state]


@pytest.mark.parametrize("name", ["gripper", "transport", "visitall"])
def test_the_best_is_not_below_the_random_collections_of_its_seed(name):
    loaded = bundled.front_end(name).sas
    assert loaded.init is not None
    random = PdbCollections.build(loaded, [1, 2], seed=4).h(loaded.init)
    assert tuple(Partitions(loaded).best(loaded.init, k, seed=4) for k in (1, 2)) >= random
