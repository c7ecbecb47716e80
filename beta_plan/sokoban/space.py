"""The state space of a maze: boxes as a set, the man by the zone that he can walk in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

import numpy as np

from beta_plan.errors import DeadEnd, IllegalTask
from beta_plan.sas.goals import GoalStates
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import State
from beta_plan.sokoban import space_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.sokoban.maze import DIRECTIONS, Maze
from beta_plan.sokoban.tables import MazeTables, man_bits, maze_tables
from beta_plan.spaces import protocol
from beta_plan.spaces.packing import WORD_BITS


class SokobanSpace:
    """The states of a maze with a box for each goal, and their predecessors, behind ``beta_plan.spaces.protocol``.

    A state is the squares of the boxes, ascending, and the first square of the man's zone. Its predecessors are what
    pulls lead to: the man, beside a box, walks one square away from it, and it follows. Action ``4 * square +
    direction`` is the push of the box on a square. Facts are (a box is on) each square, then each first square of
    a zone. Boxes are on live squares always.
    """

    _forward = False

    def __init__(self, maze: Maze) -> None:
        self.maze = maze

    @cached_property
    def tables(self) -> MazeTables:
        """The arrays that kernels work on; some are scratch memory, so one thread at a time uses them."""
        return maze_tables(self.maze, forward=self._forward)

    @property
    def num_variables(self) -> int:
        """The length of a state: the boxes and the man."""
        return self.maze.num_boxes + 1

    @property
    def num_movables(self) -> int:
        """The |V| of the paper: the boxes and the man, too."""
        return self.maze.num_boxes + 1

    @property
    def num_facts(self) -> int:
        """How many facts novelty may meet."""
        return 2 * self.maze.num_squares

    @property
    def num_words(self) -> int:
        """Number of words of a packed state."""
        return -(-(man_bits(self.maze.num_squares) + len(self.maze.live)) // WORD_BITS)

    @property
    def num_actions(self) -> int:
        """Numbers of pushes; most of them are never possible."""
        return len(DIRECTIONS) * self.maze.num_squares

    @cached_property
    def goal_facts(self) -> protocol.Mask:
        """The facts that the goal accepts: boxes on goals, and the man anywhere."""
        marked = np.zeros((1, self.num_facts), dtype=bool)
        marked[0, list(self.maze.goals)] = True
        marked[0, self.maze.num_squares :] = True
        return marked

    def facts_of(self, rows: Ints) -> Ints:
        """Return the facts of states, a row each."""
        facts = rows.copy()
        facts[:, -1] += self.maze.num_squares
        return facts

    def goal_states(self, *, limit: int, seed: int) -> tuple[Ints, GoalStates]:
        """Return S*: all boxes on goals, the man in every zone; at most ``limit`` of them, as sorted rows."""
        found = [(*self.maze.goals, man) for man in self.maze.solved_zones]
        if not found:
            raise IllegalTask("there is a goal on every square, and none for the man", remedy="enlarge the maze")
        complete = len(found) <= limit
        states = tuple(sorted(found if complete else Random(seed).sample(found, limit)))
        known = GoalStates(states, complete=complete, uniform=True, how="completed" if complete else "sampled")
        return np.array(states, dtype=np.int32).reshape(len(states), self.num_variables), known

    def state(self, boxes: Iterable[int], man: int) -> State:
        """Return the state with boxes and a man on these squares.

        Raises IllegalTask where it cannot be one: two boxes on one square, or the man on a box; DeadEnd where a box is
        on a dead square.
        """
        squares = sorted(boxes)
        if len(squares) != self.maze.num_boxes or len(set(squares)) != len(squares):
            raise IllegalTask(f"{len(set(squares))} boxes for {self.maze.num_boxes} goals", remedy="one for each")
        if man in squares or not 0 <= man < self.maze.num_squares:
            raise IllegalTask("the man is on no free square of the maze", remedy="put him on floor near a goal")
        dead = sorted(set(squares) - set(self.maze.live))
        if dead:
            row, column = self.maze.places[dead[0]]
            where = f"row {row + 1}, column {column + 1}"
            raise DeadEnd(f"the box at {where} can never reach a goal", remedy="move it")
        return (*squares, min(self.maze.zone(man, squares)))

    def predecessors(self, state: Sequence[int]) -> list[tuple[int, State]]:
        """Return every (a, s) with s another state and push a leading from s to ``state``."""
        row, room = np.array(state, dtype=np.int32), 4 * self.maze.num_boxes
        states, actions = np.empty((room, len(row)), dtype=np.int32), np.empty(room, dtype=np.int32)
        count = protocol.predecessors(self.tables, row, states, actions)
        return [(int(a), tuple(s.tolist())) for a, s in zip(actions[:count], states[:count], strict=True)]

    def pack(self, state: Sequence[int]) -> protocol.Words:
        """Return a state in few words."""
        words = np.empty(self.num_words, dtype=np.uint64)
        protocol.pack(self.tables, np.array(state, dtype=np.int32), words)
        return words

    def unpack(self, words: protocol.Words) -> State:
        """Return the state that ``pack`` has put into ``words``."""
        row = np.empty(self.num_variables, dtype=np.int32)
        protocol.unpack(self.tables, words, row)
        return tuple(row.tolist())


class ForwardSokobanSpace(SokobanSpace):
    """The other direction: to a search, the successors of a state are its predecessors.

    Pushes to dead squares are left out: no goal state can be reached from there.
    """

    _forward = True


class BackwardSokobanSpace(SokobanSpace):
    """Pulls that should lead to one state: to a search, that is the goal."""

    def __init__(self, maze: Maze, target: State) -> None:
        super().__init__(maze)
        self._target = target

    @cached_property
    def goal_facts(self) -> protocol.Mask:
        """The facts of the state."""
        *boxes, man = self._target
        marked = np.zeros((1, self.num_facts), dtype=bool)
        marked[0, boxes] = True
        marked[0, self.maze.num_squares + man] = True
        return marked
