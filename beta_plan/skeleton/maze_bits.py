"""Sets of squares as the bits of one integer: what a maze generator asks of them takes a few shifts.

Bit ``row * width + column`` stands for a place. The places at the border are wall, so floor that is shifted by one
step never comes out on the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from beta_plan.sokoban.maze import DIRECTIONS


@dataclass(frozen=True)
class Grid:
    """A rectangle of places, the walls around it included."""

    width: int
    height: int

    @cached_property
    def steps(self) -> tuple[int, int, int, int]:
        """By how much a bit moves up, right, down and left; negative is towards the first bit."""
        up, right, down, left = (rows * self.width + columns for rows, columns in DIRECTIONS)
        return up, right, down, left

    @cached_property
    def inside(self) -> int:
        """All places but the border."""
        return self.rectangle(1, 1, self.height - 2, self.width - 2)

    def rectangle(self, row: int, column: int, height: int, width: int) -> int:
        """Return the places of a rectangle."""
        line = ((1 << width) - 1) << column
        return sum(line << (self.width * at) for at in range(row, row + height))

    def bits(self, places: Iterable[tuple[int, int]]) -> int:
        """Return the bits of places."""
        return sum(1 << (row * self.width + column) for row, column in places)

    def places(self, squares: int) -> list[tuple[int, int]]:
        """Return (row, column) of each square, row by row."""
        return [divmod(square.bit_length() - 1, self.width) for square in each(squares)]

    def shifted(self, squares: int, step: int) -> int:
        """Return all squares, moved by a step."""
        return squares << step if step > 0 else squares >> -step

    def beside(self, squares: int) -> int:
        """Return what is above, right of, below or left of a square."""
        return squares << 1 | squares >> 1 | squares << self.width | squares >> self.width

    def around(self, squares: int) -> int:
        """Return the squares, and all in the eight places around them."""
        line = squares | squares << 1 | squares >> 1
        return line | line << self.width | line >> self.width

    def zone(self, floor: int, start: int) -> int:
        """Return the floor to which one can walk from ``start``, which is floor itself."""
        width, found, grown = self.width, 0, start
        while grown != found:
            found = grown
            grown = (found | found << 1 | found >> 1 | found << width | found >> width) & floor
        return found

    def zones(self, floor: int) -> list[int]:
        """Return the parts of some floor between which one cannot walk."""
        found = []
        while floor:
            found.append(self.zone(floor, floor & -floor))
            floor ^= found[-1]
        return found


def each(squares: int) -> Iterator[int]:
    """Yield each square of a set, as a set of its own.

    >>> list(each(0b1101))
    [1, 4, 8]
    """
    while squares:
        yield squares & -squares
        squares &= squares - 1
