"""Interchangeable objects and copies of states, against all permutations."""

from itertools import permutations, product

import pytest

from beta_plan.front_end import load_text
from beta_plan.symmetry import Orbits, interchangeable
from tests.bundled import NAMES, front_end
from tests.search.test_select import backward

DOMAIN = """(define (domain d) (:requirements :adl) (:types t u - object) (:constants k - t)
  (:predicates (at ?x ?p) (link ?p ?q) (on ?x ?y) (mark ?x)) (:functions (total-cost) (len ?x))
  (:action go :parameters (?x - t ?p - u ?q - u) :precondition (and (at ?x ?p) (link ?p ?q) {extra})
    :effect (and (not (at ?x ?p)) (at ?x ?q) (increase (total-cost) (len ?x))))
  (:action stack :parameters (?x - t ?y - t) :precondition (not (= ?x ?y))
    :effect (and (on ?x ?y) (not (on ?y ?x)))))"""
PROBLEM = """(define (problem x) (:domain d) (:objects a b c - t p q r - u) (:init (at a p) (at b p) (at c q) (at k p)
  (link p q) (link q p) (link q r) (link r q) (= (len a) 2) (= (len b) {len_b}) (= (len c) 2) (= (len k) 2) {init})
  (:goal {goal}) (:metric minimize (total-cost)))"""


def classes(*, extra="", init="", goal="(at c r)", len_b=2):
    task = load_text(DOMAIN.format(extra=extra), PROBLEM.format(init=init, goal=goal, len_b=len_b)).lifted
    return [" ".join(task.objects[item] for item in members) for members in interchangeable(task)]


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ({}, ["k a b"]),
        ({"goal": "(and (at a r) (at b r) (at c q))"}, ["a b"]),
        ({"goal": "(and (at a r) (at b q))"}, ["k c"]),
        ({"goal": "(or (and (at b q) (at a q)) (at c r))"}, ["a b"]),
        ({"goal": "(exists (?x - t) (at ?x r))"}, ["k a b c"]),
        ({"goal": "(and (at c q) (not (at k p)))"}, ["a b"]),
        ({"len_b": 3}, ["k a"]),
        ({"init": "(mark a)"}, ["k b"]),
        ({"init": "(mark a) (mark b)"}, ["a b"]),
        ({"init": "(link r p) (link p r)", "goal": "(at c r)"}, ["k a b", "p q"]),
        ({"init": "(link r p)"}, ["k a b"]),
        ({"extra": "(not (= ?x k))"}, ["a b"]),
        ({"extra": "(mark k)", "init": "(mark k)"}, ["a b"]),
    ],
)
def test_interchangeable_objects(task, expected):
    assert sorted(classes(**task)) == sorted(expected)


def images(atoms, groups):
    """Yield a set of atoms under every permutation inside the groups."""
    for chosen in product(*(permutations(group) for group in groups)):
        rename = {old: new for group, new_group in zip(groups, chosen, strict=True)
                  for old, new in zip(group, new_group, strict=True)}  # fmt: skip
        yield frozenset((p, *(rename.get(o, o) for o in rest)) for p, *rest in atoms)


def atoms_of(task, state):
    return frozenset((int(task.atoms.predicate[a]), *task.atoms.arguments[a].tolist()) for a in task.decode(state))


@pytest.mark.parametrize("name", [name for name in NAMES if interchangeable(front_end(name).lifted)])
def test_equal_forms_are_copies_and_copies_have_equal_forms(name):
    loaded = front_end(name)
    groups = interchangeable(loaded.lifted)
    canonical = Orbits(loaded.sas, groups)
    by_form: dict[object, set[object]] = {}
    by_orbit: dict[object, set[object]] = {}
    for state in backward(name, limit=300)[0][:300]:
        orbit = frozenset(images(atoms_of(loaded.sas, state), groups))
        by_form.setdefault(canonical(state), set()).add(orbit)
        by_orbit.setdefault(orbit, set()).add(canonical(state))
    assert all(len(orbits) == 1 for orbits in by_form.values())
    assert all(len(forms) == 1 for forms in by_orbit.values())
    assert len(by_orbit) < 300 or name not in ("gripper", "miconic")


def test_a_task_without_interchangeable_objects_keeps_its_states():
    state = backward("blocks")[0][5]
    assert Orbits(front_end("blocks").sas, ())(state) == state


def test_a_relation_between_interchangeable_objects_is_told_apart():
    """Three towers of blocks without goals of their own: forms differ where the heights do, and only there."""
    domain = """(define (domain d) (:predicates (on ?x ?y) (table ?x) (done) (ready))
      (:action put :parameters (?x ?y) :precondition (table ?x) :effect (and (on ?x ?y) (not (table ?x))))
      (:action take :parameters (?x ?y) :precondition (on ?x ?y) :effect (and (table ?x) (not (on ?x ?y))))
      (:action stop :parameters () :precondition (ready) :effect (done)))"""
    problem = """(define (problem x) (:domain d) (:objects a b c d)
      (:init (table a) (table b) (table c) (table d) (ready)) (:goal (done)))"""
    loaded = load_text(domain, problem)
    task = loaded.sas
    canonical = Orbits(task, interchangeable(loaded.lifted))
    number = {task.atoms[atom]: atom for atom in range(len(task.atoms))}

    def form(*facts):
        state = task.encode([number[fact] for fact in facts])
        assert state is not None
        return canonical(state)

    chain = form("(on a b)", "(on b c)", "(table c)", "(table d)")
    assert chain == form("(on d a)", "(on a c)", "(table c)", "(table b)")
    assert chain != form("(on a b)", "(on c d)", "(table b)", "(table d)")
    assert chain != form("(on a b)", "(on c b)", "(table b)", "(table d)")
