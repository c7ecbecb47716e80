"""Sokoban by its rules on squares: slow and plain, what fast code is tested against."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from random import Random

from beta_plan.sokoban.maze import WALL, Maze

State = tuple[int, ...]


def draw(text: str) -> tuple[Maze, list[int], int]:
    """Return a maze, the squares of the boxes and of the man (-1: none) of a drawing."""
    places = {(r, c): sign for r, line in enumerate(text.splitlines()) for c, sign in enumerate(line)}
    maze = Maze.of((p for p, sign in places.items() if sign != "#"), (p for p, sign in places.items() if sign in ".*+"))
    boxes = [maze.square_at[p] for p, sign in places.items() if sign in "$*"]
    man = [maze.square_at[p] for p, sign in places.items() if sign in "@+"]
    return maze, sorted(boxes), man[0] if man else -1


def random_maze(
    rng: Random, *, rows: tuple[int, int] = (3, 6), columns: tuple[int, int] = (3, 5), boxes: int = 3
) -> Maze:
    """Return a room with random walls and goals; there is room for the man."""
    while True:
        height, width = rng.randint(*rows), rng.randint(*columns)
        floor = [(r, c) for r in range(height) for c in range(width) if rng.random() < 0.8]
        count = rng.randint(1, boxes)
        if len(floor) > count + 1:
            maze = Maze.of(floor, rng.sample(floor, count))
            if maze.num_squares > maze.num_boxes + 1:
                return maze


def normal(maze: Maze, boxes: set[int], man: int) -> State:
    """Return boxes and man as a state."""
    return (*sorted(boxes), min(maze.zone(man, boxes)))


def all_states(maze: Maze, count: int, squares: tuple[int, ...] | None = None) -> Iterator[State]:
    """Yield every state of ``count`` boxes on some squares, by default the live ones."""
    for chosen in combinations(maze.live if squares is None else squares, count):
        left = set(range(maze.num_squares)) - set(chosen)
        while left:
            zone = maze.zone(min(left), chosen)
            yield (*chosen, min(zone))
            left -= zone


def pushes(maze: Maze, state: State) -> Iterator[tuple[int, State]]:
    """Yield (action, state) for every push, by the rules of the game."""
    boxes, zone = set(state[:-1]), maze.zone(state[-1], state[:-1])
    for box in state[:-1]:
        for direction in range(4):
            behind, ahead = maze.neighbours[box][(direction + 2) % 4], maze.neighbours[box][direction]
            if behind in zone and ahead != WALL and ahead not in boxes:
                yield 4 * box + direction, normal(maze, boxes - {box} | {ahead}, box)


def distances(maze: Maze, count: int) -> dict[State, int]:
    """Return the number of pushes from each solvable state of ``count`` boxes to different goals, the man anywhere."""
    before: dict[State, list[State]] = {}
    for state in all_states(maze, count, tuple(range(maze.num_squares))):
        for _, after in pushes(maze, state):
            before.setdefault(after, []).append(state)
    found = dict.fromkeys(all_states(maze, count, maze.goals), 0)
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for earlier in before.get(state, ()):
            if earlier not in found:
                found[earlier] = found[state] + 1
                queue.append(earlier)
    return found
