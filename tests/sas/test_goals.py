"""S*: complete, legal, all or a fair sample."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.errors import IllegalTask, NothingFound
from beta_plan.sas.complete import Completions
from beta_plan.sas.goals import goal_states, goal_states_by_search
from beta_plan.sas.task import AcyclicRelation, LinearInvariant, SasTask
from tests import naive
from tests.sas import examples, strategies
from tests.sas.build import action, fact_of, task


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_all_goal_states_of_an_example(name):
    example = examples.EXAMPLES[name]()
    found = goal_states(example, limit=10_000, seed=0)
    assert found.states == tuple(sorted(naive.goal_states(example)))
    assert (found.complete, found.uniform, found.how) == (True, True, "completed")


@given(strategies.tasks(conditional=False))
@settings(max_examples=100, deadline=None)
def test_all_goal_states_of_a_random_task(task):
    expected = naive.goal_states(task)
    if expected:
        assert set(goal_states(task, limit=1000, seed=0).states) == expected
    else:
        with pytest.raises(IllegalTask, match="no legal state satisfies the goal"):
            goal_states(task, limit=1000, seed=0)


@given(strategies.tasks(conditional=False), st.data())
@settings(max_examples=120, deadline=None)
def test_all_goal_states_under_random_sums(task, data):
    task = replace(
        task, mutex_groups=task.mutex_groups[:1], linear_invariants=data.draw(strategies.linear_invariants(task))
    )
    expected = naive.goal_states(task)
    try:
        assert set(goal_states(task, limit=1000, seed=0).states) == expected
    except IllegalTask:
        assert not expected


@given(strategies.tasks(conditional=False), st.data())
@settings(max_examples=120, deadline=None)
def test_all_goal_states_under_more_random_laws(task, data):
    task = data.draw(strategies.with_more_laws(task))
    expected = naive.goal_states(task)
    try:
        assert set(goal_states(task, limit=1000, seed=0).states) == expected
    except IllegalTask:
        assert not expected


def ring_of(names: int) -> SasTask:
    """Things of which each may lead to any other one, or nowhere: (n + 1) ** (n - 1) states have no ring."""
    things = [f"x{i}" for i in range(names)]
    free = task(
        {x: " ".join(["none", *(y for y in things if y != x)]) for x in things},
        [action("cut", "x0=x1", "x0=none")],
        "",
        None,
    )
    facts = [fact_of(free, f"{x}={y}") for x in things for y in things if x != y]
    targets = [things.index(y) for x in things for y in things if x != y]
    relation = AcyclicRelation("leads", tuple(facts), tuple(free.variable_of[facts].tolist()), tuple(targets))
    return replace(free, acyclic_relations=(relation,))


@pytest.mark.parametrize("names", [2, 3, 4, 5])
def test_states_without_rings_are_counted_by_cayley(names):
    found = goal_states(ring_of(names), limit=10_000, seed=0)
    assert found.complete
    assert len(found.states) == (names + 1) ** (names - 1)


def test_a_sample_of_a_large_part_has_no_ring():
    forest = ring_of(9)
    found = goal_states(forest, limit=300, seed=1)
    assert (len(found.states), found.complete, found.uniform) == (300, False, True)
    assert all(forest.is_legal(state) for state in found.states)


def test_the_message_names_the_relation_that_the_goal_closes():
    blocks = ring_of(3)
    ring = tuple(fact_of(blocks, word) for word in ("x0=x1", "x1=x2", "x2=x0"))
    with pytest.raises(IllegalTask, match=r"its facts \(leads \.\.\.\) make a ring"):
        goal_states(replace(blocks, goals=(ring,)), limit=10, seed=0)


def test_no_empty_truck_lacks_capacity():
    transport = examples.transport(3)
    cap1, cap2 = (fact_of(transport, f"cap{t}={3 - t}") for t in (1, 2))
    states = goal_states(transport, limit=1000, seed=0).states
    assert len(states) == 9  # all packages at c: only the places of the two trucks are open
    assert all({cap1, cap2} <= set(transport.facts_of(s).tolist()) for s in states)


def test_partial_goals_share_the_capacity_in_every_legal_way():
    one = replace(examples.transport(2), goals=((fact_of(examples.transport(2), "p1=c"),),))
    assert set(goal_states(one, limit=1000, seed=0).states) == naive.goal_states(one)


def test_a_goal_inside_a_truck_takes_its_capacity():
    loaded = replace(examples.transport(2), goals=((fact_of(examples.transport(2), "p1=in1"),),))
    assert set(goal_states(loaded, limit=1000, seed=0).states) == naive.goal_states(loaded)


def test_what_the_goal_decides_is_not_left_to_clingo():
    for example in (examples.transport(3), examples.gripper()):
        parts = Completions(example).complete(example.goals[0]).parts
        assert parts
        assert all(not part.rows for part in parts)


def test_flags_and_capacities_follow_from_the_positions():
    sokoban = replace(examples.sokoban(columns=4), goals=((),))
    linked = [part.variables for part in Completions(sokoban).complete(()).parts]
    assert linked == [(0, 1, 2)]  # the man and the boxes; where they are says what is clear
    transport = examples.transport(2)
    assert [part.variables for part in Completions(transport).complete(()).parts] == [(0,), (1,), (4, 5)]


def squares(count: int, tokens: int) -> SasTask:
    """Distinct tokens on distinct squares, the goal says nothing: count! / (count - tokens)! states."""
    names = [f"x{i}" for i in range(tokens)]
    places = [str(i) for i in range(count)]
    return task(
        dict.fromkeys(names, " ".join(places)),
        [action("stay", "x0=0", "x0=1")],
        "",
        None,
        at_most_one=[" ".join(f"{x}={p}" for x in names) for p in places],
    )


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    return sum((n - expected) ** 2 / expected for n in counts.values()) + (cells - len(counts)) * expected


@pytest.mark.parametrize("example", [squares(4, 2), examples.tokens()], ids=["one goal", "overlapping goals"])
def test_the_sample_is_uniform(example):
    """Over 600 samples of three states the frequencies are as flat as chance has it (99.9 % point below)."""
    everything = naive.goal_states(example)
    counts: Counter[Any] = Counter()
    for seed in range(600):
        found = goal_states(example, limit=3, seed=seed)
        assert len(found.states) == 3
        assert (found.complete, found.uniform, found.how) == (False, True, "sampled")
        counts.update(found.states)
    assert set(counts) <= everything
    assert chi_square(counts, len(everything)) < 33  # degrees of freedom: 11 and 10


def test_a_part_too_large_to_list_is_drawn_by_rejection():
    large = goal_states(squares(9, 7), limit=500, seed=1)  # 181,440 states
    assert (large.complete, large.uniform, large.how) == (False, True, "sampled")
    assert len(set(large.states)) == 500
    assert all(len(set(state)) == 7 for state in large.states)
    first = Counter(state[0] for state in large.states)
    assert chi_square(first, 9) < 27  # 99.9 % point of 8 degrees of freedom


def test_a_part_too_tight_for_rejection_is_left_to_clingo():
    found = goal_states(squares(11, 11), limit=50, seed=1)
    assert (found.complete, found.uniform, found.how) == (False, False, "sampled")
    assert len(set(found.states)) == 50
    assert all(sorted(state) == list(range(11)) for state in found.states)
    assert found == goal_states(squares(11, 11), limit=50, seed=1)
    assert found != goal_states(squares(11, 11), limit=50, seed=2)


def test_parts_multiply():
    """Twenty independent coins: a million states, never listed."""
    coins = [f"c{i}" for i in range(20)]
    tossed = task(dict.fromkeys(coins, "heads tails"), [action("turn", "c0=heads", "c0=tails")], "c0=heads", None)
    found = goal_states(tossed, limit=1000, seed=5)
    assert len(found.states) == 1000
    assert found.uniform
    assert {state[0] for state in found.states} == {0}
    assert 400 < sum(state[1] for state in found.states) < 600


def test_alternatives_of_very_different_size_are_weighed():
    """One goal has a single state, the other 2 ** 19: the single one is almost never drawn."""
    coins = [f"c{i}" for i in range(20)]
    heads = " ".join(f"{c}=heads" for c in coins)
    turn = [action("turn", "c0=heads", "c0=tails")]
    tossed = task(dict.fromkeys(coins, "heads tails"), turn, [heads, "c0=tails"], None)
    drawn = [s for seed in range(20) for s in goal_states(tossed, limit=10, seed=seed).states]
    assert sum(state[0] == 0 for state in drawn) == 0


def test_alternatives_may_exceed_the_limit_together():
    line = task({"x": "0 1 2 3", "y": "0 1 2"}, [action("step", "x=0", "x=1")], ["x=0", "x=1", "y=0"], None)
    found = goal_states(line, limit=7, seed=0)
    assert len(found.states) == 7
    assert not found.complete
    assert goal_states(line, limit=8, seed=0).complete


def test_alternatives_without_states_do_not_matter():
    blocks = examples.blocks()
    impossible = tuple(fact_of(blocks, word) for word in ("b1=on-b2", "b3=on-b2"))
    both = replace(blocks, goals=(impossible, *blocks.goals))
    assert goal_states(both, limit=100, seed=0) == goal_states(blocks, limit=100, seed=0)


def test_the_message_names_the_group_that_the_goal_breaks():
    blocks = examples.blocks()
    broken = replace(blocks, goals=(tuple(fact_of(blocks, word) for word in ("b1=on-b2", "b3=on-b2")),))
    with pytest.raises(IllegalTask, match=r"exactly one of clear-b2=clear, b2=hand, b1=on-b2, b3=on-b2 holds"):
        goal_states(broken, limit=10, seed=0)


def test_the_message_names_the_invariant_that_the_goal_breaks():
    transport = examples.transport()
    broken = replace(transport, goals=(tuple(fact_of(transport, word) for word in ("cap1=0", "p1=c", "p2=c")),))
    with pytest.raises(IllegalTask, match=r"p1=in1 \+ p2=in1 \+ cap1=1 \+ 2\*\[cap1=2\] is always 2"):
        goal_states(broken, limit=10, seed=0)


def test_the_message_names_the_bound_that_forbids_a_fact_by_itself():
    transport = examples.transport()
    broken = replace(transport, goals=((fact_of(transport, "cap2=2"),),))
    with pytest.raises(IllegalTask, match="is always 1"):
        goal_states(broken, limit=10, seed=0)


def test_two_values_of_one_variable_leave_it_the_choice():
    blocks = examples.blocks()
    either = replace(blocks, goals=(tuple(sorted(fact_of(blocks, word) for word in ("b1=on-b2", "b1=table"))),))
    found = set(goal_states(either, limit=10_000, seed=0).states)
    assert found == naive.goal_states(either)
    assert len({state[int(blocks.variable_of[either.goals[0][0]])] for state in found}) == 2


def test_bounds_that_contradict_each_other_only_together():
    """Three tokens, two squares: no pair of them is impossible."""
    crowd = squares(3, 3)
    crowd = replace(crowd, goals=((),), mutex_groups=(*crowd.mutex_groups, *squares(3, 3).mutex_groups))
    offsets = crowd.offsets.tolist()
    never = LinearInvariant(tuple(offsets[:3]), (1, 1, 1), 0)
    with pytest.raises(IllegalTask, match="exclude each other"):
        goal_states(replace(crowd, linear_invariants=(never,)), limit=10, seed=0)


def test_weights_beyond_32_bits_are_exact_all_the_same():
    base = examples.transport()
    heavy = tuple(
        LinearInvariant(i.facts, tuple(w << 33 for w in i.weights), i.value << 33) for i in base.linear_invariants
    )
    one = replace(base, goals=((fact_of(base, "p1=c"),),), linear_invariants=heavy)
    assert set(goal_states(one, limit=1000, seed=0).states) == naive.goal_states(one)


SCRIPT = """
from beta_plan.sas.goals import goal_states, goal_states_by_search
from tests.sas import examples
from tests.sas.test_goals import squares
print(goal_states(squares(9, 7), limit=20, seed=3))
print(goal_states(squares(11, 11), limit=20, seed=3))
print(goal_states(examples.tokens(), limit=5, seed=3))
print(goal_states_by_search(examples.transport(), limit=5))
"""


def test_a_seed_gives_the_same_states_whatever_the_hash_seed():
    def run(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert run("1") == run("2") != ""
    other = goal_states(examples.tokens(), limit=5, seed=4)
    assert other.states != goal_states(examples.tokens(), limit=5, seed=3).states


@pytest.mark.parametrize("name", ["transport", "gripper", "blocks", "briefcase", "tokens", "running example"])
def test_states_reached_from_the_reference_are_legal_goal_states(name):
    example = examples.EXAMPLES[name]()
    found = goal_states_by_search(replace(example, linear_invariants=()), limit=5)
    assert found.states
    assert set(found.states) <= naive.goal_states(example)
    assert (found.complete, found.uniform, found.how) == (False, False, "reached")
    assert len(found.states) <= 5


def test_the_search_finds_several_goal_states():
    transport = examples.transport()
    assert set(goal_states_by_search(transport, limit=100).states) == naive.goal_states(transport)


def test_the_search_says_when_it_finds_nothing():
    with pytest.raises(NothingFound, match="within 3 expansions"):
        goal_states_by_search(examples.transport(), limit=1, max_expansions=3)
    with pytest.raises(IllegalTask):
        goal_states_by_search(replace(examples.transport(), init=None), limit=1)


def test_a_goal_of_the_reference_itself_is_found():
    lit = replace(examples.lights(), goals=((),))
    assert lit.init in goal_states_by_search(lit, limit=1).states


def test_sokoban_boxes_are_labelled():
    found = goal_states(examples.sokoban(), limit=1000, seed=0).states
    places = {tuple(state[1:3]) for state in found}
    sokoban = examples.sokoban()
    corner = [sokoban.variables[1].values.index(square) for square in ("00", "10")]
    assert places == set(permutations(corner))
