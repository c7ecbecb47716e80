"""Levels for tests: some drawn by hand, and random ones."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.xsb import parse_levels

CORNER = """\
  #####
###   #
#. $  #
# #.$@#
#######
"""

CORNER_SOLUTION = "LuLL"


def levels(text: str) -> list[Level]:
    """Return the levels of a text."""
    return parse_levels(Source("file", text))


def level(text: str) -> Level:
    """Return the one level of a text."""
    (found,) = levels(text)
    return found


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
