"""The arrays that look up h^PDBk of a state, for all k, collections and patterns at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows

BLOCK = 256
"""States in one block of a bucket."""

DONE, QUEUE_FULL, TOO_FAR = range(3)
"""How a regression ends."""


class BucketQueue(NamedTuple):
    """Bucket b is the block ``block[b]``, or -1 for none, with those ``below`` it; each has ``fill`` ranks in ``rank``.

    ``free[0]`` is the first of the unused blocks, which are linked by ``below``, too.
    """

    block: Ints
    below: Ints
    fill: Ints
    rank: Ints
    free: Ints

    @classmethod
    def empty(cls, *, num_buckets: int, num_blocks: int) -> BucketQueue:
        """Return a queue in which all blocks are unused."""
        below = np.arange(1, num_blocks + 1, dtype=np.int32)
        below[-1] = -1
        return cls(
            block=np.full(num_buckets, -1, dtype=np.int32),
            below=below,
            fill=np.zeros(num_blocks, dtype=np.int32),
            rank=np.empty(num_blocks * BLOCK, dtype=np.int32),
            free=np.zeros(1, dtype=np.int32),
        )


class BlindTables(NamedTuple):
    """No database: K is 0. The array is there because a tuple without fields has no type for kernels."""

    nothing: Ints


class SasPdbTables(NamedTuple):
    """Flat arrays: k number i has the sums ``k_first[i]`` to ``k_first[i + 1]``.

    Sum j adds the tables ``summand[sum_first[j]:sum_first[j + 1]]``. The entry of table t that belongs to the
    *anchor*, the state that was evaluated last, is in ``entries`` from ``position[t]`` on: ``width[t]`` bytes, low
    byte first, and all bits set is a dead end. Variable ``watched[i]`` is looked at by the tables ``table`` from
    ``table_first[i]`` on, and one more in it moves the entry of each by ``step`` bytes. ``value`` is scratch memory.
    """

    k_first: Ints
    sum_first: Ints
    summand: Ints
    watched: Ints
    table_first: Ints
    table: Ints
    step: Longs
    width: Ints
    entries: NDArray[np.uint8]
    anchor: Ints
    position: Longs
    value: Longs


def sas_pdb_tables(
    *,
    sums: Sequence[Sequence[Sequence[int]]],
    patterns: Sequence[Sequence[int]],
    multipliers: Sequence[Sequence[int]],
    entries: Sequence[NDArray[np.unsignedinteger]],
    num_variables: int,
) -> SasPdbTables:
    """Pack tables and the sums over them; ``sums[i][j]`` are the numbers of the tables in sum j of k number i.

    The first anchor is the state of zeros.
    """
    summands = Rows.of([one for of_k in sums for one in of_k])
    width = np.array([table.itemsize for table in entries], dtype=np.int32)
    looking, step = _by_variable(patterns, multipliers, width, num_variables)
    watched = np.flatnonzero(looking.lengths)
    return SasPdbTables(
        k_first=_firsts([len(of_k) for of_k in sums]),
        sum_first=summands.offsets.astype(np.int32),
        summand=summands.values,
        watched=watched.astype(np.int32),
        table_first=looking.take(watched).offsets.astype(np.int32),
        table=looking.values,
        step=step,
        width=width,
        entries=np.concatenate([np.empty(0, np.uint8), *(as_bytes(table) for table in entries)]),
        anchor=np.zeros(num_variables, dtype=np.int32),
        position=np.concatenate([[0], np.cumsum([table.nbytes for table in entries])])[:-1].astype(np.int64),
        value=np.zeros(len(entries), dtype=np.int64),
    )


def _by_variable(
    patterns: Sequence[Sequence[int]], multipliers: Sequence[Sequence[int]], width: Ints, num_variables: int
) -> tuple[Rows, Longs]:
    """Return the tables that look at each variable, and beside each by how many bytes one more in it moves."""
    triples = sorted(
        (v, t, step * int(width[t]))
        for t, (pattern, steps) in enumerate(zip(patterns, multipliers, strict=True))
        for v, step in zip(pattern, steps, strict=True)
    )
    variables, tables, steps = np.array(triples, dtype=np.int64).reshape(-1, 3).T
    return Rows.from_pairs(variables, tables, num_variables), np.ascontiguousarray(steps)


def _firsts(lengths: Sequence[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)


def as_bytes(table: NDArray[np.unsignedinteger]) -> NDArray[np.uint8]:
    """Return the entries as bytes, the low one first on every machine."""
    return table.astype(table.dtype.newbyteorder("<"), copy=False).view(np.uint8)
