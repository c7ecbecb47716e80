"""A solver of Sokoban levels, the referee of their hardness: fewest pushes by A*, or some solution by greedy search.

Greedy search goes in two directions by turns. Backwards, boxes are pulled away from the goals, so the order in which
they fill a room comes by itself; forwards, deadlocks and pattern databases cut most of the space off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np

from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import IllegalTask
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import State
from beta_plan.search.astar import ASTAR, GREEDY, AStar, Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.search.memory import resident
from beta_plan.sokoban import push_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.sokoban.both_ways import Report, search_both_ways
from beta_plan.sokoban.build import BYTE_LIMIT
from beta_plan.sokoban.deadlocks import deadlock_tables
from beta_plan.sokoban.distances import pushes_from, pushes_to
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.matching import matching_tables
from beta_plan.sokoban.maze import DIRECTIONS, Maze
from beta_plan.sokoban.push_tables import PushTables
from beta_plan.sokoban.solution import Push, count, lurd_of_pushes
from beta_plan.sokoban.space import BackwardSokobanSpace, ForwardSokobanSpace, SokobanSpace
from beta_plan.sokoban.tables import maze_tables
from beta_plan.sokoban.xsb import level_text

MODES = ("greedy", "optimal")

KS = (2, 3, 4)
"""Of h^PDBk; the sums also tell deadlocks of so many boxes."""

SETUP_SHARE = 0.25
"""Of the time that is left, the part after which no more pattern databases are built."""

MEMORY_SHARE = 4
"""Pattern databases have at most the fourth part of the memory."""


@dataclass(frozen=True)
class LevelSolution:
    """What was found about a level; ``lurd`` is "" where it is not solved, and was replayed where it is.

    ``seconds`` are those of the whole search, pattern databases included; ``peak_memory`` is that of the process.
    """

    level: Level
    outcome: Outcome
    lurd: str
    expanded: int
    generated: int
    seconds: float
    peak_memory: int

    @classmethod
    def none(cls, level: Level, *, seconds: float) -> LevelSolution:
        """Return that nothing was found out."""
        return cls(level, Outcome.LIMIT, "", 0, 0, seconds, resident())

    @property
    def pushes(self) -> int | None:
        """The length of the solution in pushes; None where there is none."""
        return count(self.lurd).pushes if self.outcome is Outcome.SOLVED else None

    @property
    def solved_level(self) -> Level:
        """The level, with the solution if there is one."""
        return replace(self.level, solution=self.lurd) if self.outcome is Outcome.SOLVED else self.level


def check_level(level: Level) -> None:
    """Raise IllegalTask where a level has no full state, or is too large."""
    level.require_state()
    maze_tables(level.maze)


def prepare(mode: str) -> None:
    """Compile, or load, all kernels that a mode needs, so that no level pays for it."""
    corridor = Maze.of([(0, column) for column in range(4)], [(0, 3)])
    state = SokobanSpace(corridor).state([1], 0)
    if mode == "optimal":
        forward_search(corridor, state, ASTAR, Budget(), 0).go_on(Budget())
    else:
        forward_search(corridor, state, GREEDY, Budget(), 0).go_on(Budget())
        backward_search(corridor, state, GREEDY).go_on(Budget())


def solve_level(
    level: Level, *, mode: str = MODES[0], budget: Budget | None = None, seed: int = 0,
    on_progress: Report | None = None,
) -> LevelSolution:  # fmt: skip
    """Return a solution of a level, with the fewest pushes if ``mode`` is optimal, or that there is none, or neither.

    Raises:
        IllegalTask: the level has no full state, or is too large.
        VerificationFailed: the solution does not replay, which would be our mistake.
    """
    if mode not in MODES:
        raise ValueError(f"{mode!r} is none of {', '.join(MODES)}")
    begin, budget = monotonic(), budget or Budget()
    boxes, man = level.require_state()
    known = judged_at_once(level.maze, boxes, man)
    if known is not None:
        return LevelSolution(level, known, "", 0, 0, monotonic() - begin, resident())
    maze, boxes, man = around_the_man(level.maze, boxes, man)
    state = SokobanSpace(maze).state(boxes, man)
    search = _optimal if mode == "optimal" else _greedy
    found, pushes = search(maze, state, budget, seed, on_progress or (lambda expanded, states: None))
    lurd = lurd_of_pushes(maze, boxes, man, pushes)
    if found.outcome is Outcome.SOLVED:
        replay_level(level_text(replace(level, solution=lurd)))
    return LevelSolution(
        level, found.outcome, lurd, found.num_expanded, found.num_generated, monotonic() - begin, found.peak_memory
    )


def judged_at_once(maze: Maze, boxes: Sequence[int], man: int) -> Outcome | None:
    """Tell whether a state is solved, or is dead for boxes on dead squares or off goals where the man never comes."""
    if set(boxes) == set(maze.goals):
        return Outcome.SOLVED
    inside = maze.zone(man, ())
    is_dead = set(boxes) - set(maze.live) or set(boxes) - inside != set(maze.goals) - inside
    return Outcome.UNSOLVABLE if is_dead else None


def around_the_man(maze: Maze, boxes: Sequence[int], man: int) -> tuple[Maze, tuple[int, ...], int]:
    """Return the piece of a maze in which the man is, and the boxes there, with its own numbers of squares.

    Boxes elsewhere stay for ever; they must be on all goals there.
    """
    inside = maze.zone(man, ())
    if len(inside) == maze.num_squares:
        return maze, tuple(boxes), man
    piece = Maze.of([maze.places[s] for s in inside], [maze.places[s] for s in maze.goals if s in inside])
    here = tuple(sorted(piece.square_at[maze.places[box]] for box in boxes if box in inside))
    return piece, here, piece.square_at[maze.places[man]]


def _optimal(maze: Maze, state: State, budget: Budget, seed: int, report: Report) -> tuple[Solution, list[Push]]:
    """Search forwards for the fewest pushes."""
    search = forward_search(maze, state, ASTAR, budget, seed)
    found = search.go_on(budget, report)
    return found, [divmod(action, len(DIRECTIONS)) for action in found.path]


def _greedy(maze: Maze, state: State, budget: Budget, seed: int, report: Report) -> tuple[Solution, list[Push]]:
    """Search in both directions; pattern databases are built when they are first needed."""
    found, path = search_both_ways(
        lambda: backward_search(maze, state, GREEDY),
        lambda: forward_search(maze, state, GREEDY, budget, seed),
        budget,
        report,
    )
    return found, [divmod(action, len(DIRECTIONS)) for action in path]


def forward_search(maze: Maze, state: State, weights: tuple[int, int], budget: Budget, seed: int) -> AStar:
    """Return a search by pushes, that is to begin; h is the largest of h^PDBk and the classical lower bound."""
    space = ForwardSokobanSpace(maze)
    cost = np.ones(space.num_actions, dtype=np.int64)
    search = AStar(space, push_evaluators(maze, _databases(maze, budget, seed)), cost=cost, weights=weights)
    search.begin([state])
    return search


def _databases(maze: Maze, budget: Budget, seed: int) -> Evaluators:
    """Return h^PDBk for KS, as far as time and memory allow; without any where a maze can have none."""
    now = monotonic()
    share = None if budget.deadline is None else now + SETUP_SHARE * (budget.deadline - now)
    setup = replace(budget, deadline=share)
    limit = BYTE_LIMIT if budget.memory is None else min(BYTE_LIMIT, budget.memory // MEMORY_SHARE)
    evaluators = BoxEvaluators(maze, byte_limit=limit)
    try:
        return evaluators.build(KS, seed=seed, stop=lambda: setup.is_over)
    except IllegalTask:  # some box is too many pushes away
        return evaluators.without()


def push_evaluators(maze: Maze, pdbs: Evaluators) -> Evaluators:
    """Return what guides a search by pushes: deadlocks, h^PDBk, and behind them, in one place more, the bound."""
    bound = matching_tables(pushes_to(maze, maze.goals))
    return Evaluators((*pdbs.ks, maze.num_boxes), PushTables(deadlock_tables(maze), bound, pdbs.tables))


def backward_search(maze: Maze, state: State, weights: tuple[int, int]) -> AStar:
    """Return a search by pulls from all goal states to one state, that is to begin."""
    space = BackwardSokobanSpace(maze, state)
    evaluators = Evaluators((1,), matching_tables(pushes_from(maze, state[:-1])))
    search = AStar(space, evaluators, cost=np.ones(space.num_actions, dtype=np.int64), weights=weights)
    starts, _ = space.goal_states(limit=maze.num_squares, seed=0)
    search.begin(starts.tolist())
    return search
