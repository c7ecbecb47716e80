"""A plan for the reference state: the states on its way are legal, and a natural state leads to them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from beta_plan.evaluators.additive_kernels import NEAREST
from beta_plan.evaluators.naturalness import NEAREST_FIRST, goal_nearness
from beta_plan.sas.task import State
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.kernels import NO_PARENT
from beta_plan.search.result import SearchResult
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.sas import SasSpace

NUM_GOALS = 10
"""Of so many goals, where there are alternatives, we look for a plan to the nearest."""


def reference_plan(space: SasSpace, budget: Budget) -> list[tuple[State, list[int]]]:
    """Return the states of a plan for the reference, from the goal state back to it, and the rest of the plan of each.

    Best-first width search forwards, from the reference, with h^add (Lipovetzky and Geffner). There is none where
    the budget is too small, where there is no reference, and where actions have conditional effects.
    """
    task = space.task
    if task.init is None or len(task.actions.conditional.action):
        return []
    init = np.array([task.init], dtype=np.int32)
    near = max((goal_nearness(task, goal) for goal in task.goals[:NUM_GOALS]), key=lambda each: int(each.of(init)[0]))
    reached = False

    def look(progress: Progress) -> None:
        nonlocal reached
        reached = progress.best >= (NEAREST,)

    def stop() -> bool:  # what comes after the first goal state has no influence
        return reached or (budget.stop is not None and budget.stop())

    ends_early = replace(budget, stop=stop)
    found = search_backward(ForwardSpace(space), near, NEAREST_FIRST, ends_early, goals=init, on_progress=look)
    goals = np.flatnonzero(found.values_of(NEAREST_FIRST.objective)[:, 0] == NEAREST)
    return _back_to_reference(found, int(goals[0])) if len(goals) else []


def _back_to_reference(found: SearchResult, number: int) -> list[tuple[State, list[int]]]:
    """Return the states from a goal state back to the reference, and the actions from each to the goal state."""
    last_first = found.path(number)
    states: list[tuple[State, list[int]]] = []
    while number != NO_PARENT:
        states.append((found.state(number), last_first[: len(states)][::-1]))
        number = int(found.parent[number])
    return states
