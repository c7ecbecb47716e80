"""Which states of a search enter a race: hard ones that are spread over the space, with most things away from goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.search.result import SearchResult
from beta_plan.search.select import Candidates
from beta_plan.spaces.protocol import GoalSpace

DRAWN = 4
"""So many times as many states are drawn as enter."""

SCORED = 2
"""So many times as many are left of them where there is a score."""

LEAST_AWAY = 0.5
"""A state enters only if it has so large a part of what others have away from its goals: what is there is done."""


Score = Callable[[Ints], Ints]
"""Gives states, a row each, rows of numbers that compare as tuples do: the larger, the harder."""


def contenders(
    found: SearchResult, candidates: Candidates, space: GoalSpace, count: int, *, seed: int, score: Score | None = None
) -> list[int]:
    """Return the numbers of states, the hardest first, then each as far from those before it as others may be.

    With a ``score`` the better half has the choice, and who is far from the others stands in the order of the score.
    """
    numbers = candidates.drawn(DRAWN * count, seed=seed)
    rows = found.states(np.array(numbers, dtype=np.int64))
    away = num_away(space, rows)
    enough = np.flatnonzero(away >= LEAST_AWAY * away.max(initial=0))
    if score is not None:
        enough = enough[np.lexsort(-score(rows[enough]).T[::-1])][: SCORED * count]
    chosen = far_apart(space.facts_of(rows[enough]), count, num_facts=space.num_facts)
    return [numbers[enough[place]] for place in (chosen if score is None else sorted(chosen))]


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
