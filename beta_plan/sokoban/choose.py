"""Levels by the name of a file, or of a directory of instances."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.output.layout import LEVEL, by_number, form_of
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
    files = sorted(
        (file for file in directory.iterdir() if form_of(file.name) == LEVEL), key=lambda f: by_number(f.name)
    )
    if not files:
        raise InputRefused("holds no levels", place=str(directory), remedy="expected p01.sok, p02.sok, ..")
    numbered = dict(enumerate(files, 1))
    kept = {
        number: file
        for number, file in numbered.items()
        if choice is None or choice in (str(number), file.stem, file.name)
    }
    if not kept:
        remedy = f"a number from 1 to {len(files)}, or a name such as {files[0].stem}"
        raise InputRefused(f"no level '{choice}'", place=str(directory), remedy=remedy)
    return [replace(read_level(file), number=number) for number, file in kept.items()]
