"""Conditions, effects and costs as people write them, in the form that the grounder relies on."""

from __future__ import annotations

import pytest
from tarski.fstrips import AddEffect, DelEffect, UniversalEffect
from tarski.syntax import Atom, CompoundFormula, Connective, Contradiction, QuantifiedFormula, Quantifier, Tautology

from beta_plan.pddl.read import read_task_text
from tests.pddl.texts import PREDICATES, action, facts, read

# Conditions


def test_conditions_are_flat_and_negation_stands_before_atoms():
    found = action("(and (p ?x) (and (q ?x) (and)) (not (and (r ?x ?x) (not (or (p ?x) (q ?x))))))")
    assert str(found.precondition) == "(p(?x) and q(?x) and ((not r(?x,?x)) or p(?x) or q(?x)))"


def test_imply_is_a_disjunction():
    assert str(action("(imply (p ?x) (q ?x))").precondition) == "((not p(?x)) or q(?x))"
    assert str(action("(not (imply (p ?x) (q ?x)))").precondition) == "(p(?x) and (not q(?x)))"


def test_short_disjunctions():
    assert str(action("(or (p ?x))").precondition) == "p(?x)"
    assert isinstance(action("(or)").precondition, Contradiction)
    assert isinstance(action("(not (or))").precondition, Tautology)
    assert str(action("(and (p ?x) (or (q ?x) (or)))").precondition) == "(p(?x) and q(?x))"
    assert isinstance(action("(and (p ?x) (or))").precondition, Contradiction)


def test_a_negated_quantifier_is_the_other_quantifier():
    formula = action("(not (forall (?y) (exists (?z) (r ?y ?z))))").precondition
    assert formula.quantifier == Quantifier.Exists
    assert formula.formula.quantifier == Quantifier.Forall
    assert str(formula.formula.formula) == "(not r(?y,?z))"


def test_nested_quantifiers_of_one_kind_are_one():
    formula = action("(forall (?y) (forall (?z) (r ?y ?z)))").precondition
    assert [variable.symbol for variable in formula.variables] == ["?y", "?z"]
    assert isinstance(formula.formula, Atom)


def test_a_variable_that_hides_another_gets_a_new_name():
    found = action("(and (p ?x) (exists (?x) (and (q ?x) (forall (?x) (r ?x ?x)))) (exists (?x) (q ?x)))")
    first, inner, second = found.precondition.subformulas
    names = [str(first.subterms[0])]
    for quantified in (inner, inner.formula.subformulas[1], second):
        (variable,) = quantified.variables
        names.append(variable.symbol)
    assert len(set(names)) == 4
    assert str(inner.formula.subformulas[0]) == f"q({names[1]})"
    assert str(inner.formula.subformulas[1].formula) == f"r({names[2]},{names[2]})"


def test_quantifiers_over_no_variables_or_no_objects():
    empty = {"predicates": f"(:types ghost) {PREDICATES}"}
    assert str(action("(forall () (p ?x))").precondition) == "p(?x)"
    assert isinstance(action("(forall (?g - ghost) (p ?g))", **empty).precondition, Tautology)
    assert isinstance(action("(exists (?y ?g - ghost) (p ?g))", **empty).precondition, Contradiction)
    assert isinstance(action("(not (exists (?g - ghost) (p ?g)))", **empty).precondition, Tautology)
    assert action("(p ?x)", "(forall (?g - ghost) (not (p ?g)))", **empty).effects == []


def test_constants_in_equalities():
    task = read(goal="(and (not (= o1 o2)) (= o1 o1))")
    assert str(task.problem.goal) == "((not =(o1,o2)) and =(o1,o1))"


# Effects


