"""The paper's example of novelty: P_e, ordered by novelty alone, all states of the same heuristic value."""

from __future__ import annotations

from beta_plan.evaluators.ordering import Ordering
from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import State
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult
from tests import naive
from tests.sas.examples import running_example
from tests.search.explicit import ExplicitSpace, TableEvaluators

NOVELTY = Ordering.parse("[w(PDB1)]")
GOAL: State = (3, 3, 3)


def search(max_expansions: int) -> SearchResult:
    task = running_example()
    transitions = Transitions(task)
    before = {state: transitions.predecessors(state) for state in naive.all_states(task)}
    space = ExplicitSpace((5, 5, 5), before, (GOAL,))
    same = TableEvaluators(space.radix, (1,), lambda _: (0,))
    return search_backward(space, same, NOVELTY, Budget(max_expansions=max_expansions))


def novelties(result: SearchResult) -> dict[State, int]:
    return {result.state(i): int(w) for i, (w,) in enumerate(result.values_of(NOVELTY).tolist())}


def test_the_goal_state_has_novelty_three():
    assert novelties(search(0)) == {GOAL: 3}


def test_its_three_predecessors_have_novelty_three():
    """Each of them assigns 2 to a variable for the first time."""
    assert novelties(search(1)) == {GOAL: 3, (2, 3, 3): 3, (3, 2, 3): 3, (3, 3, 2): 3}


def test_the_predecessors_of_the_first_have_three_two_and_two():
    """{v1=2, v2=2} and {v1=2, v3=2} are the smallest new assignments of the last two states."""
    found = novelties(search(2))
    assert {state: found[state] for state in list(found)[4:]} == {(1, 3, 3): 3, (2, 2, 3): 2, (2, 3, 2): 2}


def test_s0_has_the_value_zero_three_times_but_not_for_the_first_time():
    """The whole search: all 64 solvable states, each of novelty at least 1, as the paper's |V| - n + 1."""
    found = novelties(search(1000))
    assert set(found) == naive.solvable_states(running_example())
    assert set(found.values()) == {1, 2, 3}
