"""Beam search backwards from the goal states: of every layer only the best states are gone on from.

Best-first search follows what looks best, and may spend all its time near one state of which most things are at their
goals. A beam takes every step with all its states at once, so it always moves away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from beta_plan.evaluators.ordering import Ordering
from beta_plan.sas.rows import Ints
from beta_plan.search.backward import BREADTH_FIRST, Evaluators, search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.kernels import NO_PARENT
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.run import Capacities
from beta_plan.search.snapshot import Arrays, Keeper, below, prefixed
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

    def arrays(self, num_words: int, num_terms: int) -> Arrays:
        """Return all as arrays."""
        count = len(self.parent)
        return {
            "packed": np.array(self.packed, dtype=np.uint64).reshape(count, num_words),
            "parent": np.array(self.parent, dtype=np.int32),
            "values": np.array(self.values, dtype=np.int32).reshape(count, num_terms),
        }

    @classmethod
    def of(cls, arrays: Arrays) -> _Record:
        """Return what ``arrays`` was of."""
        packed, values = list(arrays["packed"]), [tuple(row) for row in arrays["values"].tolist()]
        numbers = {row.tobytes(): number for number, row in enumerate(packed)}
        return cls(packed, arrays["parent"].tolist(), values, numbers)


@dataclass
class _Sweep:
    """One beam: its present layer, as rows of values; the states that it has kept; whether it had to leave some out."""

    layer: Ints
    left_out: bool
    seen: set[bytes] = field(default_factory=set)
    best: tuple[int, ...] = ()
    in_vain: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it can go no further, or has become no better for long though it left out states for others."""
        return not len(self.layer) or (self.left_out and self.in_vain >= PATIENCE)

    def arrays(self, numbers: dict[bytes, int]) -> Arrays:
        """Return all as arrays, given the numbers of the states."""
        return {
            "layer": self.layer,
            "seen": np.sort(np.array([numbers[key] for key in self.seen], dtype=np.int64)),
            "best": np.array(self.best, dtype=np.int64),
            "counts": np.array([self.left_out, self.in_vain], dtype=np.int64),
        }

    @classmethod
    def of(cls, arrays: Arrays, packed: list[Words]) -> _Sweep:
        """Return what ``arrays`` was of, given the states by number."""
        left_out, in_vain = arrays["counts"].tolist()
        seen = {packed[number].tobytes() for number in arrays["seen"].tolist()}
        return cls(arrays["layer"], bool(left_out), seen, tuple(arrays["best"].tolist()), in_vain)


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
    keeper: Keeper | None = None,
) -> SearchResult:
    """Return the states that beams keep, larger values of ``objective`` before smaller ones, ties at random.

    A beam ends where no state has a predecessor that is new to it, or where it gets no better; then the next begins.
    The budget ends the last one, or a beam that never had to leave a state out: then there are no others.
    """
    if budget.max_expansions is None and budget.deadline is None and budget.stop is None:
        raise ValueError("a beam needs a limit: max_expansions, deadline or stop")
    search = _Beam(space, evaluators, objective, budget, goals, width, seed)
    if keeper is not None and keeper.resumed is not None:
        search.restore(keeper.resumed)
    while search.status is None:
        search.step()
        if on_progress is not None:
            on_progress(search.progress())
        if keeper is not None and (search.status is Status.INTERRUPTED or (search.status is None and keeper.is_due())):
            keeper.keep(search.arrays(), partial(search.result, Status.INTERRUPTED))
    return search.result(search.status)


