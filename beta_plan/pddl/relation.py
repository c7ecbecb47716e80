"""Tables of objects: sorted rows with a number each, and the way from a row to its number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs

_DENSE = 1 << 22
_KEY_LIMIT = 1 << 62


class Relation:
    """The rows (tuples of objects) of one predicate, in lexicographic order.

    >>> at = Relation(np.array([[2, 0], [1, 5], [2, 0]]), arity=2)
    >>> at.rows.tolist(), at.find(np.array([[2, 0], [0, 0]])).tolist()
    ([[1, 5], [2, 0]], [1, -1])
    """

    def __init__(self, rows: NDArray[np.integer], arity: int) -> None:
        rows = np.asarray(rows, dtype=np.int32).reshape(len(rows), arity)
        self._radix = [int(rows[:, i].max(initial=0)) + 1 for i in range(arity)]
        self._steps: list[Longs | None] = []
        keys = self._build_keys(rows)
        self._keys, first = np.unique(keys, return_index=True)
        self.rows: Ints = rows[first]
        self._dense: Ints | None = None
        if len(self._keys) and int(self._keys[-1]) < max(_DENSE, 4 * len(self._keys)):
            self._dense = np.full(int(self._keys[-1]) + 1, -1, dtype=np.int32)
            self._dense[self._keys] = np.arange(len(self._keys), dtype=np.int32)

    def __len__(self) -> int:
        return len(self.rows)

    def find(self, rows: NDArray[np.integer]) -> Ints:
        """Return the number of each row, or -1 where it is not in the relation."""
        if not len(self.rows):
            return np.full(len(rows), -1, dtype=np.int32)
        keys = np.zeros(len(rows), dtype=np.int64)
        known = np.ones(len(rows), dtype=bool)
        for column, (radix, table) in enumerate(zip(self._radix, self._steps, strict=True)):
            if table is not None:
                keys, found = _position(table, keys)
                known &= found
            values = rows[:, column]
            known &= values < radix
            keys = keys * radix + np.where(values < radix, values, 0)
        if self._dense is not None:
            inside = keys < len(self._dense)
            return np.where(known & inside, self._dense[np.where(inside, keys, 0)], -1).astype(np.int32)
        position, found = _position(self._keys, keys)
        return np.where(known & found, position, -1).astype(np.int32)

    def _build_keys(self, rows: Ints) -> Longs:
        """Fold the columns into one integer; where it would overflow, number the prefixes seen so far."""
        keys, size = np.zeros(len(rows), dtype=np.int64), 1
        for column, radix in enumerate(self._radix):
            table = None
            if size * radix >= _KEY_LIMIT:
                table, keys = np.unique(keys, return_inverse=True)
                size = len(table)
            self._steps.append(table)
            keys = keys * radix + rows[:, column]
            size *= radix
        return keys


def _position(table: Longs, keys: Longs) -> tuple[Longs, NDArray[np.bool_]]:
    """Return where each key stands in a sorted table, and whether it does."""
    position = np.minimum(np.searchsorted(table, keys), len(table) - 1)
    return position, table[position] == keys
