"""Solutions as LURD: one letter to a move of the man, upper case where he pushes a box."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.maze import LETTERS, WALL, Maze
from beta_plan.sokoban.runs import RunsRefused, expand

MAX_MOVES = 5_000_000
"""A longer solution is refused; run lengths could fill the memory."""

Push = tuple[int, int]
"""The square of a box before it is pushed, and the direction."""


@dataclass(frozen=True)
class Step:
    """One move of the man in a direction; a push if ``box_to`` is a square, to which the box moves from ``to``."""

    direction: int
    start: int
    to: int
    box_to: int = WALL

    @property
    def is_push(self) -> bool:
        """Whether a box moves."""
        return self.box_to != WALL

    @property
    def letter(self) -> str:
        """The step in a solution."""
        letter = LETTERS[self.direction]
        return letter.upper() if self.is_push else letter


@dataclass(frozen=True)
class Counts:
    """How long a solution is: all moves of the man, and those among them that push."""

    moves: int
    pushes: int


def count(lurd: str) -> Counts:
    """Return the lengths of a solution that marks its pushes.

    >>> count("rrUlD")
    Counts(moves=5, pushes=2)
    """
    return Counts(len(lurd), sum(letter.isupper() for letter in lurd))


def expand_lurd(text: str, source: Source | None = None, offset: int = 0) -> str:
    """Return a solution without run lengths, parentheses and blanks; errors tell places in ``source``.

    >>> expand_lurd("3r 2(uL)")
    'rrruLuL'
    """
    origin = source or Source("solution", text)
    try:
        letters, places = expand(text, MAX_MOVES)
    except RunsRefused as refused:
        raise InputRefused(refused.message, place=origin.place(offset + refused.offset)) from None
    for letter, place in zip(letters, places, strict=True):
        if letter.lower() not in LETTERS and not letter.isspace():
            message = f"'{letter}' is no move" if letter.isprintable() else "not a move"
            raise InputRefused(message, place=origin.place(offset + place), remedy="moves are l, u, r, d")
    return "".join("".join(letters).split())


def walk(maze: Maze, boxes: Iterable[int], start: int, end: int) -> list[int]:
    """Return the directions of a shortest walk of the man; of several the first in the order of DIRECTIONS.

    That there is one is the caller's affair: otherwise ValueError.
    """
    came: dict[int, int] = {start: WALL}
    blocked = {WALL, *boxes}
    waiting = deque([start])
    while end not in came:
        if not waiting:
            raise ValueError(f"no walk from {start} to {end}")
        square = waiting.popleft()
        for direction, there in enumerate(maze.neighbours[square]):
            if there not in blocked and there not in came:
                came[there] = direction
                waiting.append(there)
    found = []
    while end != start:
        found.append(came[end])
        end = maze.neighbours[end][(came[end] + 2) % 4]
    return found[::-1]


def steps_of_pushes(maze: Maze, boxes: Iterable[int], man: int, pushes: Sequence[Push]) -> Iterator[Step]:
    """Yield the moves that some pushes need, with shortest walks between them; ValueError where one is impossible."""
    occupied = set(boxes)
    for square, direction in pushes:
        behind, to = maze.neighbours[square][(direction + 2) % 4], maze.neighbours[square][direction]
        if square not in occupied or to == WALL or to in occupied or behind in {WALL, *occupied}:
            raise ValueError(f"no push of {square} in direction {direction}")
        for turn in walk(maze, occupied, man, behind):
            yield Step(turn, man, maze.neighbours[man][turn])
            man = maze.neighbours[man][turn]
        yield Step(direction, behind, square, to)
        occupied = occupied - {square} | {to}
        man = square


def steps_of_lurd(maze: Maze, boxes: Iterable[int], man: int, lurd: str) -> Iterator[Step]:
    """Yield the moves of a solution, capital or small letters alike; ValueError where a move is impossible."""
    occupied = set(boxes)
    for number, letter in enumerate(lurd, 1):
        direction = LETTERS.index(letter.lower())
        to = maze.neighbours[man][direction]
        box_to = maze.neighbours[to][direction] if to in occupied else WALL
        if to == WALL or (to in occupied and (box_to == WALL or box_to in occupied)):
            raise ValueError(f"move {number} ({letter}) is impossible")
        yield Step(direction, man, to, box_to)
        if box_to != WALL:
            occupied = occupied - {to} | {box_to}
        man = to


def lurd_of_pushes(maze: Maze, boxes: Iterable[int], man: int, pushes: Sequence[Push]) -> str:
    """Return the solution that consists of some pushes, with shortest walks between them.

    >>> lurd_of_pushes(Maze.of([(0, column) for column in range(5)], [(0, 4)]), [2], 0, [(2, 1), (3, 1)])
    'rRR'
    """
    return "".join(step.letter for step in steps_of_pushes(maze, boxes, man, pushes))


def pushes_of_lurd(maze: Maze, boxes: Iterable[int], man: int, lurd: str) -> list[Push]:
    """Return the pushes of a solution; ValueError where a move is impossible."""
    return [(step.to, step.direction) for step in steps_of_lurd(maze, boxes, man, lurd) if step.is_push]
