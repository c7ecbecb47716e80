"""Grounding: the same actions as Fast Downward's translator, in the same order in every process."""

import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from beta_plan.errors import BetaPlanError
from beta_plan.front_end import load_text
from beta_plan.pddl import reachability, relation
from beta_plan.pddl.gringo import ground_program
from beta_plan.pddl.relation import Relation
from beta_plan.sas.encode import encode
from beta_plan.sas.invert import Transitions
from tests.bundled import DOMAINS, NAMES, front_end


def translator_actions(name, tmp_path):
    """Return the names of the actions in the translator's output; it runs as a process of its own."""
    if find_spec("fast_downward") is None:
        pytest.skip("needs the extra 'planners'")
    output = tmp_path / "output.sas"
    task = [DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"]
    command = [sys.executable, "-m", "fast_downward.translate", *task, "--keep-unimportant-variables"]
    subprocess.run([*command, "--sas-file", output], check=True, capture_output=True)
    lines = output.read_text().splitlines()
    return {lines[i + 1].strip() for i, line in enumerate(lines) if line == "begin_operator"}


def forward_reachable(ground):
    """Return the actions that are relaxed-reachable from the initial state, conditional effects included."""
    atoms = set(np.flatnonzero(ground.init).tolist())
    actions: set[int] = set()
    while True:
        new = {a for a in range(ground.num_actions) if a not in actions and set(ground.positive[a].tolist()) <= atoms}
        actions |= new
        reached = {x for a in actions for x in ground.add[a].tolist()}
        for effect, action in enumerate(ground.effects.action.tolist()):
            if action in actions and set(ground.effects.positive[effect].tolist()) <= atoms:
                reached |= set(ground.effects.add[effect].tolist())
        if not new and reached <= atoms:
            return actions
        atoms |= reached


@pytest.mark.parametrize("name", NAMES)
def test_forward_reachable_actions_are_the_translators(name, tmp_path):
    expected = translator_actions(name, tmp_path)
    ground, sas = front_end(name).ground, front_end(name).sas
    forward = {ground.names[a] for a in forward_reachable(ground)}
    encoded = encode(ground, front_end(name).groups)  # before pairs of facts rule out more than the translator sees
    assert forward & {encoded.actions.names[a] for a in range(len(encoded.actions))} == expected
    assert {sas.actions.names[a] for a in range(len(sas.actions))} & forward <= expected


def test_every_process_grounds_in_the_same_order():
    """Sets are ordered by the hash seed; nothing of ours may be."""
    digests = set()
    for seed in ("0", "1", "4321"):
        text = b""
        for name in ("driverlog", "miconic"):
            task = [DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"]
            for stage in ("ground", "mutexes", "sas", "invariants"):
                command = [sys.executable, "-m", "beta_plan", "inspect", "--stage", stage, *task]
                environment = {**os.environ, "PYTHONHASHSEED": seed}
                text += subprocess.run(command, check=True, capture_output=True, env=environment).stdout
        digests.add(hashlib.sha256(text).hexdigest())
    assert len(digests) == 1


@given(hnp.arrays(np.int32, st.tuples(st.integers(0, 30), st.integers(0, 4)), elements=st.integers(0, 9)))
def test_a_relation_finds_its_rows_and_no_others(rows):
    arity = rows.shape[1]
    found = Relation(rows, arity)
    assert [tuple(row) for row in found.rows.tolist()] == sorted({tuple(row) for row in rows.tolist()})
    assert found.find(found.rows).tolist() == list(range(len(found)))
    strangers = np.full((1, arity), 10, dtype=np.int32)
    assert found.find(strangers).tolist() == ([-1] if arity or not len(found) else [0])


@given(hnp.arrays(np.int32, st.tuples(st.integers(1, 30), st.just(3)), elements=st.integers(0, 9)))
def test_a_relation_with_long_keys_finds_its_rows(rows):
    """Where the rows do not fit into one integer, prefixes are numbered on the way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relation, "_KEY_LIMIT", 20)
        patch.setattr(relation, "_DENSE", 1)
        found = Relation(rows, 3)
        everything = np.stack(np.meshgrid(*[np.arange(10)] * 3), axis=-1).reshape(-1, 3).astype(np.int32)
        known = {tuple(row): i for i, row in enumerate(found.rows.tolist())}
        assert found.find(everything).tolist() == [known.get(tuple(row), -1) for row in everything.tolist()]


def test_a_program_that_cannot_be_ground_is_an_error():
    with pytest.raises(BetaPlanError, match="grounder failed"):
        ground_program("r1(X) :- not r2(X).", max_bytes=1000)


def test_a_model_that_is_too_long_is_none():
    assert ground_program("r9(1..1000).", max_bytes=100) is None


def test_too_many_backward_actions_leave_the_forward_ones(monkeypatch):
    domain = """(define (domain d) (:predicates (at ?x) (next ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
       :effect (and (not (at ?x)) (at ?y))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c)
      (:init (at b) (next a b) (next b c)) (:goal (at c)))"""
    both = load_text(domain, problem)
    assert both.ground.backward
    assert [both.ground.names[i] for i in range(both.ground.num_actions)] == ["go a b", "go b c"]
    monkeypatch.setattr(reachability, "MAX_BACKWARD_BYTES", 10)
    forward = load_text(domain, problem)
    assert not forward.ground.backward
    assert [forward.ground.names[i] for i in range(forward.ground.num_actions)] == ["go b c"]


PUT = """(define (domain d) (:requirements :adl) (:types box room)
  (:predicates (at ?b - box ?r - room) (was ?b - box ?r - room) (shut ?r - room))
  (:action put :parameters (?b - box ?r - room) :precondition ()
   :effect (and (at ?b ?r) (forall (?o - room) (when (and (at ?b ?o) (not (= ?o ?r))) (not (at ?b ?o))))))
  (:action shut :parameters (?r - room) :precondition () :effect (shut ?r)))"""
PUT_TASK = """(define (problem p) (:domain d) (:objects x - box a b c - room) (:init (at x a)) (:goal (at x c)))"""


def test_a_delete_that_asks_only_for_what_it_deletes_is_certain():
    ground = load_text(PUT, PUT_TASK).ground
    assert len(ground.effects.action) == 0
    deleted = {ground.names[a]: {ground.atoms[x] for x in row} for a, row in enumerate(ground.delete)}
    assert deleted["put x c"] == {"(at x a)", "(at x b)"}


@pytest.mark.parametrize(
    "changed",
    [("(not (= ?o ?r))", "(not (= ?o ?r)) (shut ?o)"), ("(not (at ?b ?o))", "(and (was ?b ?o) (not (at ?b ?o)))")],
    ids=["asks for more", "something comes in its place"],
)
def test_other_deletes_are_conditional(changed):
    ground = load_text(PUT.replace(*changed), PUT_TASK).ground
    assert all(len(row) == 0 for row in ground.delete)
    assert {ground.atoms[x] for row in ground.effects.delete for x in row} == {"(at x a)", "(at x b)", "(at x c)"}


def test_a_switch_that_is_deleted_for_certain_is_still_a_switch():
    domain = """(define (domain d) (:requirements :adl) (:predicates (on) (done))
      (:action toggle :parameters () :precondition ()
       :effect (and (done) (when (on) (not (on))) (when (not (on)) (on)))))"""
    sas = load_text(domain, "(define (problem p) (:domain d) (:init (on)) (:goal (done)))").sas
    assert sas.init is not None
    named = {s: {sas.atoms[a] for a in sas.decode(s)} for _, s in Transitions(sas).successors(sas.init)}
    assert list(named.values()) == [{"(done)"}]
