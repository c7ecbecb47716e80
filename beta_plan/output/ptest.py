"""Test suites for the PDDL extension of VS Code: a file beside the instances that its test explorer runs.

A case passes when the planner of the user's choice finds a plan. The extension can also compare plans with expected
ones, step by step; then only the plan that we happened to find would pass, so ours is named in the description alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beta_plan.output.file import write_file
from beta_plan.output.layout import DOMAIN, MANIFEST, PDDL, PTEST, form_of, read_manifest


def write_ptest(directory: Path) -> list[Path]:
    """Write a test suite into an output directory, and into those below it, wherever there are instances in PDDL."""
    written = []
    for folder in sorted(path.parent for path in directory.rglob(MANIFEST)):
        try:
            cases = list(_cases(read_manifest(folder) or {}))
        except (AttributeError, KeyError, TypeError):  # of a directory below, that somebody else has written
            continue
        if cases:
            suite = {"defaultDomain": DOMAIN, "defaultOptions": "", "cases": cases}
            write_file(folder / PTEST, f"{json.dumps(suite, indent=2)}\n".encode(), through_links=False)
            written.append(folder / PTEST)
    return written


def _cases(manifest: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Yield a case for each instance that is in PDDL."""
    for entry in manifest.get("instances", []):
        for problem, plan in (("problem", "plan"), ("pddl_problem", "pddl_plan")):
            if form_of(entry.get(problem, "")) == PDDL:
                yield {
                    "label": Path(entry[problem]).with_suffix("").as_posix(),
                    "description": f"{entry[plan]} solves it in {entry['metrics']['plan_length']} steps",
                    "problem": entry[problem],
                }
