"""Which states of a search enter a race: hard ones that are spread over the space, with most things away from goals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.search.result import SearchResult
from beta_plan.search.select import Candidates
from beta_plan.spaces.protocol import GoalSpace

DRAWN = 4
"""So many times as many states are drawn as enter."""

LEAST_AWAY = 0.5
"""A state enters only if it has so large a part of what others have away from its goals: what is there is done."""


def contenders(found: SearchResult, candidates: Candidates, space: GoalSpace, count: int, *, seed: int) -> list[int]:
    """Return the numbers of states, the hardest first, then each as far from those before it as others may be."""
    numbers = candidates.drawn(DRAWN * count, seed=seed)
    rows = found.states(np.array(numbers, dtype=np.int64))
    away = num_away(space, rows)
    enough = np.flatnonzero(away >= LEAST_AWAY * away.max(initial=0))
    chosen = far_apart(space.facts_of(rows[enough]), count, num_facts=space.num_facts)
    return [numbers[enough[place]] for place in chosen]


def num_away(space: GoalSpace, rows: Ints) -> Longs:
    """Return for each state how many of its facts the nearest goal does not accept."""
    facts = space.facts_of(rows)
    away: Longs = np.array([(~goal[facts]).sum(axis=1) for goal in space.goal_facts], dtype=np.int64).min(axis=0)
    return away


def far_apart(facts: Ints, count: int, *, num_facts: int) -> Sequence[int]:
    """Return the places of states: the first, then always the one with most facts that its nearest one lacks."""
    if not len(facts):
        return []
    has = np.zeros((len(facts), num_facts), dtype=np.int32)
    np.put_along_axis(has, facts.astype(np.int64), 1, axis=1)
    chosen = [0]
    nearest = facts.shape[1] - has @ has[0]
    while len(chosen) < min(count, len(facts)):
        nearest[chosen[-1]] = -1
        chosen.append(int(nearest.argmax()))
        nearest = np.where(nearest < 0, -1, np.minimum(nearest, facts.shape[1] - has @ has[chosen[-1]]))
    return chosen
