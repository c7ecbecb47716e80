"""The classical lower bound: distances of a box alone, and the cheapest assignment."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

from beta_plan.sokoban.distances import NO_WAY, pushes_from, pushes_to
from beta_plan.sokoban.matching import matching_tables
from beta_plan.sokoban.matching_kernels import assign
from beta_plan.sokoban.maze import Maze
from beta_plan.spaces.protocol import DEAD_END, anchor, evaluate, evaluate_near
from tests.sokoban.oracles import all_states, distances, draw, pushes, random_maze

AROUND = """
######
#  . #
# ## #
#@$  #
######
"""


def alone(maze: Maze, start: int, target: int) -> int:
    """Return the fewest pushes of one box, the man anywhere at first, by breadth-first search."""
    wave = {state for state in all_states(maze, 1, tuple(range(maze.num_squares))) if state[0] == start}
    seen, steps = set(wave), 0
    while wave:
        if any(state[0] == target for state in wave):
            return steps
        wave = {after for state in wave for _, after in pushes(maze, state)} - seen
        seen |= wave
        steps += 1
    return NO_WAY


@pytest.mark.parametrize("seed", range(12))
def test_distances_of_a_box_are_those_of_a_search(seed):
    maze = random_maze(Random(seed))
    squares = range(maze.num_squares)
    expected = [[alone(maze, start, target) for target in maze.goals] for start in squares]
    assert pushes_to(maze, maze.goals).tolist() == expected
    there = pushes_from(maze, maze.goals)
    assert there.tolist() == [[alone(maze, source, square) for source in maze.goals] for square in squares]


def test_the_man_walks_around_a_box_where_he_can():
    maze, boxes, _ = draw(AROUND)
    assert pushes_to(maze, maze.goals)[boxes[0], 0] == alone(maze, boxes[0], maze.goals[0])


def cheapest(cost: np.ndarray, state: tuple[int, ...]) -> int:
    total = min(
        sum(int(cost[square, column]) for square, column in zip(state[:-1], order, strict=True))
        for order in permutations(range(cost.shape[1]))
    )
    return DEAD_END if total >= NO_WAY else total


@pytest.mark.parametrize("seed", range(20))
def test_an_assignment_is_cheapest_also_after_a_box_has_moved(seed):
    dice = Random(seed)
    count = dice.randint(1, 5)
    cost = np.array([[dice.choice([*range(9), NO_WAY]) for _ in range(count)] for _ in range(12)], dtype=np.int32)
    tables, h = matching_tables(cost), np.zeros(1, dtype=np.int32)
    state = (*sorted(dice.sample(range(12), count)), 0)
    for _ in range(20):
        anchor(tables, np.array(state, dtype=np.int32))
        for _ in range(5):
            others = set(range(12)) - set(state[:-1])
            moved = set(state[:-1]) - {dice.choice(state[:-1])} | {dice.choice(sorted(others))}
            after = (*sorted(moved), 0)
            evaluate_near(tables, np.array(after, dtype=np.int32), h)
            assert h[0] == cheapest(cost, after)
            evaluate(tables, np.array(after, dtype=np.int32), h)
            assert h[0] == cheapest(cost, after)
        state = after


@pytest.mark.parametrize("seed", range(8))
def test_the_bound_is_admissible_and_calls_no_solvable_state_dead(seed):
    maze = random_maze(Random(50 + seed))
    tables = matching_tables(pushes_to(maze, maze.goals))
    for state, steps in distances(maze, maze.num_boxes).items():
        assert assign(tables, np.int64(1), np.array(state, dtype=np.int32)) <= steps
