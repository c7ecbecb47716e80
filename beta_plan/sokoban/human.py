"""How hard a level is for people, as far as one solution tells (Jarusek and Pelanek).

People do not mind long solutions much. What costs them time is to go to and fro between boxes, to push a box away from
where it belongs, and that nothing can be settled on its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import pairwise

import networkx as nx

from beta_plan.sas.rows import Ints
from beta_plan.sokoban.distances import pushes_to
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.solution import Step


@dataclass(frozen=True)
class HumanDifficulty:
    """The numbers of one solution; those of another solution of the same level may differ.

    Attributes:
        pushes: its length.
        box_changes: how often a push is followed by one of another box.
        counterintuitive: pushes after which the box is farther from its nearest goal, in the maze without other boxes.
        cut: the least number of box changes between two groups, over all divisions of the boxes that move into two;
            0 where only one moves.
        decomposition: the cut as a part of all box changes, from 0 (settled one after the other) to 1.
        unmoved_boxes: boxes that are never pushed.
        boxes_on_goals: boxes that begin on a goal.
        unused_squares: squares on which neither a box nor the man ever is.
    """

    pushes: int
    box_changes: int
    counterintuitive: int
    cut: int
    decomposition: float
    unmoved_boxes: int
    boxes_on_goals: int
    unused_squares: int

    def to_json(self) -> dict[str, int | float]:
        """Return the numbers by their names."""
        return asdict(self)


class HumanMeasure:
    """Measures solutions in one maze."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze

    @cached_property
    def _to_goal(self) -> Ints:
        """Of each square how many pushes it takes from there to the nearest goal."""
        nearest: Ints = pushes_to(self.maze, self.maze.goals).min(axis=1)
        return nearest

    def __call__(self, boxes: Iterable[int], man: int, solution: Iterable[Step]) -> HumanDifficulty:
        """Return the numbers of a solution for these boxes and this man."""
        begin = tuple(boxes)
        box_on = {square: box for box, square in enumerate(begin)}
        used = {man, *begin}
        order: list[int] = []
        counterintuitive = 0
        for step in solution:
            used.add(step.to)
            if step.is_push:
                used.add(step.box_to)
                order.append(box_on.pop(step.to))
                box_on[step.box_to] = order[-1]
                counterintuitive += bool(self._to_goal[step.box_to] > self._to_goal[step.to])
        changes = sum(one != other for one, other in pairwise(order))
        cut = least_cut(order)
        return HumanDifficulty(
            pushes=len(order),
            box_changes=changes,
            counterintuitive=counterintuitive,
            cut=cut,
            decomposition=round(cut / changes, 3) if changes else 0.0,
            unmoved_boxes=len(begin) - len(set(order)),
            boxes_on_goals=len(set(begin) & set(self.maze.goals)),
            unused_squares=self.maze.num_squares - len(used),
        )


def least_cut(order: Sequence[int]) -> int:
    """Return how often pushes of these boxes, in this order, at least change between two groups, however divided.

    It is a global minimum cut of the graph in which the weight of two boxes says how often they follow each other.

    >>> least_cut([0, 1, 0, 2, 3, 3, 2])
    1
    """
    weights = Counter((min(pair), max(pair)) for pair in pairwise(order) if pair[0] != pair[1])
    if not weights:
        return 0
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, count) for (one, other), count in sorted(weights.items()))
    return int(nx.stoer_wagner(graph)[0])
