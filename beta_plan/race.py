"""A run-off among hard states: whichever costs a forward search the most expansions comes first.

h^PDBk saturates: a search leaves thousands of states with the largest value, and what a planner needs for them differs
by orders of magnitude. The effort of A* with pattern databases of one variable ranks states much as the effort of A*
with LM-cut does (rank correlation 0.7 to 0.99 on random states of eight domains), and can be had a hundred times
faster. Databases of two variables need fewer expansions and are not quite as good a judge: they screen the candidates,
and lead a climb from the best of them, backwards, to states near by that cost even more. The others decide.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from time import monotonic

import numpy as np

from beta_plan.sas.task import State
from beta_plan.search.astar import AStar, Outcome
from beta_plan.search.budget import Budget
from beta_plan.search.result import Way
from beta_plan.search.select import are_eligible
from beta_plan.worlds.world import World

NUM_CANDIDATES = 200
"""So many states enter, if there are as many; not all of them may be judged."""

SCREENING, DECIDING = 2, 1
"""The k of the judges' heuristics."""

SCREENING_PART, CLIMBING_PART = 0.3, 0.6
"""Of what is left of the budget at each time, the parts for the first candidates and for climbing from the best."""

SHARE_IN_SCREENING, SHARE_IN_DECIDING = 1 / 16, 1 / 3
"""Of such a part, the share that one state may have at most: who decides looks closely at few."""

FOR_THE_RATE, SECONDS_FOR_THE_RATE = 20_000, 0.5
"""Expansions, and seconds at most, from which the number in a second is told."""

USUAL_RATE = 300_000.0
"""Expansions in a second where a state is solved too soon to tell."""

NUM_ELITE = 8
"""A climb goes on from one of so many states that are the best so far."""

PATIENCE = 100
"""A climb ends after so many neighbours in a row that are not among the best."""

MOST_STEPS = 8
"""A neighbour is at most so many actions away: often two are needed, to pick up and to put down."""

Effort = tuple[bool, int]
"""Whether a state was not solved by all that it may have, and else how many expansions it took.

States that were not solved are equal: how far a search has come when the clock stops it says nothing about them.
"""

NOT_JUDGED: Effort = (False, -1)
UNSOLVED: Effort = (True, 0)

_LIMITLESS = 1 << 62


LARGEST_COST = 100_000
"""A* counts costs in 32 bits, so actions that cost more might be too much for it."""


def can_race(world: World) -> bool:
    """Say whether a run-off is possible: there is a way forwards, and costs are not too large."""
    return world.forward is not None and int(world.costs.max(initial=0)) <= LARGEST_COST


