"""The witness's own semantics, case by case, and what it says against a plan."""

import pytest

from beta_plan.certify.replay import Replay, replay
from beta_plan.errors import InputRefused, UnsupportedFeature, VerificationFailed

PREDICATES = "(:predicates (p ?x) (p ?x ?y) (q ?x) (r))"


def run(plan, *, init="", goal="(and)", actions="", types="", constants="", objects="a b c", metric="", functions=""):
    domain = f"""(define (domain d) (:requirements :adl) (:types {types}) (:constants {constants}) {PREDICATES}
      (:functions (total-cost) {functions}) {actions})"""
    problem = f"(define (problem x) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}) {metric})"
    return replay(domain, problem, plan)


def reason(plan, **task):
    with pytest.raises(VerificationFailed) as caught:
        run(plan, **task)
    return str(caught.value)


GO = "(:action go :parameters (?x - {}) :precondition (and) :effect (r))"


@pytest.mark.parametrize(
    ("types", "objects", "wanted", "fits", "fits_not"),
    [
        ("t u", "a - t b - u c", "t", "a", "bc"),
        ("t u", "a - t b - u c", "object", "abc", ""),
        ("t u", "a - t b - u c", "(either t u)", "ab", "c"),
        ("s - (either t u)", "a - s b - t c - u", "t", "ab", "c"),
        ("s - t s - u", "a - s b - t c - u", "u", "ac", "b"),
        ("t u", "a - (either t u) b - t c - u", "u", "ac", "b"),
        ("object - none t", "a - t b - none c", "none", "abc", ""),
        ("t - t u - t", "a - u b - t c", "t", "ab", "c"),
    ],
)
def test_types(types, objects, wanted, fits, fits_not):
    for name in fits:
        assert run(f"(go {name})", types=types, objects=objects, goal="(r)", actions=GO.format(wanted)).length == 1
    for name in fits_not:
        said = reason(f"(go {name})", types=types, objects=objects, goal="(r)", actions=GO.format(wanted))
        assert said == f"step 1 (go {name}): '{name}' is no object of the type of ?x"


def test_a_constant_declared_again_as_an_object_has_both_types():
    task = {"types": "t u", "constants": "a - t", "objects": "a - u", "goal": "(r)"}
    assert run("(go a)", **task, actions=GO.format("t")).length == 1
    assert run("(go a)", **task, actions=GO.format("u")).length == 1


@pytest.mark.parametrize(
    ("condition", "init", "holds"),
    [
        ("()", "", True),
        ("(or)", "", False),
        ("(p a)", "(p a)", True),
        ("(p a)", "(p a a)", False),
        ("(P A)", "(p a)", True),
        ("(imply (p a) (q a))", "", True),
        ("(imply (p a) (q a))", "(p a)", False),
        ("(not (or (p a) (q a)))", "(q a)", False),
        ("(= a a)", "", True),
        ("(not (= a b))", "", True),
        ("(forall (?x) (p ?x))", "(p a) (p b)", False),
        ("(forall (?x) (p ?x))", "(and (p a) (p b)) (p c)", True),
        ("(exists (?x ?y) (and (p ?x ?y) (not (= ?x ?y))))", "(p a a)", False),
        ("(exists (?x ?y) (and (p ?x ?y) (not (= ?x ?y))))", "(p a b)", True),
        ("(exists (?x) (and (p ?x) (forall (?x) (q ?x))))", "(p a) (q a) (q b)", False),
        ("(exists (?x) (and (p ?x) (exists (?x) (q ?x))))", "(p a) (q b)", True),
        ("(r)", "(not (r)) (= a a)", False),
    ],
)
def test_conditions(condition, init, holds):
    if holds:
        assert run("", init=init, goal=condition).length == 0
    else:
        assert reason("", init=init, goal=condition).startswith("after 0 steps the goal ")


