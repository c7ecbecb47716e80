"""Best-first search forwards in plain Python, for tasks with conditional effects: no forward space can hold them."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import SasTask, State
from beta_plan.search.astar import ASTAR, Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.search.memory import resident
from beta_plan.spaces.protocol import DEAD_END

LOOK_AFTER = 100
"""Expansions after which time and memory are looked at again."""


class ExplicitSearch:
    """A* or greedy search, as the weights of g and h say, by the transitions of a task; states are tuples.

    With ``ASTAR`` weights and an admissible h the solution is a cheapest one: a state is expanded again where a
    cheaper way to it is found.
    """

    def __init__(self, task: SasTask, h: Callable[[State], int], *, weights: tuple[int, int] = ASTAR) -> None:
        self._task, self._h, self._weights = task, h, weights
        self._transitions = Transitions(task)
        self._cost = task.actions.cost.tolist()
        self._goals = [task.goal_values(goal) for goal in task.goals]

    def solve(self, start: State, budget: Budget, /) -> Solution:
        """Return a solution for a state, that there is none, or neither."""
        begin, ticket = perf_counter(), count()
        came: dict[State, tuple[int, State | None, int]] = {start: (0, None, -1)}
        known = {start: self._h(start)}
        waiting = [(self._key(0, known[start]), next(ticket), 0, start)] if known[start] < DEAD_END else []
        num_expanded, num_generated, outcome, path = 0, 0, Outcome.UNSOLVABLE, tuple[int, ...]()
        while waiting:
            _, _, g, state = heappop(waiting)
            if g > came[state][0]:
                continue
            if self._is_goal(state):
                outcome, path = Outcome.SOLVED, _path(came, state)
                break
            if _is_over(budget, num_expanded):
                outcome = Outcome.LIMIT
                break
            num_expanded += 1
            for action, after in self._transitions.successors(state):
                num_generated += 1
                cost = g + self._cost[action]
                if after in came and came[after][0] <= cost:
                    continue
                came[after] = (cost, state, action)
                h = known[after] if after in known else known.setdefault(after, self._h(after))
                if h < DEAD_END:
                    heappush(waiting, (self._key(cost, h), next(ticket), cost, after))
        return Solution(
            outcome=outcome, path=path, cost=sum(self._cost[action] for action in path), num_expanded=num_expanded,
            effort=num_expanded, num_generated=num_generated, num_states=len(came),
            seconds=perf_counter() - begin, peak_memory=resident(),
        )  # fmt: skip

    def _key(self, g: int, h: int) -> tuple[int, int]:
        weight_g, weight_h = self._weights
        return weight_g * g + weight_h * h, h

    def _is_goal(self, state: State) -> bool:
        return any(all(state[variable] in values for variable, values in goal.items()) for goal in self._goals)


def _is_over(budget: Budget, num_expanded: int) -> bool:
    if budget.max_expansions is not None and num_expanded >= budget.max_expansions:
        return True
    if num_expanded == 0 or num_expanded % LOOK_AFTER:
        return False
    return budget.is_over or (budget.memory is not None and resident() > budget.memory)


def _path(came: dict[State, tuple[int, State | None, int]], state: State) -> tuple[int, ...]:
    """Return the actions from the start to a state."""
    actions = []
    _, before, action = came[state]
    while before is not None:
        actions.append(action)
        _, before, action = came[before]
    return tuple(actions[::-1])
