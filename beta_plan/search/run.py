"""A search in progress: its arrays, how they grow, and the slices in which the kernels run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic, perf_counter

import numpy as np

from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.sas.rows import Ints
from beta_plan.search import kernels as k
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.closed import ClosedTable
from beta_plan.search.memory import Account, ahead, larger, resize
from beta_plan.search.open_list import OpenList
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.scratch import double, nbytes, restore, saved, scratch
from beta_plan.search.snapshot import Arrays, Keeper, below, prefixed, release
from beta_plan.search.value_kernels import NEED_NOVELTY, NEED_PROFILES, NEED_STATES
from beta_plan.search.values import Values
from beta_plan.spaces.protocol import StateSpace, Tables

SECONDS_OF_A_SLICE = 0.3
LEAST_EXPANSIONS = 1000
"""So many states are expanded even where time is over before: then there is something to return."""

GRACE = 2.0
"""Seconds after which a search that is so slow ends all the same."""

FIRST_WORK = 1000
"""States in the first slice, when nobody knows yet how long one takes."""
_NO_LIMIT = 2**62

Kernel = Callable[[Tables, Tables, k.SearchTables], int]
"""``kernels.search`` or ``kernels.walk``: one slice, of ``registers[WORK]`` states."""
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Request:
    """What is to be computed of each state: the first ``num_key_terms`` terms order the open list."""

    terms: tuple[Term, ...]
    num_key_terms: int
    objective: Ordering
    novelty_cap: int
    queue: bool
    walk_length: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Capacities:
    """For how many states, profiles, values of h and predecessors there is room at first."""

    states: int = 1 << 16
    profiles: int = 1 << 10
    novelty_rows: int = 16
    predecessors: int = 256


class Pace:
    """How much work goes into a slice, from how long the last one took.

    >>> pace = Pace(0.3)
    >>> pace.after(0.01)
    >>> pace.work
    4000
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.work = FIRST_WORK

    def after(self, seconds: float, *, left: float = float("inf")) -> None:
        """Adapt to the seconds of the last slice; ``left`` are those until the deadline."""
        wanted = min(self._seconds, max(left, 0.001)) / max(seconds, 1e-6)
        self.work = max(1, min(int(self.work * min(wanted, 4.0)), 1 << 30))


