"""Ragged integer rows in two arrays: how every table of the front end stores lists of different length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


def is_in(wanted: Longs, codes: Longs) -> NDArray[np.bool_]:
    """Mark the wanted codes that stand in ``codes``, which are sorted."""
    if not len(codes):
        return np.zeros(len(wanted), dtype=bool)
    found: NDArray[np.bool_] = codes[np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)] == wanted
    return found


@dataclass(frozen=True, eq=False)
class Rows:
    """Row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    >>> rows = Rows.of([[3, 1], [], [2]])
    >>> [row.tolist() for row in rows]
    [[3, 1], [], [2]]
    """

    offsets: Longs
    values: Ints

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> Rows:
        """Pack lists of integers."""
        listed = list(rows)
        flat = [value for row in listed for value in row]
        return cls.from_lengths([len(row) for row in listed], np.array(flat, dtype=np.int32))

    @classmethod
    def from_lengths(cls, lengths: Sequence[int] | Longs, values: Ints) -> Rows:
        """Cut ``values`` into consecutive rows of the given lengths."""
        offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return cls(offsets, np.ascontiguousarray(values, dtype=np.int32))

    @classmethod
    def from_pairs(cls, owners: NDArray[np.integer], values: NDArray[np.integer], count: int) -> Rows:
        """Group ``values`` by the row that owns each; inside a row they are sorted and distinct."""
        order = np.lexsort((values, owners))
        owners, values = np.asarray(owners)[order], np.asarray(values)[order]
        if len(owners):
            new = np.ones(len(owners), dtype=bool)
            new[1:] = (owners[1:] != owners[:-1]) | (values[1:] != values[:-1])
            owners, values = owners[new], values[new]
        lengths = np.bincount(owners.astype(np.int64), minlength=count)
        return cls.from_lengths(lengths, values.astype(np.int32))

    @classmethod
    def from_matrix(cls, matrix: NDArray[np.integer]) -> Rows:
        """Turn each row of a matrix into a sorted row of its distinct entries; negative ones are left out."""
        ordered = np.sort(matrix, axis=1)
        kept = ordered >= 0
        kept[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
        return cls.from_lengths(kept.sum(axis=1), ordered[kept].astype(np.int32, copy=False))

    @classmethod
    def concatenate(cls, blocks: Sequence[Rows]) -> Rows:
        """Put the rows of several tables one after the other."""
        if not blocks:
            return cls.of([])
        lengths = np.concatenate([block.lengths for block in blocks])
        return cls.from_lengths(lengths, np.concatenate([block.values for block in blocks]))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Ints:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    def __iter__(self) -> Iterator[Ints]:
        return (self[row] for row in range(len(self)))

    @property
    def lengths(self) -> Longs:
        """Length of each row."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> Longs:
        """The row of each entry of ``values``."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def take(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> Rows:
        """Return the chosen rows, in the order given (a mask keeps the order they have)."""
        chosen = np.flatnonzero(rows) if rows.dtype == bool else rows
        lengths = self.offsets[chosen + 1] - self.offsets[chosen]
        ends = np.cumsum(lengths)
        index = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(self.offsets[chosen] - ends + lengths, lengths)
        return Rows.from_lengths(lengths, self.values[index])

    def without(self, unwanted: NDArray[np.bool_]) -> Rows:
        """Return the rows without the entries that ``unwanted`` marks."""
        out = unwanted[self.values]
        if not out.any():
            return self
        lengths = self.lengths - np.bincount(self.owners[out], minlength=len(self))
        return Rows.from_lengths(lengths, self.values[~out])

    def union(self, other: Rows) -> Rows:
        """Return rows with the entries of both tables, sorted and distinct."""
        owners = np.concatenate([self.owners, other.owners])
        return Rows.from_pairs(owners, np.concatenate([self.values, other.values]), len(self))

    def twice_in(self, groups: Rows) -> NDArray[np.bool_]:
        """Mark the rows that have two entries in one group; negative entries are in none."""
        marked = np.zeros(len(self), dtype=bool)
        if not len(groups.values) or not len(self.values):
            return marked
        size = 1 + max(int(self.values.max()), int(groups.values.max()))
        real = self.values >= 0
        memberships = Rows.from_pairs(groups.values, groups.owners, size).take(self.values[real])
        codes = np.repeat(self.owners[real], memberships.lengths) * len(groups) + memberships.values
        codes.sort(kind="stable")
        marked[codes[1:][codes[1:] == codes[:-1]] // len(groups)] = True
        return marked
