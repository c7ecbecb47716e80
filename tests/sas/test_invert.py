"""s in pred(t) iff t in succ(s), state by state."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from beta_plan.sas.invert import Transitions, inverse_actions
from beta_plan.sas.task import SasTask
from tests import naive
from tests.sas import examples, large, strategies
from tests.sas.build import action, fact_of, state_of, task


def assert_law(task: SasTask) -> None:
    transitions = Transitions(task)
    legal = set(naive.legal_states(task))
    expected = naive.transitions(task)
    forward = [(s, a, t) for s in legal for a, t in transitions.successors(s) if t in legal]
    backward = [(s, a, t) for t in legal for a, s in transitions.predecessors(t)]
    assert len(set(forward)) == len(forward)
    assert len(set(backward)) == len(backward)
    assert set(forward) == set(backward) == expected


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_predecessors_invert_successors_on_every_legal_state(name):
    assert_law(examples.EXAMPLES[name]())


@given(strategies.tasks())
@settings(max_examples=300, deadline=None)
def test_predecessors_invert_successors_on_random_tasks(task):
    assert_law(task)


@given(strategies.tasks())
@settings(max_examples=100, deadline=None)
def test_predecessors_of_an_illegal_state_are_legal_all_the_same(task):
    transitions = Transitions(task)
    expected = {
        (s, a, t) for s in naive.legal_states(task) for a, t in naive.successors(task, s) if not task.is_legal(t)
    }
    illegal = [t for t in naive.all_states(task) if not task.is_legal(t)]
    assert {(s, a, t) for t in illegal for a, s in transitions.predecessors(t)} == expected


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_successors_of_a_legal_state_are_legal(name):
    task = examples.EXAMPLES[name]()
    transitions = Transitions(task)
    reached = [t for s in naive.legal_states(task) for _, t in transitions.successors(s)]
    assert reached
    assert all(task.is_legal(t) for t in reached)


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_order_is_by_action_then_state(name):
    task = examples.EXAMPLES[name]()
    transitions = Transitions(task)
    for state in naive.legal_states(task):
        assert transitions.predecessors(state) == sorted(transitions.predecessors(state))
        assert transitions.successors(state) == sorted(transitions.successors(state))


def test_a_variable_without_precondition_had_any_value_that_the_groups_allow():
    lights = examples.lights()
    dark = state_of(lights, "strong1=off strong2=off weak=off")
    found = {s for a, s in Transitions(lights).predecessors(dark) if lights.actions.names[a] == "all-off"}
    assert len(found) == 5  # of the seven other states two have both strong lamps on
    assert state_of(lights, "strong1=on strong2=on weak=off") not in found


def test_mutex_groups_tell_the_old_value_of_a_flag():
    blocks = examples.blocks()
    table = state_of(blocks, "b1=table b2=table b3=table clear-b1=clear clear-b2=clear clear-b3=clear hand=free")
    found = [s for a, s in Transitions(blocks).predecessors(table) if blocks.actions.names[a] == "put-down b1"]
    assert found == [
        state_of(blocks, "b1=hand b2=table b3=table clear-b1=none clear-b2=clear clear-b3=clear hand=none")
    ]


def test_many_independent_conditions_are_solved_apart():
    """Thirty objects at b were each at a or at b before; but the last variable shows that nothing was tipped."""
    objects = [f"o{i}" for i in range(30)]
    moved = [(f"{o}=a", f"{o}=b") for o in objects]
    variables = {"bag": "a b"} | dict.fromkeys(objects, "a b") | {"z": "0 1"}
    bag = task(variables, [action("tip", "bag=a", "bag=b", *moved, ("z=0", "z=1"))], "bag=b", None)
    transitions = Transitions(bag)
    assert transitions.predecessors((1, *[1] * 30, 0)) == []
    assert transitions.predecessors((1, *[0] * 30, 1)) == []
    assert transitions.successors((0, *[0] * 30, 0)) == [(0, (1, *[1] * 30, 1))]


def test_groups_cut_the_choices_of_many_free_variables():
    """Of forty lamps at most one burns: forty states are before darkness, not a million million."""
    lamps = [f"l{i}" for i in range(40)]
    off = action("all-off", "", " ".join(f"{lamp}=off" for lamp in lamps))
    group = " ".join(f"{lamp}=on" for lamp in lamps)
    dark = task(dict.fromkeys(lamps, "on off"), [off], "", None, at_most_one=[group])
    assert len(Transitions(dark).predecessors((1,) * 40)) == 40


def test_predecessors_by_one_action_are_sorted():
    reset = task({"x": "0 1 2", "y": "0 1"}, [action("reset", "", "x=0 y=0")], "", None)
    assert [s for _, s in Transitions(reset).predecessors((0, 0))] == [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_a_conditional_effect_may_repeat_an_unconditional_one():
    twice = task({"x": "0 1", "y": "0 1"}, [action("a", "", "x=1", ("y=0", "x=1"))], "x=1", None)
    assert_law(twice)
    assert Transitions(twice).predecessors((1, 0)) == [(0, (0, 0))]


def test_inverse_actions_name_required_old_and_free():
    blocks = examples.blocks()
    table = inverse_actions(blocks)
    names = [blocks.actions.names[i] for i in range(len(blocks.actions))]

    def facts(text):
        return tuple(sorted(fact_of(blocks, word) for word in text.split()))

    row = table[names.index("unstack b1 b2")]
    assert row.required == facts("b1=hand clear-b1=none hand=none clear-b2=clear")
    assert row.old == facts("b1=on-b2 clear-b1=clear hand=free clear-b2=none")  # b1 on b2: b2 was not clear
    assert row.free == ()
    assert table.deterministic.all()
    without = inverse_actions(replace(blocks, mutex_groups=()))
    row = without[names.index("unstack b1 b2")]
    assert row.old == facts("b1=on-b2 clear-b1=clear hand=free")
    assert [blocks.variables[v].name for v in row.free] == ["clear-b2"]
    deterministic = {name.split()[0] for name, d in zip(names, without.deterministic, strict=True) if d}
    assert deterministic == {"pick-up"}
    row = inverse_actions(examples.gripper())[2]  # pick: the robot's place is prevail
    assert fact_of(examples.gripper(), "robot=a") in row.required


def test_a_fact_in_pre_and_post_prevails():
    stay = task({"u": "0 1", "v": "0 1"}, [action("a", "u=0 v=0", "u=0 v=1")], "v=1", None)
    row = inverse_actions(stay)[0]
    assert (row.required, row.old, row.free) == ((0, 3), (2,), ())


def test_inverses_under_conditional_effects_are_marked():
    bag = examples.briefcase()
    table = inverse_actions(bag)
    moves = np.array([bag.actions.names[i].startswith("move") for i in range(len(bag.actions))])
    assert (table.conditional == moves).all()
    assert not table.deterministic[moves].any()
    assert table.deterministic[~moves].all()


def test_rows_need_not_be_sorted():
    forward = task({"u": "0 1", "v": "0 1"}, [action("a", "u=0 v=1", "u=1 v=0")], "v=0", None)
    shuffled = task({"u": "0 1", "v": "0 1"}, [action("a", "v=1 u=0", "v=0 u=1")], "v=0", None)
    assert Transitions(shuffled).predecessors((1, 0)) == Transitions(forward).predecessors((1, 0)) == [(0, (0, 1))]


def test_two_hundred_thousand_actions_are_no_burden():
    fleet = large.transport(trucks=10, packages=40, places=60, capacity=4)
    assert fleet.init is not None
    start = time.process_time()
    transitions = Transitions(fleet)
    successors = transitions.successors(fleet.init)
    assert len(successors) == 10 * 5 + 40 * 10  # each truck drives to one of five places, or loads a package
    for _, state in successors[::5]:
        assert fleet.init in [s for _, s in transitions.predecessors(state)]
    assert time.process_time() - start < 4  # 0.6 s on a quiet machine
