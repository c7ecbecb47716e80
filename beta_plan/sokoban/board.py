"""Boards: the rows of one level's text made into squares, walls, boxes and man."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from beta_plan.errors import IllegalTask, InputRefused
from beta_plan.pddl.sexpr import Source, shorten
from beta_plan.sokoban.level import FLOOR, OUTER_WALL
from beta_plan.sokoban.maze import DIRECTIONS, Maze
from beta_plan.sokoban.runs import RunsRefused, expand

MAX_SIDE = 500
"""More rows or columns are refused: no level that people draw comes near, and run lengths could fill the memory."""

LETTERS = str.maketrans({"p": "@", "P": "+", "b": "$", "B": "*", "o": ".", "-": FLOOR, "_": FLOOR})
"""What run-length texts write for man, man on goal, box, box on goal, goal and floor."""

SYMBOLS = frozenset("#@+$*. -_pPbBo")

_TAB = 8
Place = tuple[int, int]


@dataclass(frozen=True)
class Board:
    """The squares of a level's text: of floor, goals, boxes and men; and the walls with everything else blank."""

    maze: Maze
    drawing: tuple[str, ...]
    boxes: tuple[int, ...]
    man: int | None


@dataclass(frozen=True)
class _Cells:
    """Rows of plain symbols, and where in the text each symbol was written."""

    source: Source
    rows: list[str]
    offsets: list[list[int]]

    def places_of(self, symbols: str) -> list[Place]:
        """Return the places of some symbols, row by row."""
        return [(r, c) for r, row in enumerate(self.rows) for c, symbol in enumerate(row) if symbol in symbols]

    def has(self, place: Place) -> bool:
        """Tell whether a place lies within the text: the end of each row is where it was written."""
        return 0 <= place[0] < len(self.rows) and 0 <= place[1] < len(self.rows[place[0]])

    def where(self, place: Place) -> str:
        """Return ``file:line:column`` of a place."""
        return self.source.place(self.offsets[place[0]][place[1]])


def read_board(source: Source, lines: Sequence[tuple[int, str]]) -> Board:
    """Return the board that some lines of a text draw; each line is given with its offset in the text.

    Only what can be reached from a goal counts: boxes and a man outside are decoration, and left out. A board without
    goal, or where that way leads out of the text, raises IllegalTask.
    """
    cells = _cells(source, lines)
    men = cells.places_of("@+")
    if len(men) > 1:
        remedy = "one @ or + to a level, and an empty line between levels"
        raise InputRefused("a second man", place=cells.where(men[1]), remedy=remedy)
    goals = cells.places_of(".+*")
    if not goals:
        remedy = "a . for each place where a box shall stand"
        raise IllegalTask("this level has no goal", place=source.place(lines[0][0]), remedy=remedy)
    maze = Maze.of(cells.places_of(" @+$*."), goals)
    _check_border(cells, maze, goals)
    boxes = tuple(maze.square_at[place] for place in cells.places_of("$*") if place in maze.square_at)
    drawing = ["".join(OUTER_WALL if symbol == OUTER_WALL else FLOOR for symbol in row).rstrip() for row in cells.rows]
    while not drawing[-1]:
        drawing.pop()
    return Board(maze, tuple(drawing), boxes, next((maze.square_at.get(place) for place in men), None))


def _cells(source: Source, lines: Sequence[tuple[int, str]]) -> _Cells:
    """Return the rows of plain symbols that lines with run lengths, letters, tabs and ``|`` stand for."""
    rows: list[str] = []
    offsets: list[list[int]] = []
    for start, line in lines:
        try:
            symbols, columns = expand(line.rstrip(), MAX_SIDE * (MAX_SIDE + 1))
        except RunsRefused as refused:
            raise InputRefused(refused.message, place=source.place(start + refused.offset)) from None
        for row, places in _split(symbols, [start + column for column in columns]):
            _check_row(source, row, places, len(rows))
            plain = "".join(row).translate(LETTERS)
            if rows or any(symbol in "#.+*" for symbol in plain):  # a level begins with its wall
                rows.append(plain)
                offsets.append(places)
    return _Cells(source, rows, offsets)


def _split(symbols: list[str], offsets: list[int]) -> list[tuple[list[str], list[int]]]:
    """Return the rows between ``|``, tabs made blanks up to the next of every eight columns."""
    rows: list[tuple[list[str], list[int]]] = [([], [])]
    for symbol, offset in zip(symbols, offsets, strict=True):
        row, places = rows[-1]
        if symbol == "|":
            rows.append(([], []))
        else:
            width = _TAB - len(row) % _TAB if symbol == "\t" else 1
            row.extend((FLOOR if symbol == "\t" else symbol) * width)
            places.extend([offset] * width)
    return rows if len(rows) == 1 or rows[-1][0] else rows[:-1]


def _check_row(source: Source, row: list[str], offsets: list[int], number: int) -> None:
    for symbol, offset in zip(row, offsets, strict=True):
        if symbol not in SYMBOLS:
            known = "# wall, @ man, $ box, . goal, + and * man and box on a goal"
            message = f"unknown character '{shorten(symbol)}' in a level"
            raise InputRefused(message, place=source.place(offset), remedy=known)
    if len(row) > MAX_SIDE or number >= MAX_SIDE:
        at = offsets[MAX_SIDE if len(row) > MAX_SIDE else 0] if offsets else 0
        raise InputRefused(f"a level of more than {MAX_SIDE} rows or columns", place=source.place(at))


def _check_border(cells: _Cells, maze: Maze, goals: list[Place]) -> None:
    """Raise IllegalTask where squares lie at the border of the text."""
    if any(not cells.has(beside) for place in maze.places for beside in _beside(place)):
        _refuse_open(cells, maze, goals)


def _refuse_open(cells: _Cells, maze: Maze, goals: list[Place]) -> NoReturn:
    """Raise IllegalTask with the place nearest to the goals that lies at the border: look for the gap there."""
    seen, waiting = set(goals), deque(goals)
    while True:
        place = waiting.popleft()
        for beside in _beside(place):
            if not cells.has(beside):
                message = "the wall is open: from a goal one can walk out of the level here"
                raise IllegalTask(message, place=cells.where(place), remedy="close the wall with #")
            if beside in maze.square_at and beside not in seen:
                seen.add(beside)
                waiting.append(beside)


def _beside(place: Place) -> list[Place]:
    return [(place[0] + rows, place[1] + columns) for rows, columns in DIRECTIONS]
