"""The zones beside a box that is alone: those of walks without its square."""

from __future__ import annotations

from random import Random

import pytest

from beta_plan.sokoban.distances import pushes_from, pushes_to
from beta_plan.sokoban.maze import WALL, Maze
from beta_plan.sokoban.sides import zones_beside


def walked(maze: Maze, square: int) -> list[int]:
    """Return for each side of a square the first one from which a man gets there, by a walk from each."""
    sides = maze.neighbours[square]
    reached = [maze.zone(there, (square,)) if there != WALL else frozenset() for there in sides]
    return [
        WALL if there == WALL else next(direction for direction, zone in enumerate(reached) if there in zone)
        for there in sides
    ]


def drawn(seed: int) -> Maze:
    dice = Random(seed)
    width, height, part = dice.choice([(3, 3, 0.9), (5, 5, 0.7), (8, 6, 0.6), (15, 2, 0.9), (12, 9, 0.65)])
    floor = [(row, column) for row in range(height) for column in range(width) if dice.random() < part]
    return Maze.of(floor, dice.sample(floor, min(len(floor), 3)))


@pytest.mark.parametrize("seed", range(100))
def test_one_walk_tells_what_a_walk_for_each_square_does(seed):
    maze = drawn(seed)
    assert [list(zones) for zones in maze.sides] == [walked(maze, square) for square in range(maze.num_squares)]


def test_a_corridor_has_two_sides_and_a_ring_has_one():
    assert zones_beside([(-1, 1, -1, -1), (-1, 2, -1, 0), (-1, -1, -1, 1)])[1] == (WALL, 1, WALL, 3)
    ring = Maze.of([(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)], [(0, 0)])
    assert ring.sides[1] == (WALL, 1, WALL, 1)


def test_a_long_corridor_is_no_deep_call():
    assert len(Maze.of([(0, column) for column in range(50_000)], [(0, 0)]).sides) == 50_000


def test_a_large_maze_of_pillars_takes_no_walk_for_each_square(monkeypatch):
    floor = [(row, column) for row in range(99) for column in range(99) if row % 2 or column % 2]
    maze = Maze.of(floor, [(1, 7), (1, 9)])
    monkeypatch.setattr(Maze, "zone", lambda *asked: pytest.fail("it was walked through again"))
    there = pushes_from(maze, [maze.square_at[1, 3]])
    assert there[maze.square_at[1, 9], 0] == 6
    assert pushes_to(maze, maze.goals)[maze.square_at[1, 3]].tolist() == [4, 6]
