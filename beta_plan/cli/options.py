"""Arguments and options that several commands share, each defined once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

_PDDL_FILE = click.Path(path_type=Path)  # what is wrong with the file, the reader says, in one line


def task_arguments(command: Function) -> Function:
    """Add the arguments DOMAIN and PROBLEM, two PDDL files."""
    problem = click.argument("problem", type=_PDDL_FILE)
    domain = click.argument("domain", type=_PDDL_FILE)
    return domain(problem(command))


def json_option(command: Function) -> Function:
    """Add ``--json``: the result as one JSON object on stdout."""
    return click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")(command)