class Run:
    """One search from its goal states to its end."""

    def __init__(
        self, space: StateSpace, evaluator: Tables, ks: tuple[int, ...], goals: Ints, request: Request,
        budget: Budget, capacities: Capacities, keeper: Keeper | None = None,
    ) -> None:  # fmt: skip
        self._account = Account(budget.memory)
        self._space, self._evaluator, self._request, self._budget = space, evaluator, request, budget
        self._keeper = keeper
        self._closed = ClosedTable(space.num_words, capacities.states, with_profiles=len(request.terms) > 0)
        self._open = OpenList(
            request.num_key_terms, capacities.profiles, num_states=capacities.states, queue=request.queue
        )
        self._values = Values(
            space, request.terms, ks, num_key_terms=request.num_key_terms, novelty_cap=request.novelty_cap,
            capacity=capacities.profiles, novelty_rows=capacities.novelty_rows,
        )  # fmt: skip
        self._scratch = scratch(space, max(capacities.predecessors, len(goals)), seed=request.seed)
        self._scratch.states[: len(goals)] = goals
        self._registers = np.zeros(k.NUM_REGISTERS, dtype=np.int64)
        self._registers[[k.EXPANDING, k.PENDING, k.CURSOR]] = k.NO_PARENT, len(goals), k.NOT_PACKED
        self._registers[k.WALK_LENGTH] = request.walk_length
        self._tables = k.SearchTables(
            self._closed.tables, self._open.tables, self._values.tables, self._scratch, self._registers
        )
        self._num_profiles = 0
        self._largest: tuple[int, ...] = ()
        self._start = perf_counter()

    def finish(self, kernel: Kernel, on_progress: OnProgress | None = None) -> SearchResult:
        """Add the goal states, or go on from a snapshot; then let ``kernel`` work until something ends the search."""
        for each in (k.search, kernel):
            each(self._space.tables, self._evaluator, self._tables)  # no work yet: it is compiled, or loaded
        self._account.note(self._in_use)
        self._start = perf_counter()
        if self._keeper is not None and self._keeper.resumed is not None:
            self._restore(self._keeper.resumed)
        else:
            status = self._work(k.search, on_progress, None)  # up to zero expansions
            if status is not Status.MAX_EXPANSIONS:
                return self._result(status)
            self._registers[k.NUM_GOALS] = self._num_states
        asked = self._budget.max_expansions
        self._registers[k.MAX_EXPANSIONS] = _NO_LIMIT if asked is None else asked
        return self._result(self._work(kernel, on_progress, self._keeper))

    def _work(self, kernel: Kernel, on_progress: OnProgress | None, keeper: Keeper | None) -> Status:
        """Run slices of ``kernel`` until something ends the search; an index that is behind catches up instead."""
        pace = Pace(SECONDS_OF_A_SLICE)
        while True:
            code = k.SLICE_OVER
            if self._closed.states.behind:
                self._closed.states.catch_up(fully=False)
            else:
                begin = perf_counter()
                self._registers[k.WORK] = pace.work
                code = int(kernel(self._space.tables, self._evaluator, self._tables))
                if code == k.SLICE_OVER:
                    pace.after(perf_counter() - begin, left=self._left)
            status = self._ended(code)
            if on_progress is not None:
                on_progress(self._progress)
            if keeper is not None and (status is Status.INTERRUPTED or (status is None and keeper.is_due())):
                keeper.keep(self._arrays(), partial(self._found, Status.INTERRUPTED))
            if status is not None:
                return status

    def _arrays(self) -> Arrays:
        """Return all that the search knows: views, of the places in use alone."""
        pending = max(int(self._registers[k.PENDING]), 0)
        seconds = np.array([perf_counter() - self._start])
        return {
            **prefixed("closed", self._closed.arrays()),
            **prefixed("open", self._open.arrays(self._num_states)),
            **prefixed("values", self._values.arrays()),
            **prefixed("scratch", saved(self._scratch, pending)),
            "registers": self._registers,
            "seconds": seconds,
        }

    def _restore(self, arrays: Arrays) -> None:
        """Know what a snapshot knows; there is room afterwards for what it holds."""
        states, profiles = len(arrays["closed/keys"]), len(arrays["values/keys"])
        if states > self._closed.states.capacity:
            self._open.grow_states(states)
            self._closed.grow(states)
        if profiles > self._values.capacity:
            self._open.grow_buckets(profiles)
            self._values.grow_profiles(profiles)
        self._closed.restore(below("closed", arrays))
        self._open.restore(below("open", arrays))
        self._values.restore(below("values", arrays))
        restore(self._scratch, below("scratch", arrays))
        self._registers[:] = arrays["registers"]
        if self._registers[k.NUM_EXPANDED]:
            k.anchor_at(self._evaluator, self._scratch.state)
        self._start -= float(arrays["seconds"][0])
        release(arrays)
        self._account.note(self._in_use)

    @property
    def _left(self) -> float:
        """Seconds until the deadline."""
        return float("inf") if self._budget.deadline is None else self._budget.deadline - monotonic()

    def _ended(self, code: int) -> Status | None:
        """Say why the search ends now, or None: it goes on; where it only lacks room, make some."""
        if code == k.EXHAUSTED:
            return Status.EXHAUSTED
        if code == k.BUDGET_REACHED:
            return Status.MAX_EXPANSIONS
        if code != k.SLICE_OVER and not self._grow(code):
            return Status.MEMORY_LIMIT
        if self._registers[k.NUM_EXPANDED] < LEAST_EXPANSIONS and perf_counter() - self._start < GRACE:
            return None
        if self._budget.stop is not None and self._budget.stop():
            return Status.INTERRUPTED
        if self._left <= 0:
            return Status.TIME_LIMIT
        return None

    def _grow(self, code: int) -> bool:
        """Enlarge what is full; say whether memory allows it."""
        grow = {
            NEED_STATES: self._grow_states,
            NEED_PROFILES: self._grow_profiles,
            NEED_NOVELTY: self._values.novelty.grow,
            k.NEED_SCRATCH: self._grow_scratch,
        }
        try:
            grown = grow[code](self._account.room(self._in_use))
        except MemoryError:
            grown = False
        self._account.note(self._in_use)
        return grown

    def _grow_states(self, room: int) -> bool:
        closed, open_ = self._closed, self._open
        room -= closed.copied + closed.states.index_bytes(ahead(closed.states.capacity))
        capacity = larger(closed.states.capacity, closed.row_bytes + open_.state_bytes, room)
        if capacity is not None:
            open_.grow_states(capacity)
            closed.grow(capacity)
        return capacity is not None

    def _grow_profiles(self, room: int) -> bool:
        values, open_ = self._values, self._open
        capacity = larger(values.capacity, values.profile_bytes + open_.bucket_bytes, room - values.copied)
        if capacity is not None:
            open_.grow_buckets(capacity)
            values.grow_profiles(capacity)
        return capacity is not None

    def _grow_scratch(self, room: int) -> bool:
        enough = room >= 2 * nbytes(self._scratch)
        if enough:
            double(self._scratch)
        return enough

    @property
    def _in_use(self) -> int:
        return self._closed.nbytes + self._open.nbytes + self._values.nbytes + nbytes(self._scratch)

    @property
    def _num_states(self) -> int:
        return len(self._closed.states)

    def _best(self) -> tuple[int, ...]:
        """Return the largest value of the objective so far; profiles that are known are not looked at again."""
        columns = [self._request.terms.index(term) for term in self._request.objective.terms]
        new = self._values.profiles_from(self._num_profiles)[:, columns]
        self._num_profiles += len(new)
        self._largest = max(self._largest, *map(tuple, new.tolist()), ())
        return self._largest

    @property
    def _progress(self) -> Progress:
        return Progress(
            objective=str(self._request.objective),
            num_expanded=int(self._registers[k.NUM_EXPANDED]),
            num_generated=int(self._registers[k.NUM_GENERATED]),
            num_states=self._num_states,
            best=self._best(),
            seconds=perf_counter() - self._start,
            memory=self._account.peak,
        )

    def _result(self, status: Status) -> SearchResult:
        """Give the arrays of the states away, cut to their size."""
        closed = self._closed
        for array in (closed.states.table.keys, closed.parent, closed.profile):
            if len(array):
                resize(array, self._num_states)
        return self._found(status)

    def _found(self, status: Status) -> SearchResult:
        """Return what there is so far; its arrays are views, which no growth may meet."""
        progress, closed, count = self._progress, self._closed, self._num_states
        return SearchResult(
            status=status,
            num_expanded=progress.num_expanded,
            num_generated=progress.num_generated,
            seconds=progress.seconds,
            peak_memory=progress.memory,
            objective=self._request.objective,
            terms=self._request.terms,
            profiles=self._values.profiles_from(0),
            profile_of=closed.profile[:count],
            space=self._space,
            packed=closed.states.keys,
            parent=closed.parent[:count],
        )
