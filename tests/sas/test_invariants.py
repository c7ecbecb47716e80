"""Mutex groups: the known ones are found, and what is claimed of them holds in every reachable state."""

import pytest

from beta_plan.front_end import load_text
from tests.bundled import NAMES, front_end, interpreter
from tests.sas.small_worlds import WORLDS


def groups_of(ground, groups):
    return [frozenset(ground.atoms[a] for a in group) for group in groups.atoms]


@pytest.mark.parametrize("name", NAMES)
def test_groups_hold_in_reachable_states(name):
    task, groups = front_end(name).ground, front_end(name).groups
    impossible = {task.atoms[a] for a in groups.impossible}
    for state in interpreter(name).reachable(limit=300):
        true = interpreter(name).text(state)
        assert not impossible & true
        for group, exactly_one in zip(groups_of(task, groups), groups.exactly_one, strict=True):
            assert len(group & true) <= 1
            assert len(group & true) == 1 or not exactly_one


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("gripper", {"(holds left red)", "(holds left green)", "(empty left)"}),
        ("gripper", {"(holds left red)", "(holds right red)"}),
        ("blocks", {"(on a b)", "(on a c)", "(on-table a)", "(crane-holds a)"}),
        ("transport", {"(in crate van)", "(in crate lorry)"}),
    ],
)
def test_a_known_group_is_found(name, group):
    found = groups_of(front_end(name).ground, front_end(name).groups)
    assert any(group <= other for other in found), [sorted(g) for g in found]


MOVE = """(define (domain d) (:predicates (at ?x ?y) (in ?x ?t) (road ?y ?z) (place ?y))
  (:action go :parameters (?x ?y ?z) :precondition (and (at ?x ?y) (road ?y ?z))
   :effect (and (not (at ?x ?y)) (at ?x ?z)))
  (:action leave :parameters (?x ?y) :precondition (and (at ?x ?y) (place ?y)) :effect (not (at ?x ?y))))"""


def test_a_group_that_actions_may_empty_is_at_most_one():
    task = load_text(MOVE, "(define (problem p) (:domain d) (:objects x a b)"
                           "(:init (at x a) (place a) (place b) (road a b) (road b a)) (:goal (at x b)))")  # fmt: skip
    assert not task.groups.exactly_one.any()
    assert task.sas.variables[0].values == ("(at x a)", "(at x b)", "<none of those>")


def test_an_object_that_is_nowhere_stays_nowhere():
    task = load_text(MOVE, "(define (problem p) (:domain d) (:objects x y a b)"
                           "(:init (at x a) (place a) (place b) (road a b) (road b a)) (:goal (at x b)))")  # fmt: skip
    assert all("y" not in value for variable in task.sas.variables for value in variable.values)


def test_two_tokens_make_no_group():
    task = load_text(MOVE, "(define (problem p) (:domain d) (:objects x a b)"
                           "(:init (at x a) (at x b) (place a) (road a b) (road b a)) (:goal (at x b)))")  # fmt: skip
    assert len(task.groups.atoms) == 0


def test_without_fluents_in_init_weights_are_one():
    domain = MOVE[: MOVE.index("(:action leave")] + ")"
    task = load_text(domain, "(define (problem p) (:domain d) (:objects x a b)"
                             "(:init (place a) (place b) (road a b) (road b a)) (:goal (at x b)))")  # fmt: skip
    assert task.sas.init is None
    values = {variable.values for variable in task.sas.variables}
    assert ("(at x a)", "(at x b)") in values


def test_two_coordinates_are_counted_together():
    domain = """(define (domain d) (:predicates (at ?o ?x ?y) (next ?a ?b))
      (:action right :parameters (?o ?x ?y ?z) :precondition (and (at ?o ?x ?y) (next ?x ?z))
       :effect (and (not (at ?o ?x ?y)) (at ?o ?z ?y)))
      (:action up :parameters (?o ?x ?y ?z) :precondition (and (at ?o ?x ?y) (next ?y ?z))
       :effect (and (not (at ?o ?x ?y)) (at ?o ?x ?z))))"""
    problem = """(define (problem p) (:domain d) (:objects o a b c)
      (:init (at o a a) (next a b) (next b c) (next c a)) (:goal (at o b c)))"""
    assert [len(variable.values) for variable in load_text(domain, problem).sas.variables] == [9]


def test_an_action_that_asks_all_others_to_be_false_balances_a_group():
    found = load_text(*WORLDS["robots where nobody is"])
    groups = groups_of(found.ground, found.groups)
    assert frozenset({"(at x b)", "(at y b)"}) in groups
    assert not found.groups.exactly_one[groups.index(frozenset({"(at x b)", "(at y b)"}))]


def test_what_is_in_nothing_yet_may_come_into_one_thing():
    found = load_text(*WORLDS["items in no bag yet"])
    group = frozenset({"(in i l)", "(in i m)"})
    groups = groups_of(found.ground, found.groups)
    assert group in groups
    assert not found.groups.exactly_one[groups.index(group)]


def test_what_is_put_anywhere_is_in_exactly_one_place():
    found = load_text(*WORLDS["boxes put elsewhere"])
    groups = groups_of(found.ground, found.groups)
    assert found.groups.exactly_one[groups.index(frozenset({"(at x a)", "(at x b)", "(at x c)"}))]


def test_a_cell_is_occupied_by_what_is_there():
    sas = load_text(*WORLDS["robots on occupied cells"]).sas
    groups = [({sas.fact_name(f) for f in group.facts}, group.exactly_one) for group in sas.mutex_groups]
    assert ({"x-at=(at x b)", "y-at=(at y b)", "occupied-b=<none of those>"}, True) in groups


def test_nobody_gets_where_it_is_occupied_for_ever():
    domain, problem = WORLDS["robots on occupied cells"]
    sas = load_text(domain, problem.replace("(occupied b)", "(occupied b) (occupied d)")).sas
    assert [v.values for v in sas.variables if v.name == "x-at"] == [("(at x a)", "(at x b)", "(at x c)")]
    assert "(occupied d)" in {sas.atoms[a] for a in sas.true_atoms}