@pytest.mark.parametrize(
    ("effect", "init", "goal"),
    [
        ("(and (p a) (not (p a)))", "", "(p a)"),
        ("(and (not (p a)) (p a))", "(p a)", "(p a)"),
        ("(and (p a) (when (p a) (q a)))", "", "(and (p a) (not (q a)))"),
        ("(and (not (p a)) (when (p a) (q a)))", "(p a)", "(and (not (p a)) (q a))"),
        ("(forall (?x) (when (p ?x) (and (q ?x) (not (p ?x)))))", "(p a) (p b)", "(and (q a) (q b) (not (q c)))"),
        ("(forall (?x) (forall (?y) (when (= ?x ?y) (p ?x ?y))))", "", "(and (p b b) (not (p a b)))"),
        ("()", "", "(not (r))"),
    ],
)
def test_effects(effect, init, goal):
    assert run("(go)", actions=f"(:action go :effect {effect})", init=init, goal=goal).length == 1


COSTLY = """(:action go :parameters (?x) :effect (and (r) (increase (total-cost) (price ?x))))
  (:action free :effect (r))
  (:action five :effect (and (r) (increase (total-cost) 5.0)))"""
PRICED = {"actions": COSTLY, "functions": "(price ?x)", "goal": "(r)", "init": "(= (price a) 3) (= (total-cost) 0)"}
METRIC = "(:metric minimize (total-cost))"


def test_costs_count_where_the_metric_asks_for_them():
    plan = "(go a) (free)".replace(" (", "\n(") + "\n(five)\n"
    assert run(plan, **PRICED, metric=METRIC) == Replay(3, 8, True)
    assert run(plan, **PRICED) == Replay(3, 3, False)


@pytest.mark.parametrize(
    ("claim", "metric", "complaint"),
    [
        ("; cost = 8 (general cost)", METRIC, None),
        ("; cost = 8", METRIC, None),
        ("; Cost=3 (unit cost)", "", None),
        ("; a cost = 9 in a remark", METRIC, None),
        ("; cost = 7 (general cost)", METRIC, "the plan says cost 7, its actions cost 8"),
        ("; cost = 8 (unit cost)", METRIC, "the plan says (unit cost), but its 3 actions cost 8"),
        ("; cost = 3 (general cost)", "", "the plan says (general cost), the problem has no metric"),
        ("; cost = 8 (general cost", METRIC, "line 4: expected '; cost = N (unit cost)'"),
        ("; cost = -8", METRIC, "line 4: expected '; cost = N (unit cost)'"),
    ],
)
def test_what_a_plan_says_of_its_cost_is_checked(claim, metric, complaint):
    plan = f"(go a)\n(free)\n(five)\n{claim}"
    if complaint is None:
        assert run(plan, **PRICED, metric=metric).length == 3
    else:
        assert complaint in reason(plan, **PRICED, metric=metric)


def test_a_cost_without_a_value_fails():
    assert reason("(go b)", **PRICED, metric=METRIC) == "step 1 (go b): its cost (price b) has no value in :init"


MOVE = """(:action move :parameters (?x ?y)
  :precondition (and (p ?x) (forall (?z) (imply (q ?z) (not (= ?z ?y)))))
  :effect (and (p ?y) (not (p ?x))))"""


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        ("(move a b)\n(move a c)", "step 2 (move a c): (p a) does not hold"),
        ("(move a c)", "step 1 (move a c): (or (not (q c)) (not (= c c))) does not hold"),
        ("(move a)", "step 1 (move a): takes 2 arguments, 1 given"),
        ("(move a d)", "step 1 (move a d): 'd' is no object of the type of ?y"),
        ("(fly a b)", "step 1 (fly a b): no action 'fly' in the domain"),
        ("", "after 0 steps the goal (p b) does not hold"),
        ("(move a b) (move b a)", "plan, line 1: expected one (action argument ..), found '(move a b) (move b a)'"),
        ("; first\n\n0: (move a b)", "plan, line 3: expected one (action argument ..), found '0: (move a b)'"),
        ("()", "plan, line 1: expected one (action argument ..), found '()'"),
    ],
)
def test_a_failure_names_step_action_and_condition(plan, complaint):
    assert reason(plan, actions=MOVE, init="(p a) (q c)", goal="(and (p b))") == complaint


