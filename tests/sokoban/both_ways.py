"""Small mazes in both spaces: as a maze, and through PDDL as a SAS+ task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import networkx as nx
import numpy as np

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import FrontEnd, load_text
from beta_plan.sas.task import State
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Status
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import WALL, Maze
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.sokoban.to_pddl import box_names, level_to_pddl, square_names
from beta_plan.spaces.sas import SasSpace
from tests.sokoban import oracles
from tests.sokoban.levels import level, pull_back

NUM_DRAWN = 24

BY_HAND = {
    "corridor": "########\n#@ $  .#\n########\n",
    "pillar": "######\n#@   #\n# #$ #\n#  . #\n######\n",
    "beginning": "########\n#@    .#\n# $# # #\n#   #  #\n# $#  ##\n# .    #\n########\n",  # no push enters (2, 6)
    "two rooms": "#######\n#@ #  #\n# $ $ #\n# .#. #\n#######\n",
    "three": "#######\n#@ $. #\n# $ $.#\n#   .##\n#####\n",
    "door": "########\n#@ #   #\n# $$  .#\n#  # . #\n########\n",
}  # fmt: skip


def boxes_come_back(maze: Maze) -> bool:
    """Tell whether from wherever boxes may be one alone could be pushed in a circle, or to and fro.

    If not, SAS+ takes boxes for something that is used up.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(range(maze.num_squares))
    for square, around in enumerate(maze.neighbours):
        for direction, there in enumerate(around):
            if there != WALL and around[(direction + 2) % 4] != WALL:
                graph.add_edge(square, there)
    regions = [graph.subgraph(squares) for squares in nx.weakly_connected_components(graph)]
    return not any(nx.is_directed_acyclic_graph(region) for region in regions if set(maze.goals) & set(region))


def drawn(seed: int) -> Level:
    """Return a random level of one to three boxes, none on a goal; larger mazes where there are fewer boxes."""
    rng = Random(seed)
    rows, columns = ((3, 5), (4, 6)) if seed % 3 < 2 else ((3, 4), (4, 5))
    while True:
        maze = oracles.random_maze(rng, rows=rows, columns=columns, boxes=1 + seed % 3)
        if maze.num_boxes != 1 + seed % 3 or not boxes_come_back(maze):
            continue
        for pulls in range(4, 16):
            found, _ = pull_back(Level.of(maze), rng.randrange(1000), pulls)
            if not set(found.boxes) & set(maze.goals):
                return found


def mazes() -> Iterator[tuple[str, Level]]:
    """Yield all levels with their names."""
    yield from ((name, level(text)) for name, text in BY_HAND.items())
    yield from ((f"drawn-{seed}", drawn(seed)) for seed in range(NUM_DRAWN))


@dataclass(frozen=True)
class BothWays:
    """A level in both spaces, with all solvable states of each."""

    level: Level

    @property
    def maze(self) -> Maze:
        return self.level.maze

    @cached_property
    def front_end(self) -> FrontEnd:
        return load_text(*level_to_pddl(self.level))

    @cached_property
    def sas(self) -> SasSpace:
        return SasSpace(self.front_end)

    @cached_property
    def sokoban(self) -> SokobanSpace:
        return SokobanSpace(self.maze)

    @cached_property
    def sas_states(self) -> np.ndarray:
        return all_states(self.sas)

    @cached_property
    def distance(self) -> dict[State, int]:
        """The fewest pushes of each solvable state, by breadth-first search in the maze."""
        found = exhausted(self.sokoban)
        distance: list[int] = []
        for parent in found.parent.tolist():
            distance.append(0 if parent < 0 else distance[parent] + 1)
        rows = found.states(np.arange(found.num_states)).tolist()
        return {tuple(row): pushes for row, pushes in zip(rows, distance, strict=True)}

    @cached_property
    def _places(self) -> list[tuple[int, np.ndarray]]:
        """For each box and then the man: the variable that says where he is, and the square of each value."""
        square = {name: number for number, name in enumerate(square_names(self.maze))}
        found = []
        for thing in [*box_names(self.level.boxes), "man"]:
            for number, variable in enumerate(self.sas.task.variables):
                texts = [self.sas.task.atoms[atom] if atom >= 0 else "" for atom in variable.atoms]
                if all(text.startswith(f"(at {thing} ") for text in texts):
                    found.append((number, np.array([square[text[:-1].split()[2]] for text in texts])))
        assert len(found) == self.maze.num_boxes + 1
        return found

    @cached_property
    def located(self) -> np.ndarray:
        """For each SAS+ state the squares of the boxes, in the order of their names, and of the man."""
        columns = [squares[self.sas_states[:, variable]] for variable, squares in self._places]
        return np.stack(columns, axis=1)

    def state_of(self, located: Sequence[int]) -> State:
        """Return what a state is in the maze."""
        *boxes, man = located
        return (*sorted(boxes), min(self.maze.zone(man, boxes)))

    def sas_state(self, boxes: Sequence[int], man: int) -> State:
        """Return the SAS+ state with boxes, by name, and man on these squares, solvable or not."""
        text = level_to_pddl(self.level.with_state(boxes, man))[1].partition("(:init")[2]
        atoms = self.sas.task.atoms
        state = self.sas.task.encode([number for number in range(len(atoms)) if atoms[number] in text])
        assert state is not None
        return state


def exhausted(space: SasSpace | SokobanSpace) -> SearchResult:
    goals, known = space.goal_states(limit=10**6, seed=0)
    assert known.complete
    found = search_backward(space, Evaluators.blind(), BREADTH_FIRST, Budget(), goals=goals)
    assert found.status is Status.EXHAUSTED
    return found


def all_states(space: SasSpace | SokobanSpace) -> np.ndarray:
    """Return all solvable states, a row each."""
    found = exhausted(space)
    return found.states(np.arange(found.num_states))
