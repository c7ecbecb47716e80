"""A solver of Sokoban levels, the referee of their hardness: fewest pushes by A*, or some solution by greedy search.

Greedy search goes in two directions by turns. Backwards, boxes are pulled away from the goals, so the order in which
they fill a room comes by itself; forwards, deadlocks and pattern databases cut most of the space off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np

from beta_plan.certify.sokoban import replay_level
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import State
from beta_plan.search.astar import ASTAR, GREEDY, AStar, Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.sokoban import push_kernels  # noqa: F401 - importing the kernels tells the protocol
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

TURN = 20_000
"""Expansions in one direction before it is the other one's turn."""

Report = Callable[[int, int], None]
"""Is told the numbers of expansions and of states, a few times a second."""


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
    if set(boxes) - set(level.maze.live):
        return LevelSolution(level, Outcome.UNSOLVABLE, "", 0, 0, monotonic() - begin, 0)
    state = SokobanSpace(level.maze).state(boxes, man)
    search = _optimal if mode == "optimal" else _greedy
    found, pushes = search(level.maze, state, budget, seed, on_progress or (lambda expanded, states: None))
    lurd = lurd_of_pushes(level.maze, boxes, man, pushes)
    if found.outcome is Outcome.SOLVED:
        replay_level(level_text(replace(level, solution=lurd)))
    return LevelSolution(
        level, found.outcome, lurd, found.num_expanded, found.num_generated, monotonic() - begin, found.peak_memory
    )


def _optimal(maze: Maze, state: State, budget: Budget, seed: int, report: Report) -> tuple[Solution, list[Push]]:
    """Search forwards for the fewest pushes."""
    search = forward_search(maze, state, ASTAR, budget, seed)
    found = search.go_on(budget, report)
    return found, [divmod(action, len(DIRECTIONS)) for action in found.path]


def _greedy(maze: Maze, state: State, budget: Budget, seed: int, report: Report) -> tuple[Solution, list[Push]]:
    """Search backwards and forwards by turns; pattern databases are built when they are first needed."""
    limit = budget.max_expansions
    last: dict[bool, Solution] = {}
    for search, backward in _turns(maze, state, budget, seed):
        expanded = sum(found.num_expanded for found in last.values())
        own = last[backward].num_expanded if backward in last else 0
        turn = TURN if limit is None else min(TURN, limit - expanded)
        found = search.go_on(replace(budget, max_expansions=own + turn), _shifted(report, last.get(not backward)))
        last[backward] = found
        expanded += found.num_expanded - own
        stuck = found.num_expanded < own + turn
        if found.outcome is not Outcome.LIMIT or stuck or budget.is_over or expanded == limit:
            break
    path = found.path[::-1] if backward else found.path
    both = [found, *(other for side, other in last.items() if side != backward)]
    total = replace(
        found,
        num_expanded=sum(each.num_expanded for each in both),
        num_generated=sum(each.num_generated for each in both),
        peak_memory=max(each.peak_memory for each in both),
    )
    return total, [divmod(action, len(DIRECTIONS)) for action in path]


def _turns(maze: Maze, state: State, budget: Budget, seed: int) -> Iterator[tuple[AStar, bool]]:
    """Yield the searches by turns, and whether they go backwards."""
    backward = backward_search(maze, state, GREEDY)
    yield backward, True
    forward = forward_search(maze, state, GREEDY, budget, seed)
    while True:
        yield forward, False
        yield backward, True


def _shifted(report: Report, other: Solution | None) -> Report:
    """Return what reports the numbers of one direction and those that the other one has had."""
    if other is None:
        return report
    return lambda expanded, states: report(expanded + other.num_expanded, states + other.num_states)


def forward_search(maze: Maze, state: State, weights: tuple[int, int], budget: Budget, seed: int) -> AStar:
    """Return a search by pushes, that is to begin; h is the largest of h^PDBk and the classical lower bound."""
    space = ForwardSokobanSpace(maze)
    now = monotonic()
    share = None if budget.deadline is None else now + SETUP_SHARE * (budget.deadline - now)
    setup = replace(budget, deadline=share)
    limit = BYTE_LIMIT if budget.memory is None else min(BYTE_LIMIT, budget.memory // MEMORY_SHARE)
    pdbs = BoxEvaluators(maze, byte_limit=limit).build(KS, seed=seed, stop=lambda: setup.is_over)
    bound = matching_tables(pushes_to(maze, maze.goals))
    # One place more than h^PDBk have, for the bound.
    evaluators = Evaluators((*pdbs.ks, maze.num_boxes), PushTables(deadlock_tables(maze), bound, pdbs.tables))
    search = AStar(space, evaluators, cost=np.ones(space.num_actions, dtype=np.int64), weights=weights)
    search.begin([state])
    return search


def backward_search(maze: Maze, state: State, weights: tuple[int, int]) -> AStar:
    """Return a search by pulls from all goal states to one state, that is to begin."""
    space = BackwardSokobanSpace(maze, state)
    evaluators = Evaluators((1,), matching_tables(pushes_from(maze, state[:-1])))
    search = AStar(space, evaluators, cost=np.ones(space.num_actions, dtype=np.int64), weights=weights)
    starts, _ = space.goal_states(limit=maze.num_squares, seed=0)
    search.begin(starts.tolist())
    return search
