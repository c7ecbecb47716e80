"""What is true of every maze that the generator draws, by the rules of the game alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from beta_plan.errors import IllegalTask
from beta_plan.evaluators.ordering import Ordering
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.skeleton.maze_bits import Grid
from beta_plan.skeleton.maze_filling import without_unused
from beta_plan.skeleton.maze_pulls import pulls_of_one_box, unpack
from beta_plan.skeleton.mazes import draw_maze, max_boxes
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import WALL, Maze
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.sokoban.xsb import read_levels
from tests.bundled import DOMAINS
from tests.sokoban.oracles import State, normal, random_maze

Pull = tuple[frozenset[tuple[int, int]], tuple[int, int], int]
"""Where the boxes are, which of them is pulled, and in which direction."""

SMALL = [(5, 5, 1), (5, 6, 1), (6, 6, 1), (7, 7, 2), (7, 7, 1), (9, 6, 3), (8, 8, 4), (5, 20, 6), (20, 5, 3)]
MIDDLING = [(10, 10, 4), (10, 10, 7), (12, 10, 8), (16, 12, 10)]
LARGE = [(40, 30, 30), (60, 15, 12)]
CASES = [(*size, seed) for size in SMALL + MIDDLING for seed in range(10)]


def named(case: tuple[int, ...]) -> str:
    return "{}x{}-{}-{}".format(*case)


every_maze = pytest.mark.parametrize("case", CASES + [(*size, 1) for size in LARGE], ids=named)
every_maze_but_the_largest = pytest.mark.parametrize("case", CASES, ids=named)


@cache
def drawn(case: tuple[int, int, int, int]) -> Maze:
    width, height, num_boxes, seed = case
    return draw_maze(width=width, height=height, num_boxes=num_boxes, seed=seed)


def pulls(maze: Maze, state: State) -> Iterator[tuple[int, int, State]]:
    """Yield (box, direction, state) for every pull, by the rules of the game."""
    boxes, zone = set(state[:-1]), maze.zone(state[-1], state[:-1])
    for box in state[:-1]:
        for direction in range(4):
            there = maze.neighbours[box][direction]
            man = maze.neighbours[there][direction] if there in zone else WALL
            if man != WALL and man not in boxes:
                yield box, direction, normal(maze, boxes - {box} | {there}, man)


def all_pulls(maze: Maze, starts: list[tuple[int, ...]]) -> set[Pull]:
    """Return every pull that is possible after some others, from boxes on these squares and the man anywhere."""
    waiting = [normal(maze, set(at), man) for at in starts for man in range(maze.num_squares) if man not in at]
    known, found = set(waiting), set()
    while waiting:
        state = waiting.pop()
        boxes = frozenset(maze.places[box] for box in state[:-1])
        for box, direction, before in pulls(maze, state):
            found.add((boxes, maze.places[box], direction))
            if before not in known:
                known.add(before)
                waiting.append(before)
    return found


def pulls_with_one_box(maze: Maze) -> set[Pull]:
    return all_pulls(maze, [(goal,) for goal in maze.goals])


def squares_of_boxes(maze: Maze) -> set[int]:
    """Return the squares that a box alone in the maze can come to by pulls."""
    moved = {maze.neighbours[maze.square_at[box]][direction] for _, box, direction in pulls_with_one_box(maze)}
    return moved | set(maze.goals)


def without(maze: Maze, square: int) -> Maze:
    floor = [place for place in maze.places if place != maze.places[square]]
    return Maze.of(floor, [maze.places[goal] for goal in maze.goals])


def divides(maze: Maze, square: int, boxes: set[int]) -> bool:
    """Tell whether the man must cross the square between two beside it when all others may have boxes on them."""
    beside = [there for there in maze.neighbours[square] if there != WALL]
    return any(b not in maze.zone(a, (boxes - {a, b}) | {square}) for a, b in combinations(beside, 2))


@every_maze
def test_a_maze_is_as_large_as_was_asked_for_and_walled_in(case):
    width, height, num_boxes, _ = case
    maze = drawn(case)
    rows, columns = zip(*maze.places, strict=True)
    assert (min(rows), max(rows), min(columns), max(columns)) == (1, height - 2, 1, width - 2)
    assert maze.num_boxes == num_boxes
    assert [len(row) for row in Level.of(maze).rows() if len(row) > width] == []
    assert len(Level.of(maze).rows()) == height


@every_maze
def test_the_floor_is_one_part_without_large_halls(case):
    maze = drawn(case)
    assert maze.num_pieces == 1
    halls = [
        place
        for place in maze.places
        for height, width in ((3, 4), (4, 3))
        if all((place[0] + r, place[1] + c) in maze.square_at for r in range(height) for c in range(width))
    ]
    assert halls == []


@every_maze_but_the_largest
def test_boxes_have_room(case):
    maze = drawn(case)
    squares = squares_of_boxes(maze)
    assert len(squares) >= 3 * maze.num_boxes
    assert set(maze.goals) <= squares <= set(maze.live)


@every_maze_but_the_largest
def test_no_square_is_unused(case):
    maze = drawn(case)
    boxes, before = squares_of_boxes(maze), pulls_with_one_box(maze)
    unused = [
        maze.places[square]
        for square in set(range(maze.num_squares)) - boxes
        if not divides(maze, square, boxes) and pulls_with_one_box(without(maze, square)) == before
    ]
    assert unused == []


@pytest.mark.parametrize("case", [(*size, seed) for size in SMALL + MIDDLING for seed in range(2)], ids=named)
def test_backward_search_takes_every_box_off_the_goals(case):
    maze = drawn(case)
    ordering = Ordering.parse("[w(PDB1),PDB1]")
    guide = BoxEvaluators(maze).build(ordering.ks, seed=1)
    found = search_backward(SokobanSpace(maze), guide, ordering, Budget(max_expansions=20_000))
    boxes = found.states(np.arange(found.num_states))[:, :-1]
    far = ~np.isin(boxes, maze.goals).any(axis=1)
    assert far.any()
    assert found.values_of(Ordering.parse("[PDB1]"))[far].max() >= maze.num_boxes


def test_what_is_filled_changes_nothing_for_several_boxes():
    rng, filled = Random(1), 0
    for _ in range(60):
        maze = random_maze(rng, rows=(3, 5), boxes=2)
        grid = Grid(8, 8)
        inside = [(row + 1, column + 1) for row, column in maze.places]
        goals = [inside[goal] for goal in maze.goals]
        before = Maze.of(inside, goals)
        floor, wanted = grid.bits(inside), grid.bits(goals)
        left = without_unused(grid, floor, pulls_of_one_box(grid, floor, wanted))
        after = Maze.of(grid.places(left), goals)
        filled += before.num_squares - after.num_squares
        assert all_pulls(after, [after.goals]) == all_pulls(before, [before.goals])
    assert filled > 0


def test_pulls_of_one_box_are_those_of_the_rules():
    rng = Random(2)
    for _ in range(60):
        maze = random_maze(rng)
        grid = Grid(8, 9)
        inside = [(row + 1, column + 1) for row, column in maze.places]
        goals = grid.bits(inside[goal] for goal in maze.goals)
        found = pulls_of_one_box(grid, grid.bits(inside), goals)
        assert found.squares == grid.bits(inside[square] for square in squares_of_boxes(maze))
        ends = {
            maze.neighbours[maze.neighbours[maze.square_at[box]][direction]][direction]
            for _, box, direction in pulls_with_one_box(maze)
        }
        assert found.stands == grid.bits(inside[square] for square in ends)


def test_unpacking_finds_a_state_off_the_goals_exactly_where_there_is_one():
    rng, outcomes = Random(3), set()
    for _ in range(100):
        maze = random_maze(rng, boxes=3)
        grid = Grid(8, 9)
        inside = [(row + 1, column + 1) for row, column in maze.places]
        goals, floor = grid.bits(inside[goal] for goal in maze.goals), grid.bits(inside)
        found = unpack(grid, floor, goals, pulls_of_one_box(grid, floor, goals), max_expanded=10**6)
        on = {maze.places[goal] for goal in maze.goals}
        ends = (
            boxes - {box} | {maze.places[maze.neighbours[maze.square_at[box]][direction]]}
            for boxes, box, direction in all_pulls(maze, [maze.goals])
        )
        assert found == any(not end & on for end in ends)
        outcomes.add(found)
    assert outcomes == {True, False}


def test_the_same_arguments_give_the_same_maze_and_others_give_others():
    arguments = {"width": 12, "height": 10, "num_boxes": 8}
    again = [draw_maze(**arguments, seed=seed) for seed in range(12)]
    assert again == [drawn((12, 10, 8, seed)) for seed in range(12)]
    assert len(set(again)) == 12


def test_the_bundled_mazes_are_drawn_again_by_every_version_on_every_machine():
    titles = {level.title: level.maze for level in read_levels(DOMAINS / "sokoban" / "levels.sok")}
    made = {title: [int(number) for number in re.findall(r"\d+", title)] for title in titles if title[:5] == "Maze "}
    assert len(made) == 6
    for title, (width, height, num_boxes, seed) in made.items():
        assert titles[title] == draw_maze(width=width, height=height, num_boxes=num_boxes, seed=seed)


@pytest.mark.parametrize(
    ("width", "height", "num_boxes", "remedy"),
    [
        (4, 9, 1, "take a width from 5 to 60"),
        (9, 3, 1, "take a height from 5 to 60"),
        (61, 20, 1, "take a width from 5 to 60"),
        (8, 40, 1, "take a width from 10 to 60"),
        (10, 10**9, 1, "take a width from 60 to 60"),
        (-5, 10, 1, "take a width from 5 to 60"),
        (12, 10, 0, "take 1 to 8 boxes"),
        (12, 10, -1, "take 1 to 8 boxes"),
        (12, 10, 9, "take 1 to 8 boxes"),
        (5, 5, 2, "take 1 to 1 boxes"),
        (60, 60, 41, "take 1 to 40 boxes"),
    ],
)
def test_sizes_that_cannot_be_are_refused_with_the_number_to_change(width, height, num_boxes, remedy):
    with pytest.raises(IllegalTask) as refused:
        draw_maze(width=width, height=height, num_boxes=num_boxes, seed=0)
    assert refused.value.exit_code == 43
    assert refused.value.remedy == remedy
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("size", [(5, 5), (5, 7), (6, 6), (8, 6), (8, 8), (9, 10), (5, 20), (12, 10)])
def test_what_is_not_refused_is_found(size):
    width, height = size
    for seed in range(10):
        assert draw_maze(width=width, height=height, num_boxes=max_boxes(width, height), seed=seed).num_squares
