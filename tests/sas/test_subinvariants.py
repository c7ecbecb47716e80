"""Sub-invariants: no action increases them, and they are found where things may be set twice."""

from __future__ import annotations

from hypothesis import given, settings

from beta_plan.front_end import load_text
from beta_plan.sas.subinvariants import sub_invariants
from beta_plan.sas.task import SubInvariant
from tests import naive
from tests.sas import strategies

SNACKS = """(define (domain snacks)
  (:predicates (child ?x) (bread ?x) (raw ?x) (made ?x) (fed ?x))
  (:action make :parameters (?b) :precondition (and (bread ?b) (raw ?b)) :effect (and (made ?b) (not (raw ?b))))
  (:action feed :parameters (?c ?b) :precondition (and (child ?c) (made ?b)) :effect (and (fed ?c) (not (made ?b)))))"""
LUNCH = """(define (problem lunch) (:domain snacks) (:objects ann bob eve toast rye bun)
  (:init (child ann) (child bob) (child eve) (bread toast) (bread rye) (bread bun) (raw toast) (raw rye) (raw bun))
  (:goal (and (fed ann) (fed bob))))"""


def test_who_is_fed_has_eaten():
    task = load_text(SNACKS, LUNCH).sas
    (law,) = task.sub_invariants
    names = {task.fact_name(fact).split("=")[1] for fact in law.facts}
    assert {"(fed ann)", "(fed bob)", "(fed eve)", "(raw toast)", "(made bun)"} <= names
    assert law.value == 3
    loaded = load_text(SNACKS, LUNCH)
    for state in loaded.goal_states(limit=1000, seed=0).states:
        atoms = [loaded.sas.atoms[atom] for atom in loaded.sas.decode(state)]
        fed, left = sum("fed" in atom for atom in atoms), sum("raw" in atom or "made" in atom for atom in atoms)
        assert fed + left <= 3


def test_goal_states_are_those_that_can_be_reached():
    loaded = load_text(SNACKS, LUNCH)
    task = loaded.sas
    assert task.init is not None
    reached = [task.init]
    for state in reached:
        reached += sorted({after for _, after in naive.successors(task, state)} - set(reached))
    expected = {state for state in reached if naive.is_goal(task, state)}
    assert set(loaded.goal_states(limit=10_000, seed=0).states) == expected


@given(strategies.tasks(conditional=False))
@settings(max_examples=400, deadline=None)
def test_no_action_increases_them(task):
    for law in sub_invariants(task):
        facts = set(law.facts)
        assert task.init is not None
        assert len(facts & set(task.facts_of(task.init).tolist())) == law.value
        for before, _, after in naive.transitions(task):
            count = [len(facts & set(task.facts_of(state).tolist())) for state in (before, after)]
            assert count[0] >= count[1]


def test_random_tasks_have_some():
    found: list[SubInvariant] = []

    @given(strategies.tasks(conditional=False))
    @settings(max_examples=200, deadline=None, database=None, derandomize=True)
    def collect(task):
        found.extend(sub_invariants(task))

    collect()
    assert found
