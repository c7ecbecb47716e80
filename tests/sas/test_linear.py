"""Weights that no action changes: sound on every transition, complete against the null space of school."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings

from beta_plan.sas.linear import linear_invariants
from beta_plan.sas.task import LinearInvariant, SasTask, State
from tests import naive
from tests.sas import examples, large, strategies
from tests.sas.build import Action, action, task


def spell(task: SasTask, invariant: LinearInvariant) -> str:
    terms = zip(invariant.facts, invariant.weights, strict=True)
    return " + ".join(f"{w}*{task.fact_name(f)}" if w != 1 else task.fact_name(f) for f, w in terms)


def found(task: SasTask) -> set[tuple[str, int]]:
    result = linear_invariants(task)
    assert not result.too_large
    return {(spell(task, i), i.value) for i in result.found}


def total(task: SasTask, invariant: LinearInvariant, state: State) -> int:
    held = set(task.facts_of(state).tolist())
    return sum(w for f, w in zip(invariant.facts, invariant.weights, strict=True) if f in held)


def dense(task: SasTask, facts, weights) -> list[int]:
    row = [0] * task.num_facts
    for fact, weight in zip(facts, weights, strict=True):
        row[fact] = weight
    return row


def known(task: SasTask) -> list[list[int]]:
    """The invariants that need no proof: variables, and the exactly-one groups that are in the null space."""
    columns = naive.effect_columns(task)
    rows = [dense(task, facts, [1] * len(facts)) for facts in (g.facts for g in task.mutex_groups if g.exactly_one)]
    rows = [r for r in rows if all(sum(x * y for x, y in zip(r, c, strict=True)) == 0 for c in columns)]
    offsets = task.offsets.tolist()
    for first, last in pairwise(offsets):
        rows.append(dense(task, range(first, last), [1] * (last - first)))
    return rows


def assert_sound(task: SasTask) -> None:
    task = replace(task, linear_invariants=())
    invariants = linear_invariants(task).found
    for s, _, t in naive.transitions(task):
        assert all(total(task, i, s) == total(task, i, t) for i in invariants)
    for i in invariants:
        assert task.init is not None
        assert i.value == total(task, i, task.init)
        assert min(i.weights) > 0


def assert_complete(task: SasTask) -> None:
    """Variables, groups and the invariants found are independent (the latter of all) and span the null space."""
    rows = [dense(task, i.facts, i.weights) for i in linear_invariants(task).found]
    trivial = known(task)
    dimension = task.num_facts - naive.rank(naive.effect_columns(task))
    assert naive.rank(trivial) + len(rows) == naive.rank([*trivial, *rows]) == dimension


def test_load_and_free_capacity_of_each_truck_are_constant():
    assert found(examples.transport(3, linear=False)) == {
        ("cap1=1 + 2*cap1=2 + p1=in1 + p2=in1 + p3=in1", 2),
        ("cap2=1 + 2*cap2=2 + p1=in2 + p2=in2 + p3=in2", 1),
    }


def test_a_loaded_reference_gives_the_same_invariants():
    base = examples.transport(2, linear=False)
    loaded = replace(base, init=(0, 0, 0, 1, 3, 3))
    assert found(loaded) == found(base)


def test_exactly_one_groups_leave_nothing_to_say():
    assert found(examples.gripper()) == set()
    assert found(examples.blocks()) == set()


def test_a_value_that_nothing_reaches_stays_out():
    assert found(examples.running_example()) == {("v1=4", 0), ("v2=4", 0), ("v3=4", 0)}


def test_groups_known_as_at_most_one_turn_out_constant():
    blocks = examples.blocks()
    weaker = replace(blocks, mutex_groups=tuple(replace(g, exactly_one=False) for g in blocks.mutex_groups))
    strengthened = replace(weaker, linear_invariants=linear_invariants(weaker).found)
    assert set(naive.legal_states(strengthened)) == set(naive.legal_states(blocks))
    assert len(naive.legal_states(weaker)) > len(naive.legal_states(blocks))


def exchange(levels: int) -> SasTask:
    """One coin of level i for two of level i + 1; the last level has two coins or none."""
    names = [f"c{i}" for i in range(levels)]
    actions = [
        action(f"change {a} {n}", f"{a}={n} {b}=0", f"{a}={n - 1} {b}=2") for a, b in pairwise(names) for n in (1, 2)
    ]
    variables = dict.fromkeys(names, "0 1 2") | {names[-1]: "0 2"}
    return task(variables, actions, f"{names[-1]}=2", " ".join(f"{n}=1" for n in names[:-1]) + f" {names[-1]}=0")


def test_exchange_rates_multiply():
    (invariant,) = linear_invariants(exchange(12)).found
    assert invariant.weights[:2] == (2**10, 2**11)
    assert invariant.value == 2**11 - 1
    assert_sound(exchange(6))
    assert_complete(exchange(6))


def test_weights_beyond_32_bits_are_not_given():
    assert linear_invariants(exchange(40)).too_large
    assert linear_invariants(exchange(80)).too_large


def tip(*when: tuple[str, str], pre: str = "lid=open", post: str = "") -> SasTask:
    variables = {"lid": "open shut", "x": "0 1", "y": "0 1", "z": "0 1"}
    back: list[Action] = [action("shut", "lid=open", "lid=shut"), action("open", "lid=shut", "lid=open")]
    return task(variables, [action("tip", pre, post, *when), *back], "y=1", "lid=open x=1 y=0 z=0")


def test_effects_under_one_condition_conserve_together():
    assert found(tip(("x=1 y=0", "x=0 y=1"))) == {("x=0 + y=0", 1), ("z=1", 0)}


def test_effects_under_different_conditions_conserve_nothing():
    assert found(tip(("x=1", "x=0"), ("y=0", "y=1"))) == {("z=1", 0)}


def test_a_condition_that_the_precondition_implies_belongs_to_the_action():
    moved = tip(("x=1", "x=0"), pre="x=1 y=0", post="y=1")
    assert ("x=0 + y=0", 1) in found(moved)
    assert ("x=0 + y=0", 1) not in found(tip(("x=1", "x=0"), pre="y=0", post="y=1"))


def test_a_variable_that_two_conditions_set_is_counted_once():
    both = tip(("x=1 y=0", "x=0 y=1"), ("x=1 z=0", "x=0 z=1"))  # both fire: one x becomes y and z
    assert found(both) == set()
    assert_sound(both)


def test_conditions_that_exclude_each_other_are_kept_apart():
    either = tip(("x=1 y=0 lid=open", "x=0 y=1"), ("x=0 y=1 lid=open", "x=1 y=0"))
    assert found(either) == {("x=0 + y=0", 1), ("z=1", 0)}


def test_a_conditional_effect_may_repeat_an_unconditional_one():
    repeated = tip(("z=0", "x=0"), pre="x=1 y=0", post="x=0 y=1")
    assert ("x=0 + y=0", 1) in found(repeated)


def test_a_condition_against_the_precondition_never_fires():
    assert ("y=1", 0) in found(tip(("x=0", "y=1"), pre="x=1"))


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_no_transition_of_an_example_changes_an_invariant(name):
    assert_sound(examples.EXAMPLES[name]())


@given(strategies.tasks())
@settings(max_examples=200, deadline=None)
def test_no_transition_of_a_random_task_changes_an_invariant(task):
    assert_sound(task)


@pytest.mark.parametrize("name", ["running example", "gripper", "blocks", "lights", "tokens", "transport"])
def test_nothing_of_the_null_space_is_missing_on_examples(name):
    assert_complete(examples.EXAMPLES[name]())


@given(strategies.tasks(conditional=False))
@settings(max_examples=200, deadline=None)
def test_nothing_of_the_null_space_is_missing_on_random_tasks(task):
    assert_complete(task)


def test_without_a_reference_there_are_no_values():
    result = linear_invariants(replace(examples.transport(), init=None))
    assert result.found == ()
    assert not result.too_large


def test_a_small_budget_says_too_large():
    result = linear_invariants(examples.transport(), budget=10)
    assert result.found == ()
    assert result.too_large


def test_two_hundred_thousand_actions_take_a_fraction_of_a_second():
    fleet = large.transport(trucks=10, packages=40, places=60, capacity=4)
    assert len(fleet.actions) > 190_000
    start = time.process_time()
    result = linear_invariants(fleet)
    assert time.process_time() - start < 1.5  # 0.2 s on a quiet machine
    assert [i.value for i in result.found] == [4] * 10
    assert {len(i.facts) for i in result.found} == {4 + 40}
