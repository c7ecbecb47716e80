"""The SAS+ task means what the PDDL text says: transition by transition, against a naive interpreter."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beta_plan.errors import IllegalTask
from beta_plan.front_end import load, load_text
from beta_plan.sas.invert import Transitions
from tests import naive
from tests.interpreter import Interpreter

DOMAINS = Path(__file__).parent.parent.parent / "domains"
NAMES = sorted(path.parent.name for path in DOMAINS.glob("*/domain.pddl"))


def assert_same_transitions(interpreter, sas, states):
    """Compare successors and goals of ``states``, and each transition once more backwards."""
    transitions = Transitions(sas)
    number = {sas.atoms[atom]: atom for atom in range(len(sas.atoms))}
    for state in states:
        encoded = sas.encode([number[atom] for atom in interpreter.text(state)])
        assert encoded is not None, f"no SAS+ state for {sorted(state)}"
        assert sas.is_legal(encoded)
        found = {(sas.actions.names[a], t) for a, t in transitions.successors(encoded)}
        spelled = {(name, frozenset(sas.atoms[atom] for atom in sas.decode(t))) for name, t in found}
        assert spelled == {(name, interpreter.text(after)) for name, after in interpreter.successors(state)}
        assert naive.is_goal(sas, encoded) == interpreter.is_goal(state)
        for action, after in transitions.successors(encoded):
            assert (action, encoded) in transitions.predecessors(after)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_task_has_the_transitions_of_its_text(name):
    domain, problem = DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"
    interpreter = Interpreter(domain.read_text(encoding="utf-8"), problem.read_text(encoding="utf-8"))
    states = interpreter.reachable(limit=200)
    assert_same_transitions(interpreter, load(domain, problem).sas, states[:50] + states[50::5])


# Random tasks with everything that the language has. Predicates: s (static), p (one argument), q (two), z (none).


@st.composite
def atoms(draw, names, variables):
    name = draw(st.sampled_from(names))
    terms = st.sampled_from([*variables, "a", "c"])
    arity = {"s": 2, "p": 1, "q": 2, "z": 0}[name]
    return f"({' '.join([name, *(draw(terms) for _ in range(arity))])})"


@st.composite
def formulas(draw, variables, depth=2):
    kind = draw(st.sampled_from(["atom", "not", "=", "and", "or", "imply", "forall", "exists"] if depth else ["atom"]))
    if kind == "atom":
        return draw(atoms(["s", "p", "p", "q", "q", "z"], variables))
    if kind == "=":
        terms = st.sampled_from([*variables, "a", "b"])
        return f"(= {draw(terms)} {draw(terms)})"
    if kind == "not":
        return f"(not {draw(formulas(variables, depth - 1))})"
    if kind in ("forall", "exists"):
        new, sort = f"?v{depth}", draw(st.sampled_from(["t", "u", "object"]))
        return f"({kind} ({new} - {sort}) {draw(formulas([*variables, new], depth - 1))})"
    return f"({kind} {draw(formulas(variables, depth - 1))} {draw(formulas(variables, depth - 1))})"


@st.composite
def effects(draw, variables):
    kind = draw(st.sampled_from(["add", "delete", "add", "delete", "when", "forall"]))
    if kind == "when":
        return f"(when {draw(formulas(variables, 1))} {draw(effects(variables))})"
    if kind == "forall":
        return f"(forall (?w - {draw(st.sampled_from(['t', 'u']))}) {draw(effects([*variables, '?w']))})"
    atom = draw(atoms(["p", "q", "z"], variables))
    return atom if kind == "add" else f"(not {atom})"


@st.composite
def moves(draw):
    """Return a schema that moves one q-token, so that invariants have something to find."""
    extra = draw(formulas(["?x", "?y", "?to"], 1))
    more = draw(st.sampled_from(["", "(p ?x)", "(not (z))", "(when (z) (not (p ?x)))"]))
    return (
        f":parameters (?x - t ?y - object ?to - object) :precondition (and (q ?x ?y) (s ?y ?to) {extra})"
        f" :effect (and (not (q ?x ?y)) (q ?x ?to) {more})"
    )


@st.composite
def wild(draw):
    precondition = draw(formulas(["?x", "?y"]))
    effect = " ".join(draw(st.lists(effects(["?x", "?y"]), min_size=1, max_size=3)))
    return f":parameters (?x - t ?y - u) :precondition {precondition} :effect (and {effect})"


@st.composite
def tasks(draw):
    bodies = draw(st.lists(st.one_of(moves(), wild()), min_size=1, max_size=3))
    actions = "\n".join(f"(:action act{i} {body})" for i, body in enumerate(bodies))
    domain = f"""(define (domain random) (:requirements :adl) (:types t u) (:constants a b - t c d - u)
      (:predicates (s ?x ?y) (p ?x) (q ?x ?y) (z)) {actions})"""
    everything = [f"(p {x})" for x in "abcd"] + [f"(q {x} {y})" for x in "ab" for y in "abcd"] + ["(z)"]
    statics = [f"(s {x} {y})" for x in "abcd" for y in "abcd" if x != y]
    init = draw(st.lists(st.sampled_from(everything), min_size=1, max_size=5, unique=True))
    init += draw(st.lists(st.sampled_from(statics), max_size=6, unique=True))
    goal = " ".join(draw(st.lists(atoms(["p", "q", "z"], ["b"]), min_size=1, max_size=2)))
    problem = f"""(define (problem x) (:domain random)
      (:init {" ".join(init)}) (:goal (and {goal})))"""
    return domain, problem


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(tasks())
def test_a_random_task_has_the_transitions_of_its_text(texts):
    interpreter = Interpreter(*texts)
    assume(interpreter.fluents & {atom[0] for atom in interpreter.init})
    try:
        sas = load_text(*texts).sas
    except IllegalTask:
        assert not any(interpreter.is_goal(state) for state in interpreter.reachable(limit=300))
        return
    assert_same_transitions(interpreter, sas, interpreter.reachable(limit=60))


def test_a_difference_would_be_found():
    folder = DOMAINS / "gripper"
    domain, problem = ((folder / name).read_text(encoding="utf-8") for name in ("domain.pddl", "p01.pddl"))
    interpreter, sas = Interpreter(domain, problem), load_text(domain, problem).sas
    damaged = replace(sas, actions=sas.actions.take(np.arange(len(sas.actions)) > 0))
    with pytest.raises(AssertionError):
        assert_same_transitions(interpreter, damaged, interpreter.reachable(limit=50))
