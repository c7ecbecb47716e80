"""Deadlocks are never seen where there is none, and the classical ones are seen."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from beta_plan.sokoban.deadlock_kernels import FROZEN_ELSEWHERE, FROZEN_ON_GOALS, NOTHING_FROZEN, freeze, is_cut_off
from beta_plan.sokoban.deadlocks import FROZEN, deadlock_tables
from beta_plan.sokoban.maze import WALL, Maze
from tests.sokoban.oracles import all_states, distances, draw, random_maze

SQUARE = """
#######
#  .  #
# $$  #
# $$@.#
#  .. #
#######
"""

SQUARE_BESIDE_FLOOR = """
#######
#  .  #
# $ $ #
# $$@.#
#  .. #
#######
"""

ROW_AT_A_WALL = """
######
#    #
#.$$ #
#@.  #
######
"""

PAIR_AT_A_WALL = """
########
# @    #
# $$ ..#
########
"""

ON_GOALS = """
#####
#** #
#**@#
#   #
#####
"""

CORNER_CUT_OFF = """
########
#.** $ #
#   @  #
########
"""

CORNER_FROM_BELOW = """
########
#.**   #
#   $@ #
#      #
########
"""


def naive_frozen(maze: Maze, boxes: tuple[int, ...]) -> set[int]:
    """Take away boxes that could be pushed to a live square if those taken away before were not there."""
    frozen = set(boxes)
    while True:
        movable = {
            box
            for box in frozen
            for axis in (0, 1)
            if not {maze.neighbours[box][axis], maze.neighbours[box][axis + 2]} & {WALL, *frozen}
            and {maze.neighbours[box][axis], maze.neighbours[box][axis + 2]} & set(maze.live)
        }
        if not movable:
            return frozen
        frozen -= movable


def is_dead(tables, state: tuple[int, ...]) -> bool:
    row = np.array(state, dtype=np.int32)
    found = freeze(tables, row)
    return bool(found == FROZEN_ELSEWHERE or (found == FROZEN_ON_GOALS and is_cut_off(tables, row)))


def on_board(tables, board: int) -> set[int]:
    return {
        square
        for square, (row, column) in enumerate(tables.place.tolist()[:-1])
        if int(tables.boards[board, row]) >> column & 1
    }


@pytest.mark.parametrize("seed", range(25))
def test_no_solvable_state_is_called_dead(seed):
    maze = random_maze(Random(seed))
    tables, solvable = deadlock_tables(maze), distances(maze, maze.num_boxes)
    assert not [state for state in all_states(maze, maze.num_boxes) if state in solvable and is_dead(tables, state)]


def test_a_quarter_of_the_dead_states_is_seen():
    seen = missed = 0
    for seed in range(25):
        maze = random_maze(Random(seed))
        tables, solvable = deadlock_tables(maze), distances(maze, maze.num_boxes)
        for state in all_states(maze, maze.num_boxes):
            if state not in solvable:
                seen, missed = seen + is_dead(tables, state), missed + (not is_dead(tables, state))
    assert seen > missed / 3


@pytest.mark.parametrize("seed", range(10))
def test_frozen_are_the_boxes_that_remain_when_movable_ones_are_taken_away(seed):
    maze = random_maze(Random(100 + seed), boxes=4)
    tables = deadlock_tables(maze)
    for boxes in combinations(range(maze.num_squares), maze.num_boxes):
        row = np.array((*boxes, 0), dtype=np.int32)
        found, frozen = freeze(tables, row), naive_frozen(maze, boxes)
        assert on_board(tables, FROZEN) == frozen
        outcomes = FROZEN_ELSEWHERE if frozen - set(maze.goals) else FROZEN_ON_GOALS if frozen else NOTHING_FROZEN
        assert found == outcomes


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (SQUARE, True),
        (SQUARE_BESIDE_FLOOR, False),
        (PAIR_AT_A_WALL, True),
        (ROW_AT_A_WALL, False),
        (ON_GOALS, False),
        (CORNER_CUT_OFF, True),
        (CORNER_FROM_BELOW, False),
    ],
    ids=["square", "three-of-four", "pair", "row", "on-goals", "cut-off", "from-below"],
)
def test_drawn_examples(level, expected):
    maze, boxes, man = draw(level)
    assert is_dead(deadlock_tables(maze), (*boxes, man)) is expected
