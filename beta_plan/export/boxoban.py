"""Boxoban text: levels of ``#@$. `` under lines ``; 0``, ``; 1``, .., an empty line after each, a thousand to a file.

Loaders read every file of a directory and take lines that begin with ``#`` for rows, so there is nothing else in that
directory, and every row begins and ends with a wall.
"""

from __future__ import annotations

from collections.abc import Sequence

from beta_plan.export.level import LearnersLevel

LEVELS_OF_A_FILE = 1000


def boxoban_text(levels: Sequence[LearnersLevel]) -> str:
    """Return levels as the text of one file, numbered from zero."""
    return "".join("\n".join([f"; {number}", *level.rows, "\n"]) for number, level in enumerate(levels))


def solutions_text(levels: Sequence[LearnersLevel]) -> str:
    """Return the solutions as LURD, a line each."""
    return "".join(f"{level.solution}\n" for level in levels)
