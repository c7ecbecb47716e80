"""Planners of a few lines each, written as scripts, that do what planners should not do."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from beta_plan.referees.protocol import Task
from beta_plan.referees.template import Template
from tests.bundled import texts

FERRY = Task("ferry", texts("ferry")[1], texts("ferry")[0])
PLAN = """\
(sail west north)
(embark coupe north)
(sail north south)
(debark coupe south)
(embark taxi south)
(sail south east)
(debark taxi east)
(sail east south)
(embark estate south)
(sail south north)
(debark estate north)
"""
"""A cheapest plan of the bundled task."""

LEVEL = Task("level", "#######\n#@ $ .#\n#######\n")


def script(folder: Path, code: str, name: str = "planner.py") -> str:
    """Write a script, and return the beginning of a command that runs it."""
    (folder / name).write_text(code)
    return shlex.join([sys.executable, str(folder / name)])


def planner(folder: Path, code: str, arguments: str = "{domain} {problem}") -> Template:
    """Return a referee that runs a script."""
    return Template.parse(f"{script(folder, code)} {arguments}")
