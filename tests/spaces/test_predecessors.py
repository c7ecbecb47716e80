"""The kernel equals the reference in plain Python, state by state."""

from __future__ import annotations

import time
from dataclasses import replace

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import ExclusiveTriple, SasTask, State, SubInvariant
from beta_plan.spaces.protocol import StateSpace, facts, predecessors
from beta_plan.spaces.sas import SasSpace
from beta_plan.spaces.tables import SasTables
from tests import bundled, naive
from tests.sas import examples, large, strategies
from tests.sas.build import action, fact_of, state_of, task


def assert_equal_on(states, task: SasTask) -> None:
    space, transitions = SasSpace.of_task(task), Transitions(task)
    for state in states:
        assert sorted(space.predecessors(state)) == transitions.predecessors(state)


@pytest.mark.parametrize("name", examples.EXAMPLES)
def test_kernel_equals_reference_on_every_legal_state(name):
    example = examples.EXAMPLES[name]()
    assert_equal_on(naive.legal_states(example), example)


def test_kernel_equals_reference_with_derived_flags():
    sokoban = examples.sokoban(flags=True)
    assert_equal_on(naive.legal_states(sokoban), sokoban)


@given(strategies.tasks())
@settings(max_examples=200, deadline=None)
def test_kernel_equals_reference_on_random_tasks(task):
    assert_equal_on(naive.legal_states(task), task)


@given(strategies.tasks(), st.data())
@settings(max_examples=250, deadline=None)
def test_kernel_reference_and_definition_agree_under_more_random_laws(task, data):
    task = data.draw(strategies.with_more_laws(task))
    legal = naive.legal_states(task)
    assert_equal_on(legal, task)
    before: dict[State, set[tuple[int, State]]] = {}
    for s, a, t in naive.transitions(task):
        before.setdefault(t, set()).add((a, s))
    transitions = Transitions(task)
    assert all(set(transitions.predecessors(t)) == before.get(t, set()) for t in legal)


@pytest.mark.parametrize("name", bundled.NAMES)
def test_kernel_equals_reference_on_states_before_the_goals(name):
    front_end = bundled.front_end(name)
    space, transitions = SasSpace(front_end), Transitions(front_end.sas)
    rows, found = space.goal_states(limit=20, seed=1)
    reached = dict.fromkeys(space.state_of(row) for row in rows)
    assert list(reached) == sorted(found.states)
    for state in _first(reached, 300):
        before = space.predecessors(state)
        assert sorted(before) == transitions.predecessors(state)
        reached.update(dict.fromkeys(s for _, s in before))
    assert all(front_end.sas.is_legal(state) for state in reached)  # linear invariants are kept by construction


def _first(growing: dict[State, None], limit: int):
    """Yield the first keys of a dictionary that grows meanwhile."""
    done = 0
    while done < min(len(growing), limit):
        for state in list(growing)[done:limit]:
            done += 1
            yield state


def test_a_part_without_solution_is_found_before_the_others_are_tried():
    """Thirty objects at b were each at a or at b before; but the last variable shows that nothing was tipped."""
    objects = [f"o{i}" for i in range(30)]
    moved = [(f"{o}=a", f"{o}=b") for o in objects]
    variables = {"bag": "a b"} | dict.fromkeys(objects, "a b") | {"z": "0 1"}
    bag = task(variables, [action("tip", "bag=a", "bag=b", *moved, ("z=0", "z=1"))], "bag=b", None)
    assert SasSpace.of_task(bag).predecessors((1, *[1] * 30, 0)) == []
    assert SasSpace.of_task(bag).predecessors((1, *[0] * 30, 1)) == []


def test_groups_cut_the_choices_of_many_free_variables():
    lamps = [f"l{i}" for i in range(40)]
    off = action("all-off", "", " ".join(f"{lamp}=off" for lamp in lamps))
    group = " ".join(f"{lamp}=on" for lamp in lamps)
    dark = task(dict.fromkeys(lamps, "on off"), [off], "", None, at_most_one=[group])
    assert len(SasSpace.of_task(dark).predecessors((1,) * 40)) == 40


def test_no_action_no_predecessor():
    idle = task({"x": "0 1"}, [action("wait", "", ""), action("stay", "x=0", "x=0")], "x=1", None)
    assert SasSpace.of_task(idle).predecessors((0,)) == SasSpace.of_task(idle).predecessors((1,)) == []


