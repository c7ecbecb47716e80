"""PDDL instances as data of a page: a picture, and the plan as an animation."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def pddl_entry(domain: Path, problem: Path, plan: Path) -> dict[str, Any]:
    """Return what a page needs to show an instance."""
    return {"picture": ""}
