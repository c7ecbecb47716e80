"""The law over text: on all legal states, also those that the reference cannot reach, and in both directions."""

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beta_plan.errors import IllegalTask
from beta_plan.front_end import load_text
from beta_plan.sas.invert import Transitions
from tests import naive
from tests.interpreter import Interpreter
from tests.pddl.test_semantics import tasks


def assert_law(domain: str, problem: str, most: int = 60) -> None:
    """For all legal s, t: an action of the text leads from s to t iff (action, s) is a predecessor of t."""
    text, sas = Interpreter(domain, problem), load_text(domain, problem).sas
    transitions = Transitions(sas)
    number = {sas.atoms[atom]: atom for atom in range(len(sas.atoms))}
    static = frozenset(atom for atom in text.init if atom[0] not in text.fluents)

    def spelled(state):
        return frozenset(sas.atoms[atom] for atom in sas.decode(state))

    def in_text(state):
        return static | {tuple(atom.strip("()").split()) for atom in spelled(state)}

    legal = naive.legal_states(sas)
    for state in random.Random(1).sample(legal, min(most, len(legal))):
        after = {(name, text.text(t)) for name, t in text.successors(in_text(state))}
        for name, atoms in after:
            encoded = sas.encode([number[atom] for atom in atoms]) if atoms <= number.keys() else None
            assert encoded is not None, f"{name} leaves the legal states"
            assert sas.is_legal(encoded)
            assert (name, state) in {(sas.actions.names[a], s) for a, s in transitions.predecessors(encoded)}
        for action, before in transitions.predecessors(state):
            assert (sas.actions.names[action], spelled(state)) in {
                (name, text.text(t)) for name, t in text.successors(in_text(before))
            }


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_tasks_obey_the_law_on_legal_states(data):
    domain, problem = data.draw(tasks())
    try:
        sas = load_text(domain, problem).sas
    except IllegalTask:
        assume(False)
    assume(len(naive.all_states(sas)) <= 5000)
    assert_law(domain, problem)


BURN = """(define (domain d) (:predicates (at ?x) (road ?x ?y) (hot ?x) (scored))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y)))
  (:action burn :parameters (?x) :precondition (and (at ?x) (hot ?x)) :effect (and (not (at ?x)) (scored))))"""
AGAIN = """(define (domain d) (:predicates (x) (z) (g))
  (:action a :parameters () :effect (and (not (x)) (when (z) (x)) (when (not (z)) (x)) (g)))
  (:action t :parameters () :precondition (z) :effect (not (z)))
  (:action u :parameters () :precondition (not (z)) :effect (z)))"""
SAME = """(define (domain d) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y ?z) :precondition (and (at ?x) (road ?x ?y) (= ?x ?z))
   :effect (and (not (at ?z)) (at ?y))))"""


@pytest.mark.parametrize(
    ("domain", "objects", "init", "goal"),
    [
        (BURN, "a b c e", "(at a) (road a b) (road b a) (road c e) (road e c) (road c a) (hot c)", "(scored)"),
        (AGAIN, "", "(x)", "(and (g) (z))"),
        (SAME, "a b c", "(at b) (road a b) (road b c)", "(at c)"),
    ],
    ids=["emptied beyond the reference's reach", "deleted and added again", "deleted under another name"],
)
def test_the_law_where_it_once_failed(domain, objects, init, goal):
    problem = f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}))"
    assert_law(domain, problem, most=1000)


def test_what_only_a_backward_search_meets_is_grounded_under_any_name():
    problem = "(define (problem p) (:domain d) (:objects a b c) (:init (at b) (road a b) (road b c)) (:goal (at c)))"
    plain = SAME.replace(" (= ?x ?z)", "").replace("(not (at ?z))", "(not (at ?x))")
    for domain in (SAME, plain):
        assert len(load_text(domain, problem).ground.atoms) == 3


def test_a_goal_may_quantify_over_a_type_that_no_action_mentions():
    domain = """(define (domain d) (:requirements :adl) (:types t u) (:predicates (p ?x))
      (:action a :parameters (?x - t) :precondition (not (p ?x)) :effect (p ?x)))"""
    problem = """(define (problem x) (:domain d) (:objects o - t v - u) (:init (p v))
      (:goal (and (p o) (forall (?y - u) (p ?y)))))"""
    assert len(load_text(domain, problem).sas.goals) == 1


def test_things_may_begin_elsewhere():
    """A package that is only ever picked up could lie anywhere, also next to another; fuel could not be more."""
    domain = """(define (domain d) (:predicates (van ?l) (at ?p ?l) (loaded ?p) (road ?a ?b) (thing ?p))
      (:action drive :parameters (?a ?b) :precondition (and (van ?a) (road ?a ?b))
       :effect (and (not (van ?a)) (van ?b)))
      (:action load :parameters (?p ?l) :precondition (and (thing ?p) (van ?l) (at ?p ?l))
       :effect (and (not (at ?p ?l)) (loaded ?p))))"""
    problem = """(define (problem x) (:domain d) (:objects a b c p q)
      (:init (van a) (at p a) (at q b) (thing p) (thing q) (road a b) (road b c) (road c a))
      (:goal (and (loaded p) (loaded q))))"""
    sas = load_text(domain, problem).sas
    assert ("(at p a)", "(at p b)", "(at p c)", "(loaded p)") in {variable.values for variable in sas.variables}
    together = [atom for atom in range(len(sas.atoms)) if sas.atoms[atom] in {"(van a)", "(at p c)", "(at q c)"}]
    state = sas.encode(together)
    assert state is not None
    assert sas.is_legal(state)
