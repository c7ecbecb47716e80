"""Mazes: walls and goals, without boxes and man; plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from beta_plan.sokoban.sides import Sides, zones_beside

DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps (rows, columns) up, right, down and left; the opposite of direction d is ``(d + 2) % 4``."""

LETTERS = "urdl"
"""The directions as solutions are written: lower case a move, upper case a push."""

WALL = -1
"""No square: where a neighbour would be, there is a wall."""


@dataclass(frozen=True)
class Maze:
    """The *inner* squares of a maze, and which of them are goals.

    Squares are numbered row by row. ``places`` are (row, column) of each square, ``goals`` numbers, ascending. Inner
    are all squares from which a man could walk to a goal if there were no boxes; what lies outside plays no part.

    >>> maze = Maze.of([(1, 1), (1, 2), (1, 3)], [(1, 3)])
    >>> maze.neighbours[1], maze.goals, maze.live
    ((-1, 2, -1, 0), (2,), (1, 2))
    """

    places: tuple[tuple[int, int], ...]
    goals: tuple[int, ...]

    @classmethod
    def of(cls, floor: Iterable[tuple[int, int]], goals: Iterable[tuple[int, int]]) -> Maze:
        """Return the maze of some floor, of which only the inner squares are kept; goals are floor, too."""
        wanted = set(goals)
        everywhere = set(floor) | wanted
        inner: set[tuple[int, int]] = set()
        waiting = list(wanted)
        while waiting:
            place = waiting.pop()
            if place in everywhere and place not in inner:
                inner.add(place)
                waiting += [(place[0] + rows, place[1] + columns) for rows, columns in DIRECTIONS]
        places = tuple(sorted(inner))
        return cls(places, tuple(number for number, place in enumerate(places) if place in wanted))

    @property
    def num_squares(self) -> int:
        """Number of inner squares."""
        return len(self.places)

    @property
    def num_boxes(self) -> int:
        """A box for each goal, as in the paper."""
        return len(self.goals)

    @cached_property
    def square_at(self) -> dict[tuple[int, int], int]:
        """The number of the square at (row, column)."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int, int, int], ...]:
        """Of each square the squares above, right, below and left of it; WALL where there is none."""
        up, right, down, left = (
            [self.square_at.get((row + rows, column + columns), WALL) for row, column in self.places]
            for rows, columns in DIRECTIONS
        )
        return tuple(zip(up, right, down, left, strict=True))

    @cached_property
    def sides(self) -> Sides:
        """Of a box alone on each square, and of each direction: the zone of a man who stands there; WALL: he cannot."""
        return zones_beside(self.neighbours)

    @cached_property
    def num_pieces(self) -> int:
        """How many parts the maze has between which nobody can walk, not even without boxes."""
        left, count = set(range(self.num_squares)), 0
        while left:
            left -= self.zone(min(left), ())
            count += 1
        return count

    @cached_property
    def live(self) -> tuple[int, ...]:
        """The squares from which a box, alone in the maze, can be pushed to some goal; ascending.

        The others are dead squares. A box may be pulled from ``square`` in a direction if the two squares there are
        inner ones; that the man can get there is not asked, so some live squares may be so in vain.
        """
        found = set(self.goals)
        waiting = list(found)
        while waiting:
            square = waiting.pop()
            for direction in range(len(DIRECTIONS)):
                there = self.neighbours[square][direction]
                if there != WALL and self.neighbours[there][direction] != WALL and there not in found:
                    found.add(there)
                    waiting.append(there)
        return tuple(sorted(found))

    @cached_property
    def solved_zones(self) -> tuple[int, ...]:
        """The first square of each of the man's zones when all boxes are on goals; none where he has no square."""
        found, left = [], set(range(self.num_squares)) - set(self.goals)
        while left:
            zone = self.zone(min(left), self.goals)
            found.append(min(zone))
            left -= zone
        return tuple(found)

    def zone(self, man: int, boxes: Iterable[int]) -> frozenset[int]:
        """Return the squares to which the man can walk from ``man`` without pushing a box."""
        blocked = {WALL, *boxes}
        found = {man}
        waiting = [man]
        while waiting:
            for there in self.neighbours[waiting.pop()]:
                if there not in blocked and there not in found:
                    found.add(there)
                    waiting.append(there)
        return frozenset(found)
