"""Ask an engine of unified-planning for a plan; run as a script, for it takes seconds to import.

``up_child.py ENGINE`` prints as JSON what the engine is, ``up_child.py ENGINE DOMAIN PROBLEM PLAN`` writes a plan and
prints the status.
"""

from __future__ import annotations

import json
import sys
import warnings
from importlib import import_module
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Any

MARK = "unified-planning says "
"""Begins the last line of what is printed."""


def about(engine: str) -> dict[str, str]:
    """Return where an engine comes from; ``error`` says why there is none."""
    try:
        shortcuts = import_module("unified_planning.shortcuts")
    except ImportError:
        return {"error": "unified-planning is not installed"}
    factory = shortcuts.get_environment().factory
    if engine not in factory.engines:
        return {"error": f"unified-planning has no engine '{engine}' here; it has {', '.join(factory.engines)}"}
    home = factory.engine(engine).__module__.partition(".")[0]
    names = [*packages_distributions().get(home, []), "unified_planning"]
    return {"engine": engine} | {name: version(name) for name in names}


def solve(engine: str, domain: str, problem: str, plan: str) -> str:
    """Write a plan, and return the status."""
    shortcuts, files = import_module("unified_planning.shortcuts"), import_module("unified_planning.io")
    environment: Any = shortcuts.get_environment()
    environment.credits_stream = None
    environment.error_used_name = False  # a type and an object may share a name
    task = files.PDDLReader().parse_problem(domain, problem)
    with shortcuts.OneshotPlanner(name=engine) as planner:
        result = planner.solve(task)
    if result.plan is not None:
        lines = [f"({' '.join([step.action.name, *map(str, step.actual_parameters)])})" for step in result.plan.actions]
        Path(plan).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(result.status.name)


def main(engine: str, *task: str) -> None:
    """Print what was asked for."""
    warnings.simplefilter("ignore")
    if not task:
        print(json.dumps(about(engine)))
        return
    print(f"{MARK}{solve(engine, *task)}")


if __name__ == "__main__":
    del sys.path[0]  # the directory of this script, whose modules are nobody's but ours
    main(*sys.argv[1:])
