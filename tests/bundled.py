"""The tasks that beta-plan ships, loaded once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from beta_plan.front_end import FrontEnd, load
from tests.interpreter import Interpreter

DOMAINS = Path(__file__).parent.parent / "domains"
NAMES = sorted(path.parent.name for path in DOMAINS.glob("*/domain.pddl"))


def texts(name: str) -> tuple[str, str]:
    """Return the texts of a domain and its task."""
    folder = DOMAINS / name
    return (folder / "domain.pddl").read_text(encoding="utf-8"), (folder / "p01.pddl").read_text(encoding="utf-8")


@cache
def front_end(name: str) -> FrontEnd:
    """Return what the front end makes of a bundled task."""
    return load(DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl")


@cache
def interpreter(name: str) -> Interpreter:
    """Return the naive interpreter of a bundled task."""
    return Interpreter(*texts(name))
