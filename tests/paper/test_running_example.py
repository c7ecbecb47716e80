"""P_e, the running example of the paper (its figure of the search problem and the text around it)."""

from __future__ import annotations

from beta_plan.sas.goals import goal_states
from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import State
from tests import naive
from tests.sas.examples import running_example

S0: State = (0, 0, 0)
GOAL: State = (3, 3, 3)


def test_three_variables_of_five_values_and_twelve_actions():
    task = running_example()
    assert [len(variable.values) for variable in task.variables] == [5, 5, 5]
    assert len(task.actions) == 3 * 3 + 3
    assert task.init == S0


def test_the_goal_state_is_the_only_one():
    found = goal_states(running_example(), limit=10, seed=0)
    assert found.states == (GOAL,)
    assert found.complete


def test_the_goal_state_has_three_predecessors_by_inc():
    """The paper: s1, s2, s3, each with one variable at 2; jump cannot be undone, as no variable is 4."""
    task = running_example()
    found = Transitions(task).predecessors(GOAL)
    assert {s for _, s in found} == {(2, 3, 3), (3, 2, 3), (3, 3, 2)}
    assert {task.actions.names[a].split()[0] for a, _ in found} == {"inc"}


def test_expanding_the_first_of_them_gives_the_three_states_of_the_novelty_example():
    found = Transitions(running_example()).predecessors((2, 3, 3))
    assert {s for _, s in found} == {(1, 3, 3), (2, 2, 3), (2, 3, 2)}


def test_jump_asks_that_all_others_are_four():
    task = running_example()
    transitions = Transitions(task)
    jumps = {(s, t) for s in naive.all_states(task) for a, t in transitions.successors(s)
             if task.actions.names[a].startswith("jump")}  # fmt: skip
    assert jumps == {((0, 4, 4), (3, 4, 4)), ((4, 0, 4), (4, 3, 4)), ((4, 4, 0), (4, 4, 3))}


def test_every_inverse_action_is_exact():
    """The paper assumes for each action an inverse with s' = a(s) iff s = inverse(s')."""
    task = running_example()
    transitions = Transitions(task)
    assert transitions.inverse.deterministic.all()
    for s in naive.all_states(task):
        for a, t in transitions.successors(s):
            assert (a, s) in transitions.predecessors(t)
        for a, p in transitions.predecessors(s):
            assert (a, s) in transitions.successors(p)


def test_an_optimal_solution_of_s0_has_length_nine():
    assert naive.distances_to_goal(running_example())[S0] == 9


def test_a_state_with_a_four_is_unsolvable():
    task = running_example()
    assert naive.solvable_states(task) == {s for s in naive.all_states(task) if 4 not in s}


def test_backward_search_reaches_exactly_the_solvable_states():
    transitions = Transitions(running_example())
    closed, layer, depth = {GOAL}, [GOAL], 0
    while layer:
        new = sorted({s for t in layer for _, s in transitions.predecessors(t)} - closed)
        depth += S0 not in closed
        closed |= set(new)
        layer = new
    assert closed == naive.solvable_states(running_example())
    assert depth == 9
