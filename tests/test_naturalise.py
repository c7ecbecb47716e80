"""On from states that are not natural to some that are, further back."""

from __future__ import annotations

import numpy as np
import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import FrontEnd, load_text
from beta_plan.naturalise import naturalise
from beta_plan.reference import reference_plan
from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import SasTask, State
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.natural import allowed_facts
from beta_plan.search.result import Way
from beta_plan.spaces.sas import SasSpace
from tests.bundled import front_end

DOMAIN = """(define (domain lamps) (:predicates (lit ?l) (dark ?l) (differ ?l ?m))
  (:action on :parameters (?l ?m) :precondition (and (differ ?l ?m) (dark ?l) (dark ?m))
              :effect (and (not (dark ?l)) (not (dark ?m)) (lit ?l) (lit ?m)))
  (:action off :parameters (?l ?m) :precondition (and (differ ?l ?m) (lit ?l) (lit ?m))
               :effect (and (not (lit ?l)) (not (lit ?m)) (dark ?l) (dark ?m)))
  (:action turn :parameters (?l ?m) :precondition (and (lit ?l) (dark ?m))
                :effect (and (not (lit ?l)) (not (dark ?m)) (dark ?l) (lit ?m))))"""
PROBLEM = """(define (problem four) (:domain lamps) (:objects a b c d)
  (:init (dark a) (dark b) (dark c) (dark d) (differ a b) (differ a c) (differ a d) (differ b c) (differ b d)
         (differ c d))
  (:goal (and (lit a) (lit b))))"""
"""The number of lamps that are lit stays even, which is a law of four facts and no sum: nobody finds it."""
THREE_LIT = ("(lit a)", "(lit b)", "(lit c)", "(dark d)")


def goes_to_goal(task: SasTask, state: State, path: list[int]) -> bool:
    transitions = Transitions(task)
    for action in path:
        assert set(task.actions.pre[action].tolist()) <= set(task.facts_of(state).tolist())
        state = transitions.apply(action, state)
    return any(all(state[v] in values for v, values in task.goal_values(goal).items()) for goal in task.goals)


def from_goals(one: FrontEnd, order: str, goals: list[State] | None = None) -> list[Way]:
    """Naturalise what two expansions find."""
    space, ordering = SasSpace(one), Ordering.parse(order)
    evaluators = Evaluators.build(space, ordering.ks, seed=0, table_limit=2**12)
    rows = None if goals is None else np.array(goals, dtype=np.int32)
    found = search_backward(space, evaluators, ordering, Budget(max_expansions=2), goals=rows)
    return naturalise(
        space, found, evaluators, allowed_facts(one.sas), Budget(max_expansions=3000), lambda state: state
    )


@pytest.mark.parametrize("name", ["visitall", "satellite", "grid", "miconic"])
def test_natural_states_come_hardest_first_and_with_a_plan(name):
    task = front_end(name).sas
    met = from_goals(front_end(name), "[2C,PDB2]")
    evaluators = Evaluators.build(SasSpace(front_end(name)), [1, 2], seed=0, table_limit=2**12)
    values = [evaluators.values(Ordering.parse("[2C,PDB2]"), each.state) for each in met]
    assert values
    assert values == sorted(values, reverse=True)
    assert len({each.state for each in met}) == len(met)
    for each in met[:20]:
        assert allowed_facts(task)[task.facts_of(each.state)].all()
        assert each.path
        assert goes_to_goal(task, each.state, each.path)


def test_without_an_objective_the_last_state_comes_first():
    states = [each.state for each in from_goals(front_end("grid"), "[]")]
    assert len(states) > 10
    assert from_goals(front_end("grid"), "[]")[0].state == states[0]


def test_where_no_natural_state_leads_to_the_goal_states_it_starts_from_a_plan_for_the_reference():
    one = load_text(DOMAIN, PROBLEM)
    task = one.sas
    odd = task.encode([atom for atom in range(len(task.atoms)) if task.atoms[atom] in THREE_LIT])
    assert odd is not None
    assert task.is_legal(odd)
    met = from_goals(one, "[PDB1]", [odd])
    assert [each.state for each in met] == [task.init]
    assert goes_to_goal(task, met[0].state, met[0].path)


@pytest.mark.parametrize("name", ["transport", "sokoban", "grid", "satellite", "blocks"])
def test_a_plan_for_the_reference_leads_from_each_of_its_states_to_the_goal(name):
    task = front_end(name).sas
    plan = reference_plan(SasSpace(front_end(name)), Budget(max_expansions=20_000))
    assert plan[-1][0] == task.init
    assert [len(rest) for _, rest in plan] == list(range(len(plan)))
    assert all(goes_to_goal(task, state, rest) for state, rest in plan)


def test_there_may_be_no_plan_for_the_reference():
    assert reference_plan(SasSpace(front_end("briefcase")), Budget(max_expansions=10)) == []
    assert reference_plan(SasSpace(front_end("satellite")), Budget(max_expansions=0)) == []
