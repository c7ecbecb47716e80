"""What a search leaves for plots: how its best value grew, and a sample of the states that it met.

Both are read off the numbers that states have in generation order, so they are the same wherever the search is run.
"""

from __future__ import annotations

import random

import numpy as np

from beta_plan.evaluators.ordering import Ordering
from beta_plan.search.select import Found

MAX_POINTS = 200
SAMPLE_SIZE = 500
_CHUNK = 1 << 20


def record(found: Found, objective: Ordering, *, seed: int) -> dict[str, dict[str, list[int]]]:
    """Return two tables, each as columns of numbers, one for each term of the objective.

    ``history`` has a row for each state that was better than all before it, with the number of ``states`` met up to
    then; of more than MAX_POINTS rows some between the first and the last are left out. One more row has the number
    of all states, and the best values again. ``pool`` has the values of
    at most SAMPLE_SIZE states, drawn from all. Without an objective there is neither.
    """
    if not objective.terms or not found.num_states:
        return {}
    best = _thinned(_improvements(found))
    drawn = random.Random(seed).sample(range(found.num_states), min(SAMPLE_SIZE, found.num_states))
    states = [*(number + 1 for number in best), found.num_states]
    history = {"states": states, **_columns(found, objective, [*best, best[-1]])}
    return {"history": history, "pool": _columns(found, objective, sorted(drawn))}


def _improvements(found: Found) -> list[int]:
    """Return the numbers of the states with a larger value of the objective than every state before them."""
    better: list[int] = []
    best = -1
    for begin in range(0, found.num_states, _CHUNK):
        levels = found.level_of(begin, min(begin + _CHUNK, found.num_states))
        before = np.maximum.accumulate(np.concatenate(([best], levels[:-1])))
        better += (begin + np.flatnonzero(levels > before)).tolist()
        best = max(best, int(levels.max()))
    return better


def _thinned(numbers: list[int]) -> list[int]:
    """Return at most MAX_POINTS of some numbers, in equal steps from the first to the last."""
    if len(numbers) <= MAX_POINTS:
        return numbers
    return [numbers[round(step * (len(numbers) - 1) / (MAX_POINTS - 1))] for step in range(MAX_POINTS)]


def _columns(found: Found, objective: Ordering, numbers: list[int]) -> dict[str, list[int]]:
    """Return the values of some states, a column for each term of the objective."""
    rows = found.levels[[int(found.level_of(number, number + 1)[0]) for number in numbers]]
    return {str(term): rows[:, column].tolist() for column, term in enumerate(objective.terms)}
