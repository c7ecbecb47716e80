from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.pdbs.patterns import Things, drawn_partition
from beta_plan.pdbs.projection import Projection
from tests.sas.build import action, task
from tests.sas.examples import running_example, sokoban, transport


@given(st.integers(0, 20), st.integers(1, 25), st.integers(), st.integers(0, 30))
def test_a_partition_has_parts_of_k_and_a_smaller_last_one(count, k, seed, number):
    parts = drawn_partition(count, k, seed=seed, number=number)
    assert sorted(thing for part in parts for thing in part) == list(range(count))
    assert [len(part) for part in parts] == [k] * (count // k) + [count % k] * (count % k > 0)


def test_partitions_are_drawn_by_the_seed():
    drawn = [drawn_partition(12, 3, seed=1, number=number) for number in range(10)]
    assert drawn == [drawn_partition(12, 3, seed=1, number=number) for number in range(10)]
    assert len(set(drawn)) == 10
    assert drawn[3] != drawn_partition(12, 3, seed=2, number=3)


def test_every_thing_comes_first_in_turn():
    firsts = [drawn_partition(5, 2, seed=1, number=number)[0][0] for number in range(7)]
    assert firsts == [0, 1, 2, 3, 4, 0, 1]


def test_the_number_of_variables_counts_things_and_agents():
    assert Things(running_example()).num_variables == 3
    assert Things(sokoban()).num_variables == 3
    assert Things(transport(3)).num_variables == 3 + 4


def test_all_patterns_include_the_man():
    draft = Things(sokoban()).patterns(((0,), (1,)), 1 << 20)
    assert draft.patterns == ((0, 1), (0, 2))
    assert (draft.left_out, draft.split) == (0, 0)


def test_a_box_brings_its_flag_along():
    """Boxes with at-goal flags are two variables each, and one thing."""
    flagged = sokoban(flags=True)
    things = Things(flagged)
    assert len(things.bundles) == 2
    names = [[flagged.variables[v].name for v in bundle] for bundle in things.bundles]
    assert names == [["box1", "goal-box1"], ["box2", "goal-box2"]]


@pytest.mark.parametrize("limit", [1, 5, 15, 45, 135, 405, 1 << 20])
def test_no_pattern_exceeds_the_limit_unless_one_thing_does(limit):
    many = transport(4)
    draft = Things(many).patterns(((0, 1, 2), (3,)), limit)
    sizes = [Projection(many, pattern).size for pattern in draft.patterns]
    assert all(size <= max(limit, 5) for size in sizes)
    assert sorted(v for pattern in draft.patterns for v in pattern if v >= 4) == [4, 5, 6, 7]
    assert (draft.split > 0) == (limit < 1 << 20)
    assert (draft.left_out > 0) == (limit < 1 << 20)


def test_things_are_cut_rather_than_left_without_the_truck():
    """Two packages and both trucks take 225 states, free places of the trucks 9 times as many."""
    many = transport(4)
    names = [variable.name for variable in many.variables]
    sizes = [len(variable.values) for variable in many.variables]
    assert (sizes[:5], len(names)) == ([3, 3, 3, 3, 5], 8)
    cut, whole = (Things(many).patterns(((0, 1), (2, 3)), limit) for limit in (200, 230))
    assert [len(pattern) for pattern in cut.own] == [1, 1, 1, 1]
    assert cut.split == 2
    assert [len(pattern) for pattern in whole.own] == [2, 2]
    assert whole.left_out > 0


def test_agents_of_agents_come_after_agents():
    """The driver matters to the truck, and only the truck to the package."""
    actions = [action(f"walk {x} {y}", f"driver={x}", f"driver={y}") for x, y in ("ab", "ba")]
    actions += [action(f"drive {x} {y}", f"driver=on truck={x}", f"truck={y}") for x, y in ("ab", "ba")]
    actions += [action(f"board {x}", f"driver={x} truck={x}", "driver=on") for x in "ab"]
    actions += [action(f"leave {x}", f"driver=on truck={x}", f"driver={x}") for x in "ab"]
    for p in ("p1", "p2"):
        actions += [action(f"load {p} {x}", f"{p}={x} truck={x}", f"{p}=in") for x in "ab"]
        actions += [action(f"unload {p} {x}", f"{p}=in truck={x}", f"{p}={x}") for x in "ab"]
    variables = {"driver": "a b on", "truck": "a b", "p1": "a b in", "p2": "a b in"}
    log = task(variables, actions, "p1=a p2=a", "driver=a truck=a p1=a p2=a")
    things = Things(log)
    assert things.patterns(((0,), (1,)), 6).patterns == ((1, 2), (1, 3))
    assert things.patterns(((0,), (1,)), 18).patterns == ((0, 1, 2), (0, 1, 3))


def test_without_movables_the_goal_tells_what_to_partition():
    one = task({"x": "0 1", "y": "0 1"}, [action("a", "y=0", "y=1")], "x=1", "x=1 y=0")
    assert Things(one).bundles == ((0,),)
    none = task({"x": "0 1", "y": "0 1"}, [action("a", "y=0", "y=1")], [""], "x=1 y=0")
    assert Things(none).bundles == ((0,), (1,))
