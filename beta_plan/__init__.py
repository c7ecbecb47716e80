"""beta-plan generates hard, guaranteed-solvable initial states for PDDL planning tasks.

Public names are imported when they are first asked for, so that ``import beta_plan`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beta_plan.config import GeneratorConfig as GeneratorConfig
    from beta_plan.errors import BetaPlanError as BetaPlanError
    from beta_plan.generation import Generation as Generation
    from beta_plan.stages import Stages as Stages
    from beta_plan.suites import generate as generate

__version__ = "0.3.1"

_HOME_OF = {
    "BetaPlanError": "beta_plan.errors",
    "Generation": "beta_plan.generation",
    "GeneratorConfig": "beta_plan.config",
    "Stages": "beta_plan.stages",
    "generate": "beta_plan.suites",
}

__all__ = ["__version__", *_HOME_OF]


def __getattr__(name: str) -> object:
    if name in _HOME_OF:
        return getattr(import_module(_HOME_OF[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
