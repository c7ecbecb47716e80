"""What people write and tarski would not read, or would misread: one worked example for each."""

from __future__ import annotations

import pytest
from tarski.syntax import Atom, Tautology

from beta_plan.pddl.read import ReadTask, read_task_text
from tests.pddl.texts import action, facts, kinds, members, read

RESERVED = ["domain", "problem", "assign", "max", "sqrt", "at-end", "always", "either", "preference", "number", "ite"]


# Words and sections


def test_capitals_are_small_letters_and_the_spelling_is_kept():
    domain = "(DEFINE (DOMAIN D) (:PREDICATES (On ?X)) (:Action MOVE :Parameters (?X) :Effect (ON ?x)))"
    problem = "(Define (Problem P) (:Domain d) (:OBJECTS Box1) (:INIT (oN bOX1)) (:GOAL (AND (on BOX1))))"
    task = read_task_text(domain, problem)
    assert list(task.problem.actions) == ["move"]
    assert facts(task) == {"on(box1)"} == {str(task.problem.goal)}
    assert task.names.objects == {"box1": "Box1"}
    assert task.names.predicates == {"on": "On"}
    assert task.names.actions == {"move": "MOVE"}


def test_unknown_requirements_do_not_matter():
    task = read_task_text(
        "(define (domain d) (:requirements :foo :domain-axioms :goal-utilities) (:predicates (p)))",
        "(define (problem x) (:domain d) (:requirements :bar) (:init (p)) (:goal (p)))",
    )
    assert facts(task) == {"p()"}


def test_sections_come_in_any_order_and_repeatedly():
    domain = """(define (domain d)
        (:action a :effect (done) :precondition (p c) :parameters ())
        (:predicates (p ?x - t)) (:constants c - t) (:predicates (done)) (:types t))"""
    problem = """(define (problem x) (:goal (done)) (:init (p c)) (:length (:serial 3)) (:objects o - t)
        (:init (p o)) (:metric minimize (total-cost)) (:objects u - t) (:domain d))"""
    task = read_task_text(domain, problem)
    assert facts(task) == {"p(c)", "p(o)"}
    assert members(task, "t") == {"c", "o", "u"}
    assert task.uses_costs


def test_every_part_of_an_action_may_be_missing():
    task = read("(:action a)", "(:action b :effect (done))", "(:action c :parameters () :effect ())")
    for name, effects in [("a", 0), ("b", 1), ("c", 0)]:
        found = task.problem.get_action(name)
        assert len(found.parameters) == 0
        assert isinstance(found.precondition, Tautology)
        assert len(found.effects) == effects


def test_an_empty_goal_is_true():
    assert isinstance(read(goal="()").problem.goal, Tautology)
    assert isinstance(read(goal="(and)").problem.goal, Tautology)


# Names


def test_a_name_may_be_type_predicate_object_and_function_at_once():
    task = read(
        "(:types cart) (:functions (cart) (done))",
        "(:action cart :parameters (?c - cart) :precondition (cart ?c) :effect (done))",
        predicates="(:predicates (cart ?x - cart) (done))",
        objects="cart - cart",
        init="(cart cart) (= (cart) 3)",
    )
    (schema,) = task.problem.actions.values()
    (parameter,) = schema.parameters
    predicate = schema.precondition.predicate.name
    (thing,) = members(task, parameter.sort.name)
    names = [predicate, thing, parameter.sort.name, "cart"]
    assert len(set(names)) == 4
    assert task.names.predicates[predicate] == task.names.objects[thing] == "cart"
    assert task.names.types[parameter.sort.name] == task.names.actions[schema.name] == "cart"
    assert f"{predicate}({thing})" in facts_as_text(task)


def facts_as_text(task: ReadTask) -> set[str]:
    return {str(atom) for atom in task.problem.init.as_atoms() if isinstance(atom, Atom)}


@pytest.mark.parametrize("word", RESERVED)
def test_words_of_tarskis_grammar_are_names_like_others(word):
    task = read(
        f"(:types {word})",
        f"(:action {word} :parameters (?x - {word}) :precondition ({word} ?x) :effect (not ({word} {word}1)))",
        "(:constants)",
        f"(:constants {word}1 - {word})",
        predicates=f"(:predicates ({word} ?x) (done))",
        objects=f"{word} - {word}",
        init=f"({word} {word})",
    )
    (name,) = task.names.actions
    schema = task.problem.get_action(name)
    assert task.names.predicates[schema.precondition.predicate.name] == word
    (parameter,) = schema.parameters
    assert {task.names.objects[name] for name in members(task, parameter.sort.name)} == {word, f"{word}1"}


def test_objects_and_actions_may_be_called_object():
    task = read("(:action object :parameters (?x - object) :precondition (p ?x))", objects="object", init="(p object)")
    (schema,) = task.problem.actions.values()
    (thing,) = members(task, "object")
    assert task.names.actions[schema.name] == task.names.objects[thing] == "object"


def test_odd_names_are_kept():
    task = read(
        "(:action 1.st+try' :parameters (?1 ?_x) :precondition (_r@s ?1 ?_x) :effect (not (_r@s ?_x ?1)))",
        predicates="(:predicates (_r@s ?1 ?2) (done))",
        objects="0 1.5 a+b",
        init="(_r@s 0 1.5)",
    )
    assert list(task.problem.actions) == ["1.st+try'"]
    assert facts(task) == {"_r@s(0,1.5)"}


def test_names_that_differ_by_a_dash_and_underscores_stay_apart():
    task = read(objects="a-b a__b", init="(r a-b a__b)")
    assert facts(task) == {"r(a-b,a__b)"}
    assert members(task, "object") == {"a-b", "a__b"}


