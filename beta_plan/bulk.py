"""Sokoban levels in bulk, for learners: many mazes are drawn, and each gives a few hard states far from each other.

Per maze a short backward search is enough: with four boxes, two thousand expansions lead to states that are some
forty pushes from the goal. To draw a maze, build its databases and search takes longer than to write a level, so a maze
gives more than one; but never many, for a learner should not see the same walls again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random

import numpy as np

from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import IllegalTask, Interrupted, NothingFound, OutOfTime
from beta_plan.evaluators.ordering import Ordering
from beta_plan.export.level import LearnersLevel
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.contenders import contenders
from beta_plan.search.result import Way
from beta_plan.search.run import Capacities
from beta_plan.search.select import Candidates
from beta_plan.skeleton.mazes import draw_maze
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.human import HumanMeasure
from beta_plan.sokoban.level import FLOOR, OUTER_WALL, Level
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.solution import steps_of_pushes
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.worlds.sokoban import pushes

ORDER = Ordering.parse("[w(PDB2),2C,PDB2]")

LEVELS_OF_A_MAZE = 4
"""At most; what is left out has its boxes where another level of the maze has them, or almost."""

MAX_EXPANSIONS = 2000
"""Of the search in one maze."""

MOST_IN_VAIN = 200
"""After so many draws in a row that gave no new maze it is thought that there are no more."""

MOST_MAZES = 1 << 32
"""So far apart are the mazes of two seeds."""

CAPACITIES = Capacities(states=1 << 13, novelty_rows=64)
"""Small, for a search that is over in milliseconds."""

UNLIMITED = Budget()


@dataclass(frozen=True)
class BulkRequest:
    """How many levels, how large, with how many boxes; the same seed gives the same levels."""

    count: int
    width: int = 10
    height: int = 10
    num_boxes: int = 4
    seed: int = 0
    max_expansions: int = MAX_EXPANSIONS


def bulk_levels(request: BulkRequest, budget: Budget = UNLIMITED) -> Iterator[LearnersLevel]:
    """Yield certified levels, all different, until there are as many as are asked for, or the budget is over.

    Of the budget, time and ``stop`` count. There may be fewer levels, where mazes are so small that there are no more.
    Raises IllegalTask for sizes that no maze can have, OutOfTime or Interrupted where the budget is over before the
    first level, NothingFound where there is none.
    """
    num_found = 0
    for number, maze in _mazes(request):
        for level in _levels_of(maze, number, request):
            if num_found == request.count:
                return
            if budget.is_over:
                if not num_found:
                    is_stopped = budget.stop is not None and budget.stop()
                    raise (Interrupted if is_stopped else OutOfTime)("ended before the first level was found")
                return
            num_found += 1
            yield level
        if num_found == request.count:
            return
    if not num_found:
        raise NothingFound("no maze of this size has a state with all boxes off the goals")


def _mazes(request: BulkRequest) -> Iterator[tuple[int, Maze]]:
    """Yield different mazes with their numbers, until draws give no new ones."""
    known: set[int] = set()
    in_vain = 0
    for number in count():
        if in_vain == MOST_IN_VAIN:
            return
        in_vain += 1
        try:
            maze = draw_maze(
                width=request.width, height=request.height, num_boxes=request.num_boxes,
                seed=request.seed * MOST_MAZES + number,
            )  # fmt: skip
        except IllegalTask:
            if not number:
                raise
            continue
        if hash(maze) not in known:
            known.add(hash(maze))
            in_vain = 0
            yield number, maze


def _levels_of(maze: Maze, number: int, request: BulkRequest) -> Iterator[LearnersLevel]:
    """Yield levels of one maze, the hardest first; neither a box nor the man begins on a goal."""
    space = SokobanSpace(maze)
    evaluators = BoxEvaluators(maze).build(ORDER.ks, seed=request.seed)
    budget = Budget(max_expansions=request.max_expansions)
    found = search_backward(space, evaluators, ORDER, budget, capacities=CAPACITIES)
    off_goals = np.ones(space.num_facts, dtype=bool)
    off_goals[list(maze.goals)] = False
    board, measure, dice = _board(maze), HumanMeasure(maze), Random(f"men of maze {number}, {request.seed}")
    for state in contenders(found, Candidates(found, space, off_goals), space, LEVELS_OF_A_MAZE, seed=number):
        way = found.way(state)
        *boxes, first = way.state
        men = sorted(maze.zone(first, boxes) - set(maze.goals))
        if men:
            level = replace(board, boxes=tuple(boxes), man=dice.choice(men))
            values = {f"PDB{k}": h for k, h in evaluators.h(way.state).items()}
            yield _certified(level, way, number, values, measure)


def _board(maze: Maze) -> Level:
    """Return a maze in a full rectangle: a wall wherever nobody can come."""
    level = Level.of(maze)
    squares, width = set(level.maze.places), max(map(len, level.drawing))
    drawing = (
        "".join(FLOOR if (row, column) in squares else OUTER_WALL for column in range(width))
        for row in range(len(level.drawing))
    )
    return replace(level, drawing=tuple(drawing))


def _certified(level: Level, way: Way, number: int, values: dict[str, int], measure: HumanMeasure) -> LearnersLevel:
    """Return a level whose solution was replayed over its rows."""
    assert level.man is not None
    steps = list(steps_of_pushes(level.maze, level.boxes, level.man, pushes(way)))
    rows, lurd = tuple(level.rows()), "".join(step.letter for step in steps)
    replay_level("\n".join(rows), solution=lurd)
    human = measure(level.boxes, level.man, steps)
    numbers = {
        "pushes": human.pushes,
        "moves": len(lurd),
        **values,
        "box_changes": human.box_changes,
        "counterintuitive": human.counterintuitive,
        "cut": human.cut,
    }
    return LearnersLevel(rows, lurd, number, numbers)
