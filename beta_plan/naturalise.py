"""From hard states to natural ones, where the search itself has met none.

The search passes through all legal states, and where much is used up on the way to the goal (doors are open, tiles are
painted) those that an author would have written are rare and far from it. Whatever lies further back is at least as
solvable, so we go on from the hardest states, nearest to natural states first. From a hard state there may be no way
back to a natural one; so we also start from goal states. And these may be such as no natural state leads to, by a law
that nobody has found; so in the end we look for a plan for the reference, which is natural, and start from its states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

import numpy as np

from beta_plan.evaluators.additive_kernels import NEAREST
from beta_plan.evaluators.naturalness import NEAREST_FIRST, Nearness, naturalness
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.reference import reference_plan
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import State
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Way
from beta_plan.search.select import Candidates
from beta_plan.spaces.protocol import Mask
from beta_plan.spaces.sas import SasSpace

EXPANSIONS_FOR_PAST = 5000
"""So many states are expanded to find a natural state that leads to another."""

NUM_STARTS = 1000
"""So many of the hardest states, and of the goal states, are gone on from."""

NUM_HARDEST = 2 * NUM_STARTS
"""Among so many of the hardest states we look for some that are no dead ends."""

NUM_CANDIDATES = 2000
"""So many of the hardest natural states that are met, and so many of the others, are asked whether they are copies."""

SHARE_FROM_FOUND = 0.5
"""Of the time, the part for the way from what was found."""

SHARE_FOR_PLAN = 0.8
"""Of the time that is left then, the part for a plan for the reference; from there the way back is short."""

Ways = Mapping[State, Callable[[], list[int]]]
"""States to go on from, and what finds the actions from each to a goal state."""


@dataclass(frozen=True, eq=False)
class _Met:
    """The natural states of a search, by number, and the ways on from where it began."""

    search: SearchResult
    numbers: Longs
    ways: Ways

    def path(self, number: int) -> list[int]:
        return self.search.path(number) + self.ways[self.search.state(self.search.root(number))]()


def naturalise(
    space: SasSpace, found: SearchResult, evaluators: Evaluators, allowed: Mask, budget: Budget,
    canonical: Callable[[State], Hashable],
) -> list[Way]:  # fmt: skip
    """Return natural states further back than the states found, hardest first; none if none is met.

    The hardest of those that are met come first without a gap, the others may be a selection. ``budget`` is for each
    of the searches; its time is shared out.
    """
    near = naturalness(space.task, allowed)
    budget = _without_compiling(space, near, budget)
    met = _go_on(space, near, _hard_ways(found, space, near), _part(budget, SHARE_FROM_FOUND))
    if not len(met.numbers):
        plan = reference_plan(space, _part(budget, SHARE_FOR_PLAN))
        met = _go_on(space, near, {state: partial(list, rest) for state, rest in plan}, budget)
    return _hardest(met, evaluators, found.objective, canonical, budget)


def has_past(space: SasSpace, near: Nearness, state: State, stop: Callable[[], bool]) -> bool:
    """Tell whether a natural state is found that leads to ``state``; ``near`` is the nearness to natural states.

    Then it is legal by whatever laws natural states obey, those too that nobody has found: no shaker is empty with
    gin in it. Where none is found nothing is known.
    """
    budget = Budget(max_expansions=EXPANSIONS_FOR_PAST, stop=stop)
    return len(_go_on(space, near, {state: list}, budget).numbers) > 0


def _part(budget: Budget, share: float) -> Budget:
    """Return a budget with a part of the time that is left."""
    if budget.deadline is None:
        return budget
    now = monotonic()
    return replace(budget, deadline=now + share * (budget.deadline - now))


def _without_compiling(space: SasSpace, near: Nearness, budget: Budget) -> Budget:
    """Return the budget as if kernels took no time to be compiled, which happens once, or to be loaded."""
    begin = monotonic()
    _go_on(space, near, {}, Budget(max_expansions=0))
    return budget if budget.deadline is None else replace(budget, deadline=budget.deadline + monotonic() - begin)


def _hard_ways(found: SearchResult, space: SasSpace, near: Nearness) -> Ways:
    """Return some of the goal states, and the hardest of the states found that h^add does not call dead ends."""
    everything = np.ones(space.num_facts, dtype=bool)
    hardest = np.array(Candidates(found, space, everything).hardest(NUM_HARDEST), dtype=np.int64)
    alive = hardest[near.of(found.states(hardest)) > 0]
    numbers = [*found.goals(NUM_STARTS), *alive[:NUM_STARTS].tolist()]
    return {found.state(number): partial(found.path, number) for number in numbers}


def _go_on(space: SasSpace, near: Nearness, ways: Ways, budget: Budget) -> _Met:
    """Search backwards from the beginnings of ``ways``."""
    rows = np.array(list(ways), dtype=np.int32).reshape(len(ways), space.num_variables)
    search = search_backward(space, near, NEAREST_FIRST, budget, goals=rows, novelty_cap=1)
    values = search.values_of(NEAREST_FIRST.objective)[:, 0]
    return _Met(search, np.flatnonzero(values == NEAREST), ways)


def _hardest(
    met: _Met, evaluators: Evaluators, objective: Ordering, canonical: Callable[[State], Hashable], budget: Budget
) -> list[Way]:
    """Return natural states, hardest first, of copies the first one; as many as there is time for, but one."""
    numbers = met.numbers[_by_hardness(met.search.states(met.numbers), evaluators, objective)]
    others = numbers[NUM_CANDIDATES:]
    chosen = [*numbers[:NUM_CANDIDATES].tolist(), *others[:: len(others) // NUM_CANDIDATES + 1].tolist()]
    first: dict[Hashable, Way] = {}
    for number in chosen:
        if first and budget.is_over:
            break
        state = met.search.state(number)
        first.setdefault(canonical(state), Way(state, partial(met.path, number)))
    return list(first.values())


def _by_hardness(rows: Ints, evaluators: Evaluators, objective: Ordering) -> Longs:
    """Return the places of states from the hardest on, ties as they stand; the last one first without an objective."""
    if not objective.terms:
        return np.arange(len(rows))[::-1]
    return np.lexsort(-evaluators.values_of(objective, rows).T[::-1])
