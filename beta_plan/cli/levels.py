"""Levels of a file, of which mazes alone are left out; whoever named the file is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beta_plan.cli.progress import Log

if TYPE_CHECKING:
    from beta_plan.sokoban.level import Level


def with_states(path: Path, log: Log) -> list[Level]:
    """Return the levels of a file that have a state, or all where none has one; tell how many are left out."""
    from beta_plan.pddl.sexpr import counted
    from beta_plan.sokoban.xsb import read_levels

    levels = read_levels(path)
    found = [level for level in levels if not level.is_maze_alone] or levels
    if len(found) < len(levels):
        log.line(f"note: {path}: left out {counted(len(levels) - len(found), 'level')} without boxes and man")
    return found
