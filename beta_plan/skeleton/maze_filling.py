"""Squares that play no part in a maze, and their filling with wall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from beta_plan.skeleton.maze_bits import Grid, each
from beta_plan.skeleton.maze_pulls import Pulls


def without_unused(grid: Grid, floor: int, pulls: Pulls) -> int:
    """Return the floor that is left when unused squares are filled, one after the other, until none is unused.

    A square is unused if no box comes to it, no pull ends with the man on it, and it is no way: wherever boxes
    stand, between the squares beside it the man can walk without it. To fill it changes no pull and no walk from one
    other square to another, so ``pulls`` stay what they are.
    """
    waiting = floor & ~pulls.squares & ~pulls.stands
    while waiting:
        square = waiting & -waiting
        waiting ^= square
        if not is_way(grid, floor, pulls.squares, square):
            floor ^= square
            waiting |= grid.beside(square) & floor & ~pulls.squares & ~pulls.stands
    return floor


def is_way(grid: Grid, floor: int, boxes: int, square: int) -> bool:
    """Tell whether some of the boxes could stand so that the man must cross ``square`` to get past it.

    ``boxes`` are all squares where boxes could be. Two squares beside it are one zone in any case if they are one
    when boxes stand on all squares but these two.
    """
    rest = floor & ~square
    return any(
        not grid.zone(rest & ~boxes | one | other, one) & other for one, other in _pairs(grid.beside(square) & floor)
    )


def _pairs(squares: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs of squares."""
    return combinations(each(squares), 2)
