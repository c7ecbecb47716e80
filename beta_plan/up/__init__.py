"""beta-plan for unified-planning: an engine that solves problems, and a function that makes them hard.

    beta_plan.up.register()
    OneshotPlanner(name="beta-plan").solve(problem)
    hard, plan, metrics = beta_plan.up.generate(problem)

Nothing else of beta-plan imports this package, and it imports unified-planning, the extra ``up``, only when asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from beta_plan.errors import NotInstalled

if TYPE_CHECKING:
    from unified_planning.environment import Environment
    from unified_planning.model import Problem

    from beta_plan.config import GeneratorConfig
    from beta_plan.up.hard import HardProblem

ENGINES = {"beta-plan": "BetaPlan", "beta-plan-opt": "BetaPlanOptimal"}
"""The engines by the names under which they are registered, and their classes."""


def register(environment: Environment | None = None) -> None:
    """Add the engines to an environment, by default the global one, until the process ends; no file is written."""
    _require()
    if environment is None:
        from unified_planning.environment import get_environment

        environment = get_environment()
    for name, class_name in ENGINES.items():
        if name not in environment.factory.engines:
            environment.factory.add_engine(name, "beta_plan.up.engine", class_name)


def generate(problem: Problem, config: GeneratorConfig | None = None) -> HardProblem:
    """Return a problem with a hard initial state, a plan and the metrics; see ``beta_plan.up.hard.generate``."""
    _require()
    from beta_plan.up import hard

    return hard.generate(problem, config)


def _require() -> None:
    try:
        import unified_planning  # noqa: F401
    except ImportError:
        raise NotInstalled("unified-planning is not installed", extra="up") from None
