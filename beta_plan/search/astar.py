"""Forward search with the heuristics that guide the backward one: a solver, and a judge of how hard a state is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from time import perf_counter

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.search import astar_kernels as k
from beta_plan.search.backward import Evaluators
from beta_plan.search.budget import Budget
from beta_plan.search.kernels import NO_PARENT, NOT_PACKED
from beta_plan.search.key_set import KeySet
from beta_plan.search.memory import Account, ahead, copied, larger, resize
from beta_plan.search.open_list import OpenList
from beta_plan.search.result_kernels import unpack_rows
from beta_plan.search.run import SECONDS_OF_A_SLICE, Pace
from beta_plan.search.scratch import double, nbytes, scratch
from beta_plan.spaces.protocol import DEAD_END, GoalSpace

FIRST_BUCKETS = 1 << 8
_NO_LIMIT = 2**62

_LOOKED_AT = 1 << 16
"""A sample comes from so many states."""

ASTAR, GREEDY = (1, 1), (0, 1)
"""Weights of g and h in the key of open."""


class Outcome(Enum):
    """How a search for a solution ended; the values are those of the command line's JSON."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"


@dataclass(frozen=True)
class Solution:
    """What a search for a solution found: the actions, none where it is not solved, and its effort.

    ``effort`` is what judges compare. Of A* these are the expansions before the f of open reached its last value, all
    of which have to be done with this heuristic, however ties are broken; where nothing was solved it counts all, and
    so do greedy search, which knows no f, and the search in plain Python. ``nearest`` is the smallest h of all states
    that it has met; of a search in two directions, the one backwards; the one in plain Python does not tell it.
    """

    outcome: Outcome
    path: tuple[int, ...]
    cost: int
    num_expanded: int
    effort: int
    num_generated: int
    num_states: int
    seconds: float
    peak_memory: int
    nearest: int = 0


