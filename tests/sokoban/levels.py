"""Levels for tests: some drawn by hand, and random ones."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.solution import Push
from beta_plan.sokoban.xsb import parse_levels

CORNER = """\
  #####
###   #
#. $  #
# #.$@#
#######
"""

HALL = """\
##########
#   #    #
# ...    #
#   ## # #
# #      #
#   ##   #
##########
"""

CORNER_SOLUTION = "LuLL"


def levels(text: str) -> list[Level]:
    """Return the levels of a text."""
    return parse_levels(Source("file", text))


def level(text: str) -> Level:
    """Return the one level of a text."""
    (found,) = levels(text)
    return found


def pull_back(start: Level, seed: int, pulls: int) -> tuple[Level, list[Push]]:
    """Return a state from which some pushes bring all boxes to goals, found by pulling them away at random."""
    dice, maze = random.Random(seed), start.maze
    boxes, man, pushes = set(maze.goals), min(set(range(maze.num_squares)) - set(maze.goals)), []
    for _ in range(pulls):
        zone = maze.zone(man, boxes)
        free = set(range(maze.num_squares)) - boxes
        ways = [
            (box, there, direction)
            for box in sorted(boxes)
            for direction, there in enumerate(maze.neighbours[box])
            if there in zone and maze.neighbours[there][direction] in free
        ]
        if ways:
            box, there, direction = dice.choice(ways)
            boxes, man = boxes - {box} | {there}, maze.neighbours[there][direction]
            pushes.append((there, (direction + 2) % 4))
    return start.with_state(boxes, man), pushes[::-1]


PLACES = [(row, column) for row in range(5) for column in range(6)]
WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
VALUES = st.lists(WORDS, max_size=3).map(" ".join)
KEYS = st.sampled_from(["Comment", "Date", "Copyright", "Set-Name", "Made By"])


@st.composite
def mazes(draw: st.DrawFn) -> Maze:
    """Draw a maze in a rectangle of five rows and six columns, in one piece or several."""
    goals = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=5, unique=True))
    return Maze.of(draw(st.lists(st.sampled_from(PLACES), max_size=len(PLACES))), goals)


@st.composite
def random_levels(draw: st.DrawFn) -> Level:
    """Draw a level with all its headers; nobody knows whether it has a solution, least of all who wrote it."""
    maze = draw(mazes())
    squares = st.integers(0, maze.num_squares - 1)
    boxes = draw(st.lists(squares, max_size=maze.num_squares - 1, unique=True))
    man = draw(squares.filter(lambda square: square not in boxes) | st.none())
    return replace(
        Level.of(maze, boxes, man),
        title=draw(VALUES),
        author=draw(VALUES),
        entries=tuple(draw(st.lists(st.tuples(KEYS, VALUES.filter(bool)), max_size=3))),
        solution=draw(st.none() | st.text("lurdLURD", min_size=1, max_size=300)),
    )


def big_room() -> Maze:
    pillars = {(2, 2), (2, 5), (5, 3), (4, 6), (6, 6)}
    return Maze.of({(r, c) for r in range(8) for c in range(9)} - pillars, [(r, c) for r in (1, 3, 6) for c in (1, 4)])
