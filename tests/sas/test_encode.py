"""Encoding: a bijection of states, and the legality of what an author could not have written."""

import re
from itertools import islice

import pytest

from beta_plan.front_end import load_text
from beta_plan.sas.goals import goal_states
from beta_plan.sas.invert import Transitions
from tests.bundled import NAMES, front_end, interpreter, texts
from tests.interpreter import Interpreter


def backward_states(name, limit):
    """Return legal states that backward search finds first, from all goal states."""
    sas = front_end(name).sas
    transitions = Transitions(sas)
    queue = list(goal_states(sas, limit=200, seed=1).states)
    seen = set(queue)
    for state in islice(queue, limit):
        for _, before in transitions.predecessors(state):
            if before not in seen:
                seen.add(before)
                queue.append(before)
    return queue


def spelled(sas, state):
    return {sas.atoms[atom] for atom in sas.decode(state)}


@pytest.mark.parametrize("name", NAMES)
def test_encode_and_decode_are_inverse(name):
    sas = front_end(name).sas
    states = backward_states(name, limit=300)
    assert len({sas.decode(state) for state in states}) == len(states)
    assert all(sas.encode(sas.decode(state)) == state for state in states)
    assert sas.encode(range(len(sas.atoms))) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_predecessor_leads_back_over_the_text(name):
    sas, text = front_end(name).sas, interpreter(name)
    static = {atom for atom in text.init if atom[0] not in text.fluents}
    transitions = Transitions(sas)
    for state in backward_states(name, limit=60)[:60]:
        for action, before in transitions.predecessors(state):
            assert sas.is_legal(before)
            atoms = static | {tuple(atom.strip("()").split()) for atom in spelled(sas, before)}
            after = {(n, text.text(s)) for n, s in text.successors(frozenset(atoms))}
            assert (sas.actions.names[action], frozenset(spelled(sas, state))) in after


@pytest.mark.parametrize("name", NAMES)
def test_a_written_state_is_read_back_as_the_same_task(name):
    task = front_end(name)
    domain, _ = texts(name)
    for state in backward_states(name, limit=40)[:: max(1, 40 // 4)][:5]:
        text = task.instance(state, name="again", comment="written by a test")
        again = load_text(domain, text)
        assert spelled(again.sas, again.sas.init) == spelled(task.sas, state)
        mine, original = Interpreter(domain, text), interpreter(name)
        assert (mine.goal, mine.objects, mine.numbers) == (original.goal, original.objects, original.numbers)
        assert mine.text(mine.init) == spelled(task.sas, state)
        assert {a for a in mine.init if a[0] not in mine.fluents} == {
            a for a in original.init if a[0] not in original.fluents
        }


@pytest.mark.parametrize(("name", "load", "room"), [("transport", "in", "room"), ("elevators", "rides", "load")])
def test_load_and_free_capacity_add_up(name, load, room):
    """In every state the vehicle's counter says what it carries, as in the initial state."""
    sas = front_end(name).sas
    counts: dict[tuple[str, int], set[str]] = {}
    for state in [*backward_states(name, limit=1500), sas.init]:
        atoms = [atom.strip("()").split() for atom in spelled(sas, state)]
        for _, vehicle, level in (a for a in atoms if a[0] == room):
            carried = sum(a[0] == load and a[-1] == vehicle for a in atoms)
            counts.setdefault((vehicle, carried), set()).add(level)
    assert all(len(levels) == 1 for levels in counts.values()), counts
    assert len(counts) > 3


@pytest.mark.parametrize("level", [9, 6, 3])
def test_fuel_is_never_above_the_reference(level):
    domain, problem = texts("nomystery")
    sas = load_text(domain, problem.replace("(tank van l9)", f"(tank van l{level})")).sas
    levels = {value for variable in sas.variables for value in variable.values if value.startswith("(tank")}
    assert f"(tank van l{level})" in levels
    assert all(int(re.findall(r"\d+", value)[0]) <= level for value in levels)


def test_goals_that_deny_a_value_stay_one_goal():
    domain = """(define (domain d) (:predicates (at ?o ?x) (next ?a ?b))
      (:action go :parameters (?o ?x ?y) :precondition (and (at ?o ?x) (next ?x ?y))
       :effect (and (not (at ?o ?x)) (at ?o ?y))))"""
    objects = [f"o{i}" for i in range(20)]
    problem = f"""(define (problem p) (:domain d) (:objects {" ".join(objects)} a b c)
      (:init (next a b) (next b c) (next c a) {" ".join(f"(at {o} a)" for o in objects)})
      (:goal (and {" ".join(f"(not (at {o} a))" for o in objects)})))"""
    sas = load_text(domain, problem).sas
    assert len(sas.goals) == 1
    assert not goal_states(sas, limit=100, seed=1).complete