def test_plans_may_have_comments_capitals_blanks_and_any_line_end():
    plan = "; made by hand\r\n\r\n  ( MOVE  A b ) ; there\r(move b A)\n(Move a B)"
    assert run(plan, actions=MOVE, init="(p a)", goal="(p b)").length == 3


@pytest.mark.parametrize(
    ("task", "kind", "complaint"),
    [
        ({"actions": "(:derived (r) (p a))"}, UnsupportedFeature, "domain:2:"),
        ({"metric": "(:metric maximize (total-cost))"}, UnsupportedFeature, "metric"),
        ({"actions": "(:action go :effect (increase (fuel) 1))"}, UnsupportedFeature, "numeric effect"),
        (
            {"actions": "(:action go :effect (increase (total-cost) (+ 1 2)))"},
            UnsupportedFeature,
            "in place of a number",
        ),
        ({"actions": "(:action go :effect (increase (total-cost) -1))"}, UnsupportedFeature, "in place of a number"),
        ({"actions": "(:action go :effect (oneof (r) (p a)))"}, InputRefused, "no predicate 'oneof'"),
        ({"actions": "(:action go :precondition (p ?x) :effect (r))"}, InputRefused, "undeclared object or variable"),
        ({"actions": "(:action go :parameters (?x - no) :effect (r))"}, InputRefused, "undeclared type 'no'"),
        ({"actions": "(:action go :parameters (?x ?x) :effect (r))"}, InputRefused, "different variables"),
        ({"actions": "(:action go :effect (r)) (:action GO :effect (r))"}, InputRefused, "a second action 'go'"),
        ({"actions": "(:action go :duration 5)"}, InputRefused, ":duration"),
        ({"goal": "(preference x (r))"}, InputRefused, "no predicate 'preference'"),
        ({"goal": "r"}, InputRefused, "expected a condition"),
        ({"goal": "(> (total-cost) 3)"}, InputRefused, "no predicate '>'"),
        ({"init": "(at 5 (r))"}, InputRefused, "no predicate 'at'"),
        ({"init": "(s a)"}, InputRefused, "no predicate 's'"),
        ({"init": "(p d)"}, InputRefused, "undeclared object or variable 'd'"),
        ({"init": "(r) (not (r))"}, InputRefused, "both true and false"),
        ({"init": "(= (f) 1) (= (f) 2)", "functions": "(f)"}, InputRefused, "two values"),
        ({"init": "(= (f) 1.5)", "functions": "(f)"}, UnsupportedFeature, "the value '1.5'"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(task, kind, complaint):
    with pytest.raises(kind) as caught:
        run("", **task)
    assert complaint in str(caught.value)
    assert caught.value.place.split(":")[0] in ("domain", "problem")


@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        ("(define (problem x))", "(define (problem x) (:goal (and)))"),
        ("(define (domain d))", "(define (problem x))"),
        ("(define (domain d))", "(define (problem x) (:goal (and)) (:goal (and)))"),
        ("(define (domain d) word)", "(define (problem x) (:goal (and)))"),
        ("(define (domain d))", "(define (problem x) (:domain e) (:goal (and)))"),
        ("", "(define (problem x) (:goal (and)))"),
        ("()", "(define (problem x) (:goal (and)))"),
    ],
)
def test_what_is_no_task_is_refused(domain, problem):
    with pytest.raises(InputRefused):
        replay(domain, problem, "")


def test_a_task_with_nothing_to_do_is_one():
    replay("(define (domain D))", "(define (problem x) (:domain d) (:goal (and)))", "")
