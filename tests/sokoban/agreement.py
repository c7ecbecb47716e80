"""The naive interpreter as the judge of what was recognised: same actions, same states after them, same goal."""

from __future__ import annotations

import random
from collections.abc import Iterable

from beta_plan.sokoban.maze import DIRECTIONS, WALL, Maze
from beta_plan.sokoban.pddl_task import PddlSokoban
from tests.interpreter import Interpreter


def random_states(maze: Maze, *, seed: int, count: int) -> list[tuple[list[int], int]]:
    chance = random.Random(seed)
    drawn = [chance.sample(range(maze.num_squares), maze.num_boxes + 1) for _ in range(count)]
    return [*((sorted(boxes), man) for *boxes, man in drawn), (list(maze.goals), drawn[0][-1])]


def nameless(atoms: Iterable[str], boxes: tuple[str, ...]) -> list[str]:
    """Return atoms with one name for all boxes, sorted."""
    return sorted(" ".join("BOX" if word.strip("()") in boxes else word for word in atom.split()) for atom in atoms)


def check_agreement(found: PddlSokoban, domain: str, problem: str, *, seed: int, count: int) -> None:
    """Assert that the text allows, in random states and in goal states, exactly the steps and pushes of the maze."""
    judge = Interpreter(domain.lower(), problem.lower())
    maze = found.maze
    for boxes, man in random_states(maze, seed=seed, count=count):
        if man in boxes:
            continue
        after: list[tuple[list[int], int]] = []
        for there, beyond in ((maze.neighbours[man][d], d) for d in range(len(DIRECTIONS))):
            if there == WALL:
                continue
            if there not in boxes:
                after.append((boxes, there))
            elif maze.neighbours[there][beyond] not in (WALL, *boxes):
                after.append((sorted({*boxes, maze.neighbours[there][beyond]} - {there}), there))
        statics = frozenset(atom for atom in judge.init if atom[0] not in judge.fluents)
        state = statics | {tuple(atom[1:-1].split()) for atom in found.state_atoms(boxes, man)}
        successors = [nameless(judge.text(next_state), found.labels.boxes) for _, next_state in judge.successors(state)]
        expected = [nameless(found.state_atoms(*next_state), found.labels.boxes) for next_state in after]
        assert sorted(successors) == sorted(expected)
        assert judge.is_goal(state) == (boxes == list(maze.goals))
