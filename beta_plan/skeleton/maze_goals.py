"""Where designers put goals: packed in one room, in two or more, or here and there."""

from __future__ import annotations

from math import ceil
from random import Random

from beta_plan.skeleton.maze_bits import Grid, each
from beta_plan.skeleton.maze_pulls import Pulls, pulls_of_one_box, unpack

STYLES = (1, 1, 1, 1, 1, 1, 2, 2, 2, 0)
"""How many clusters of goals a maze may have, with the chances of each; 0 stands for goals here and there."""

LARGEST = 8
"""A cluster of more goals becomes several."""

NUM_DRAWS = 4
"""Of so many places for a cluster that one is taken from which boxes can be pulled farthest."""

NUM_TRIED = 2
"""Only so many of them, the best, are tried: not every cluster can be left."""

NUM_ROUNDS = 5
"""So many times places are drawn for each of several clusters, but once if there is one: other walls are cheaper."""

FAR = 5
"""On average, squares to which a box can be pulled are a fifth of width and height away from a cluster, less one."""

SQUARES_FOR_EACH = 3
"""So many squares for each box must be such that a box can be pulled there."""

EXPANSIONS_FOR_EACH = 5
"""The search for a state with all boxes off the goals may expand, for each box, so many times the mean distance."""


def draw_goals(grid: Grid, floor: int, num_goals: int, style: int, random: Random) -> int | None:
    """Return goals that all boxes can leave, cluster by cluster; None where such goals were not found soon.

    The clusters before are walls to the next one, so that each can be left alone; in the end all can, together.
    """
    clusters = min(max(style, -(-num_goals // LARGEST)) if style else 1, num_goals)
    goals = 0
    for number in range(clusters):
        size = num_goals * (number + 1) // clusters - num_goals * number // clusters
        for _ in range(NUM_ROUNDS if clusters > 1 else 1):
            found = _best_of_some(grid, floor & ~goals, floor & ~grid.around(goals), size, style, random)
            if found is not None:
                break
        if found is None:
            return None
        goals |= found
    return goals if clusters == 1 or _can_leave(grid, floor, goals, pulls_of_one_box(grid, floor, goals)) else None


def _can_leave(grid: Grid, floor: int, goals: int, pulls: Pulls) -> bool:
    """Tell whether the boxes have room, and a search soon finds a state with none of them on a goal."""
    count = goals.bit_count()
    if len(pulls.distance) < SQUARES_FOR_EACH * count:
        return False
    return unpack(grid, floor, goals, pulls, max_expanded=ceil(EXPANSIONS_FOR_EACH * count * pulls.mean))


def _best_of_some(grid: Grid, floor: int, free: int, size: int, style: int, random: Random) -> int | None:
    """Return goals that can be left, of some that were drawn those with squares far from them; None if there are none.

    ``free`` is where they may be.
    """
    if free.bit_count() < size:
        return None
    least = ((grid.width + grid.height) / FAR - 1) / (1 if style else 2)
    draws = []
    for _ in range(NUM_DRAWS):
        goals = _cluster(grid, free, size, random) if style else _spread(free, size, random)
        pulls = pulls_of_one_box(grid, floor, goals)
        if pulls.mean >= least:
            draws.append((goals, pulls))
    draws.sort(key=lambda draw: -draw[1].mean)
    return next((goals for goals, pulls in draws[:NUM_TRIED] if _can_leave(grid, floor, goals, pulls)), None)


def _cluster(grid: Grid, free: int, size: int, random: Random) -> int:
    """Return squares close together, and close to walls."""
    cluster = random.choice(list(each(free)))
    while cluster.bit_count() < size:
        closed = cluster | ~free
        edge = grid.beside(cluster) & ~closed or free & ~cluster
        cluster |= max(each(edge), key=lambda square: ((grid.beside(square) & closed).bit_count(), random.random()))
    return cluster


def _spread(free: int, size: int, random: Random) -> int:
    """Return squares anywhere."""
    return sum(random.sample(list(each(free)), size))