def test_one_name_may_stand_for_predicates_of_several_arities():
    task = read(predicates="(:predicates (p) (p ?x) (p ?x ?y) (done))", init="(p) (p o1) (p o1 o2)")
    assert sorted(task.names.predicates.values()) == ["done", "p", "p", "p"]
    sizes = {len(points) for points in task.problem.init.predicate_extensions.values()}
    assert sizes == {0, 1}
    assert len(facts(task)) == 3


def test_equality_may_be_declared():
    found = action("(= ?x o)", predicates="(:predicates (= ?x ?y) (done)) (:constants o)")
    assert str(found.precondition) == "=(?x,o)"


# Types


def test_types_may_come_late_or_only_as_parents():
    task = read("(:types truck - vehicle car - vehicle vehicle - thing)", objects="t - truck c - car x - thing y")
    assert members(task, "vehicle") == {"t", "c"}
    assert members(task, "thing") == {"t", "c", "x"}
    assert members(task, "object") == {"t", "c", "x", "y"}


def test_a_type_with_two_parents_belongs_to_both():
    task = read(
        "(:types area surface - object area - place area - surface place crate)",
        "(:action a :parameters (?s - surface ?p - place) :precondition (r ?s ?p))",
        objects="a - area s - surface b - place c - crate",
    )
    assert members(task, "surface") == {"a", "s"}
    assert members(task, "place") == {"a", "b"}
    language = task.problem.language
    assert language.is_subtype("area", "place")
    assert language.is_subtype("area", "surface")


def test_two_parents_reach_further_up():
    task = read("(:types a - b a - c b - d c - e d - top e - top)", objects="x - a y - e")
    assert {sort: members(task, sort) for sort in "bdce"} == {"b": {"x"}, "d": {"x"}, "c": {"x"}, "e": {"x", "y"}}
    assert members(task, "top") == {"x", "y"}
    assert task.problem.language.is_subtype("a", "d")
    assert task.problem.language.is_subtype("a", "e")


def test_object_may_have_a_parent_which_is_then_another_name_of_it():
    task = read("(:types object - none suit - object)", "(:action a :parameters (?x - none))", objects="s - suit o")
    (parameter,) = task.problem.get_action("a").parameters
    assert parameter.sort.name == "object"
    assert members(task, "object") == {"s", "o"}


def test_a_variable_of_either_type_ranges_over_both():
    task = read(
        "(:types a b c - top)",
        "(:action act :parameters (?x - (either a b)) :precondition (p ?x))",
        predicates="(:predicates (p ?x - (either b a)) (q ?x - top) (done))",
        objects="a1 - a b1 - b c1 - c",
        goal="(forall (?x - (either a c)) (q ?x))",
    )
    (parameter,) = task.problem.get_action("act").parameters
    assert members(task, parameter.sort.name) == {"a1", "b1"}
    assert kinds(task, "p") == [parameter.sort.name]
    assert members(task, task.problem.goal.variables[0].sort.name) == {"a1", "c1"}
    assert task.problem.language.is_subtype(parameter.sort, "top")
    assert task.problem.language.is_subtype("a", parameter.sort)
    assert not task.problem.language.is_strict_subtype("c", parameter.sort)


def test_either_of_a_type_and_its_subtype_is_the_type():
    task = read("(:types a - b)", "(:action act :parameters (?x - (either a b) ?y - (either a object)))", objects="")
    assert [v.sort.name for v in task.problem.get_action("act").parameters] == ["b", "object"]


def test_an_object_of_either_type_has_both():
    task = read(
        "(:types a - top b c)",
        "(:action act :parameters (?x - (either b c)))",
        objects="x - (either a b) y - a z - b",
        init="(p x)",
    )
    assert members(task, "a") == {"x", "y"}
    assert members(task, "top") == {"x", "y"}
    assert members(task, task.problem.get_action("act").parameters[0].sort.name) == {"x", "z"}
    assert members(task, "b") == {"x", "z"}
    assert [constant.symbol for constant in task.problem.language.constants()] == ["x", "y", "z"]


def test_an_object_declared_again_is_the_same_object():
    task = read("(:types a b)", "(:constants k - a)", objects="k - b k l - a l - a", init="(p k) (p l)")
    assert members(task, "a") == {"k", "l"}
    assert members(task, "b") == {"k"}
    assert facts(task) == {"p(k)", "p(l)"}


def test_a_deep_hierarchy_is_read_in_no_time():
    chain = " ".join(f"t{i} - t{i + 1}" for i in range(60))
    task = read(f"(:types {chain})", objects="x - t0 y - t30")
    assert members(task, "t60") == {"x", "y"}
    assert members(task, "t29") == {"x"}


def test_a_predicate_is_widened_to_the_arguments_it_gets():
    task = read(
        "(:types truck boat - vehicle tree)",
        "(:constants oak - tree)",
        "(:action a :parameters (?v - vehicle) :precondition (parked ?v) :effect (seen oak))",
        predicates="(:predicates (parked ?t - truck) (seen ?t - truck) (sunk ?b - boat) (done))",
        objects="t - truck b - boat",
        init="(sunk t) (parked t)",
    )
    assert kinds(task, "parked") == ["vehicle"]
    assert kinds(task, "seen") == ["object"]
    assert kinds(task, "sunk") == ["vehicle"]
    assert facts(task) == {"sunk(t)", "parked(t)"}


def test_a_predicate_used_as_declared_keeps_its_types():
    task = read(
        "(:types truck - vehicle)",
        "(:action a :parameters (?t - truck) :precondition (parked ?t))",
        predicates="(:predicates (parked ?v - vehicle) (done))",
        objects="t - truck",
        init="(parked t)",
    )
    assert kinds(task, "parked") == ["vehicle"]
