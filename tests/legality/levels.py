"""Sokoban levels as text: a closed maze, one man, as many boxes as goals, and a solution that ends with all stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]

_STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


@dataclass(frozen=True)
class Board:
    """The squares of a level by what stands on them."""

    walls: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    men: frozenset[Square]

    @classmethod
    def read(cls, text: str) -> Board:
        """Read the rows of the first level of a file: those that have walls and nothing that is no square."""
        rows = [line for line in text.splitlines() if "#" in line and not line.strip(" #.$*@+-_")]
        signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
        wanted = ("#", ".*+", "$*", "@+")
        return cls(*(frozenset(square for square, sign in signs.items() if sign in some) for some in wanted))


def _around(square: Square) -> Iterator[Square]:
    yield from ((square[0] + down, square[1] + right) for down, right in _STEPS.values())


def illegal_level(board: Board) -> Iterator[str]:
    """Yield what makes a board no level."""
    if len(board.men) != 1:
        yield f"there are {len(board.men)} men"
    if len(board.boxes) != len(board.goals) or not board.boxes:
        yield f"{len(board.boxes)} boxes have {len(board.goals)} goals"
    if board.boxes == board.goals:
        yield "every box is stored already"
    height, width = (max((square[axis] for square in board.walls), default=0) for axis in (0, 1))
    inside = list(board.men)
    for square in inside:
        if not (0 < square[0] < height and 0 < square[1] < width):
            yield f"the maze is open at {square}"
            return
        inside += [other for other in _around(square) if other not in board.walls and other not in inside]
    yield from (f"{square} is outside" for square in sorted((board.boxes | board.goals).difference(inside)))


def solution_fails(board: Board, solution: str) -> Iterator[str]:
    """Yield why a solution is none: LURD, capitals for pushes."""
    (man,), boxes = board.men, set(board.boxes)
    for number, letter in enumerate(solution.strip(), 1):
        down, right = _STEPS[letter.lower()]
        man = man[0] + down, man[1] + right
        if (man in boxes) != letter.isupper():
            yield f"step {number} ({letter}) is{' not' if letter.isupper() else ''} a push"
        if man in boxes:
            boxes.remove(man)
            boxes.add((man[0] + down, man[1] + right))
        if man in board.walls or boxes & board.walls or len(boxes) < len(board.boxes):
            yield f"step {number} ({letter}) runs into something"
            return
    if boxes != board.goals:
        yield "the solution ends with boxes off their goals"
