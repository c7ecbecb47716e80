"""A second opinion on plans from other people's software, when it is installed.

The verdict of a judge that is absent, or that does not understand the task, is NOT_RUN with the reason; it is never
counted as agreement. unified-planning takes seconds to import, and is imported only when it is asked.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from beta_plan.errors import NotInstalled
from beta_plan.pddl.sexpr import shorten


class Outcome(Enum):
    """What an outside judge has found."""

    VALID = "valid"
    INVALID = "invalid"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Verdict:
    """What a judge says about one plan, and why unless it is valid."""

    outcome: Outcome
    why: str = ""

    def __str__(self) -> str:
        return f"{self.outcome.value}: {self.why}" if self.why else self.outcome.value


def require_up() -> None:
    """Raise NotInstalled where unified-planning cannot be asked; who has named it wants its verdict."""
    if find_spec("unified_planning") is None:
        raise NotInstalled("unified-planning is not installed", extra="planners", place="--validator up")


def validate_with_up(domain_text: str, problem_text: str, plan_text: str) -> Verdict:
    """Ask unified-planning's PlanValidator about a plan."""
    if find_spec("unified_planning") is None:
        return Verdict(Outcome.NOT_RUN, "unified-planning is not installed")
    try:
        return _ask_up(domain_text, problem_text, plan_text)
    except Exception as error:  # whatever their code says against a task is no verdict on the plan
        return Verdict(Outcome.NOT_RUN, _one_line(f"{type(error).__name__}: {error}"))


def _ask_up(domain_text: str, problem_text: str, plan_text: str) -> Verdict:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engines, files = import_module("unified_planning.engines"), import_module("unified_planning.io")
        with _names_may_repeat(import_module("unified_planning.environment").get_environment()):
            reader = files.PDDLReader()
            problem = reader.parse_problem_string(domain_text, problem_text)
            plan = reader.parse_plan_string(problem, plan_text)
        validator = engines.SequentialPlanValidator()
        validator.skip_checks = True  # they would refuse roads without a length, also those the plan does not take
        result = validator.validate(problem, plan)
    if result.status == engines.ValidationResultStatus.VALID:
        return Verdict(Outcome.VALID)
    if result.status == engines.ValidationResultStatus.INVALID:
        return Verdict(Outcome.INVALID, _one_line(result.reason))
    return Verdict(Outcome.NOT_RUN, f"unified-planning says {result.status.name}")


@contextmanager
def _names_may_repeat(environment: Any) -> Iterator[None]:
    """Let a type and an object share a name, as PDDL does; costs need unified-planning's one global environment."""
    before = environment.error_used_name
    environment.error_used_name = False
    try:
        yield
    finally:
        environment.error_used_name = before


def _one_line(said: object) -> str:
    return shorten(" ".join(str(said).split()), 200)
