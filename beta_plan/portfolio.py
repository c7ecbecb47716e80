"""The backward searches of a run: the members of a portfolio, one after the other, and what is kept of each.

A search holds millions of states. Of each only some ways to the goal are kept before the next one begins, so that every
member may use all the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any, Protocol

import numpy as np

from beta_plan.config import GeneratorConfig
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.found import Found
from beta_plan.limits import Limits
from beta_plan.past import Past
from beta_plan.sas.rows import Ints
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.beam import search_beam
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.contenders import Score, contenders
from beta_plan.search.history import record
from beta_plan.search.portfolio import Member, Portfolio
from beta_plan.search.result import SearchResult, Status, Way
from beta_plan.search.saved_ways import restored_ways, saved_ways
from beta_plan.search.select import Candidates, spread
from beta_plan.search.snapshot import Arrays, Keeper, below, prefixed
from beta_plan.splits import evenly
from beta_plan.worlds.world import World

NUM_CONTENDERS = 192
"""So many states enter a race, if there are as many."""

OVERSAMPLING = 2
"""For each instance of a series so many states are judged that are spread by the objective, and as many hard ones."""

SPARE = 4
"""So many more of the hardest states are kept, for those that cannot be written."""

OnProgress = Callable[[Progress], None]
Kept = tuple[list[Way], list[Way]]
"""Of a search: the ways of states for the race, and of those that the objective selects."""


class Archive(Protocol):
    """Keeps what the searches of a run have done, as ``beta_plan.archive`` does with the whole run."""

    @property
    def resumed(self) -> tuple[Mapping[str, Any], Arrays] | None:
        """What was kept of the searches to go on with."""

    def is_due(self, *, small: bool = False) -> bool:
        """Tell whether it is time to keep the searches again; if there is little to keep, sooner."""

    def save(self, about: Mapping[str, Any], arrays: Arrays, so_far: Callable[[], Found]) -> None:
        """Keep the searches, and what they have found so far."""


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

    @property
    def num_variables(self) -> int:
        """The length of a state."""
        return self._world.space.num_variables

    def prepare(self) -> None:
        """Compile, or load, the kernels of all members."""
        for member in self._portfolio.members:
            self.search(member, self._goals[:1], Budget(max_expansions=0), None)
            if self._for_race and (score := self._score(member.ordering.objective)):
                score(self._goals[:1])

    def run(self, limits: Limits, on_progress: OnProgress | None, archive: Archive | None = None) -> Found:
        """Let every member search with an equal share of what is left; who exhausts the space leaves nothing to do."""
        members = self._portfolio.members
        part = self._world.race_plan.part if self._for_race else 0.0
        whole = limits.budget(all_are_natural=bool(self._world.allowed.all()), race=part)
        done = _Done(self, Past(self._world, limits.is_over, any_state=self._config.any_state), archive)
        while done.count < len(members):
            number, member = done.count, members[done.count]
            keeper = None if archive is None else _MemberKeeper(done, archive)
            result = self.search(member, self._goals, whole.portion(number, len(members)), on_progress, keeper)
            done.add(result, self._kept(result, member.ordering.objective, len(members), done.total.past))
            if number == 0:
                done.total.recorded = record(result, member.ordering.objective, seed=self._config.seed)
            if result.status in (Status.EXHAUSTED, Status.INTERRUPTED):
                done.count = len(members)
            is_choosy = self._config.any_state or not self._world.allowed.all()
            if done.count == len(members) and is_choosy and not done.has_ways:
                done.kept.append(([], self._further_back(result, limits, done.total.past)))
                done.total.went_on = True
            if limits.is_stopped():  # what was kept may be less than it would have been: nothing to go on with
                archive = None
            if archive is not None and archive.is_due(small=True):
                archive.save(*done.saved(), done.found)
            del result
        return done.found()

    def found(self, total: Found, kept: Sequence[Kept]) -> Found:
        """Return what all searches have left."""
        turns = zip_longest(*(one for one, _ in kept))
        contenders = [
            replace(way, source=number) for turn in turns for number, way in enumerate(turn) if way is not None
        ]
        hardest = self._ordered([way for _, ways in kept for way in ways], len(kept))
        return replace(total, contenders=contenders, hardest=hardest)

    def search(
        self, member: Member, goals: Ints, budget: Budget, on_progress: OnProgress | None, keeper: Keeper | None = None
    ) -> SearchResult:
        """Return what one member finds."""
        config, space, objective = self._config, self._world.space, member.ordering.objective
        if config.search == "rw":
            return random_walk(
                space, self._evaluators, objective, budget, seed=config.seed, goals=goals, on_progress=on_progress,
                keeper=keeper,
            )  # fmt: skip
        if member.beam:
            return search_beam(
                space, self._evaluators, objective, budget, seed=config.seed, goals=goals, on_progress=on_progress,
                keeper=keeper,
            )  # fmt: skip
        return search_backward(
            space, self._evaluators, BREADTH_FIRST if config.search == "bfs" else member.ordering, budget,
            goals=goals, objective=objective, novelty_cap=config.novelty_cap, on_progress=on_progress, keeper=keeper,
        )  # fmt: skip

    def hardest(self, result: SearchResult) -> list[Way]:
        """Return the ways of states that the objective selects now; whoever asks later is not told otherwise by it."""
        config, world = self._config, self._world
        suits = Past(world, lambda: False)
        candidates = Candidates(result, world.space, world.allowed, world.canonical, suits=suits)
        return result.ways(candidates.hardest(config.count) if config.places is None else candidates.at(config.places))

    def _kept(self, result: SearchResult, objective: Ordering, num_members: int, past: Past) -> Kept:
        """Return the ways of states for the race, and of those that the objective selects."""
        config, world = self._config, self._world
        candidates = Candidates(result, world.space, world.allowed, world.canonical, suits=past)
        is_final = config.places is None and not self._for_race and not config.needs_candidates
        spare = SPARE if is_final and num_members == 1 and not config.any_state and not world.needs_past else 0
        hardest = candidates.hardest(config.count + spare) if config.places is None else candidates.at(config.places)
        if not hardest or is_final:
            return [], result.ways(hardest)
        if config.places is not None:
            return result.ways(self._pool(candidates)), result.ways(hardest)
        share = -(-max(NUM_CONTENDERS, config.count) // num_members)
        entering = contenders(result, candidates, world.space, share, seed=config.seed, score=self._score(objective))
        return result.ways(entering), result.ways(hardest)

    def _score(self, objective: Ordering) -> Score | None:
        """Return the objective on other collections: what a search has found on its own is hard for these by chance."""
        scorers = self._world.scorers(objective.ks, seed=self._config.seed)
        if not scorers or not objective.terms:
            return None
        return lambda rows: np.array(
            [[each.values(objective, row) for row in rows] for each in scorers], dtype=np.int32
        ).sum(axis=0, dtype=np.int32)

    def _pool(self, candidates: Candidates) -> list[int]:
        """Return states from the easiest to the hardest, and other hard ones, to be judged for a series."""
        if not self._for_race:
            return []
        count = OVERSAMPLING * self._config.total
        return [*candidates.at(evenly(count)), *candidates.drawn(count, seed=self._config.seed)]

    def _further_back(self, result: SearchResult, limits: Limits, past: Past) -> list[Way]:
        met = self._world.naturalise(result, self._evaluators, limits.budget_for_naturalising())
        if self._world.needs_past:
            met = [way for way in met if past(way.state)]
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


class _Done:
    """The members whose search is over, and what is kept of it; an archive may know some from before."""

    def __init__(self, search: PortfolioSearch, past: Past, archive: Archive | None) -> None:
        self._search = search
        self.total, self.kept, self.count = Found(past), list[Kept](), 0
        self.resumed: Arrays | None = None
        if archive is not None and archive.resumed is not None:
            self._restore(*archive.resumed)

    @property
    def has_ways(self) -> bool:
        """Whether there is a state that may become an instance."""
        return any(chain.from_iterable(self.kept))

    def add(self, result: SearchResult, kept: Kept) -> None:
        """Take what the next member has found."""
        self.total.add(result)
        self.kept.append(kept)
        self.count += 1
        self.resumed = None

    def found(self, also: SearchResult | None = None) -> Found:
        """Return what was found; ``also`` by a search that goes on."""
        if also is None:
            return self._search.found(self.total, self.kept)
        total = replace(self.total)
        total.add(also)
        return self._search.found(total, [*self.kept, ([], self._search.hardest(also))])

    def saved(self) -> tuple[dict[str, Any], Arrays]:
        """Return all as JSON and arrays."""
        total = {name: getattr(self.total, name) for name in _PLAIN} | {"status": self.total.status.value}
        arrays: Arrays = {}
        for number, both in enumerate(self.kept):
            for name, ways in zip(_NAMES, both, strict=True):
                arrays |= prefixed(f"{number}/{name}", saved_ways(ways, self._search.num_variables))
        return {"total": total, "past": self.total.past.about(), "count": self.count, "kept": len(self.kept)}, arrays

    def _restore(self, about: Mapping[str, Any], arrays: Arrays) -> None:
        self.total = Found(self.total.past, **{**about["total"], "status": Status(about["total"]["status"])})
        self.total.past.restore(about["past"])
        self.count = about["count"]
        for number in range(about["kept"]):
            contenders, hardest = (restored_ways(below(f"{number}/{name}", arrays)) for name in _NAMES)
            self.kept.append((contenders, hardest))
        self.resumed = below(_SEARCH, arrays) or None


_NAMES = ("contenders", "hardest")
_PLAIN = ("num_expanded", "num_generated", "num_states", "seconds", "peak_memory", "recorded", "went_on")
_SEARCH = "search"


class _MemberKeeper:
    """Keeps snapshots of one member's search together with what the members before it have left."""

    def __init__(self, done: _Done, archive: Archive) -> None:
        self._done, self._archive = done, archive
        self.resumed, self.is_due = done.resumed, archive.is_due

    def keep(self, arrays: Arrays, so_far: Callable[[], SearchResult]) -> None:
        """Keep a snapshot."""
        about, ways = self._done.saved()
        self._archive.save(about, ways | prefixed(_SEARCH, arrays), lambda: self._done.found(so_far()))
