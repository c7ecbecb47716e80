"""States of ascending hardness: what each of them costs a forward search, where the objective alone says little."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import log

from beta_plan.race import DECIDING, UNSOLVED, Judge
from beta_plan.search.budget import Budget
from beta_plan.search.result import Way
from beta_plan.worlds.world import World

FIRST_ALLOWANCE, GROWTH = 256, 4
"""Expansions that each state may have at first, and by how much there are more in every round."""


def graded(world: World, ways: Sequence[Way], places: Sequence[Fraction], *, seed: int, budget: Budget) -> list[Way]:
    """Return a way for each place, in ascending order of what its state costs; fewer where there are not so many.

    Place 0 is the easiest state, place 1 the hardest, and between them the logarithm of the expansions counts. States
    that are not solved by as many expansions as all may have are the hardest, and so are those for which there is no
    time; those of equal effort stay in order.
    The way of a state that is solved is the cheapest plan, which the judge has found.
    """
    if not ways or budget.is_over:
        return list(ways[: len(places)])
    judge = Judge(world, DECIDING, ways[0].state, seed=seed, budget=budget)
    judge.allot(budget, 1.0)
    waiting, allowance = list(ways), min(FIRST_ALLOWANCE, max(judge.left // len(ways), 1))
    while waiting and judge.left >= allowance * len(waiting):
        judge.allow(allowance)
        judge.judge_all(waiting)
        waiting = [way for way in waiting if judge.is_unsolved(way.state)]
        allowance *= GROWTH
    ranked = sorted(ways, key=lambda way: judge.efforts.get(way.state, UNSOLVED))
    efforts = [judge.efforts.get(way.state, UNSOLVED) for way in ranked]
    values = [log(allowance if unsolved else expansions + 1) for unsolved, expansions in efforts]
    return [_cheapest(ranked[number], judge) for number in nearest(values, places)]


def _cheapest(way: Way, judge: Judge) -> Way:
    plan = judge.plans.get(way.state)
    return way if plan is None else Way(way.state, partial(list, plan))


def nearest(ascending: Sequence[float], places: Sequence[Fraction]) -> list[int]:
    """Return the numbers of the values that are nearest to some places between the first and the last, none twice.

    >>> nearest([0.0, 1.0, 1.0, 9.0, 10.0], [Fraction(0), Fraction(1, 2), Fraction(1)])
    [0, 2, 4]
    """
    low, high = (ascending[0], ascending[-1]) if ascending else (0.0, 0.0)
    free = list(range(len(ascending)))
    taken = []
    for place in sorted(places, key=lambda place: (place not in (0, 1), -place)):
        if free:
            wanted, rank = low + (high - low) * float(place), float(place) * (len(ascending) - 1)
            best = min(free, key=lambda number: (abs(ascending[number] - wanted), abs(number - rank)))
            free.remove(best)
            taken.append(best)
    return sorted(taken)
