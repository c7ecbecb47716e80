"""Sokoban mazes, drawn at random in the manner of designers: rooms, corridors, pillars, and goals close together."""

from __future__ import annotations

from random import Random

from beta_plan.errors import IllegalTask, WrongOption
from beta_plan.skeleton.maze_bits import Grid
from beta_plan.skeleton.maze_filling import without_unused
from beta_plan.skeleton.maze_goals import STYLES, draw_goals
from beta_plan.skeleton.maze_pulls import pulls_of_one_box
from beta_plan.skeleton.maze_walls import draw_floor
from beta_plan.sokoban.maze import Maze

MIN_SIDE, MAX_SIDE, MAX_RATIO = 5, 60, 4
"""Sides of other lengths are refused, and a side that is more than so many times the other: a corridor is no maze."""

FEW, MANY = 8, 40
"""So many boxes need little room for each, and more than those many are refused: hardly any maze is found for them."""

PLACES_FOR_FEW, PLACES_FOR_MORE = 9, 24
"""There must be so many places inside the border for each of the first few boxes, and for each further one."""

TRIES_OF_STYLE, NUM_STYLES = 20, 20
"""Walls are drawn so many times before the goals are grouped in another way, and that is changed so many times."""


def draw_maze(*, width: int, height: int, num_boxes: int, seed: int) -> Maze:
    """Return a maze with a goal for each box; the same one for the same arguments, on every machine.

    Width and height are those of the walls around it. Its floor is one part without halls of four by three. Each
    square is one that a box can come to, or one where the man stands at the end of a pull, or one that he may need
    to get past boxes. At least three squares for each box are such that a box can be pulled there, and pulls lead to
    states with no box on a goal. Raises IllegalTask for sizes that cannot have all that.
    """
    _check(width, height, num_boxes)
    grid = Grid(width, height)
    random = Random(f"maze {width} x {height}, {num_boxes} boxes, {seed}")
    for _ in range(NUM_STYLES):
        style = random.choice(STYLES)
        for _ in range(TRIES_OF_STYLE):
            found = _draw(grid, num_boxes, style, random)
            if found is not None:
                return found
    message = f"no maze of {width} x {height} was found for {num_boxes} boxes"
    raise IllegalTask(message, remedy="take a smaller num_boxes, or another seed")


def check_options(size: str, num_boxes: int) -> None:
    """Raise WrongOption, which names the option, where no maze has such a size, or so many boxes for its size."""
    width, _, height = size.partition("x")
    for option, boxes in (("--size", 1), ("--boxes", num_boxes)):
        try:
            _check(int(width), int(height), boxes)
        except IllegalTask as error:
            raise WrongOption(error.message, place=option, remedy=error.remedy) from None


def max_boxes(width: int, height: int) -> int:
    """Return with how many boxes a maze is not refused.

    >>> max_boxes(5, 5), max_boxes(12, 10), max_boxes(20, 16), max_boxes(40, 30)
    (1, 8, 15, 40)
    """
    places = (width - 2) * (height - 2)
    more = max(0, places - FEW * PLACES_FOR_FEW) // PLACES_FOR_MORE
    return min(min(places // PLACES_FOR_FEW, FEW) + more, MANY)


def _check(width: int, height: int, num_boxes: int) -> None:
    """Raise IllegalTask where a number is too small or too large."""
    size = f"a maze of {width} x {height}, walls included"
    for name, side, other in (("width", width, height), ("height", height, width)):
        least, most = max(MIN_SIDE, -(-other // MAX_RATIO)), MAX_SIDE
        if not least <= side <= most:
            raise IllegalTask(size, remedy=f"take a {name} from {min(least, most)} to {most}")
    if not 1 <= num_boxes <= max_boxes(width, height):
        remedy = f"take 1 to {max_boxes(width, height)} boxes"
        raise IllegalTask(f"{size}, for {num_boxes} boxes", remedy=remedy)


def _draw(grid: Grid, num_boxes: int, style: int, random: Random) -> Maze | None:
    """Return a maze, or None where walls and goals do not make a good one."""
    floor = draw_floor(grid, random)
    if not _fits(grid, floor):
        return None
    goals = draw_goals(grid, floor, num_boxes, style, random)
    if goals is None:
        return None
    floor = without_unused(grid, floor, pulls_of_one_box(grid, floor, goals))
    return Maze.of(grid.places(floor), grid.places(goals)) if _fits(grid, floor) else None


def _fits(grid: Grid, floor: int) -> bool:
    """Tell whether floor touches the border on all four sides, so that the maze is as large as was asked for."""
    width, height = grid.width - 2, grid.height - 2
    sides = ((1, 1, 1, width), (height, 1, 1, width), (1, 1, height, 1), (1, width, height, 1))
    return all(floor & grid.rectangle(*side) for side in sides)