class AStar:
    """A* over one space, for one start after the other; the arrays are kept.

    ``space`` is one in which predecessors are successors, ``cost`` the cost of each action; h is the largest value
    that ``evaluators`` give. There is room for ``capacity`` states at first.
    """

    def __init__(
        self, space: GoalSpace, evaluators: Evaluators, *, cost: Longs, weights: tuple[int, int] = ASTAR,
        capacity: int = 1 << 16,
    ) -> None:  # fmt: skip
        self._space, self._evaluator = space, evaluators.tables
        self._states = KeySet(space.num_words, capacity)
        self._open = OpenList(2, FIRST_BUCKETS, num_states=2 * capacity, queue=True)
        self._tables = k.AStarTables(
            states=self._states.table,
            node=np.zeros((capacity, 3), dtype=np.int32),
            open=self._open.tables,
            entry=np.zeros((2 * capacity, 2), dtype=np.int32),
            goal=np.ascontiguousarray(space.goal_facts),
            cost=np.ascontiguousarray(cost, dtype=np.int32),
            h=np.zeros(len(evaluators.ks), dtype=np.int32),
            key=np.zeros(2, dtype=np.uint64),
            facts=np.zeros(space.num_variables, dtype=np.int32),
            scratch=scratch(space, 256),
            registers=np.zeros(k.NUM_REGISTERS, dtype=np.int64),
        )
        self._weights = weights

    def solve(
        self, start: Sequence[int], budget: Budget, on_progress: Callable[[int, int], None] | None = None
    ) -> Solution:
        """Return a solution for a state; with ``ASTAR`` weights and an admissible h it is a cheapest one.

        ``on_progress`` is told the numbers of expansions and of states, a few times a second.
        """
        self.begin([start])
        return self.go_on(budget, on_progress)

    def go_on(self, budget: Budget, on_progress: Callable[[int, int], None] | None = None) -> Solution:
        """Search on from where the last search has ended; expansions are counted since ``begin``, seconds from now."""
        account = Account(budget.memory, self._in_use)
        r = self._tables.registers
        r[k.MAX_EXPANSIONS] = _NO_LIMIT if budget.max_expansions is None else budget.max_expansions
        r[k.WORK] = 0
        k.astar(self._space.tables, self._evaluator, self._tables)  # no work yet: it is compiled, or loaded
        begin, pace = perf_counter(), Pace(SECONDS_OF_A_SLICE)
        while True:
            code = k.SLICE_OVER
            if self._states.behind:
                self._states.catch_up(fully=False)
            else:
                now = perf_counter()
                self._tables.registers[k.WORK] = pace.work
                code = int(k.astar(self._space.tables, self._evaluator, self._tables))
                if code == k.SLICE_OVER:
                    pace.after(perf_counter() - now)
            if on_progress is not None:
                on_progress(int(self._tables.registers[k.NUM_EXPANDED]), len(self._states))
            if code in (k.SOLVED, k.EXHAUSTED, k.BUDGET_REACHED):
                break
            if code != k.SLICE_OVER and not self._grow(code, account):
                break
            if budget.is_over:
                code = k.SLICE_OVER
                break
        account.note(self._in_use)
        return self._solution(code, perf_counter() - begin, account.peak)

    def begin(self, starts: Sequence[Sequence[int]]) -> None:
        """Forget everything, and let some states be those to begin with."""
        self._states.clear()
        self._open.clear()
        r = self._tables.registers
        r.fill(0)
        r[[k.EXPANDING, k.PENDING, k.CURSOR, k.GOAL, k.F]] = NO_PARENT, len(starts), NOT_PACKED, -1, -1
        r[k.NEAREST] = DEAD_END
        r[[k.WEIGHT_G, k.WEIGHT_H]] = self._weights
        while len(self._tables.scratch.states) < len(starts):
            double(self._tables.scratch)
        self._tables.scratch.states[: len(starts)] = np.asarray(starts, dtype=np.int32)

    def _grow(self, code: int, account: Account) -> bool:
        """Enlarge what is full; say whether memory allows it."""
        grow = {
            k.NEED_SCRATCH: self._grow_scratch,
            k.NEED_BUCKETS: self._grow_buckets,
            k.NEED_ENTRIES: self._grow_entries,
            k.NEED_STATES: self._grow_states,
        }
        try:
            grown = grow[code](account.room(self._in_use))
        except MemoryError:
            grown = False
        account.note(self._in_use)
        return grown

    def _grow_scratch(self, room: int) -> bool:
        enough = room >= 2 * nbytes(self._tables.scratch)
        if enough:
            double(self._tables.scratch)
        return enough

    def _grow_buckets(self, room: int) -> bool:
        capacity = larger(len(self._tables.open.first), self._open.bucket_bytes, room)
        if capacity is not None:
            self._open.grow_buckets(capacity)
        return capacity is not None

    def _grow_entries(self, room: int) -> bool:
        entry = self._tables.entry
        entries = larger(len(entry), 12, room - copied(entry))
        if entries is not None:
            self._open.grow_states(entries)
            resize(entry, entries)
        return entries is not None

    def _grow_states(self, room: int) -> bool:
        states, node = self._states, self._tables.node
        room -= copied(states.table.keys, node) + states.index_bytes(ahead(states.capacity))
        capacity = larger(states.capacity, states.row_bytes + 12, room)
        if capacity is not None:
            states.grow(capacity)
            resize(node, capacity)  # last: the kernel goes by its length
        return capacity is not None

    @property
    def _in_use(self) -> int:
        t = self._tables
        return self._states.nbytes + t.node.nbytes + self._open.nbytes + t.entry.nbytes + nbytes(t.scratch)

    def _solution(self, code: int, seconds: float, peak_memory: int) -> Solution:
        r, goal = self._tables.registers, int(self._tables.registers[k.GOAL])
        outcome = {k.SOLVED: Outcome.SOLVED, k.EXHAUSTED: Outcome.UNSOLVABLE}.get(code, Outcome.LIMIT)
        path = self.path_to(goal) if goal >= 0 else []
        return Solution(
            outcome=outcome,
            path=tuple(path),
            cost=int(self._tables.cost[path].sum()),
            num_expanded=int(r[k.NUM_EXPANDED]),
            effort=int(r[k.BEFORE_JUMP if self._weights[0] and code == k.SOLVED else k.NUM_EXPANDED]),
            num_generated=int(r[k.NUM_GENERATED]),
            num_states=len(self._states),
            seconds=seconds,
            peak_memory=peak_memory,
            nearest=int(r[k.NEAREST]),
        )

    def expanded(self, count: int, seed: int) -> tuple[Ints, Longs]:
        """Return states that ``effort`` of the last search counts, a row each, drawn at random, so many at most.

        And for each the h that would have kept it out. Where nothing was solved some of the last layer of f are among
        them that wait in open; of many states only some are looked at.
        """
        rng, size = np.random.default_rng(seed), len(self._states)
        places = np.arange(size) if size <= _LOOKED_AT else np.unique(rng.integers(0, size, _LOOKED_AT))
        r, node = self._tables.registers, self._tables.node[places]
        enough = r[k.F] + (r[k.GOAL] < 0) - node[:, k.G]
        places, enough = places[node[:, k.H] < enough], enough[node[:, k.H] < enough]
        if len(places) > count:
            chosen = np.sort(rng.choice(len(places), count, replace=False))
            places, enough = places[chosen], enough[chosen]
        rows = np.zeros((len(places), self._space.num_variables), dtype=np.int32)
        unpack_rows(self._space.tables, self._states.table.keys, places, rows)
        return rows, enough

    def meet(self, other: AStar, begin: int) -> tuple[int, int] | None:
        """Return the numbers, here and there, of a state that both searches know; here from ``begin`` on."""
        other._states.catch_up()
        number = int(k.meet(self._states.table, other._states.table, begin))
        return None if number < 0 else (number, other._states.number(self._states.table.keys[number]))

    def path_to(self, number: int) -> list[int]:
        """Return the actions from the start to a state, which has a number in the order of generation."""
        actions = []
        while self._tables.node[number, k.PARENT] != NO_PARENT:
            action = int(k.action_into(self._space.tables, self._tables, number))
            if action < 0:
                double(self._tables.scratch)
                continue
            actions.append(action)
            number = int(self._tables.node[number, k.PARENT])
        return actions[::-1]
