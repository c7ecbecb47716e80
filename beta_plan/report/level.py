"""Sokoban levels as data of a page that plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beta_plan import __version__
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.solution import steps_of_lurd


def level_entry(level: Level) -> dict[str, Any]:
    """Return what a page needs to draw and play a level: its rows, and a solution if it has one that is right."""
    boxes, man = level.require_state()
    solution = level.solution if level.solution and _solves(level, boxes, man, level.solution) else None
    return {"level": {"rows": ["" if row == "-" else row for row in level.rows()], "moves": solution}}


def levels_data(title: str, levels: Sequence[Level]) -> dict[str, Any]:
    """Return the data of a page on which levels of a file are played."""
    instances = [
        {
            "id": str(level.number),
            "name": level.name,
            "title": level.name,
            "group": "",
            "run": 0,
            "metrics": {},
            "files": [],
            **level_entry(level),
        }
        for level in levels
    ]
    return {"kind": "play", "title": title, "version": __version__, "runs": [{"path": ""}], "instances": instances}


def _solves(level: Level, boxes: Sequence[int], man: int, lurd: str) -> bool:
    """Tell whether a solution that somebody wrote brings every box to a goal."""
    occupied = set(boxes)
    try:
        for step in steps_of_lurd(level.maze, boxes, man, lurd):
            if step.is_push:
                occupied = occupied - {step.to} | {step.box_to}
    except ValueError:
        return False
    return occupied == set(level.maze.goals)
