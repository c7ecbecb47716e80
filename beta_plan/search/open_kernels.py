"""Kernels of the open list: first-in first-out buckets, and a heap of those that are not empty.

A bucket is a linked list through ``following``, one place for each state. Its key is a row of words.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel
from beta_plan.search.key_set_kernels import COUNT, KeyTable, Words, number_of


class OpenTables(NamedTuple):
    """Buckets by number: key, ``first`` state (-1: empty) and ``last``.

    The first ``size[0]`` places of ``heap`` hold those that are not empty, the largest on top.
    """

    following: NDArray[np.int32]
    buckets: KeyTable
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    heap: NDArray[np.int32]
    size: NDArray[np.int64]


@kernel
def bucket_of(tables: OpenTables, key: Words) -> int:
    """Return the number of the bucket with this key, a new and empty one if there is none."""
    known = tables.buckets.sizes[COUNT]
    bucket = number_of(tables.buckets, key)
    if bucket == known:
        tables.first[bucket] = -1
    return bucket


@inlined
def push(tables: OpenTables, bucket: int, state: int) -> None:
    """Put a state at the end of its bucket."""
    tables.following[state] = -1
    if tables.first[bucket] < 0:
        tables.first[bucket] = state
        _raise(tables, bucket)
    else:
        tables.following[tables.last[bucket]] = state
    tables.last[bucket] = state


@inlined
def pop(tables: OpenTables) -> int:
    """Remove and return the first state of the largest bucket, or -1 where all are empty."""
    if tables.size[0] == 0:
        return -1
    bucket = tables.heap[0]
    state = tables.first[bucket]
    tables.first[bucket] = tables.following[state]
    if tables.first[bucket] < 0:
        _remove_top(tables)
    return np.int64(state)


@inlined
def _larger(tables: OpenTables, one: int, other: int) -> bool:
    """Say whether the key of bucket ``one`` comes before that of ``other``."""
    keys = tables.buckets.keys
    for i in range(keys.shape[1]):
        if keys[one, i] != keys[other, i]:
            return keys[one, i] > keys[other, i]
    return False


@kernel
def _raise(tables: OpenTables, bucket: int) -> None:
    """Add a bucket to the heap."""
    heap, place = tables.heap, tables.size[0]
    tables.size[0] += 1
    while place > 0:
        above = (place - 1) // 2
        if not _larger(tables, bucket, heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = bucket


@kernel
def _remove_top(tables: OpenTables) -> None:
    """Take the largest bucket off the heap; the last one sinks from its place."""
    tables.size[0] -= 1
    heap, size, place = tables.heap, tables.size[0], 0
    moved = heap[size]
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and _larger(tables, heap[below + 1], heap[below]):
            below += 1
        if not _larger(tables, heap[below], moved):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = moved
