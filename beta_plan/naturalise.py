"""From hard states to natural ones, where the search itself has met none.

The search passes through all legal states, and where much is used up on the way to the goal (doors are open, tiles are
painted) those that an author would have written are rare and far from it. Whatever lies further back is at least as
solvable, so we go on from the hardest states, most natural states first, until some are natural altogether. From a hard
state there may be no way back to a natural one; so we also start from goal states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np

from beta_plan.evaluators.naturalness import MOST_NATURAL_FIRST, naturalness
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.task import State
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.natural import Mask
from beta_plan.search.result import SearchResult
from beta_plan.search.select import Candidates
from beta_plan.spaces.sas import SasSpace

NUM_STARTS = 1000
"""So many of the hardest states, and of the goal states, are gone on from."""

NUM_CANDIDATES = 500
"""Of the natural states that are met, so many are compared by the objective."""


@dataclass(frozen=True)
class Natural:
    """A natural state and the actions from it to a goal state."""

    state: State
    path: list[int]


def naturalise(
    space: SasSpace, found: SearchResult, evaluators: Evaluators, allowed: Mask, budget: Budget,
    canonical: Callable[[State], Hashable],
) -> list[Natural]:  # fmt: skip
    """Return natural states further back than the hardest states found, hardest first; none if none is met."""
    everything = np.ones(len(allowed), dtype=bool)
    hardest = Candidates(found, space.task, everything).hardest(NUM_STARTS)
    number_of = {found.state(number): number for number in [*found.goals(NUM_STARTS), *hardest]}
    if not number_of:
        return []
    rows = np.array(list(number_of), dtype=np.int32)
    further = search_backward(space, naturalness(space.task, allowed), MOST_NATURAL_FIRST, budget, goals=rows)
    met = Candidates(further, space.task, allowed, canonical).hardest(NUM_CANDIDATES)
    met.sort(key=lambda number: _rank(evaluators, found.objective, further.state(number)))
    return [
        Natural(further.state(n), further.path(n) + found.path(number_of[further.state(further.root(n))])) for n in met
    ]


def spread(natural: list[Natural], count: int) -> list[Natural]:
    """Return so many of some states that stand hardest first, evenly from the easiest to the hardest."""
    last = len(natural) - 1
    places = sorted({last - last * step // max(count - 1, 1) for step in range(count)} if natural else (), reverse=True)
    return [natural[place] for place in places]


def _rank(evaluators: Evaluators, objective: Ordering, state: State) -> tuple[int, ...]:
    """Return what sorts the hardest states first."""
    return tuple(-value for value in evaluators.values(objective, state))
