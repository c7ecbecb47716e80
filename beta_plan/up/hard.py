"""Hard initial states for problems of unified-planning."""

from __future__ import annotations

from typing import NamedTuple

from unified_planning.model import Problem
from unified_planning.plans import SequentialPlan

from beta_plan.config import GeneratorConfig
from beta_plan.metrics import Metrics
from beta_plan.pipeline import generate as generate_from_files
from beta_plan.up.convert import PddlText, require_supported

_CERTIFICATE = "beta_plan_certificate"
"""The attribute of a generated problem that keeps its plan; copies that ``clone`` makes lack it."""


class HardProblem(NamedTuple):
    """A problem with a hard initial state, a plan that solves it, and how hard it is."""

    problem: Problem
    plan: SequentialPlan
    metrics: Metrics


def generate(problem: Problem, config: GeneratorConfig | None = None) -> HardProblem:
    """Return the problem with the hardest initial state that a search finds, or the first of those in ``config``.

    Objects, goal, actions and metric stay as they are; the initial state is the reference for what is natural.

    Raises:
        UnsupportedFeature: the problem is of a kind that cannot be treated.
        BetaPlanError: see ``beta_plan.generate``.
    """
    require_supported(problem)
    text = PddlText(problem)
    with text.files() as (domain, task):
        found = generate_from_files(domain, task, config)
    instance = found.instances[0]
    hard = text.with_initial_state(instance.problem)
    plan = text.plan(instance.plan, hard)
    setattr(hard, _CERTIFICATE, plan)
    return HardProblem(hard, plan, instance.metrics)


def certificate(problem: Problem) -> SequentialPlan | None:
    """Return the plan with which a problem was generated; None if it was not, by this process."""
    plan = getattr(problem, _CERTIFICATE, None)
    return plan if isinstance(plan, SequentialPlan) else None
