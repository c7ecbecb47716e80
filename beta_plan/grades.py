"""States of ascending hardness: what each of them costs a forward search, where the objective alone says little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from beta_plan.panel import NOT_JUDGED, Panel
from beta_plan.search.budget import Budget
from beta_plan.search.result import Way
from beta_plan.worlds.world import World

FIRST_ALLOWANCE, GROWTH = 256, 4
"""Expansions that each state may have at first, and by how much there are more in every round."""


def graded(world: World, ways: Sequence[Way], places: Sequence[Fraction], *, seed: int, budget: Budget) -> list[Way]:
    """Return a way for each place, in ascending order of what its state costs; fewer where there are not so many.

    ``ways`` stand in ascending order by some other measure, which counts where there is no time for this one.
    Place 0 is the easiest state, place 1 the hardest, and between them the logarithm of the product of what it
    costs the judges counts. States that are not solved by as many as all may have are the hardest, and so are those for
    which there is no time; those of equal effort stay in order. The way of a state that all judges have solved is the
    cheapest plan that they have found.
    """
    if not ways or budget.is_over:  # as they stand is in ascending order of h
        return [ways[number] for number in nearest([0.0] * len(ways), places)]
    judges = world.judges(seed=seed, stop=lambda: budget.is_over)
    # All have the same allowance, and who resists it is the hardest, whatever it costs beyond.
    equal = replace(world.race_plan, shares=(1.0,) * len(judges), resisting=1.0)
    panel = Panel(judges, equal, ways[0].state, budget)
    waiting, allowance = list(ways), min(FIRST_ALLOWANCE, max(panel.affordable(1 / len(ways), 1), 1))
    caps = (allowance,) * len(judges)
    while waiting and panel.affordable(1.0, allowance) >= len(waiting):
        caps = (allowance,) * len(judges)
        panel.judge_all(waiting, caps)
        waiting = [way for way in waiting if not panel.is_known(way.state)]
        allowance *= GROWTH
    scores = [panel.score(way.state) for way in ways]
    values = [panel.largest(caps) if score == NOT_JUDGED else score for score in scores]
    order = sorted(range(len(ways)), key=values.__getitem__)
    return [_cheapest(ways[order[number]], panel) for number in nearest([values[place] for place in order], places)]


def _cheapest(way: Way, panel: Panel) -> Way:
    plan = panel.plan(way.state)
    return panel.told(way if plan is None else Way(way.state, partial(list, plan)))


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
