"""Reading a task: what the value holds, and what is refused, by name and with its place."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tarski.fstrips import OptimizationType

import beta_plan
from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.pddl.read import read_task, read_task_text

DOMAIN = """\
; Trucks carry packages.
(define (domain Delivery)
  (:requirements :typing :action-costs)
  (:types truck package - movable movable place)
  (:constants Depot - place)
  (:predicates (at ?m - movable ?p - place) (in ?k - package ?t - truck) (road ?a ?b - place))
  (:functions (total-cost) - number (length ?a ?b - place) - number)
  (:action Drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (increase (total-cost) (length ?a ?b))))
  (:action Load
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (at ?k ?p) (at ?t ?p))
    :effect (and (in ?k ?t) (not (at ?k ?p)) (increase (total-cost) 1))))
"""

PROBLEM = """\
(define (problem Two-Places)
  (:domain delivery)
  (:objects T1 - truck K1 - package home - place)
  (:init
    (at T1 Depot) (at K1 home)
    (road depot home) (road home depot)
    (= (length depot home) 4) (= (length home depot) 5) (= (total-cost) 0))
  (:goal (in k1 t1))
  (:metric minimize (total-cost)))
"""


def test_the_task_holds_what_the_files_say():
    task = read_task_text(DOMAIN, PROBLEM)
    problem = task.problem
    assert (problem.domain_name, problem.name) == ("delivery", "two-places")
    assert {name: len(action.parameters) for name, action in problem.actions.items()} == {"drive": 3, "load": 3}
    assert [constant.symbol for constant in problem.language.constants()] == ["depot", "t1", "k1", "home"]
    assert str(problem.goal) == "in(k1,t1)"
    assert problem.plan_metric.opt_type == OptimizationType.MINIMIZE
    atoms = {str(atom) for atom in problem.init.as_atoms() if not isinstance(atom, tuple)}
    assert atoms == {"at(t1,depot)", "at(k1,home)", "road(depot,home)", "road(home,depot)"}


def test_names_lead_back_to_the_spelling_of_the_declaration():
    names = read_task_text(DOMAIN, PROBLEM).names
    assert names.objects == {"depot": "Depot", "t1": "T1", "k1": "K1", "home": "home"}
    assert names.actions == {"drive": "Drive", "load": "Load"}
    assert set(names.types.values()) == {"object", "truck", "package", "movable", "place"}


def test_the_source_knows_the_places_of_name_init_and_goal():
    source = read_task_text(DOMAIN, PROBLEM).source
    text = source.problem_text
    assert text == PROBLEM
    assert source.domain_text == DOMAIN
    assert text[slice(*source.name_span)] == "Two-Places"
    ((begin, end),) = source.init_spans
    assert text[begin:end].startswith("(:init\n")
    assert text[begin:end].endswith("(= (total-cost) 0))")
    assert text[slice(*source.goal_span)] == "(:goal (in k1 t1))"
    assert source.assignments == ("(= (length depot home) 4)", "(= (length home depot) 5)", "(= (total-cost) 0)")


def test_files_are_read_as_texts_are(tmp_path: Path):
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problem.pddl").write_text(PROBLEM)
    task = read_task(tmp_path / "domain.pddl", str(tmp_path / "problem.pddl"))
    assert task.source.problem_file == str(tmp_path / "problem.pddl")
    assert task.problem.init == read_task_text(DOMAIN, PROBLEM).problem.init


def test_the_initial_state_is_as_tarskis_own_methods_make_it():
    problem = read_task_text(DOMAIN, PROBLEM).problem
    language, init = problem.language, problem.init
    before = {signature: set(points) for signature, points in init.predicate_extensions.items()}
    at, road = language.get("at"), language.get("road")
    t1, k1, depot, home = (language.get(name) for name in ("t1", "k1", "depot", "home"))
    init.add(at, t1, depot)
    init.add(at(k1, home))
    init.add(road, depot, home)
    init.add(road, home, depot)
    assert init.predicate_extensions == before
    assert init[at(t1, depot)]
    assert init[language.get("length")(home, depot)].symbol == 5


def test_values_are_frozen():
    task = read_task_text(DOMAIN, PROBLEM)
    with pytest.raises(dataclasses.FrozenInstanceError):
        task.uses_costs = False  # type: ignore[misc]


def test_importing_the_package_does_not_import_tarski():
    code = "import sys, beta_plan.pddl.normalise, beta_plan.pddl.write; print('tarski' in sys.modules)"
    folder = Path(beta_plan.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=folder)
    assert done.stdout == "False\n"


def test_a_small_task_is_read_in_a_moment():
    read_task_text(DOMAIN, PROBLEM)
    begin = time.process_time()
    read_task_text(DOMAIN, PROBLEM)
    assert time.process_time() - begin < 0.5  # a hundredth on an idle machine


# Refusals. A line is what is wrong in a small task, the exit code, the place and a part of the message. Domain and
# problem are written with each section (and condition and effect of the action) beginning a line of its own.

SMALL_DOMAIN = {
    "define": "(define (domain d)",
    "types": "(:types t)",
    "constants": "(:constants k - t)",
    "predicates": "(:predicates (p ?x) (r ?x ?y) (done))",
    "functions": "(:functions (total-cost) (f ?x))",
    "action": "(:action a :parameters (?x) :precondition (p ?x) :effect (done))",
    "end": ")",
}
SMALL_PROBLEM = {
    "define": "(define (problem x)",
    "domain": "(:domain d)",
    "objects": "(:objects o)",
    "init": "(:init (p o))",
    "goal": "(:goal (done))",
    "end": ")",
}

UNSUPPORTED = [
    ("domain.action", "(:derived (p ?x) (done))", "domain:6:1", "derived predicates"),
    ("domain.action", "(:axiom :vars (?x) :context (done) :implies (p ?x))", "domain:6:1", "derived predicates"),
    ("domain.action", "(:durative-action a :parameters ())", "domain:6:1", "durative actions"),
    ("domain.action", "(:action a :duration (= ?duration 1))", "domain:6:12", "durative actions"),
    ("domain.action", "(:process a)", "domain:6:1", "processes"),
    ("domain.action", "(:event a)", "domain:6:1", "events"),
    ("domain.action", "(:constraints (always (done)))", "domain:6:1", "trajectory constraints"),
    ("domain.action", "(:method m)", "domain:6:1", "hierarchical task networks"),
    ("domain.action", "(:action a :vars (?x))", "domain:6:12", "':vars' in an action"),
    ("domain.action", "(:action a :observe (done))", "domain:6:12", "':observe' in an action"),
    ("domain.functions", "(:functions (total-cost) - number (f ?x) - t)", "domain:5:44", "object fluent"),
    ("domain.functions", "(:functions (total-cost ?x))", "domain:5:14", "total-cost with arguments"),
    ("precondition", "(>= (f ?x) 3)", "domain:7:1", "numeric condition"),
    ("precondition", "(and (p ?x) (= (f ?x) 3))", "domain:7:13", "numeric condition"),
    ("precondition", "(= 3 ?x)", "domain:7:1", "numeric condition"),
    ("precondition", "(f ?x)", "domain:7:2", "numeric fluent 'f'"),
    ("precondition", "(p (f ?x))", "domain:7:4", "a function as an argument"),
    ("precondition", "(preference g (p ?x))", "domain:7:1", "preferences"),
    ("effect", "(increase (f ?x) 1)", "domain:7:11", "numeric fluent '(f ?x)'"),
    ("effect", "(decrease (total-cost) 1)", "domain:7:1", "numeric effect 'decrease'"),
    ("effect", "(and (assign (f ?x) 1))", "domain:7:6", "numeric effect 'assign'"),
    ("effect", "(scale-up (f ?x) 2)", "domain:7:1", "numeric effect 'scale-up'"),
    ("effect", "(when (p ?x) (increase (total-cost) 1))", "domain:7:14", "conditional cost effect"),
    ("effect", "(forall (?y) (increase (total-cost) (f ?y)))", "domain:7:14", "conditional cost effect"),
    ("effect", "(and (increase (total-cost) 1) (increase (total-cost) 1))", "domain:7:32", "second cost effect"),
    ("effect", "(increase (total-cost) (+ 1 (f ?x)))", "domain:7:24", "arithmetic"),
    ("effect", "(increase (total-cost) (total-cost))", "domain:7:24", "arithmetic"),
    ("effect", "(increase (total-cost) 1.5)", "domain:7:24", "fractional cost 1.5"),
    ("effect", "(increase (total-cost) -1)", "domain:7:24", "negative cost -1"),
    ("effect", "(increase (total-cost) 99999999999)", "domain:7:24", "a cost above"),
    ("effect", "(oneof (done) (p ?x))", "domain:7:1", "uncertain effect 'oneof'"),
    ("effect", "(probabilistic 0.5 (done))", "domain:7:1", "uncertain effect 'probabilistic'"),
    ("init", "(at 5 (p o))", "problem:4:8", "timed initial literals"),
    ("init", "(oneof (p o) (p k))", "problem:4:8", "uncertain initial state"),
    ("init", "(p o) (= (f o) 0.5)", "problem:4:23", "fractional cost 0.5"),
    ("init", "(= (f o) k)", "problem:4:8", "object fluents"),
    ("goal", "(preference g (done))", "problem:5:8", "preferences"),
    ("goal", "(and (done) (always (done)))", "problem:5:20", "trajectory constraints"),
    ("goal", "(at end (done))", "problem:5:8", "trajectory constraints"),
    ("goal", "(< (f o) 3)", "problem:5:8", "numeric condition"),
    ("problem.goal", "(:goal (done)) (:metric maximize (total-cost))", "problem:5:16", "the metric"),
    ("problem.goal", "(:goal (done)) (:metric minimize (total-time))", "problem:5:16", "the metric"),
    ("problem.goal", "(:goal (done)) (:metric minimize (+ (total-cost) (f o)))", "problem:5:16", "the metric"),
    ("problem.goal", "(:goal (done)) (:constraints (always (done)))", "problem:5:16", "trajectory constraints"),
]

WRONG = [
    ("domain.define", "(define (problem x)", "domain:1:9", "expected (domain NAME)"),
    ("domain.define", "(defin (domain d)", "domain:1:1", "expected '(define (domain NAME) ...)'"),
    ("domain.define", "(define (domain)", "domain:1:9", "with one name"),
    ("domain.types", "(:types t - u u - t)", "domain:2:9", "its own super-type"),
    ("domain.types", "(:types t -)", "domain:2:11", "no type after"),
    ("domain.types", "(:types t - (or a b))", "domain:2:13", "expected a type or (either ...)"),
    ("domain.types", "(:typo t)", "domain:2:2", "unknown section ':typo'"),
    ("domain.types", "(:objects t)", "domain:2:1", "does not belong in a domain file"),
    ("domain.constants", "(:constants k - ty)", "domain:3:17", "undeclared type 'ty'"),
    ("domain.predicates", "(:predicates (p ?x ?y - tt))", "domain:4:25", "undeclared type 'tt'"),
    ("domain.predicates", "(:predicates p)", "domain:4:14", "expected a predicate"),
    ("domain.predicates", "(:predicates (p x))", "domain:4:17", "expected a variable, found 'x'"),
    ("domain.predicates", "(:predicates (and ?x))", "domain:4:15", "'and' is a word of PDDL"),
    ("domain.functions", "(:functions (f ?x) (f))", "domain:5:21", "function 'f' is declared twice"),
    ("domain.action", "(:action)", "domain:6:9", "expected a name"),
    ("domain.action", "(:action a :effect (done)) (:action A)", "domain:6:37", "second action 'a'"),
    ("domain.action", "(:action a :effect (done) :effect (done))", "domain:6:27", "second :effect"),
    ("domain.action", "(:action a :effect)", "domain:6:12", "nothing after :effect"),
    ("domain.action", "(:action a :parameter (?x))", "domain:6:12", "expected :parameters"),
    ("domain.action", "(:action a :parameters (?x ?y ?x))", "domain:6:31", "variable '?x' is declared twice"),
    ("precondition", "(pp ?x)", "domain:7:2", "undeclared predicate 'pp'"),
    ("precondition", "(t ?x)", "domain:7:2", "'t' is a type, not a predicate"),
    ("precondition", "(p ?x ?x)", "domain:7:1", "predicate 'p' takes 1 argument, 2 given"),
    ("precondition", "(r ?x ?y)", "domain:7:7", "undeclared variable '?y'"),
    ("precondition", "(and (p ?x) (r k kk))", "domain:7:18", "undeclared object 'kk'"),
    ("precondition", "(p o)", "domain:7:4", "object 'o' belongs to the problem"),
    ("precondition", "(exists (?y - tt) (p ?y))", "domain:7:15", "undeclared type 'tt'"),
    ("precondition", "(and (p ?x) (exists (?y) (p ?y)) (p ?y))", "domain:7:37", "undeclared variable '?y'"),
    ("precondition", "(not (p ?x) (p ?x))", "domain:7:1", "'not' takes 1 argument, 2 given"),
    ("precondition", "(imply (p ?x))", "domain:7:1", "'imply' takes 2 arguments, 1 given"),
    ("precondition", "(forall ?y (p ?y))", "domain:7:9", "expected variables in parentheses"),
    ("precondition", "(when (p ?x) (done))", "domain:7:1", "'when' belongs in effects"),
    ("precondition", "(and p)", "domain:7:6", "expected a condition in parentheses"),
    ("precondition", "((p ?x))", "domain:7:1", "expected a condition"),
    ("effect", "done", "domain:7:1", "expected an effect in parentheses"),
    ("effect", "(or (done) (p ?x))", "domain:7:1", "'or' cannot be an effect"),
    ("effect", "(not (and (done)))", "domain:7:6", "'and' cannot be an effect"),
    ("effect", "(not done)", "domain:7:1", "expected (not ATOM)"),
    ("effect", "(forall (?y) (done) (done))", "domain:7:1", "'forall' takes 2 arguments, 3 given"),
    ("effect", "(increase (total-cost) (g ?x))", "domain:7:24", "undeclared function 'g'"),
    ("effect", "(increase (total-cost) (f))", "domain:7:24", "function 'f' takes 1 argument, 0 given"),
    ("problem.define", "(define (domain d)", "problem:1:9", "expected (problem NAME)"),
    ("problem.domain", "", "problem:1:1", "the problem has no :domain"),
    ("problem.domain", "(:domain d e)", "problem:2:1", "expected (:domain NAME)"),
    ("problem.objects", "(:objects o - tt)", "problem:3:15", "undeclared type 'tt'"),
    ("problem.objects", "(:objects (o))", "problem:3:11", "expected a name"),
    ("problem.objects", "(:objects ?o)", "problem:3:11", "expected a name"),
    ("problem.objects", "(:action b)", "problem:3:1", "does not belong in a problem file"),
    ("problem.objects", "objects", "problem:3:1", "expected a section"),
    ("init", "p", "problem:4:8", "expected a fact"),
    ("init", "(p o)\n(p oo)", "problem:5:4", "undeclared object 'oo'"),
    ("init", "(q o)", "problem:4:9", "undeclared predicate 'q'"),
    ("init", "(p o o)", "problem:4:8", "predicate 'p' takes 1 argument, 2 given"),
    ("init", "(p o) (not (p o))", "problem:4:14", "both true and false"),
    ("init", "(= (f o) 1) (= (f o) 2)", "problem:4:20", "has two values"),
    ("init", "(= (f o) many)", "problem:4:17", "expected a number"),
    ("init", "(= (g o) 1)", "problem:4:11", "undeclared function 'g'"),
    ("problem.goal", "", "problem:1:1", "the problem has no :goal"),
    ("problem.goal", "(:goal (done) (p o))", "problem:5:1", "expected one condition in :goal"),
    ("problem.goal", "(:goal (done)) (:goal (done))", "problem:5:16", "a second :goal"),
    ("goal", "(p ?x)", "problem:5:11", "undeclared variable '?x'"),
]


def small_task(part: str, text: str) -> tuple[str, str]:
    """Return domain and problem with one section, or one part of one, replaced."""
    domain, problem = dict(SMALL_DOMAIN), dict(SMALL_PROBLEM)
    if part == "precondition":
        domain["action"] = f"(:action a :parameters (?x) :effect (done) :precondition\n{text})"
    elif part == "effect":
        domain["action"] = f"(:action a :parameters (?x) :effect\n{text})"
    elif part in ("init", "goal"):
        problem[part] = f"(:{part} {text})"
    else:
        file, section = part.split(".")
        {"domain": domain, "problem": problem}[file][section] = text
    return "\n".join(domain.values()), "\n".join(problem.values())


def refusal(part: str, text: str) -> InputRefused:
    with pytest.raises(InputRefused) as caught:
        read_task_text(*small_task(part, text))
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(("part", "text", "place", "message"), UNSUPPORTED)
def test_unsupported_features_are_refused_by_name(part, text, place, message):
    error = refusal(part, text)
    assert (error.exit_code, error.place) == (42, place)
    assert message in error.message
    assert error.remedy


@pytest.mark.parametrize(("part", "text", "place", "message"), WRONG)
def test_mistakes_are_refused_at_their_place(part, text, place, message):
    error = refusal(part, text)
    assert (error.exit_code, error.place) == (41, place)
    assert message in error.message


@pytest.mark.parametrize("goal", ["(or)", "(not (and))", "(and (done) (exists (?g - ghost) (p ?g)))"])
def test_a_goal_that_no_state_satisfies_is_no_task(goal):
    domain, problem = small_task("goal", goal)
    with pytest.raises(IllegalTask) as caught:
        read_task_text(domain.replace("(:types t)", "(:types t ghost)"), problem)
    assert (caught.value.exit_code, caught.value.place) == (43, "problem:5:1")


def test_the_small_task_itself_is_fine():
    read_task_text(*small_task("goal", "(done)"))


def test_a_problem_of_another_domain_is_refused_and_case_does_not_matter():
    read_task_text(*small_task("problem.domain", "(:domain D)"))
    assert str(refusal("problem.domain", "(:domain Other)")) == (
        "problem:2:10: the problem is of the domain 'other', domain has 'd' (give the domain that it belongs to)"
    )


@pytest.mark.parametrize(
    ("part", "text", "remedy"),
    [
        ("init", "(dome)", "did you mean 'done'?"),
        ("precondition", "(r ?x kkk)", "declare it in :objects or :constants"),
        ("domain.define", "(define (problem x)", "is this the problem?"),
        ("problem.objects", "(:objects tree1 tree2)\n(:init (p tre1))", "did you mean 'tree1'?"),
    ],
)
def test_remedies_help(part, text, remedy):
    assert refusal(part, text).remedy == remedy