@pytest.mark.parametrize("name", ["transport", "lights", "briefcase"])
def test_too_little_room_is_said_and_more_room_changes_nothing(name):
    example = examples.EXAMPLES[name]()
    space = SasSpace.of_task(example)
    for state in naive.legal_states(example)[:50]:
        row, found = np.array(state, dtype=np.int32), space.predecessors(state)
        for room in range(len(found) + 3):
            states, actions = np.zeros((room, len(row)), dtype=np.int32), np.zeros(room, dtype=np.int32)
            count = predecessors(space.tables, row, states, actions)
            assert count == len(found) or (count == -1 and room <= len(found))
            if count >= 0:
                assert [(int(a), tuple(s.tolist())) for a, s in zip(actions, states, strict=True)][:count] == found
        assert row.tolist() == list(state)


def test_facts_are_those_of_the_task():
    transport = examples.transport()
    space, state = SasSpace.of_task(transport), transport.init
    assert state is not None
    out = np.empty(space.num_variables, dtype=np.int32)
    assert facts(space.tables, np.array(state, dtype=np.int32), out) == space.num_variables
    assert out.tolist() == transport.facts_of(state).tolist()


def test_all_tasks_share_one_compiled_kernel():
    """Tables that differed in the type of an array would be compiled anew."""
    spaces = [*(SasSpace.of_task(make()) for make in examples.EXAMPLES.values())]
    spaces += [SasSpace(bundled.front_end(name)) for name in bundled.NAMES]
    spaces.append(SasSpace.of_task(task({"x": "0 1"}, [], "x=1", None)))
    assert len({numba.typeof(space.tables) for space in spaces}) == 1


def test_a_sas_space_is_a_state_space():
    space: StateSpace = SasSpace.of_task(examples.lights())
    assert isinstance(space.tables, SasTables)


def test_numbers_of_a_space():
    space = SasSpace.of_task(examples.transport(packages=3))
    assert (space.num_variables, space.num_facts, space.num_actions) == (7, 27, 80)
    assert space.num_movables == 7  # three packages, two trucks with a capacity each
    assert space.num_words == 1
    goals, info = space.goal_states(limit=1000, seed=1)
    assert goals.dtype == np.int32
    assert info.complete
    assert {space.state_of(row) for row in goals} == naive.goal_states(space.task)


def test_a_fleet_of_two_hundred_thousand_actions_is_no_burden():
    fleet = large.transport(trucks=10, packages=40, places=60, capacity=4)
    assert fleet.init is not None
    space, transitions = SasSpace.of_task(fleet), Transitions(fleet)
    start = time.process_time()
    assert space.tables.tree.nbytes < 20_000_000
    assert time.process_time() - start < 4  # 0.25 s on a quiet machine
    states = [state for _, state in transitions.successors(fleet.init)[::20]]
    for state in [fleet.init, *states, *(s for _, s in space.predecessors(states[-1])[::9])]:
        assert sorted(space.predecessors(state)) == transitions.predecessors(state)


def test_an_illegal_choice_for_a_flag_is_left_out():
    blocks = examples.blocks()
    table = state_of(blocks, "b1=table b2=table b3=table clear-b1=clear clear-b2=clear clear-b3=clear hand=free")
    assert {blocks.actions.names[a] for a, _ in SasSpace.of_task(blocks).predecessors(table)} == {
        "put-down b1",
        "put-down b2",
        "put-down b3",
    }


def test_two_facts_of_a_triple_come_back_at_once():
    """Both are counted: in the state there is but one fact of the triple, which would do for one that comes back."""
    base = task({"u": "0 1", "v": "0 1", "w": "0 1 2"}, [action("fall", "u=1 v=1", "u=0 v=0")], "u=0", None)
    triple = ExclusiveTriple((fact_of(base, "u=1"), fact_of(base, "v=1")), (fact_of(base, "w=0"),))
    space = SasSpace.of_task(replace(base, exclusive_triples=(triple,)))
    assert space.predecessors((0, 0, 0)) == []
    assert space.predecessors((0, 0, 1)) == [(0, (1, 1, 1))]


@pytest.mark.parametrize(("value", "allowed"), [(1, False), (2, True)])
def test_an_inverse_action_may_not_bring_back_more_than_a_sub_invariant_allows(value, allowed):
    lamps = task({"u": "0 1", "v": "0 1"}, [action("off", "u=1", "u=0")], "u=0", "u=1 v=0")
    both = tuple(sorted(fact_of(lamps, name) for name in ("u=1", "v=1")))
    lamps = replace(lamps, sub_invariants=(SubInvariant(both, value),))
    here, before = state_of(lamps, "u=0 v=1"), state_of(lamps, "u=1 v=1")
    found = [(0, before)] if allowed else []
    assert SasSpace.of_task(lamps).predecessors(here) == found
    assert Transitions(lamps).predecessors(here) == found
    assert SasSpace.of_task(lamps).predecessors(state_of(lamps, "u=0 v=0")) == [(0, state_of(lamps, "u=1 v=0"))]
