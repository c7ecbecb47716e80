"""Tables for partitions that are chosen in the search, state by state: ``redrawn`` and ``best``.

Where all parts are private (see ``Partitions``) any of them may be added up, and tables of all sets of things are
built: ``redrawn`` draws |V|+1 partitions for each state, ``best`` finds the best one by matching (k = 2) or by a climb.
Where costs have to be shared the value of a part depends on the whole partition; there, and where the sets are too
many, a *pool* of additive collections is built, POOL times as many as there would be fixed ones: ``redrawn`` draws
|V|+1 of them for each state, ``best`` takes the largest of all. ``notes`` say for which k that is so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from math import comb

from beta_plan.pdbs import policy_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.pdbs.collection import HasTask, PdbCollections, Sum
from beta_plan.pdbs.partitions import Partitions
from beta_plan.pdbs.patterns import drawn_partition
from beta_plan.pdbs.policy_tables import BestTables, Part, RedrawnTables, best_tables, part_tables, redrawn_tables
from beta_plan.pdbs.store import TABLE_LIMIT, TOTAL_LIMIT, Stopped, Table
from beta_plan.pdbs.tables import SasPdbTables
from beta_plan.sas.task import SasTask

POOL = 4
"""The pool of a k has so many times the collections that one state is to be given."""

MOST_PARTS = 1 << 12
"""Tables of all sets of things are built if there are no more."""

POLICIES = ("redrawn", "best")


@dataclass(frozen=True, eq=False)
class ChosenPartitions:
    """What a policy looks up: for each k of ``free`` the tables of all parts, for the others a pool."""

    policy: str
    pool: PdbCollections
    free: tuple[int, ...]
    num_things: int
    tables_of: dict[Part, tuple[Table, ...]]
    seed: int
    draws: int
    notes: tuple[str, ...]

    @classmethod
    def build(
        cls,
        source: SasTask | HasTask,
        ks: Iterable[int],
        policy: str,
        *,
        seed: int,
        num_collections: int | None = None,
        table_limit: int = TABLE_LIMIT,
        total_limit: int = TOTAL_LIMIT,
        stop: Callable[[], bool] | None = None,
    ) -> ChosenPartitions:
        """Build the tables of a policy; the arguments are those of ``PdbCollections.build``."""
        if policy not in POLICIES:
            raise ValueError(f"{policy!r} is none of {', '.join(POLICIES)}")
        task = source if isinstance(source, SasTask) else source.task
        orders = sorted(set(ks))
        partitions = Partitions(task, table_limit=table_limit, total_limit=total_limit, stop=stop)
        draws = partitions.things.num_variables + 1 if num_collections is None else num_collections
        parts = _Parts(partitions, policy, seed, draws)
        for place, k in enumerate(orders):
            parts.add(k, total_limit * (place + 1) // len(orders))
        partitions.forget()
        others = [k for k in orders if k not in parts.finished]
        pool = PdbCollections.build(
            task, others, seed=seed, num_collections=POOL * draws, table_limit=table_limit,
            total_limit=max(total_limit - parts.num_bytes, 1), stop=stop,
        )  # fmt: skip
        of_k = dict(zip(others, pool.sums, strict=True)) | parts.finished
        pool = PdbCollections(tuple(orders), tuple(of_k[k] for k in orders), pool.notes, pool.num_variables)
        free = tuple(k for k, sums in parts.finished.items() if not sums)
        notes = (*parts.notes, *pool.notes)
        return cls(policy, pool, free, parts.count, parts.tables_of, seed, draws, notes)

    def tables(self) -> SasPdbTables | RedrawnTables | BestTables:
        """Return the arrays for kernels; the largest of a pool alone needs no more than ``SasPdbTables``."""
        if self.policy == "best" and not self.free:
            return self.pool.tables
        parts = part_tables(self.num_things, self.tables_of)
        order = [k if k in self.free else 0 for k in self.pool.ks]
        if self.policy == "best":
            return best_tables(self.pool.tables, parts, order, ks=self.pool.ks, num_things=self.num_things)
        return redrawn_tables(
            self.pool.tables,
            parts,
            order,
            ks=self.pool.ks,
            num_things=self.num_things,
            seed=self.seed,
            draws=self.draws,
        )


@dataclass(eq=False)
class _Parts:
    """Tables of all sets of things of some sizes, as far as a policy needs them.

    ``finished`` are the k for which no pool is wanted: with all parts (and no sums), or where it was stopped early
    with the sums of those random partitions whose parts are there.
    """

    partitions: Partitions
    policy: str
    seed: int
    draws: int
    tables_of: dict[Part, tuple[Table, ...]] = field(default_factory=dict)
    finished: dict[int, tuple[Sum, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of things."""
        return len(self.partitions.things.bundles)

    @property
    def num_bytes(self) -> int:
        return sum(table.entries.nbytes for table in {t for tables in self.tables_of.values() for t in tables})

    def add(self, k: int, room: int) -> None:
        """Build all parts for k if they are private and have at most ``room`` abstract states, else say why not."""
        sizes = _sizes(self.policy, k, self.count)
        if k >= self.count:
            return  # one part of all things: there is nothing to choose
        why = self._refused(sizes, room)
        if not why:
            kept = dict(self.tables_of)
            try:
                why = self._build(k, sizes)
            except Stopped:
                self._stopped(k)
                return
            if not why:
                self.finished[k] = ()
                return
            self.tables_of = kept
        self.notes.append(f"PDB{k}: {why}, so {_HOW[self.policy].format(POOL * self.draws, self.draws)}")

    def _refused(self, sizes: Sequence[int], room: int) -> str:
        if sum(comb(self.count, size) for size in sizes) > MOST_PARTS:
            return "there are too many sets of things"
        parts = [part for size in sizes for part in combinations(range(self.count), size)]
        if sum(map(self.partitions.num_states, {*parts, *self.tables_of})) > room:
            return "tables of all sets of things are too large"
        return ""

    def _build(self, k: int, sizes: Sequence[int]) -> str:
        """Build the parts of random partitions first; say what is in the way."""
        drawn = chain.from_iterable(self._partition(k, number) for number in range(self.draws))
        every = chain.from_iterable(combinations(range(self.count), size) for size in sizes)
        single = ((thing,) for thing in range(self.count))
        if not all(self.partitions.is_private(part) for part in single):
            return "patterns share costs"
        for part in chain((part for part in drawn if len(part) in sizes), every):
            if part not in self.tables_of:
                if not self.partitions.is_private(part):
                    return "patterns share costs"
                self.tables_of[part] = tuple(self.partitions.tables_of(part))
        return ""

    def _partition(self, k: int, number: int) -> list[Part]:
        drawn = drawn_partition(self.count, k, seed=self.seed, number=number)
        return [tuple(sorted(part)) for part in drawn]

    def _stopped(self, k: int) -> None:
        """Make sums of the partitions whose parts are there."""
        partitions = [self._partition(k, number) for number in range(self.draws)]
        whole = [one for one in partitions if all(part in self.tables_of for part in one)]
        sums = [Sum((), tuple(table for part in one for table in self.tables_of[part])) for one in whole]
        self.finished[k] = tuple(sums) or (Sum((), ()),)
        self.tables_of = {part: tables for part, tables in self.tables_of.items() if self._is_needed(part)}
        self.notes.append(f"PDB{k}: {len(sums)} of {self.draws} collections, stopped early")

    def _is_needed(self, part: Part) -> bool:
        free = [k for k, sums in self.finished.items() if not sums]
        return any(len(part) in _sizes(self.policy, k, self.count) for k in free)


_HOW = {
    "redrawn": "each state draws {1} of a pool of {0} collections",
    "best": "the largest of a pool of {0} collections is the best",
}


def _sizes(policy: str, k: int, count: int) -> list[int]:
    """Return which sizes of parts a policy asks for, of ``count`` things."""
    if policy == "best" and k > 2:
        return list(range(1, k + 1))
    return sorted({k, count % k} - {0})
