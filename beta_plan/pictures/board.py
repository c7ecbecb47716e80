"""Sokoban boards: bricks, floor, goals, boxes and the man."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from beta_plan.pictures.scene import Circle, Group, Lines, Picture, Point, Polygon, Rectangle, Shape
from beta_plan.sokoban.level import OUTER_WALL, Level

CELL = 30
"""The edge of a square."""

Segments = list[tuple[Point, Point]]


@dataclass(frozen=True)
class Things:
    """Where the man and the boxes are: squares by name. Names stay the same through an animation."""

    man: int | None
    boxes: Mapping[str, int]

    @classmethod
    def of(cls, level: Level) -> Things:
        """Return the things of a level, boxes numbered in the order of their squares."""
        return cls(level.man, {f"box{number}": square for number, square in enumerate(level.boxes, 1)})


class Board:
    """Draws a level with its things anywhere; floor, walls and goals are made once."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._maze = Group(tuple(_maze(level)), "maze", "maze")

    def picture(self, things: Things, title: str = "") -> Picture:
        """Return the picture with things where they are."""
        level = self._level
        width = max(map(len, level.drawing), default=1) * CELL
        on_goals = sum(square in level.maze.goals for square in things.boxes.values())
        said = f"{level.maze.num_squares} squares, {len(things.boxes)} boxes, {on_goals} of them on goals"
        groups = (self._maze, *_movables(level, things))
        return Picture(width, len(level.drawing) * CELL, groups, title or f"Sokoban level {level.name}", said)


def _movables(level: Level, things: Things) -> Iterator[Group]:
    for name, square in things.boxes.items():
        row, column = level.maze.places[square]
        stored = square in level.maze.goals
        title = f"{name}, on a goal" if stored else name
        yield Group(_box(stored), name, "thing", column * CELL, row * CELL, title)
    if things.man is not None:
        row, column = level.maze.places[things.man]
        yield Group(_MAN, "man", "mover", column * CELL, row * CELL, "man")


def _maze(level: Level) -> Iterator[Shape]:
    """Yield floor and walls; neighbours in a row are one rectangle, so that no seams are seen."""
    floor: dict[int, set[int]] = {}
    for row, column in level.maze.places:
        floor.setdefault(row, set()).add(column)
    for row, columns in sorted(floor.items()):
        yield from _runs(row, columns, "floor")
    yield Lines(tuple(_seams(level)), "grid")
    joints: Segments = []
    for row, text in enumerate(level.drawing):
        walls = {column for column, symbol in enumerate(text) if symbol == OUTER_WALL}
        yield from _runs(row, walls, "wall")
        for column in sorted(walls):
            joints += _bricks(row, column)
    if joints:
        yield Lines(tuple(joints), "mortar")
    for goal in level.maze.goals:
        row, column = level.maze.places[goal]
        x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
        yield Polygon(((x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)), "goal")


def _runs(row: int, columns: set[int], style: str) -> Iterator[Rectangle]:
    start = None
    for column in range(min(columns, default=0), max(columns, default=-1) + 2):
        if column in columns:
            start = column if start is None else start
        elif start is not None:
            yield Rectangle(start * CELL, row * CELL, (column - start) * CELL, CELL, style)
            start = None


def _seams(level: Level) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between squares of the floor."""
    for row, column in level.maze.places:
        x, y = column * CELL, row * CELL
        if (row, column + 1) in level.maze.square_at:
            yield (x + CELL, y), (x + CELL, y + CELL)
        if (row + 1, column) in level.maze.square_at:
            yield (x, y + CELL), (x + CELL, y + CELL)


def _bricks(row: int, column: int) -> Segments:
    """Return the joints of one square of wall: two courses, the lower one shifted by half a brick."""
    x, y, half = column * CELL, row * CELL, CELL / 2
    return [
        ((x, y), (x + CELL, y)),
        ((x, y + half), (x + CELL, y + half)),
        ((x + half / 2, y), (x + half / 2, y + half)),
        ((x + half * 1.5, y + half), (x + half * 1.5, y + CELL)),
    ]


def _box(stored: bool) -> tuple[Shape, ...]:
    style = "stored" if stored else "box"
    near, far = 8.0, CELL - 8.0
    return (
        Rectangle(3.5, 3.5, CELL - 7, CELL - 7, style, 2),
        Rectangle(near - 0.5, near - 0.5, far - near + 1, far - near + 1, f"{style}-board"),
        Lines((((near, far), (far, near)),), f"{style}-board"),
    )


_MAN: tuple[Shape, ...] = (
    Polygon(((6.5, 25.5), (7.5, 18.5), (11, 15.5), (19, 15.5), (22.5, 18.5), (23.5, 25.5)), "man"),
    Circle(15, 10.5, 5.2, "head"),
)
