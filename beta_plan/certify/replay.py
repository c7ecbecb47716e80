"""Replay: execute a written plan step by step over the written domain and problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from beta_plan.certify.conditions import Binding, Changes, State, failing, holds
from beta_plan.certify.interpreter import Task, interpret
from beta_plan.certify.plan import Claim, Step, parse_plan
from beta_plan.errors import VerificationFailed
from beta_plan.pddl.sexpr import Source, counted, shorten


@dataclass(frozen=True)
class Replay:
    """A plan that reaches the goal: number of actions, what they cost, and whether by the metric or one each."""

    length: int
    cost: int
    uses_costs: bool


def replay(domain_text: str, problem_text: str, plan_text: str) -> Replay:
    """Execute a plan; raise VerificationFailed with the step, its action and the condition that fails.

    Text of the domain or the problem that is not understood raises InputRefused.
    """
    return replay_sources(Source("domain", domain_text), Source("problem", problem_text), plan_text)


def replay_sources(domain: Source, problem: Source, plan_text: str) -> Replay:
    """Execute a plan as ``replay`` does; messages call the files by the names of the sources."""
    task = interpret(domain, problem)
    plan = parse_plan(plan_text)
    state, cost = task.init, 0
    for after, paid in executed(task, plan.steps):
        state, cost = after, cost + paid
    if not holds(task.goal, state, {}):
        unmet = shorten(failing(task.goal, state, {}), 120)
        raise VerificationFailed(f"after {counted(len(plan.steps), 'step')} the goal {unmet} does not hold")
    for claim in plan.claims:
        _check(claim, length=len(plan.steps), cost=cost, uses_costs=task.uses_costs)
    return Replay(len(plan.steps), cost, task.uses_costs)


def executed(task: Task, steps: Iterable[Step]) -> Iterator[tuple[State, int]]:
    """Yield the state after each step of a plan, and what the step costs; raise VerificationFailed where one fails."""
    state = task.init
    for number, step in enumerate(steps, 1):
        try:
            state, paid = _execute(task, step, state)
        except _Fails as why:
            raise VerificationFailed(f"step {number} {step}: {why}") from None
        yield state, paid


class _Fails(Exception):
    """Why a step cannot be executed."""


def _execute(task: Task, step: Step, state: State) -> tuple[State, int]:
    """Return the state after a step, and what it costs."""
    name, *arguments = step.words
    action = task.actions.get(name)
    if action is None:
        raise _Fails(f"no action '{shorten(name)}' in the domain")
    if len(arguments) != len(action.over.variables):
        raise _Fails(f"takes {counted(len(action.over.variables), 'argument')}, {len(arguments)} given")
    binding: Binding = dict(zip(action.over.variables, arguments, strict=True))
    for (variable, chosen), allowed in zip(binding.items(), action.over.objects, strict=True):
        if chosen not in allowed:
            raise _Fails(f"'{shorten(chosen)}' is no object of the type of {variable}")
    if not holds(action.precondition, state, binding):
        raise _Fails(f"{shorten(failing(action.precondition, state, binding), 120)} does not hold")
    changes = Changes()
    changes.collect(action.effect, state, binding)
    return changes.applied(state), _cost(task, changes)


def _cost(task: Task, changes: Changes) -> int:
    if not task.uses_costs:
        return 1
    total = 0
    for amount in changes.costs:
        if isinstance(amount, int):
            total += amount
        elif amount in task.values:
            total += task.values[amount]
        else:
            raise _Fails(f"its cost ({' '.join(amount)}) has no value in :init")
    return total


def _check(claim: Claim, *, length: int, cost: int, uses_costs: bool) -> None:
    """Compare what the plan says of its cost with what it costs.

    As Fast Downward writes it, ``unit cost`` may also stand where there is a metric by which every action costs one.
    """
    if claim.cost != cost:
        raise VerificationFailed(f"the plan says cost {claim.cost}, its actions cost {cost}")
    if claim.kind == "general" and not uses_costs:
        raise VerificationFailed("the plan says (general cost), the problem has no metric")
    if claim.kind == "unit" and cost != length:
        raise VerificationFailed(f"the plan says (unit cost), but its {length} actions cost {cost}")
