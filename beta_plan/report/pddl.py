"""PDDL instances as data of a page: a picture, and the plan as an animation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from beta_plan.errors import BetaPlanError
from beta_plan.pddl.sexpr import load
from beta_plan.pictures import animate
from beta_plan.pictures.style import css


def pddl_entry(domain: Path, problem: Path, plan: Path) -> dict[str, Any]:
    """Return what a page needs to show an instance and its plan; or why it cannot be drawn."""
    try:
        found = animate(load(domain), load(problem), load(plan).text).to_json()
    except BetaPlanError as error:
        return {"unseen": str(error).replace(f"{problem.parent}/", "")}
    return {"animation": {**found, "svg": found["svg"].replace(_own_style(), "")}}


def picture_style() -> str:
    """Return the styles of all pictures, which a page has once."""
    return css()


def _own_style() -> str:
    """Return the styles as a picture has them that stands alone."""
    return f"<style>{css()}</style>\n"
