"""Kernels of novelty: which facts, and which pairs of facts, were seen together with a value of h.

Each value h of each heuristic has a row. ``page[row, a]`` is 0 until fact ``a`` is seen with h; then it is where, in
the pool, the bits of the facts b < a begin that were seen together with a and h. A page is made when it is needed
and has no more than ``a`` bits, so a row takes at most num_facts ** 2 / 16 bytes. Pairs are looked at a word at a time.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined
from beta_plan.search.key_set_kernels import KeyTable, number_of

_BIT = np.uint64(1)
_NONE = np.uint64(0)


class NoveltyTables(NamedTuple):
    """Rows by (heuristic, h), their pages, the pool of bits with ``used[0]`` words in use, and scratch."""

    rows: KeyTable
    page: NDArray[np.int32]
    pool: NDArray[np.uint64]
    used: NDArray[np.int64]
    place: NDArray[np.int32]
    bits: NDArray[np.uint64]
    key: NDArray[np.uint64]


@inlined
def width(tables: NoveltyTables, heuristic: int, h: int, facts: NDArray[np.int32], count: int, cap: int) -> int:
    """Return the smallest n such that n of the facts are seen for the first time with h, and remember all.

    ``facts[:count]`` ascend. Where n is larger than ``cap`` (1 or 2) the answer is ``cap + 1``.
    """
    tables.key[0] = (np.int64(heuristic) << 32) | np.int64(h)
    row = number_of(tables.rows, tables.key)
    found = cap + 1
    words = 0
    for i in range(count):
        fact = facts[i]
        start = np.int64(tables.page[row, fact])
        if start == 0:
            found = 1
            start = tables.used[0]
            tables.page[row, fact] = start
            if cap > 1:
                tables.used[0] += (fact >> 6) + 1
        if cap > 1:
            if _pairs(tables, start, words) and found > 2:
                found = 2
            words = _append(tables, words, fact)
    return found


@inlined
def _pairs(tables: NoveltyTables, start: int, words: int) -> bool:
    """Mark the facts collected so far on a page; say whether some were not marked before."""
    new = _NONE
    for k in range(words):
        at = start + tables.place[k]
        seen = tables.pool[at]
        new |= tables.bits[k] & ~seen
        tables.pool[at] = seen | tables.bits[k]
    return new != _NONE


@inlined
def _append(tables: NoveltyTables, words: int, fact: int) -> int:
    """Add a fact to the collected ones, a list of words with their places; return its new length."""
    bit = _BIT << np.uint64(fact & 63)
    if words > 0 and tables.place[words - 1] == fact >> 6:
        tables.bits[words - 1] |= bit
        return words
    tables.place[words] = fact >> 6
    tables.bits[words] = bit
    return words + 1