class _Beam:
    """Beams over one space, one after the other."""

    def __init__(
        self, space: StateSpace, evaluators: Evaluators, objective: Ordering, budget: Budget, goals: Ints, width: int,
        seed: int,
    ) -> None:  # fmt: skip
        self._space, self._evaluators, self._objective, self._width = space, evaluators, objective, width
        self._budget, self._goals = budget, np.asarray(goals, dtype=np.int32)
        self._generator = np.random.default_rng(seed)
        self._record = _Record()
        self._num_expanded = self._num_generated = self._peak_memory = 0
        self._largest: tuple[int, ...] = ()
        self._start = perf_counter()
        self._sweep = self._begin()
        self.status: Status | None = None

    def _begin(self) -> _Sweep:
        """Return a beam at the goal states."""
        layer, left_out = self._goals, len(self._goals) > self._width
        if left_out:
            layer = layer[np.sort(self._generator.choice(len(layer), self._width, replace=False))]
        return _Sweep(layer, left_out)

    def step(self) -> None:
        """Let the beam go one layer further; where it is over the next one begins."""
        sweep = self._sweep
        found = self._expand(sweep.layer)
        kept = self._keep(found, self._ranked(found), sweep, first=not sweep.seen)
        sweep.layer = found.states(np.array(kept, dtype=np.int64))
        top = self._record.values[self._record.numbers[found.packed[kept[0]].tobytes()]] if kept else ()
        sweep.in_vain = 0 if top > sweep.best else sweep.in_vain + 1
        sweep.best = max(sweep.best, top)
        self._largest = max(self._largest, *map(tuple, found.levels.tolist()), ())
        if sweep.is_over and sweep.left_out:
            self._sweep = self._begin()
        elif sweep.is_over and self.status in (None, Status.INTERRUPTED):
            self.status = Status.EXHAUSTED

    def _expand(self, layer: Ints) -> SearchResult:
        """Return the states of a layer, and behind them their predecessors."""
        left = None if self._budget.max_expansions is None else self._budget.max_expansions - self._num_expanded
        count = len(layer) if left is None else min(len(layer), left)
        found = search_backward(
            self._space, self._evaluators, BREADTH_FIRST,
            replace(self._budget, max_expansions=count, deadline=None, stop=None),  # a layer is expanded whole
            goals=layer, objective=self._objective, capacities=Capacities(states=64 * self._width),
        )  # fmt: skip
        self._num_expanded += found.num_expanded
        self._num_generated += found.num_generated
        self._peak_memory = max(self._peak_memory, found.peak_memory)
        self.status = self._ended(found)
        return found

    def _ended(self, found: SearchResult) -> Status | None:
        if found.status is Status.MEMORY_LIMIT:
            return found.status
        if self._budget.max_expansions is not None and self._num_expanded >= self._budget.max_expansions:
            return Status.MAX_EXPANSIONS
        if self._budget.is_over:
            stopped = self._budget.stop is not None and self._budget.stop()
            return Status.INTERRUPTED if stopped else Status.TIME_LIMIT
        return None

    def _ranked(self, found: SearchResult) -> list[int]:
        """Return the numbers of the predecessors, the best first."""
        first = int((found.parent == NO_PARENT).sum())
        values = found.values_of(self._objective)[first:]
        ties = self._generator.random(len(values))
        order: list[int] = (first + np.lexsort((ties, *(-values.T[::-1].astype(np.int64))))).tolist()
        return order

    def _keep(self, found: SearchResult, order: list[int], sweep: _Sweep, *, first: bool) -> list[int]:
        """Record the states of the first layer, and the best of those that are new to this beam; return the latter."""
        values, seen = found.values_of(self._objective), sweep.seen
        for number in np.flatnonzero(found.parent == NO_PARENT).tolist() if first else ():
            seen.add(found.packed[number].tobytes())
            self._record.add(found.packed[number], NO_PARENT, tuple(values[number].tolist()))
        kept: list[int] = []
        for number in order:
            key = found.packed[number].tobytes()
            if key in seen:
                continue
            if len(kept) == self._width:
                sweep.left_out = True
                break
            parent = self._record.numbers[found.packed[found.parent[number]].tobytes()]
            self._record.add(found.packed[number], parent, tuple(values[number].tolist()))
            seen.add(key)
            kept.append(number)
        return kept

    def arrays(self) -> Arrays:
        """Return all that the beams know."""
        record = self._record.arrays(self._space.num_words, len(self._objective.terms))
        counts = [self._num_expanded, self._num_generated, self._peak_memory]
        return {
            **prefixed("record", record),
            **prefixed("sweep", self._sweep.arrays(self._record.numbers)),
            "counts": np.array(counts, dtype=np.int64),
            "largest": np.array(self._largest, dtype=np.int64),
            "seconds": np.array([perf_counter() - self._start]),
            "random": _bits(self._generator),
        }

    def restore(self, arrays: Arrays) -> None:
        """Know what a snapshot knows."""
        self._record = _Record.of(below("record", arrays))
        self._sweep = _Sweep.of(below("sweep", arrays), self._record.packed)
        self._num_expanded, self._num_generated, self._peak_memory = arrays["counts"].tolist()
        self._largest = tuple(arrays["largest"].tolist())
        self._start -= float(arrays["seconds"][0])
        self._generator.bit_generator.state = _state(arrays["random"])

    def progress(self) -> Progress:
        """Return how far the beams are."""
        return Progress(
            objective=str(self._objective),
            num_expanded=self._num_expanded,
            num_generated=self._num_generated,
            num_states=len(self._record.parent),
            best=self._largest,
            seconds=perf_counter() - self._start,
            memory=self._peak_memory,
        )

    def result(self, status: Status) -> SearchResult:
        """Return what was kept as any other search does."""
        record = self._record.arrays(self._space.num_words, len(self._objective.terms))
        profiles, profile_of = np.unique(record["values"], axis=0, return_inverse=True)
        return SearchResult(
            status=status,
            num_expanded=self._num_expanded,
            num_generated=self._num_generated,
            seconds=perf_counter() - self._start,
            peak_memory=self._peak_memory,
            objective=self._objective,
            terms=self._objective.terms,
            profiles=profiles,
            profile_of=profile_of.reshape(-1).astype(np.int32),
            space=self._space,
            packed=record["packed"],
            parent=record["parent"],
        )


_STATE, _SPARE = ("state", "inc"), ("has_uint32", "uinteger")
"""Of numpy's PCG64: two numbers of 128 bits, and half of a draw that may be left."""


def _bits(generator: np.random.Generator) -> Words:
    """Return the state of a generator as words."""
    state: Any = generator.bit_generator.state
    large = [state["state"][name] for name in _STATE]
    words = [half for number in large for half in (number >> 64, number & (2**64 - 1))]
    return np.array([*words, *(state[name] for name in _SPARE)], dtype=np.uint64)


def _state(words: Words) -> dict[str, Any]:
    """Return the state that ``_bits`` has written."""
    first, second, third, fourth, *spare = words.tolist()
    large = dict(zip(_STATE, (first << 64 | second, third << 64 | fourth), strict=True))
    return {"bit_generator": "PCG64", "state": large, **dict(zip(_SPARE, spare, strict=True))}
