"""Backward search from the goal states: best-first in a given ordering, breadth-first, or at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from beta_plan.evaluators.ordering import Ordering
from beta_plan.sas.rows import Ints
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.kernels import search, walk
from beta_plan.search.result import SearchResult
from beta_plan.search.run import Capacities, Request, Run
from beta_plan.search.snapshot import Keeper
from beta_plan.spaces.protocol import StateSpace, Tables

BREADTH_FIRST = Ordering(())
"""No terms: states are expanded in the order in which they are generated."""

MAX_GOAL_STATES = 10_000
WALK_LENGTH = 1000
DEFAULT_CAPACITIES = Capacities()


class Evaluators(Protocol):
    """What gives h^PDBk of a state, for every k in ``ks`` (ascending)."""

    @property
    def tables(self) -> Tables:
        """The arrays that the ``evaluate`` kernel works on."""

    @property
    def ks(self) -> tuple[int, ...]:
        """The k of each value."""


def search_backward(
    space: StateSpace,
    evaluators: Evaluators,
    ordering: Ordering,
    budget: Budget,
    *,
    goals: Ints | None = None,
    objective: Ordering | None = None,
    novelty_cap: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    capacities: Capacities = DEFAULT_CAPACITIES,
    keeper: Keeper | None = None,
) -> SearchResult:
    """Return what greedy best-first search from the goal states generates (paper, section 4).

    All goal states are put into open and closed. The state of open with the largest ``ordering`` is expanded, ties
    first-in first-out, and each predecessor that is not in closed is put into both.

    Args:
        space: where to search.
        evaluators: must have every k that the ordering and the objective need.
        ordering: ``[]`` searches breadth-first.
        budget: limits; with the same ``max_expansions`` the result is the same in every run.
        goals: goal states as rows; by default those of the space, at most MAX_GOAL_STATES.
        objective: what is to be known of each state besides; by default the ordering without novelty.
        novelty_cap: sets of at most so many facts are told apart by w, 1 or 2.
        on_progress: called after each slice, a few times a second.
        capacities: for how much there is room at first; has no influence on the result.
        keeper: is given snapshots, and may have one with which to go on: then the goals are in it.
    """
    objective = ordering.objective if objective is None else objective
    extra = tuple(term for term in objective.terms if term not in ordering.terms)
    request = Request(ordering.terms + extra, len(ordering.terms), objective, novelty_cap, queue=True)
    run = _run(space, evaluators, goals, request, budget, capacities, keeper)
    return run.finish(search, on_progress)


def random_walk(
    space: StateSpace,
    evaluators: Evaluators,
    objective: Ordering,
    budget: Budget,
    *,
    seed: int,
    walk_length: int = WALK_LENGTH,
    goals: Ints | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    capacities: Capacities = DEFAULT_CAPACITIES,
    keeper: Keeper | None = None,
) -> SearchResult:
    """Return what random walks backwards from random goal states meet.

    A walk ends after ``walk_length`` steps, or where a state has no predecessor, and the next one begins. Only the
    budget ends the search. A state's parent is the one from which it was first met. Other arguments are those of
    ``search_backward``.
    """
    if budget.max_expansions is None and budget.deadline is None and budget.stop is None:
        raise ValueError("a random walk needs a limit: max_expansions, deadline or stop")
    if walk_length < 1:
        raise ValueError(f"the length of a walk is {walk_length}, but must be at least 1")
    request = Request(objective.terms, 0, objective, 2, queue=False, walk_length=walk_length, seed=seed)
    return _run(space, evaluators, goals, request, budget, capacities, keeper).finish(walk, on_progress)


def _run(
    space: StateSpace, evaluators: Evaluators, goals: Ints | None, request: Request, budget: Budget,
    capacities: Capacities, keeper: Keeper | None,
) -> Run:  # fmt: skip
    if goals is None:
        goals, _ = space.goal_states(limit=MAX_GOAL_STATES, seed=0)
    goals = np.unique(np.asarray(goals, dtype=np.int32).reshape(len(goals), space.num_variables), axis=0)
    needed = Ordering(request.terms).ks
    missing = [k for k in needed if k not in evaluators.ks]
    if missing:
        raise ValueError(f"no evaluator for k = {missing[0]}, but {Ordering(request.terms)} needs it")
    return Run(space, evaluators.tables, evaluators.ks, goals, request, budget, capacities, keeper)
