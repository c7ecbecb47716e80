"""Greedy search backwards and forwards by turns, until one of them is there or both meet.

States are packed alike in both directions. What the search backwards knows is solvable, what the other one knows can
be reached; so a state that both know is on a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from beta_plan.search.astar import AStar, Outcome, Solution
from beta_plan.search.budget import Budget

TURNS = 20_000, 4_000
"""Expansions backwards, and forwards, before it is the other one's turn; forwards they take five times as long."""

Report = Callable[[int, int], None]
"""Is told the numbers of expansions and of states, a few times a second."""


@dataclass
class _Side:
    """One direction: its search, what it has found last, and how many of its states were looked up in the other."""

    search: AStar
    found: Solution | None = None
    num_compared: int = field(default=0)

    @property
    def num_expanded(self) -> int:
        return 0 if self.found is None else self.found.num_expanded

    @property
    def num_states(self) -> int:
        return 0 if self.found is None else self.found.num_states

    def go_on(self, budget: Budget, turn: int, report: Report, others: Sequence[_Side]) -> Solution:
        """Search on, for so many expansions."""
        expanded, states = (sum(getattr(side, what) for side in others) for what in ("num_expanded", "num_states"))
        self.found = self.search.go_on(
            replace(budget, max_expansions=self.num_expanded + turn), lambda e, s: report(e + expanded, s + states)
        )
        return self.found

    def meet(self, other: _Side) -> tuple[list[int], list[int]] | None:
        """Return the ways of both sides to a state at which they meet."""
        numbers = self.search.meet(other.search, self.num_compared)
        self.num_compared = self.num_states
        return numbers and (self.search.path_to(numbers[0]), other.search.path_to(numbers[1]))


def search_both_ways(
    backward: Callable[[], AStar], forward: Callable[[], AStar], budget: Budget, report: Report
) -> tuple[Solution, list[int]]:
    """Return what was found, with the effort of both sides, and the actions of the solution, forwards.

    A search is made when its first turn comes.
    """
    makers, sides, path, spent = (backward, forward), list[_Side](), None, 0
    for number in count():
        if number < len(makers):
            sides.append(_Side(makers[number]()))
        side, others = sides[number % 2], [other for i, other in enumerate(sides) if i != number % 2]
        turn = TURNS[number % 2]
        if budget.max_expansions is not None:
            turn = min(turn, budget.max_expansions - spent)
        before = side.num_expanded
        found = side.go_on(budget, turn, report, others)
        spent += found.num_expanded - before
        ways = (list(found.path), list[int]()) if found.outcome is Outcome.SOLVED else None
        for other in others if ways is None else ():
            ways = side.meet(other)
        if ways is not None:
            pulls, pushes = ways if number % 2 == 0 else ways[::-1]
            path = [*pushes, *pulls[::-1]]
        is_full = found.num_expanded < before + turn
        if path is not None or is_full or budget.is_over or spent == budget.max_expansions:
            break
    outcome = found.outcome if path is None else Outcome.SOLVED
    return _total(outcome, [each.found for each in sides if each.found is not None]), path or []


def _total(outcome: Outcome, both: Sequence[Solution]) -> Solution:
    """Return the effort of both sides together."""
    return replace(
        both[0],
        outcome=outcome,
        num_expanded=sum(each.num_expanded for each in both),
        effort=sum(each.effort for each in both),
        num_generated=sum(each.num_generated for each in both),
        num_states=sum(each.num_states for each in both),
        peak_memory=max(each.peak_memory for each in both),
    )
