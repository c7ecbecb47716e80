"""The open list: buckets of states, those with the largest key first."""

from __future__ import annotations

import numpy as np

from beta_plan.search.key_set import KeySet
from beta_plan.search.memory import resize
from beta_plan.search.open_kernels import OpenTables
from beta_plan.search.snapshot import Arrays


class OpenList:
    """First-in first-out buckets. Four bytes for each state, none without ``queue``: then nothing can be pushed.

    Keys of no words are allowed: all states are then in bucket 0, which is there from the beginning.
    """

    def __init__(self, key_width: int, num_buckets: int, *, num_states: int, queue: bool) -> None:
        self._buckets = KeySet(key_width, num_buckets)
        self.tables = OpenTables(
            following=np.zeros(num_states if queue else 0, dtype=np.int32),
            buckets=self._buckets.table,
            first=np.full(num_buckets, -1, dtype=np.int32),
            last=np.zeros(num_buckets, dtype=np.int32),
            heap=np.zeros(num_buckets, dtype=np.int32),
            size=np.zeros(1, dtype=np.int64),
        )
        self._begin()

    def _begin(self) -> None:
        if self._buckets.table.keys.shape[1] == 0:
            self._buckets.number(np.zeros(0, dtype=np.uint64))

    def clear(self) -> None:
        """Forget all states and buckets; the room stays."""
        self._buckets.clear()
        self.tables.first.fill(-1)
        self.tables.size[0] = 0
        self._begin()

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return self._buckets.nbytes + 12 * self._buckets.capacity + self.tables.following.nbytes

    @property
    def state_bytes(self) -> int:
        """Bytes for each state that there is room for."""
        return 4 if len(self.tables.following) else 0

    @property
    def bucket_bytes(self) -> int:
        """Bytes for each bucket that there is room for."""
        return self._buckets.row_bytes + 12

    def arrays(self, num_states: int) -> Arrays:
        """Return what must be kept to go on later: views, of the places in use alone."""
        tables, count = self.tables, len(self._buckets)
        return {
            "following": tables.following[:num_states],
            "keys": self._buckets.keys,
            "first": tables.first[:count],
            "last": tables.last[:count],
            "heap": tables.heap[:count],
            "size": tables.size,
        }

    def restore(self, arrays: Arrays) -> None:
        """Hold what ``arrays`` has returned; there must be room."""
        self._buckets.fill(arrays["keys"])
        for name in ("following", "first", "last", "heap", "size"):
            getattr(self.tables, name)[: len(arrays[name])] = arrays[name]

    def grow_states(self, num_states: int) -> None:
        """Make room for so many states."""
        if len(self.tables.following):
            resize(self.tables.following, num_states)

    def grow_buckets(self, num_buckets: int) -> None:
        """Make room for so many buckets."""
        for array in (self.tables.first, self.tables.last, self.tables.heap):
            resize(array, num_buckets)
        self._buckets.grow(num_buckets)
        self._buckets.catch_up()
