"""Domains of unusual form: each is understood, or refused in one line; nothing else happens."""

from __future__ import annotations

import pytest

from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import Source
from beta_plan.skeleton.compose import structure_of, understood
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.words import words

TRUCKS = """(:types truck place) (:predicates (at ?t - truck ?p - place) {})
    (:action m :parameters (?t - truck ?a ?b - place) :precondition (and (at ?t ?a) {})
      :effect (and (not (at ?t ?a)) (at ?t ?b)))"""

DOMAINS = {
    "no arguments at all": "(:predicates (p) (q)) (:action a :parameters () :precondition (p) :effect (q))",
    "a static flag beside a map": TRUCKS.format("(open) (road ?a ?b - place)", "(open) (road ?a ?b)"),
    "a constant has a fluent": """(:types truck) (:constants boss - truck)
        (:predicates (ready ?t - truck) (done ?t - truck))
        (:action a :parameters (?t - truck) :precondition (ready boss) :effect (and (done ?t) (not (ready boss))))""",
    "a constant in a static relation": """(:types a b) (:constants x1 - a) (:predicates (f ?a - a ?b ?c - b) (g ?b - b))
        (:action m :parameters (?b ?c - b) :precondition (f x1 ?b ?c) :effect (g ?b))""",
    "a wide fluent": """(:types t) (:predicates (f ?a ?b ?c ?d ?e ?g ?h - t) (done ?a - t))
        (:action a :parameters (?a ?b ?c ?d ?e ?g ?h - t) :precondition (f ?a ?b ?c ?d ?e ?g ?h) :effect (done ?a))""",
    "what must not hold": TRUCKS.format("(blocked ?a ?b - place)", "(not (blocked ?a ?b))"),
    "places that are the same": TRUCKS.format("(same ?a ?b - place)", "(same ?a ?b)"),
    "a holder that is never free": """(:types key lvl) (:predicates (p0 ?a ?b - lvl) (p1) (p2 ?a ?b - key ?c - lvl)
        (p3 ?a - key)) (:action a0 :parameters (?x - key) :precondition (p1) :effect (and (p1) (not (p1))))
        (:action a1 :parameters (?x - key ?y - lvl ?z - key) :precondition (and (p0 ?y ?y) (p2 ?z ?z ?y) (p2 ?z ?x ?y))
        :effect (and (p3 ?z) (p0 ?y ?y) (not (p2 ?z ?z ?y)))) (:action a2 :parameters (?w - lvl ?x ?y - key ?z - lvl)
        :precondition (p0 ?w ?w) :effect (and (p1) (p0 ?z ?z) (not (p0 ?w ?w))))""",
    "no effects": "(:predicates (p ?x)) (:action a :parameters (?x) :precondition (p ?x))",
    "no actions": "(:predicates (p ?x))",
    "a kind called length": """(:types length) (:predicates (at ?t - length) (way ?a ?b - length))
        (:action m :parameters (?a ?b - length) :precondition (and (at ?a) (way ?a ?b))
        :effect (and (not (at ?a)) (at ?b)))""",
    "levels of two types": """(:types truck level - object low high - level) (:predicates (fuel ?t - truck ?l - level)
        (less ?a ?b - level) (done ?t - truck)) (:action burn :parameters (?t - truck ?a ?b - level)
        :precondition (and (fuel ?t ?b) (less ?a ?b)) :effect (and (not (fuel ?t ?b)) (fuel ?t ?a) (done ?t)))""",
    "constants that are called like objects": """(:types truck place) (:constants truck1 - truck place3 - place)
        (:predicates (at ?t - truck ?p - place) (seen ?p - place)) (:action m :parameters (?t - truck ?a ?b - place)
        :precondition (at ?t ?a) :effect (and (not (at ?t ?a)) (at ?t ?b) (seen ?b)))""",
}


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_it_is_understood_or_refused_with_its_place(name):
    source = Source("odd.pddl", f"(define (domain odd) {DOMAINS[name]})")
    for attempt in (lambda: list(words(structure_of(source))), lambda: draw_problem(understood(source), "odd", seed=0)):
        refused: InputRefused | None = None
        try:
            assert attempt()
        except InputRefused as error:
            refused = error
        assert refused is None or ("odd.pddl" in refused.place and refused.remedy)


def test_a_holder_that_is_never_free_is_no_fact_of_another_arity():
    source = Source("odd.pddl", f"(define (domain odd) {DOMAINS['a holder that is never free']})")
    with pytest.raises(
        InputRefused, match=r"odd\.pddl: the structure .* is not understood: of p2 or p3, what says that"
    ):
        understood(source)


def test_what_must_not_hold_is_not_made_to_hold():
    source = Source("odd.pddl", f"(define (domain odd) {DOMAINS['what must not hold']})")
    with pytest.raises(InputRefused, match="asks that blocked is false"):
        understood(source)


def test_a_static_flag_holds_and_is_written_once():
    source = Source("odd.pddl", f"(define (domain odd) {DOMAINS['a static flag beside a map']})")
    assert draw_problem(understood(source), "odd", seed=0).count("(open)") == 1


def test_objects_are_not_called_like_constants():
    source = Source("odd.pddl", f"(define (domain odd) {DOMAINS['constants that are called like objects']})")
    text = draw_problem(understood(source), "odd", seed=0)
    objects = text[text.index("(:objects") : text.index("(:init")].split()
    assert {"truck2", "place4"} <= set(objects)
    assert not {"truck1", "place3"} & set(objects)
