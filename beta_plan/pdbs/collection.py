"""h^PDBk: the largest of several sums, each over the patterns of one random partition, every cost counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from beta_plan.pdbs import lookup_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.patterns import Draft, Things, drawn_partition
from beta_plan.pdbs.projection import Pattern, Projection
from beta_plan.pdbs.store import TABLE_LIMIT, TOTAL_LIMIT, OutOfRoom, Stopped, Store, Table
from beta_plan.pdbs.tables import SasPdbTables, sas_pdb_tables
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import DEAD_END

QUICK_TABLE = 1 << 10
"""Abstract states of a table that must be there at once."""


class HasTask(Protocol):
    """A state space that was made from a SAS+ task."""

    task: SasTask


@dataclass(frozen=True, eq=False)
class Sum:
    """One additive collection: its patterns in order, and those of its tables that say more than zero."""

    patterns: tuple[Pattern, ...]
    tables: tuple[Table, ...]

    def h(self, state: Sequence[int]) -> int:
        """Return the sum for a complete state, DEAD_END where one table says so."""
        return min(sum(table.h(state) for table in self.tables), DEAD_END)


@dataclass(frozen=True, eq=False)
class PdbCollections:
    """For each k the additive collections whose maximum is h^PDBk; ``notes`` say what had to be given up."""

    ks: tuple[int, ...]
    sums: tuple[tuple[Sum, ...], ...]
    notes: tuple[str, ...]
    num_variables: int

    @classmethod
    def build(
        cls,
        source: SasTask | HasTask,
        ks: Iterable[int],
        *,
        seed: int,
        num_collections: int | None = None,
        table_limit: int = TABLE_LIMIT,
        total_limit: int = TOTAL_LIMIT,
        stop: Callable[[], bool] | None = None,
    ) -> PdbCollections:
        """Draw and build the collections of every k, by default |V|+1 of them as in the paper.

        Collection r of k depends on the seed, k and r alone. They are built in rounds, the first of every k, then
        the second, until all are there. When the next would bring all tables together above ``total_limit`` abstract
        states, its k has to do with those that it has. In the first round ``table_limit`` is halved for a k as long
        as its tables would take more than its part of the total. A collection of single things tells by which of its
        two rules ``Store.additive`` shares out the costs, for every k: else conflicts could be what only the rules
        differ in. Without ``stop`` nothing depends on the machine.

        Args:
            source: the task, or a space over it.
            ks: the orders wanted, each at least 1.
            seed: of the random partitions.
            num_collections: how many for each k.
            table_limit: abstract states of one table.
            total_limit: abstract states of all tables; ``beta_plan.pdbs.memory`` says how many bytes that is.
            stop: asked before each table; when it says True each k has to do with the collections that are finished,
                one that has none with patterns of single things.
        """
        task = source if isinstance(source, SasTask) else source.task
        builder = _Builder(task, sorted(set(ks)), seed, table_limit, Store(Projector(task), total_limit, stop))
        wanted = builder.things.num_variables + 1 if num_collections is None else num_collections
        return builder.build(wanted)

    def h(self, state: Sequence[int]) -> tuple[int, ...]:
        """Return h^PDBk of a complete state for each k: slow and clear, kernels are tested against it."""
        return tuple(max((one.h(state) for one in sums), default=0) for sums in self.sums)

    @cached_property
    def distinct_tables(self) -> tuple[Table, ...]:
        """All tables, each once, in the order in which they first occur."""
        return tuple(dict.fromkeys(table for sums in self.sums for one in sums for table in one.tables))

    @cached_property
    def distinct_sums(self) -> tuple[tuple[Sum, ...], ...]:
        """For each k the collections, without those that add the same tables as one before, in whatever order."""
        found = []
        for sums in self.sums:
            first: dict[tuple[int, ...], Sum] = {}
            for one in sums:
                first.setdefault(tuple(sorted(map(id, one.tables))), one)
            found.append(tuple(first.values()))
        return tuple(found)

    @cached_property
    def tables(self) -> SasPdbTables:
        """The arrays for kernels; they hold scratch memory, so one thread at a time may use them."""
        number = {table: place for place, table in enumerate(self.distinct_tables)}
        return sas_pdb_tables(
            sums=[[[number[table] for table in one.tables] for one in sums] for sums in self.distinct_sums],
            patterns=[table.projection.pattern for table in self.distinct_tables],
            multipliers=[table.projection.multipliers.tolist() for table in self.distinct_tables],
            entries=[table.entries for table in self.distinct_tables],
            num_variables=self.num_variables,
        )


class _Builder:
    """The state of one build."""

    def __init__(self, task: SasTask, ks: list[int], seed: int, table_limit: int, store: Store) -> None:
        self.things = Things(task)
        self._task, self._ks, self._seed, self._store = task, ks, seed, store
        self._table_limits = dict.fromkeys(ks, table_limit)
        self._reserve = False
        self._sums: dict[int, list[Sum]] = {k: [] for k in ks}
        self._singles: Sum | None = None
        self._notes: list[str] = []

    def build(self, num_collections: int) -> PdbCollections:
        growing = list(self._ks)
        try:
            self._reserve = self._is_better_reserved()
            for number in range(num_collections):
                for k in list(growing):
                    if not self._grow(k, number):
                        growing.remove(k)
                        self._tell(k, num_collections, "the tables are full")
        except Stopped:
            for k in growing:
                if len(self._sums[k]) < num_collections:
                    self._tell(k, num_collections, "stopped early")
                if not self._sums[k]:
                    self._sums[k].append(self._quick_singles)
                    self._notes.append(f"PDB{k}: patterns of single things instead")
        return PdbCollections(
            tuple(self._ks),
            tuple(tuple(self._sums[k]) for k in self._ks),
            tuple(self._notes),
            len(self._task.variables),
        )

    @cached_property
    def _quick_singles(self) -> Sum:
        """The collection of single things: as it was built, or where there was no time in small tables, at once."""
        if self._singles is not None:
            return self._singles
        partition = drawn_partition(len(self.things.bundles), 1, seed=self._seed, number=0)
        draft = self.things.patterns(partition, QUICK_TABLE)
        quick = Store(Projector(self._task), self._store.total_limit)
        return Sum(draft.patterns, tuple(quick.additive(draft.patterns, None, must=True)))

    def _grow(self, k: int, number: int) -> bool:
        """Build one more collection for a k; say whether there was room."""
        draft = self._draft(k, number)
        try:
            tables = self._additive(draft, self._reserve, must=number == 0)
        except OutOfRoom:
            return False
        self._sums[k].append(Sum(draft.patterns, tuple(tables)))
        return True

    def _tell(self, k: int, wanted: int, why: str) -> None:
        self._notes.append(f"PDB{k}: {len(self._sums[k])} of {wanted} collections, {why}")

    def _is_better_reserved(self) -> bool:
        """Build single things with and without reserved costs, and say whether the mean is larger with."""
        partition = drawn_partition(len(self.things.bundles), 1, seed=self._seed, number=0)
        draft = self.things.patterns(partition, min(self._table_limits.values(), default=1))
        found = []
        for reserve in (True, False):
            tables = self._additive(draft, reserve, must=True)
            self._singles = Sum(draft.patterns, tuple(tables))
            found.append((sum(table.mean() for table in tables), self._singles))
        self._store.keep(())
        (reserved, first), (shared, second) = found
        self._singles = first if reserved >= shared else second
        return reserved >= shared

    def _additive(self, draft: Draft, reserve: bool, *, must: bool = False) -> list[Table]:
        return self._store.additive(draft.patterns, draft.own if reserve else None, must=must)

    def _draft(self, k: int, number: int) -> Draft:
        """Return the patterns of collection ``number`` of k; the first tells whether tables must be smaller."""
        partition = drawn_partition(len(self.things.bundles), k, seed=self._seed, number=number)
        draft = self.things.patterns(partition, self._table_limits[k])
        if number == 0:
            given = self._table_limits[k]
            share = self._store.total_limit // len(self._ks)
            while self._states(draft) > share and self._table_limits[k] > 1:
                self._table_limits[k] //= 2
                draft = self.things.patterns(partition, self._table_limits[k])
            if self._table_limits[k] < given:
                self._notes.append(f"PDB{k}: tables of at most {self._table_limits[k]} abstract states")
            if draft.split:
                self._notes.append(f"PDB{k}: {k} variables are too many for a table, some patterns have fewer")
            if draft.left_out:
                self._notes.append(f"PDB{k}: some patterns do not hold all the agents that matter to them")
        return draft

    def _states(self, draft: Draft) -> int:
        return sum(Projection(self._task, pattern).size for pattern in draft.patterns)
