"""The backward searches of a run: the members of a portfolio, one after the other, and what is kept of each.

A search holds millions of states. Of each only some ways to the goal are kept before the next one begins, so that every
member may use all the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain, zip_longest

import numpy as np

from beta_plan.config import GeneratorConfig
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.generation import SearchSummary
from beta_plan.limits import Limits
from beta_plan.past import Past
from beta_plan.sas.rows import Ints
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.beam import search_beam
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.contenders import contenders
from beta_plan.search.history import record
from beta_plan.search.portfolio import Member, Portfolio
from beta_plan.search.result import SearchResult, Status, Way
from beta_plan.search.select import Candidates, spread
from beta_plan.splits import evenly
from beta_plan.worlds.world import World

NUM_CONTENDERS = 192
"""So many states enter a race, if there are as many."""

OVERSAMPLING = 2
"""For each instance of a series so many states are judged that are spread by the objective, and as many hard ones."""

OnProgress = Callable[[Progress], None]


@dataclass
class Found:
    """What searches have left: states for a race, members by turns; and the hardest by the first one's objective.

    ``recorded`` is what the first search leaves for plots. ``went_on`` says that no search has met a natural state, and
    that these lie further back. ``past`` tells which states a natural one leads to; the hardest have been asked.
    """

    past: Past
    contenders: list[Way] = field(default_factory=list)
    hardest: list[Way] = field(default_factory=list)
    status: Status = Status.EXHAUSTED
    num_expanded: int = 0
    num_generated: int = 0
    num_states: int = 0
    seconds: float = 0.0
    peak_memory: int = 0
    recorded: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    went_on: bool = False

    def add(self, result: SearchResult) -> None:
        """Count what a search has done."""
        self.status = result.status
        self.num_expanded += result.num_expanded
        self.num_generated += result.num_generated
        self.num_states += result.num_states
        self.seconds += result.seconds
        self.peak_memory = max(self.peak_memory, result.peak_memory)

    def summary(self, *, goal_states: int, setup_seconds: float) -> SearchSummary:
        """Return the numbers that are reported."""
        return SearchSummary(
            status=self.status.value,
            expanded=self.num_expanded,
            generated=self.num_generated,
            states=self.num_states,
            goal_states=goal_states,
            seconds=self.seconds,
            setup_seconds=setup_seconds,
            peak_memory_bytes=self.peak_memory,
        )


def members_of(config: GeneratorConfig) -> Portfolio:
    """Return the searches that are asked for: baselines, and a series by one objective, need the first one alone."""
    portfolio = Portfolio.parse(config.order)
    if config.search != "best-first" or config.places is not None:
        return Portfolio((Member(portfolio.members[0].ordering),))
    return portfolio


class PortfolioSearch:
    """The searches of one run over one world."""

    def __init__(
        self, config: GeneratorConfig, world: World, evaluators: Evaluators, goals: Ints, *, for_race: bool
    ) -> None:
        self._config, self._world, self._evaluators, self._goals = config, world, evaluators, goals
        self._portfolio, self._for_race = members_of(config), for_race

    def prepare(self) -> None:
        """Compile, or load, the kernels of all members."""
        for member in self._portfolio.members:
            self.search(member, self._goals[:1], Budget(max_expansions=0), None)

    def run(self, limits: Limits, on_progress: OnProgress | None) -> Found:
        """Let every member search with an equal share of what is left; who exhausts the space leaves nothing to do."""
        members, total = self._portfolio.members, Found(Past(self._world, limits.is_over))
        whole = limits.budget(all_are_natural=bool(self._world.allowed.all()), race=self._for_race)
        kept: list[tuple[list[Way], list[Way]]] = []
        for number, member in enumerate(members):
            result = self.search(member, self._goals, whole.portion(number, len(members)), on_progress)
            total.add(result)
            kept.append(self._kept(result, len(members), total.past))
            if number == 0:
                total.recorded = record(result, member.ordering.objective, seed=self._config.seed)
            is_last = number == len(members) - 1 or result.status in (Status.EXHAUSTED, Status.INTERRUPTED)
            is_choosy = self._config.any_state or not self._world.allowed.all()
            if is_last and is_choosy and not any(chain.from_iterable(kept)):
                kept.append(([], self._further_back(result, limits)))
                total.went_on = True
            del result
            if is_last:
                break
        total.contenders = [way for turn in zip_longest(*(one for one, _ in kept)) for way in turn if way is not None]
        total.hardest = self._ordered([way for _, ways in kept for way in ways], len(kept))
        return total

    def search(self, member: Member, goals: Ints, budget: Budget, on_progress: OnProgress | None) -> SearchResult:
        """Return what one member finds."""
        config, space, objective = self._config, self._world.space, member.ordering.objective
        if config.search == "rw":
            return random_walk(
                space, self._evaluators, objective, budget, seed=config.seed, goals=goals, on_progress=on_progress
            )
        if member.beam:
            return search_beam(
                space, self._evaluators, objective, budget, seed=config.seed, goals=goals, on_progress=on_progress
            )
        return search_backward(
            space, self._evaluators, BREADTH_FIRST if config.search == "bfs" else member.ordering, budget,
            goals=goals, objective=objective, novelty_cap=config.novelty_cap, on_progress=on_progress,
        )  # fmt: skip

    def _kept(self, result: SearchResult, num_members: int, past: Past) -> tuple[list[Way], list[Way]]:
        """Return the ways of states for the race, and of those that the objective selects."""
        config, world = self._config, self._world
        candidates = Candidates(result, world.space, world.allowed, world.canonical, suits=past)
        hardest = candidates.hardest(config.count) if config.places is None else candidates.at(config.places)
        if not hardest or (config.places is None and not self._for_race and not config.needs_candidates):
            return [], result.ways(hardest)
        if config.places is not None:
            return result.ways(self._pool(candidates)), result.ways(hardest)
        share = -(-max(NUM_CONTENDERS, config.count) // num_members)
        return result.ways(contenders(result, candidates, world.space, share, seed=config.seed)), result.ways(hardest)

    def _pool(self, candidates: Candidates) -> list[int]:
        """Return states from the easiest to the hardest, and other hard ones, to be judged for a series."""
        if not self._for_race:
            return []
        count = OVERSAMPLING * self._config.total
        return [*candidates.at(evenly(count)), *candidates.drawn(count, seed=self._config.seed)]

    def _further_back(self, result: SearchResult, limits: Limits) -> list[Way]:
        met = self._world.naturalise(result, self._evaluators, limits.budget_for_naturalising())
        if self._config.places is not None:
            return spread(met, self._config.total)
        return met[: max(self._config.count, self._config.candidates)]

    def _ordered(self, ways: list[Way], num_sources: int) -> list[Way]:
        """Return ways of several sources, the hardest by the objective first, ties as they stand."""
        objective = self._portfolio.objective
        if num_sources < 2 or not ways or not objective.terms or self._config.places is not None:
            return ways
        rows = np.array([way.state for way in ways], dtype=np.int32)
        values = self._evaluators.values_of(objective, rows)
        return [ways[place] for place in np.lexsort(-values.T[::-1])]
