"""The arrays of the policies that choose partitions for every state: ``redrawn`` and ``best``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.pdbs.draws import start_of
from beta_plan.pdbs.matching_kernels import MatchingTables, matching_tables
from beta_plan.pdbs.store import Table
from beta_plan.pdbs.tables import SasPdbTables, as_bytes
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.spaces.protocol import Tables

Part = tuple[int, ...]
"""Things, ascending."""

# Places in ``settings``.
NUM_THINGS, DRAWS = range(2)


class PartTables(NamedTuple):
    """The tables of every set of some sizes of things; sets of one size are numbered in colexicographic order.

    The set c1 < c2 < .. of j things is part ``size_first[j]`` + C(c1, 1) + C(c2, 2) + .., its tables are ``table``
    from ``part_first`` on. Table t finds its entry from ``entry_first[t]`` on with ``variable`` and ``step``, the bytes
    for one more in it, from ``pattern_first[t]`` on; entries are those of ``SasPdbTables``.
    """

    binomial: Longs
    size_first: Ints
    part_first: Ints
    table: Ints
    pattern_first: Ints
    variable: Ints
    step: Longs
    width: Ints
    entry_first: Longs
    entries: NDArray[np.uint8]


class RedrawnTables(NamedTuple):
    """Of k number i there are DRAWS partitions into parts of ``order[i]``, or where that is 0 so many sums of the pool.

    ``parts`` are of a kind that implements ``value_of``. The random numbers of a state begin with ``start[i]``.
    ``numbers`` is scratch memory.
    """

    pool: SasPdbTables
    parts: Tables
    order: Ints
    start: NDArray[np.uint64]
    settings: Longs
    numbers: Longs


class GroupTables(NamedTuple):
    """Scratch memory: the ``members`` of the groups of a partition, their ``sizes`` and values (``worth``).

    ``left`` are things in no group yet, ``alone`` is the value of each for itself.
    """

    members: Longs
    sizes: Longs
    worth: Longs
    left: Longs
    alone: Longs


class BestTables(NamedTuple):
    """For k number i the best partition into parts of ``order[i]``, or where that is 0 the largest sum of the pool.

    Climbs begin with a greedy partition and with DRAWS random ones of the state, whose numbers begin with ``start[i]``.
    """

    pool: SasPdbTables
    parts: Tables
    order: Ints
    start: NDArray[np.uint64]
    settings: Longs
    matching: MatchingTables
    groups: GroupTables


def part_tables(num_things: int, tables_of: Mapping[Part, Sequence[Table]]) -> PartTables:
    """Pack the tables of parts; of each size there are all, or none."""
    largest = max(map(len, tables_of), default=0)
    first = np.zeros(largest + 2, dtype=np.int32)
    parts: list[Part] = []
    for size in sorted({len(part) for part in tables_of}):
        first[size] = len(parts)
        parts += sorted(combinations(range(num_things), size), key=lambda part: part[::-1])
    tables = list(dict.fromkeys(table for part in parts for table in tables_of[part]))
    number = {table: place for place, table in enumerate(tables)}
    owned = Rows.of([[number[table] for table in tables_of[part]] for part in parts])
    patterns = Rows.of([table.projection.pattern for table in tables])
    steps = [table.entries.itemsize * table.projection.multipliers for table in tables]
    sizes = [table.entries.nbytes for table in tables]
    return PartTables(
        binomial=np.array([[comb(n, j) for j in range(largest + 2)] for n in range(num_things + 1)], dtype=np.int64),
        size_first=first,
        part_first=owned.offsets.astype(np.int32),
        table=owned.values,
        pattern_first=patterns.offsets.astype(np.int32),
        variable=patterns.values,
        step=np.concatenate([np.empty(0, np.int64), *steps]),
        width=np.array([table.entries.itemsize for table in tables], dtype=np.int32),
        entry_first=np.concatenate([[0], np.cumsum(sizes)])[:-1].astype(np.int64),
        entries=np.concatenate([np.empty(0, np.uint8), *(as_bytes(table.entries) for table in tables)]),
    )


def redrawn_tables(
    pool: SasPdbTables,
    parts: Tables,
    order: Sequence[int],
    *,
    ks: Sequence[int],
    num_things: int,
    seed: int,
    draws: int,
) -> RedrawnTables:
    """Return the arrays for ``ks``; ``order`` says how large the parts of each are, or 0: the pool is drawn from."""
    return RedrawnTables(
        pool=pool,
        parts=parts,
        order=np.array(order, dtype=np.int32),
        start=np.array([start_of(seed, k) for k in ks], dtype=np.uint64),
        settings=np.array([num_things, draws], dtype=np.int64),
        numbers=np.zeros(max(num_things + 1, len(pool.sum_first)), dtype=np.int64),
    )


def best_tables(
    pool: SasPdbTables, parts: Tables, order: Sequence[int], *, ks: Sequence[int], num_things: int, draws: int = 0
) -> BestTables:
    """Return the arrays for ``ks``; ``order`` says how large the parts of each are, or 0: the pool is all."""
    count = num_things + 1
    return BestTables(
        pool=pool,
        parts=parts,
        order=np.array(order, dtype=np.int32),
        start=np.array([start_of(0, k) for k in ks], dtype=np.uint64),
        settings=np.array([num_things, draws], dtype=np.int64),
        matching=matching_tables(count if 2 in order else 0),
        groups=GroupTables(
            np.zeros((count, max(order, default=0)), dtype=np.int64), *np.zeros((4, count), dtype=np.int64)
        ),
    )
