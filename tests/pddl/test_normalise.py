"""What people write and tarski would not read, or would misread: one worked example for each."""

from __future__ import annotations

import pytest
from tarski.fstrips import AddEffect, DelEffect, UniversalEffect
from tarski.syntax import Atom, CompoundFormula, Connective, Contradiction, QuantifiedFormula, Quantifier, Tautology

from beta_plan.pddl.read import ReadTask, read_task_text

RESERVED = ["domain", "problem", "assign", "max", "sqrt", "at-end", "always", "either", "preference", "number", "ite"]
PREDICATES = "(:predicates (p ?x) (q ?x) (r ?x ?y) (done))"


def read(
    *sections: str,
    predicates: str = PREDICATES,
    objects: str = "o1 o2",
    init: str = "",
    goal: str = "(done)",
    rest: str = "",
) -> ReadTask:
    domain = f"(define (domain d) (:requirements :adl) {predicates} {' '.join(sections)})"
    problem = f"(define (problem x) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}) {rest})"
    return read_task_text(domain, problem)


def action(precondition: str = "()", effect: str = "(done)", parameters: str = "(?x)", **more: str):
    task = read(f"(:action a :parameters {parameters} :precondition {precondition} :effect {effect})", **more)
    return task.problem.get_action("a")


def members(task: ReadTask, sort: str) -> set[str]:
    return {constant.symbol for constant in task.problem.language.get_sort(sort).domain()}


def kinds(task: ReadTask, predicate: str) -> list[str]:
    return [sort.name for sort in task.problem.language.get_predicate(predicate).sort]


def facts(task: ReadTask) -> set[str]:
    return {str(atom) for atom in task.problem.init.as_atoms()}


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


def test_the_problem_may_name_another_domain():
    task = read_task_text("(define (domain d) (:predicates (p)))", "(define (problem x) (:domain e) (:goal (p)))")
    assert task.problem.domain_name == "d"


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
