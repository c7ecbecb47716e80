"""The levels that somebody wants to play, by the name of a file or of a directory of instances."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.output.layout import LEVEL, by_number
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.xsb import read_level, read_states


def chosen_levels(path: Path, choice: str | None) -> list[Level]:
    """Return the levels with a full state of a file or a directory, or the one that is chosen by number or name."""
    if path.is_dir():
        found = _of_directory(path, choice)
    else:
        found = read_states(path) if choice is None else [read_level(path, choice)]
    for level in found:
        level.require_state()
    return found


def _of_directory(directory: Path, choice: str | None) -> list[Level]:
    """Return the levels of all files of a directory and those inside it; their names are seen from the directory."""
    files = directory.rglob(f"*.{LEVEL.problem}")
    names = sorted((file.relative_to(directory).with_suffix("").as_posix() for file in files), key=by_number)
    if not names:
        raise InputRefused("holds no levels", place=str(directory), remedy="expected p01.sok, p02.sok, ..")
    numbered = list(enumerate(names, 1))
    kept = [(number, name) for number, name in numbered if choice is None or choice in (str(number), name)]
    if not kept:
        remedy = f"a number from 1 to {len(names)}, or a name such as {names[0]}"
        raise InputRefused(f"no level '{choice}'", place=str(directory), remedy=remedy)
    return [
        replace(read_level(directory / f"{name}.{LEVEL.problem}"), title=name, number=number) for number, name in kept
    ]
