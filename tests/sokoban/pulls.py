"""Random walks of pulls from goal states, with the pushes that lead back."""

from __future__ import annotations

import random

from beta_plan.sokoban.maze import DIRECTIONS, WALL, Maze
from beta_plan.sokoban.pddl_task import Push


def pulls(maze: Maze, *, seed: int, count: int) -> tuple[list[int], int, list[Push]]:
    """Return a state that pulls from a goal state lead to, and the pushes that lead back."""
    chance = random.Random(seed)
    boxes = set(maze.goals)
    man = chance.choice([square for square in range(maze.num_squares) if square not in boxes])
    pushes: list[Push] = []
    for _ in range(count):
        choices = [
            (square, direction)
            for square in sorted(maze.zone(man, boxes))
            for direction in range(len(DIRECTIONS))
            if maze.neighbours[square][direction] in boxes
            and maze.neighbours[square][(direction + 2) % 4] not in (WALL, *boxes)
        ]
        if choices:
            square, direction = chance.choice(choices)
            boxes = boxes - {maze.neighbours[square][direction]} | {square}
            man = maze.neighbours[square][(direction + 2) % 4]
            pushes.insert(0, (square, direction))
    return sorted(boxes), man, pushes
