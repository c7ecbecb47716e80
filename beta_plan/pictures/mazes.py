"""Sokoban, from PDDL and from solutions: the squares of man and boxes in every state, drawn on one board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beta_plan.certify.conditions import State
from beta_plan.errors import BetaPlanError, VerificationFailed
from beta_plan.pddl.lift import lift
from beta_plan.pddl.read import read_sources
from beta_plan.pddl.sexpr import Source
from beta_plan.pictures.board import Board, Things
from beta_plan.pictures.frames import Animation, Step
from beta_plan.pictures.scene import Picture
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import LETTERS, WALL
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.recognise import recognise
from beta_plan.sokoban.schema_roles import Content, Place


@dataclass(frozen=True, eq=False)
class PddlMaze:
    """A PDDL task that is Sokoban, and its maze as a level."""

    task: PddlSokoban
    level: Level


def as_level(domain: Source, problem: Source) -> PddlMaze | None:
    """Return a PDDL task as Sokoban; None if it is not, or says nothing of man and boxes."""
    try:
        task = recognise(lift(read_sources(domain, problem)))
    except BetaPlanError:
        return None
    if not isinstance(task, PddlSokoban) or task.boxes is None or task.man is None:
        return None
    return PddlMaze(task, Level.of(task.maze, task.boxes, task.man))


class MazeDrawing:
    """Draws the states of a PDDL task that is Sokoban."""

    def __init__(self, maze: PddlMaze, states: Sequence[State]) -> None:
        self._maze, self._board = maze, Board(maze.level)
        self._things: list[Things] = []
        for state in states:
            self._things.append(self._found(state))

    def picture(self, number: int, title: str) -> Picture:
        """Return the picture of a state, by its number."""
        return self._board.picture(self._things[number], title)

    def _found(self, state: State) -> Things:
        """Return where man and boxes are: by name, or by what is said of squares where they have no names."""
        task = self._maze.task
        men = self._named(state, task.roles.man, (task.labels.man,) if task.labels.man else ())
        boxes = self._named(state, task.roles.box, task.labels.boxes)
        man = next(iter(men.values()), None) if men else min(self._unnamed(state, Content.MAN), default=None)
        return Things(man, boxes or self._followed(self._unnamed(state, Content.BOX)))

    def _named(self, state: State, place: Place, names: Sequence[str]) -> dict[str, int]:
        task = self._maze.task
        square = {name.lower(): number for number, name in enumerate(task.labels.squares)}
        predicate = task.lifted.predicates[place.predicate].lower()
        where = {
            word: square[atom[1 + place.slot]]
            for atom in state if atom[0] == predicate and len(atom) == 3
            for word in atom[1:] if word != atom[1 + place.slot]
        }  # fmt: skip
        return {name: where[name.lower()] for name in names}

    def _unnamed(self, state: State, content: Content) -> list[int]:
        """Return the squares of which is said what is said of one with such a content."""
        task = self._maze.task
        said = {task.lifted.predicates[p].lower(): content in meaning for p, meaning in task.roles.contents.items()}
        return [
            number for number, name in enumerate(task.labels.squares)
            if all(((predicate, name.lower()) in state) == true for predicate, true in said.items())
        ]  # fmt: skip

    def _followed(self, squares: Sequence[int]) -> dict[str, int]:
        """Return boxes without names by number: the one that is not where one was is the one that was pushed."""
        if not self._things:
            return {f"box{number}": square for number, square in enumerate(squares, 1)}
        before = self._things[-1].boxes
        new = [square for square in squares if square not in before.values()]
        return {name: square if square in squares else new.pop() for name, square in before.items()}


def walked(level: Level, lurd: str) -> Animation:
    """Return the pictures of a level and after each move; VerificationFailed names a move that is not possible."""
    title = f"Sokoban level {level.name}"
    board, things = Board(level), Things.of(level)
    first = board.picture(things, title)
    steps = []
    for number, letter in enumerate(lurd, 1):
        moved = _moved(level, things, letter)
        if moved is None:
            raise VerificationFailed(f"level {level.name}: move {number} ({letter}) is not possible")
        things = moved
        steps.append(Step(letter, board.picture(things, f"{title}, after {number} of {len(lurd)} moves")))
    return Animation(first, tuple(steps))


def _moved(level: Level, things: Things, letter: str) -> Things | None:
    """Return where things are after a move; None if it is not possible."""
    direction = LETTERS.find(letter.lower())
    if things.man is None or direction < 0:
        return None
    there = level.maze.neighbours[things.man][direction]
    box = next((name for name, square in things.boxes.items() if square == there), None)
    if there == WALL or box is None:
        return None if there == WALL else Things(there, things.boxes)
    beyond = level.maze.neighbours[there][direction]
    if beyond == WALL or beyond in things.boxes.values():
        return None
    return Things(there, {**things.boxes, box: beyond})
