"""What an output directory holds, by name.

    domain.pddl  p01.pddl ..  solutions/p01.plan ..  metrics.csv  manifest.json

The manifest marks the directory as ours. While files are being replaced it says ``"complete": false`` and lists no
instances; whatever problems are there then still have their plans.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DOMAIN = "domain.pddl"
SOLUTIONS = "solutions"
MANIFEST = "manifest.json"
METRICS = "metrics.csv"
GENERATOR = "beta-plan"

_OURS = re.compile(r"p[0-9]{2,}\.pddl")
_NUMBER = re.compile(r"([0-9]+)")


def instance_names(count: int) -> list[str]:
    """Return ``p01``, ``p02``, ..: all of one width, at least two digits.

    >>> instance_names(2), instance_names(100)[-1]
    (['p01', 'p02'], 'p100')
    """
    width = max(2, len(str(count)))
    return [f"p{number:0{width}}" for number in range(1, count + 1)]


def problem_file(name: str) -> str:
    """Return the file of an instance, seen from the directory."""
    return f"{name}.pddl"


def plan_file(name: str) -> str:
    """Return the file of an instance's plan, seen from the directory."""
    return f"{SOLUTIONS}/{name}.plan"


def is_problem_of_ours(file: str) -> bool:
    """Tell whether a run may have written this file name as a problem."""
    return _OURS.fullmatch(file) is not None


def read_manifest(directory: Path) -> dict[str, Any] | None:
    """Return the manifest of a directory that beta-plan has written, or None where there is none."""
    try:
        found = json.loads((directory / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("generator") == GENERATOR else None


def by_number(name: str) -> list[str | int]:
    """Return a sorting key by which ``p2`` comes before ``p10``."""
    return [int(part) if part.isdigit() else part for part in _NUMBER.split(name)]
