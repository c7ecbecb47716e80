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
    """Flat arrays: k number i has the sums ``k_first[i]`` to ``k_first[i + 1]``, and so on downwards.

    Sum j adds the tables ``summand[sum_first[j]:sum_first[j + 1]]``. Table t ranks a state with ``variable`` and
    ``multiplier`` from ``pattern_first[t]`` to ``pattern_first[t + 1]``; each of its entries has ``width[t]`` bytes,
    low byte first, in ``entries`` from ``entry_first[t]`` on, and all bits set is a dead end. The tables that look at
    variable v are ``table[table_first[v]:table_first[v + 1]]``: after a step only those of changed variables differ.
    ``value`` is scratch memory: what each table said last.
    """

    k_first: Ints
    sum_first: Ints
    summand: Ints
    pattern_first: Ints
    variable: Ints
    multiplier: Ints
    width: Ints
    entry_first: Longs
    entries: NDArray[np.uint8]
    table_first: Ints
    table: Ints
    value: Ints


def sas_pdb_tables(
    *,
    sums: Sequence[Sequence[Sequence[int]]],
    patterns: Sequence[Sequence[int]],
    multipliers: Sequence[Sequence[int]],
    entries: Sequence[NDArray[np.unsignedinteger]],
    num_variables: int,
) -> SasPdbTables:
    """Pack tables and the sums over them; ``sums[i][j]`` are the numbers of the tables in sum j of k number i."""
    summands = Rows.of([one for of_k in sums for one in of_k])
    variables = Rows.of(patterns)
    looking = Rows.from_pairs(variables.values, variables.owners, num_variables)
    sizes = [table.nbytes for table in entries]
    return SasPdbTables(
        k_first=_firsts([len(of_k) for of_k in sums]),
        sum_first=summands.offsets.astype(np.int32),
        summand=summands.values,
        pattern_first=variables.offsets.astype(np.int32),
        variable=variables.values,
        multiplier=Rows.of(multipliers).values,
        width=np.array([table.itemsize for table in entries], dtype=np.int32),
        entry_first=np.concatenate([[0], np.cumsum(sizes)])[:-1].astype(np.int64),
        entries=np.concatenate([np.empty(0, np.uint8), *(_bytes(table) for table in entries)]),
        table_first=looking.offsets.astype(np.int32),
        table=looking.values,
        value=np.zeros(len(entries), dtype=np.int32),
    )


def _firsts(lengths: Sequence[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)


def _bytes(table: NDArray[np.unsignedinteger]) -> NDArray[np.uint8]:
    """Return the entries as bytes, the low one first on every machine."""
    return table.astype(table.dtype.newbyteorder("<"), copy=False).view(np.uint8)
