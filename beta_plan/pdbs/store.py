"""Tables for the patterns of a sum, built once for equal costs: saturated cost partitioning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import AbstractSpace, CostsTooLarge, Pdb
from beta_plan.pdbs.projection import Mask, Pattern, PatternTooLarge, Projection
from beta_plan.sas.rows import Longs
from beta_plan.spaces.protocol import DEAD_END

TABLE_LIMIT = 1 << 20
"""Abstract states of one table."""

TOTAL_LIMIT = 1 << 25
"""Abstract states of all tables together; of a table with entries of two or four bytes each counts so often."""

_MOST_PAIRS = 1 << 20


@dataclass(frozen=True, eq=False)
class Table:
    """A database in as few bytes as its values need; the largest value of the type stands for DEAD_END."""

    projection: Projection
    entries: NDArray[np.unsignedinteger]

    @classmethod
    def of(cls, pdb: Pdb) -> Table:
        """Return the narrow form of a database."""
        dead = pdb.distance >= DEAD_END
        highest = int(pdb.distance[~dead].max(initial=0))
        kinds: tuple[type[np.unsignedinteger], ...] = (np.uint8, np.uint16, np.uint32)
        kind = next(kind for kind in kinds if highest < np.iinfo(kind).max)
        entries: NDArray[np.unsignedinteger] = pdb.distance.astype(kind)
        entries[dead] = np.iinfo(kind).max
        return cls(pdb.projection, entries)

    @property
    def is_zero(self) -> bool:
        """Say whether it tells nothing but dead ends."""
        return bool(((self.entries == 0) | (self.entries == np.iinfo(self.entries.dtype).max)).all())

    def mean(self) -> float:
        """Return the mean over the abstract states that are no dead ends."""
        alive = self.entries[self.entries != np.iinfo(self.entries.dtype).max]
        return float(alive.mean()) if len(alive) else 0.0

    def h(self, state: Sequence[int]) -> int:
        """Return the estimate for a complete state."""
        value = int(self.entries[self.projection.rank(state)])
        return DEAD_END if value == np.iinfo(self.entries.dtype).max else value


class OutOfRoom(Exception):
    """The tables of one more sum would exceed the limit of all."""


class Stopped(Exception):
    """Somebody asked to stop before the next table is built."""


@dataclass(eq=False)
class _Solved:
    """A table, or None where it is zero; and the saturated costs of those abstract actions that were asked for."""

    table: Table | None
    saturated: Longs
    known: Mask


@dataclass(eq=False)
class Store:
    """Tables by pattern and by the costs of its abstract actions, so that equal ones are built once.

    Other costs may give the same distances: such tables are kept once. ``num_bytes`` is what all take of the limit:
    bytes, and as many abstract states where one byte is enough for an entry. ``stop`` is asked before each table is
    built; where it says True, what needs one more raises Stopped.
    """

    projector: Projector
    total_limit: int = TOTAL_LIMIT
    stop: Callable[[], bool] | None = None
    num_bytes: int = 0
    _spaces: dict[Pattern, AbstractSpace] = field(default_factory=dict)
    _solved: dict[tuple[Pattern, bytes], _Solved] = field(default_factory=dict)
    _tables: dict[tuple[Pattern, bytes], Table] = field(default_factory=dict)

    def space(self, pattern: Pattern) -> AbstractSpace:
        """Return the abstract space of a pattern; variables are left out from the end while it is too large."""
        while pattern not in self._spaces:
            if sum(len(space.actions.action) for space in self._spaces.values()) > _MOST_PAIRS:
                self._spaces.clear()
            try:
                self._spaces[pattern] = AbstractSpace(self.projector, pattern)
            except PatternTooLarge:
                pattern = pattern[:-1]
        return self._spaces[pattern]

    def additive(
        self, patterns: Sequence[Pattern], own: Sequence[Pattern] | None = None, *, must: bool = False
    ) -> list[Table]:
        """Return tables whose sum is admissible: saturated cost partitioning in the order of ``patterns``.

        Each is built with the costs that those before it have left, and takes no more of them than its distances
        need. With ``own``, the variables that each pattern is about, it leaves alone what changes those of patterns
        after it: the trucks' free places, in every pattern, would let the first package take the costs of loading all
        others. Where no action affects two patterns nothing is taken from anyone: the paper's sum.

        Raises:
            OutOfRoom: the limit is reached, and they are not what there ``must`` be.
            Stopped: there was no time left for one of them.
        """
        left = self.projector.task.actions.cost.copy()
        tables = []
        for place, pattern in enumerate(patterns):
            mine = left if own is None else np.where(self._reserved(own, place), 0, left)
            space, costs, solved = self._solved_within(pattern, mine, must)
            if solved.table is not None:
                tables.append(solved.table)
            later = space.actions.marked(self._affecting(patterns[place + 1 :]))
            left -= space.actions.spread(self._saturated(space, solved, costs, later), len(left))
        return tables

    def _affecting(self, patterns: Sequence[Pattern]) -> Mask:
        """Mark the actions that (may) change some variable of some pattern."""
        found = np.zeros(len(self.projector.task.actions), dtype=bool)
        found[self.projector.affecting(tuple(v for pattern in patterns for v in pattern))] = True
        return found

    def _reserved(self, own: Sequence[Pattern], place: int) -> Mask:
        """Mark the actions that belong to patterns after ``place``, and not to the one there."""
        return self._affecting(own[place + 1 :]) & ~self._affecting([own[place]])

    def full_costs(self, pattern: Pattern) -> Longs:
        """Return what each action has to cost for the distances of ``pattern`` to be those with full costs."""
        own = self.projector.task.actions.cost
        space, costs, solved = self._solved_within(pattern, own, must=True)
        return space.actions.spread(self._saturated(space, solved, costs, costs > 0), len(own))

    def keep(self, tables: Iterable[Table]) -> None:
        """Forget all tables but these (and those that are zero, which take no room)."""
        kept = {id(table) for table in tables}
        self._solved = {
            key: solved for key, solved in self._solved.items() if solved.table is None or id(solved.table) in kept
        }
        self._tables = {key: table for key, table in self._tables.items() if id(table) in kept}
        self.num_bytes = sum(table.entries.nbytes for table in self._tables.values())

    def _solved_within(self, pattern: Pattern, left: Longs, must: bool) -> tuple[AbstractSpace, Longs, _Solved]:
        """Return the space of a pattern, the costs of its actions, and its table.

        Variables are left out from the end, also while the costs are too large for the pattern's distances.
        """
        while True:
            space = self.space(pattern)
            costs = space.actions.costs(left)
            try:
                return space, costs, self._solve(space, costs, must)
            except CostsTooLarge:
                pattern = space.projection.pattern[:-1]

    def _solve(self, space: AbstractSpace, costs: Longs, must: bool) -> _Solved:
        key = (space.projection.pattern, sha256(costs.tobytes()).digest())
        if key not in self._solved:
            if self.num_bytes + space.projection.size > self.total_limit and not must:
                raise OutOfRoom
            if self.stop is not None and self.stop():
                raise Stopped
            table = Table.of(space.solve(costs))
            nothing = np.zeros(len(costs), dtype=np.int64)
            is_zero = table.is_zero  # it needs no costs, and adds nothing
            self._solved[key] = _Solved(None if is_zero else self._kept(table), nothing, (nothing > 0) | is_zero)
        return self._solved[key]

    def _kept(self, table: Table) -> Table:
        """Return the table that is kept for these entries."""
        key = (table.projection.pattern, sha256(table.entries.tobytes()).digest())
        if key not in self._tables:
            self._tables[key] = table
            self.num_bytes += table.entries.nbytes
        return self._tables[key]

    def _saturated(self, space: AbstractSpace, solved: _Solved, costs: Longs, wanted: Mask) -> Longs:
        missing = wanted & ~solved.known
        if solved.table is not None and missing.any():
            solved.saturated = solved.saturated + space.saturated(solved.table.entries, costs, missing)
            solved.known = solved.known | missing
        return np.where(wanted, solved.saturated, 0)
