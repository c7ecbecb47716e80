"""Small tasks as texts, and what tarski's problems say about them."""

from __future__ import annotations

from beta_plan.pddl.read import ReadTask, read_task_text

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
