"""Levels as jumanji's Sokoban reads them: an array of uint8 [level, row, column, grid], saved as ``.npy``.

Grid 0 is what stays: 0 for floor, 1 for walls, 2 for targets. Grid 1 is what moves: 0 for nothing, 3 for the agent,
4 for boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from beta_plan.export.level import LearnersLevel

EMPTY, WALL, TARGET, AGENT, BOX = range(5)
CODES = {" ": (EMPTY, EMPTY), "#": (WALL, EMPTY), ".": (TARGET, EMPTY), "@": (EMPTY, AGENT), "$": (EMPTY, BOX)}


def grids(levels: Sequence[LearnersLevel]) -> NDArray[np.uint8]:
    """Return the array of some levels, at least one."""
    return np.array([[[CODES[sign] for sign in row] for row in level.rows] for level in levels], dtype=np.uint8)


def npy_bytes(levels: Sequence[LearnersLevel]) -> bytes:
    """Return the file."""
    content = BytesIO()
    np.save(content, grids(levels), allow_pickle=False)
    return content.getvalue()
