"""A set of keys, rows of 64-bit words, numbered in the order in which they come."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.search.key_set_kernels import COUNT, NUMBER_BITS, KeyTable, Words, index_again, number_of
from beta_plan.search.memory import resize

_AT_ONCE = 1 << 20
"""How many keys are indexed again in one go: a fraction of a second."""


class KeySet:
    """Keys of ``width`` words; room for ``capacity`` of them, at most three quarters of the index in use.

    To index all keys again takes long, so the index grows by more than the keys do, and less often.
    """

    def __init__(self, width: int, capacity: int) -> None:
        slots = _slots(capacity)
        self.table = KeyTable(
            keys=np.zeros((capacity, width), dtype=np.uint64),
            slots=np.zeros(slots, dtype=np.uint32),
            sizes=np.array([0, slots.bit_length()], dtype=np.int64),
        )
        self._indexed: int | None = None

    def __len__(self) -> int:
        return int(self.table.sizes[COUNT])

    @property
    def capacity(self) -> int:
        """How many keys there is room for."""
        return len(self.table.keys)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return self.table.keys.nbytes + self.table.slots.nbytes

    @property
    def row_bytes(self) -> int:
        """Bytes for each key that there is room for."""
        return 8 * int(self.table.keys.shape[1])

    def index_bytes(self, capacity: int) -> int:
        """Bytes by which the index grows when there is to be room for so many keys."""
        return 0 if _slots(capacity) <= len(self.table.slots) else 4 * (_slots_ahead(capacity) - len(self.table.slots))

    @property
    def behind(self) -> bool:
        """Say whether keys wait to be indexed again; until then no key may be looked up."""
        return self._indexed is not None

    def clear(self) -> None:
        """Forget all keys; the room stays."""
        self.table.slots.fill(0)
        self.table.sizes[COUNT] = 0
        self._indexed = None

    @property
    def keys(self) -> Words:
        """The keys, in the order of their numbers."""
        return self.table.keys[: len(self)]

    def fill(self, keys: Words) -> None:
        """Hold these keys and no others, numbered as they stand; there must be room."""
        self.table.keys[: len(keys)] = keys
        self.table.sizes[COUNT] = len(keys)
        self.table.slots.fill(0)
        self._indexed = 0
        self.catch_up()

    def replace(self, keys: Words, slots: NDArray[np.uint32], sizes: NDArray[np.int64]) -> None:
        """Take the arrays of another set, which it had in its ``table``, instead of all keys; they are copied."""
        self.table = KeyTable(keys.copy(), slots.copy(), sizes.copy())
        self._indexed = None

    def grow(self, capacity: int) -> None:
        """Make room for ``capacity`` keys; ``catch_up`` may be due afterwards."""
        resize(self.table.keys, capacity)
        if _slots(capacity) > len(self.table.slots):
            resize(self.table.slots, _slots_ahead(capacity))
            self.table.slots.fill(0)
            self.table.sizes[NUMBER_BITS] = len(self.table.slots).bit_length()
            self._indexed = 0

    def catch_up(self, *, fully: bool = True) -> None:
        """Index again what ``grow`` has left to do, all of it or as much as goes in a short time."""
        while self._indexed is not None:
            end = min(len(self), self._indexed + _AT_ONCE)
            index_again(self.table, self._indexed, end)
            self._indexed = end if end < len(self) else None
            if not fully:
                break

    def number(self, key: Words) -> int:
        """Return the number of a key, a new one if it is new and there is room."""
        return int(number_of(self.table, key))


def _slots(capacity: int) -> int:
    """Return how many slots there must be for so many keys."""
    return capacity + capacity // 3 + 1


def _slots_ahead(capacity: int) -> int:
    """Return how many slots are made when they have become too few for so many keys."""
    return _slots(capacity + capacity // 3)