def effect_texts(found) -> list[str]:
    texts = []
    for effect in found.effects:
        if isinstance(effect, UniversalEffect):
            assert isinstance(effect.condition, Tautology)
            bound = " ".join(f"{v.symbol}" for v in effect.variables)
            texts += [f"forall {bound}: {inner}" for inner in effect.effects]
        else:
            assert isinstance(effect, (AddEffect, DelEffect))
            texts.append(str(effect))
    return texts


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("(and (done) (and (and (not (q ?x)))))", ["(T -> ADD(done()))", "(T -> DEL(q(?x)))"]),
        ("(when (p ?x) (when (q ?x) (done)))", ["((p(?x) and q(?x)) -> ADD(done()))"]),
        ("(when (p ?x) (and (done) (and (not (q ?x)))))", ["(p(?x) -> ADD(done()))", "(p(?x) -> DEL(q(?x)))"]),
        ("(when (p ?x) (forall (?y) (q ?y)))", ["forall ?y: (p(?x) -> ADD(q(?y)))"]),
        ("(forall (?y) (forall (?z) (r ?y ?z)))", ["forall ?y ?z: (T -> ADD(r(?y,?z)))"]),
        ("(forall (?y) (and (p ?y) (when (q ?y) (not (p ?y)))))",
         ["forall ?y: (T -> ADD(p(?y)))", "forall ?y: (q(?y) -> DEL(p(?y)))"]),
        ("(forall (?x) (p ?x))", ["forall ?x-2: (T -> ADD(p(?x-2)))"]),
        ("(when (exists (?y) (p ?y)) (forall (?y) (q ?y)))", ["forall ?y-2: (exists ?y : (p(?y)) -> ADD(q(?y-2)))"]),
        ("(when () (done))", ["(T -> ADD(done()))"]),
        ("(when (or) (done))", []),
        ("(forall () (done))", ["(T -> ADD(done()))"]),
        ("(and)", []),
        ("(and () (done))", ["(T -> ADD(done()))"]),
    ],
)  # fmt: skip
def test_effects_become_literals(effect, expected):
    assert effect_texts(action("(p ?x)", effect)) == expected


# The initial state


def test_what_says_nothing_in_init_is_left_out():
    task = read(init="(and (p o1) (and (q o1))) (= o1 o1) (p o1) (not (p o2)) (not (= o1 o2)) (q o2)")
    assert facts(task) == {"p(o1)", "q(o1)", "q(o2)"}


def test_init_may_be_missing():
    task = read_task_text(
        "(define (domain d) (:predicates (p)))", "(define (problem x) (:domain d) (:objects o) (:goal (p)))"
    )
    assert facts(task) == set()
    assert task.source.init_spans == ()


# Costs


COST = "(:functions (total-cost) - number (far ?x ?y) - number (toll))"
MOVE = "(:action move :parameters (?x ?y) :effect (and (r ?x ?y) (increase (total-cost) {})))"
CHEAP = "(:metric minimize (total-cost))"


@pytest.mark.parametrize(
    ("amount", "addend"),
    [
        ("3", "3.0"),
        ("0", "0.0"),
        ("2.0", "2.0"),
        ("(far ?x ?y)", "far(?x, ?y)"),
        ("(far ?y k)", "far(?y, k)"),
        ("(toll)", "toll()"),
        ("toll", "toll()"),
    ],
)
def test_costs_are_numbers_or_static_functions(amount, addend):
    task = read("(:constants k)", COST, MOVE.format(amount), "(:action stay)", rest=CHEAP)
    assert task.uses_costs
    assert str(task.problem.get_action("move").cost.addend) == addend
    assert str(task.problem.get_action("stay").cost.addend) == "0.0"
    assert [str(e) for e in task.problem.get_action("move").effects] == ["(T -> ADD(r(?x,?y)))"]


def test_without_a_metric_all_actions_cost_one():
    task = read(COST, MOVE.format("3"))
    assert not task.uses_costs
    assert task.problem.get_action("move").cost is None


def test_costs_need_no_declaration_of_total_cost():
    task = read(MOVE.format("3"), init="(= (total-cost) 0)", rest="(:metric minimize total-cost)")
    assert str(task.problem.get_action("move").cost.addend) == "3.0"


def test_values_of_functions_enter_the_initial_state():
    task = read(COST, init="(= (far o1 o2) 7) (= (total-cost) 0) (= (toll) 2) (= (toll) 2)")
    values = {str(term): value.symbol for term, value in task.problem.init.as_atoms()}
    assert values == {"far(o1, o2)": 7, "total-cost()": 0, "toll()": 2}


def test_functions_need_no_requirement_and_may_be_widened():
    task = read("(:types a b)", "(:functions (f ?x - a))", objects="x - a y - b", init="(= (f x) 1) (= (f y) 2)")
    assert [sort.name for sort in task.problem.language.get_function("f").domain] == ["object"]


# The form that the grounder relies on


def test_conditions_hold_no_connective_inside_a_negation():
    formula = action("(not (imply (and (p ?x) (or (q ?x) (done))) (forall (?y) (not (r ?x ?y)))))").precondition
    pending = [formula]
    while pending:
        part = pending.pop()
        if isinstance(part, CompoundFormula):
            if part.connective == Connective.Not:
                assert isinstance(part.subformulas[0], Atom)
            else:
                assert all(
                    not isinstance(inner, CompoundFormula) or inner.connective != part.connective
                    for inner in part.subformulas
                )
            pending += part.subformulas
        elif isinstance(part, QuantifiedFormula):
            pending.append(part.formula)
        else:
            assert isinstance(part, Atom)
