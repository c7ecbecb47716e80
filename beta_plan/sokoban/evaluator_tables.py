"""The arrays of h^PDBk over fixed partitions of the boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sokoban.pdb_tables import BoxPdbTables

Indices = NDArray[np.uint32]

Part = tuple[int, ...]
"""Boxes, ascending, by their places in a state."""

# Places in ``BoxSumTables.registers``.
IS_LOOKED_UP, ROUND = range(2)


class BoxSumTables(NamedTuple):
    """Indices are unsigned, for then kernels need not ask whether they count from the end.

    k number i has the sums ``k_first[i]`` to ``k_first[i + 1]``. Part p has the terms ``terms`` from ``part_first[p]``
    on, one for each of its boxes, and is in the sums ``sums`` from ``in_first[p]`` on; its sets begin with
    ``offset[p]``. Box b is in the parts ``parts`` from ``of_first[b]`` on. Term ``b * width + j`` is what box b
    adds to the rank of a part as its box number j + 1.

    The rest is memory. Of the ``anchor``, where it IS_LOOKED_UP: the ``value`` of each part and the ``total`` of each
    sum. Of the state at hand: the value of each term (``term``), the totals, and the parts that have ``changed`` with
    the ``number`` and the ``entry`` of their sets. A part was ``seen`` in this ROUND or in an earlier one.
    """

    pdbs: BoxPdbTables
    k_first: Indices
    part_first: Indices
    terms: Indices
    offset: Longs
    in_first: Indices
    sums: Indices
    of_first: Indices
    parts: Indices
    anchor: Ints
    value: Longs
    total: Longs
    term: Longs
    totals: Longs
    changed: Indices
    number: NDArray[np.uint64]
    entry: Longs
    seen: Longs
    registers: Longs


def box_sum_tables(pdbs: BoxPdbTables, partitions: Sequence[Sequence[Sequence[Part]]], num_boxes: int) -> BoxSumTables:
    """Return the arrays; ``partitions[i]`` are those of k number i, of which each counts once."""
    distinct = [sorted({tuple(sorted(one)) for one in of_k}) for of_k in partitions]
    sums = [one for of_k in distinct for one in of_k]
    parts = sorted({part for one in sums for part in one}, key=lambda part: (len(part), part))
    place = {part: number for number, part in enumerate(parts)}
    width = max(map(len, parts), default=0)
    terms = Rows.of([[box * width + j for j, box in enumerate(part)] for part in parts])
    within = Rows.from_pairs(*_columns([(place[part], j) for j, one in enumerate(sums) for part in one]), len(parts))
    having = Rows.from_pairs(*_columns([(box, place[part]) for part in parts for box in part]), num_boxes)
    return BoxSumTables(
        pdbs=pdbs,
        k_first=_indices(np.concatenate([[0], np.cumsum([len(of_k) for of_k in distinct])])),
        part_first=_indices(terms.offsets),
        terms=_indices(terms.values),
        offset=pdbs.first[terms.lengths],
        in_first=_indices(within.offsets),
        sums=_indices(within.values),
        of_first=_indices(having.offsets),
        parts=_indices(having.values),
        anchor=np.zeros(num_boxes + 1, dtype=np.int32),
        value=np.zeros(len(parts), dtype=np.int64),
        total=np.zeros(len(sums), dtype=np.int64),
        term=np.zeros(num_boxes * width, dtype=np.int64),
        totals=np.zeros(len(sums), dtype=np.int64),
        changed=np.zeros(len(parts) + 1, dtype=np.uint32),
        number=np.zeros(len(parts), dtype=np.uint64),
        entry=np.zeros(len(parts), dtype=np.int64),
        seen=np.zeros(len(parts), dtype=np.int64),
        registers=np.zeros(2, dtype=np.int64),
    )


def _indices(values: NDArray[np.integer]) -> Indices:
    return values.astype(np.uint32)


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Longs, Longs]:
    """Return pairs as two columns."""
    columns = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]
