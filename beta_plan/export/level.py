"""A level for learners: a board of one size with a solution and numbers; plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SPLITS = ("training", "validation", "test")

SHARE = 20
"""Of so many mazes in a row, the last two are for validation and for test."""


@dataclass(frozen=True)
class LearnersLevel:
    """A board, the solution that was replayed over it, and its numbers by their names.

    ``rows`` are all of one length, with a wall wherever nobody can come, and only ``#``, ``@``, ``$``, ``.`` and blanks
    in them: neither a box nor the man begins on a goal, for learning environments have no sign for that. ``maze`` is
    the number of the maze; levels of one maze are all in one split.
    """

    rows: tuple[str, ...]
    solution: str
    maze: int
    metrics: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def split(self) -> str:
        """The part of the data that the maze belongs to.

        >>> [LearnersLevel((), "", maze).split for maze in (0, 17, 18, 19, 20)]
        ['training', 'training', 'validation', 'test', 'training']
        """
        return SPLITS[max(0, self.maze % SHARE - (SHARE - len(SPLITS)))]
