"""Beam search backwards from the goal states: of every layer only the best states are gone on from.

Best-first search follows what looks best, and may spend all its time near one state of which most things are at their
goals. A beam takes every step with all its states at once, so it always moves away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from beta_plan.evaluators.ordering import Ordering
from beta_plan.sas.rows import Ints
from beta_plan.search.backward import BREADTH_FIRST, Evaluators, search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.kernels import NO_PARENT
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.run import Capacities
from beta_plan.spaces.protocol import StateSpace, Words

WIDTH = 256
"""So many states of a layer are gone on from."""

PATIENCE = 40
"""After so many layers without a better state the beam begins anew, with other draws where states are equal."""


@dataclass
class _Record:
    """The states that some beam has kept, each once, in the order in which they were met."""

    packed: list[Words] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    values: list[tuple[int, ...]] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def add(self, packed: Words, parent: int, values: tuple[int, ...]) -> int:
        """Return the number of a state, which may be known."""
        key = packed.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.parent)
            self.packed.append(packed.copy())
            self.parent.append(parent)
            self.values.append(values)
        return self.numbers[key]


def search_beam(
    space: StateSpace,
    evaluators: Evaluators,
    objective: Ordering,
    budget: Budget,
    *,
    goals: Ints,
    seed: int,
    width: int = WIDTH,
    on_progress: Callable[[Progress], None] | None = None,
) -> SearchResult:
    """Return the states that beams keep, larger values of ``objective`` before smaller ones, ties at random.

    A beam ends where no state has a predecessor that is new to it, or where it gets no better; then the next begins.
    The budget ends the last one, or a beam that never had to leave a state out: then there are no others.
    """
    if budget.max_expansions is None and budget.deadline is None and budget.stop is None:
        raise ValueError("a beam needs a limit: max_expansions, deadline or stop")
    search = _Beam(space, evaluators, objective, budget, goals, width)
    generator = np.random.default_rng(seed)
    while search.status is None:
        search.sweep(generator, on_progress)
    return search.result()


class _Beam:
    """Beams over one space, one after the other."""

    def __init__(
        self, space: StateSpace, evaluators: Evaluators, objective: Ordering, budget: Budget, goals: Ints, width: int
    ) -> None:
        self._space, self._evaluators, self._objective, self._width = space, evaluators, objective, width
        self._budget, self._goals = budget, np.asarray(goals, dtype=np.int32)
        self._record = _Record()
        self._num_expanded = self._num_generated = self._peak_memory = 0
        self._begin = perf_counter()
        self.status: Status | None = None

    def sweep(self, generator: np.random.Generator, on_progress: Callable[[Progress], None] | None) -> None:
        """Let one beam go from the goal states as far as it comes."""
        layer, seen, left_out = self._goals, set[bytes](), len(self._goals) > self._width
        if left_out:
            layer = layer[np.sort(generator.choice(len(layer), self._width, replace=False))]
        best: tuple[int, ...] = ()
        in_vain = 0
        while self.status is None and len(layer) and in_vain < PATIENCE:
            found = self._expand(layer)
            order = self._ranked(found, generator)
            kept = self._keep(found, order, seen, first=not seen)
            left_out = left_out or len(kept) == self._width
            layer = found.states(np.array(kept, dtype=np.int64))
            top = self._record.values[self._record.numbers[found.packed[kept[0]].tobytes()]] if kept else ()
            best, in_vain = max(best, top), 0 if top > best else in_vain + 1
            if on_progress is not None:
                on_progress(self._progress(found))
        if self.status is None and not left_out and not len(layer):
            self.status = Status.EXHAUSTED

    def _expand(self, layer: Ints) -> SearchResult:
        """Return the states of a layer, and behind them their predecessors."""
        left = None if self._budget.max_expansions is None else self._budget.max_expansions - self._num_expanded
        count = len(layer) if left is None else min(len(layer), left)
        found = search_backward(
            self._space, self._evaluators, BREADTH_FIRST, replace(self._budget, max_expansions=count, deadline=None),
            goals=layer, objective=self._objective, capacities=Capacities(states=64 * self._width),
        )  # fmt: skip
        self._num_expanded += found.num_expanded
        self._num_generated += found.num_generated
        self._peak_memory = max(self._peak_memory, found.peak_memory)
        self.status = self._ended(found)
        return found

    def _ended(self, found: SearchResult) -> Status | None:
        if found.status in (Status.MEMORY_LIMIT, Status.INTERRUPTED):
            return found.status
        if self._budget.max_expansions is not None and self._num_expanded >= self._budget.max_expansions:
            return Status.MAX_EXPANSIONS
        if self._budget.is_over:
            stopped = self._budget.stop is not None and self._budget.stop()
            return Status.INTERRUPTED if stopped else Status.TIME_LIMIT
        return None

    def _ranked(self, found: SearchResult, generator: np.random.Generator) -> list[int]:
        """Return the numbers of the predecessors, the best first."""
        first = int((found.parent == NO_PARENT).sum())
        values = found.values_of(self._objective)[first:]
        ties = generator.random(len(values))
        order: list[int] = (first + np.lexsort((ties, *(-values.T[::-1].astype(np.int64))))).tolist()
        return order

    def _keep(self, found: SearchResult, order: list[int], seen: set[bytes], *, first: bool) -> list[int]:
        """Record the states of the first layer, and the best of those that are new to this beam; return the latter."""
        values = found.values_of(self._objective)
        for number in np.flatnonzero(found.parent == NO_PARENT).tolist() if first else ():
            seen.add(found.packed[number].tobytes())
            self._record.add(found.packed[number], NO_PARENT, tuple(values[number].tolist()))
        kept: list[int] = []
        for number in order:
            key = found.packed[number].tobytes()
            if key not in seen and len(kept) < self._width:
                parent = self._record.numbers[found.packed[found.parent[number]].tobytes()]
                self._record.add(found.packed[number], parent, tuple(values[number].tolist()))
                seen.add(key)
                kept.append(number)
        return kept

    def _progress(self, found: SearchResult) -> Progress:
        return Progress(
            objective=str(self._objective),
            num_expanded=self._num_expanded,
            num_generated=self._num_generated,
            num_states=len(self._record.parent),
            best=max(map(tuple, found.levels.tolist()), default=()),
            seconds=perf_counter() - self._begin,
            memory=self._peak_memory,
        )

    def result(self) -> SearchResult:
        """Return what was kept as any other search does."""
        record, terms = self._record, self._objective.terms
        values = np.array(record.values, dtype=np.int32).reshape(len(record.parent), len(terms))
        profiles, profile_of = np.unique(values, axis=0, return_inverse=True)
        assert self.status is not None
        return SearchResult(
            status=self.status,
            num_expanded=self._num_expanded,
            num_generated=self._num_generated,
            seconds=perf_counter() - self._begin,
            peak_memory=self._peak_memory,
            objective=self._objective,
            terms=terms,
            profiles=profiles,
            profile_of=profile_of.reshape(-1).astype(np.int32),
            space=self._space,
            packed=np.array(record.packed).reshape(len(record.parent), self._space.num_words),
            parent=np.array(record.parent, dtype=np.int32),
        )