class Judge:
    """A* with one heuristic; all states may use a budget together, one of them at most a share of it.

    That share counts in expansions also where time is limited: at first it is measured how many there are in a second.
    A share of seconds would make a state hard because somebody else used the machine.
    """

    def __init__(self, world: World, k: int, some: State, *, seed: int, budget: Budget) -> None:
        assert world.forward is not None
        evaluators = world.evaluators((k,), seed=seed, stop=lambda: budget.is_over)
        self._search = AStar(world.forward, evaluators, cost=world.costs)
        self._search.solve(some, Budget(max_expansions=1))  # nobody's time: kernels are compiled, or loaded
        self._rate = 0.0 if budget.deadline is None else self._measured(some, budget)
        self._used = 0
        self.efforts: dict[State, Effort] = {}
        self.plans: dict[State, tuple[int, ...]] = {}

    def _measured(self, some: State, budget: Budget) -> float:
        """Return how many expansions there are in a second; of a search that ends at once too few to tell."""
        deadline = monotonic() + SECONDS_FOR_THE_RATE
        found = self._search.solve(some, replace(budget, max_expansions=FOR_THE_RATE, deadline=deadline))
        return found.num_expanded / found.seconds if found.num_expanded >= 100 else USUAL_RATE

    def allot(self, budget: Budget, share: float) -> None:
        """Say what the states that are judged from now on may use."""
        self._used, self._budget = 0, budget
        limits = [] if budget.max_expansions is None else [share * budget.max_expansions]
        if budget.deadline is not None:
            limits.append(share * self._rate * max(budget.deadline - monotonic(), 0))
        self._each = replace(budget, max_expansions=max(int(min(limits)), 1)) if limits else budget

    def allow(self, expansions: int) -> None:
        """Say how many expansions each of the states that are judged from now on may have."""
        self._each = replace(self._budget, max_expansions=expansions)

    @property
    def left(self) -> int:
        """How many expansions there may still be."""
        limits = [_LIMITLESS]
        if self._budget.max_expansions is not None:
            limits.append(self._budget.max_expansions - self._used)
        if self._budget.deadline is not None:
            limits.append(int(self._rate * (self._budget.deadline - monotonic())))
        return max(min(limits), 0)

    @property
    def used(self) -> int:
        """Expansions since the last allotment."""
        return self._used

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left of it."""
        most = self._budget.max_expansions
        return self._budget.is_over or (most is not None and self._used >= most)

    def judge(self, state: State) -> None:
        """Find out what a state costs; of one that is interrupted nothing is known."""
        found = self._search.solve(state, self._each)
        self._used += found.num_expanded
        if found.outcome is Outcome.SOLVED:
            self.plans[state] = found.path
        if found.outcome is not Outcome.LIMIT:
            self.efforts[state] = False, found.num_expanded
        elif not self._budget.is_over:
            self.efforts[state] = UNSOLVED

    def is_unsolved(self, state: State) -> bool:
        """Tell whether a state was not solved by all that it may have."""
        return self.efforts.get(state, NOT_JUDGED)[0]

    def judge_all(self, ways: Iterable[Way]) -> None:
        """Judge one state after the other while something is left."""
        for way in ways:
            if self.is_spent:
                break
            self.judge(way.state)

    def ranked(self, ways: Sequence[Way]) -> list[Way]:
        """Return ways, those that cost most first, as they stand where that is equal; at the end who was not judged."""
        return sorted(ways, key=lambda way: self.efforts.get(way.state, NOT_JUDGED), reverse=True)


def run_off(world: World, ways: Sequence[Way], *, seed: int, budget: Budget) -> list[Way]:
    """Return ways, and some to states near them, those first that cost the deciding judge most; ties as they stand.

    A state that is not solved by as many expansions, or in as many seconds, as it may have comes before all that are.
    Who was not judged, for want of time, comes behind who was.
    """
    found = list(ways)
    if not found or budget.is_over:
        return found
    screening = Judge(world, SCREENING, found[0].state, seed=seed, budget=budget)
    screening.allot(budget.part(SCREENING_PART), SHARE_IN_SCREENING)
    screening.judge_all(found)
    budget = _less(budget, screening.used)
    screening.allot(budget.part(CLIMBING_PART), SHARE_IN_SCREENING)
    found = _climb(world, screening, screening.ranked(found), Random(seed))
    budget = _less(budget, screening.used)
    del screening  # its memory is needed
    if budget.is_over:
        return found
    deciding = Judge(world, DECIDING, found[0].state, seed=seed, budget=budget)
    deciding.allot(budget, SHARE_IN_DECIDING)
    deciding.judge_all(found)
    return deciding.ranked(found)


def _less(budget: Budget, used: int) -> Budget:
    """Return what is left of a budget."""
    most = budget.max_expansions
    return budget if most is None else replace(budget, max_expansions=max(most - used, 0))


def _climb(world: World, judge: Judge, ways: list[Way], draw: Random) -> list[Way]:
    """Judge neighbours of the best states, and of what is better than these; return all, the best first.

    ``back`` are the actions from each state that was met to the one from which the climb has begun, and its way.
    """
    back: dict[State, tuple[list[int], Way]] = {}
    given, seen = {way.state for way in ways}, set[Hashable]()
    in_vain = 0
    while not judge.is_spent and in_vain < PATIENCE:
        start = draw.choice(ways[:NUM_ELITE])
        walk = _walk_back(world, start.state, draw)
        in_vain += 1
        if walk is None or walk[0] in given:
            continue
        if (orbit := world.canonical(walk[0])) not in seen:
            seen.add(orbit)
            actions, base = back.get(start.state, ([], start))
            back[walk[0]] = [*walk[1], *actions], base
            near = Way(walk[0], partial(_joined, *back[walk[0]]))
            judge.judge(near.state)
            ways = judge.ranked([*ways, near])
            if near in ways[:NUM_ELITE]:
                in_vain = 0
    return ways


def _walk_back(world: World, state: State, draw: Random) -> tuple[State, list[int]] | None:
    """Walk backwards at random to the first state that may become an instance; return it and the actions from there.

    None if the walk meets none.
    """
    actions = list[int]()
    for _ in range(MOST_STEPS):
        before = world.space.predecessors(state)
        if not before:
            return None
        action, state = draw.choice(before)
        actions.insert(0, action)
        if are_eligible(world.space, world.allowed, np.array([state], dtype=np.int32))[0]:
            return state, actions
    return None


def _joined(actions: list[int], base: Way) -> list[int]:
    return [*actions, *base.path]
