"""The arrays of h^PDBk over fixed partitions of the boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sokoban.pdb_tables import BoxPdbTables

Part = tuple[int, ...]
"""Boxes, ascending, by their places in a state."""

# Places in ``BoxSumTables.registers``.
IS_LOOKED_UP, ROUND = range(2)


class BoxSumTables(NamedTuple):
    """k number i has the sums ``k_first[i]`` to ``k_first[i + 1]``; part p is in the sums ``sums`` from ``in_first[p]`` on.

    The boxes of part p are ``boxes`` from ``part_first[p]`` on; box b is in the parts ``parts`` from ``of_first[b]`` on.
    The rest is memory: of the ``anchor``, where it IS_LOOKED_UP, the ``value`` of each part and the ``total`` of each sum;
    of the state at hand the totals, and parts that have changed with the number and the entry of their sets. A part
    was ``seen`` in this ROUND or an earlier one.
    """

    pdbs: BoxPdbTables
    k_first: Ints
    part_first: Ints
    boxes: Ints
    in_first: Ints
    sums: Ints
    of_first: Ints
    parts: Ints
    anchor: Ints
    value: Longs
    total: Longs
    totals: Longs
    changed: Longs
    number: Longs
    entry: Longs
    seen: Longs
    registers: Longs


def box_sum_tables(pdbs: BoxPdbTables, partitions: Sequence[Sequence[Sequence[Part]]], num_boxes: int) -> BoxSumTables:
    """Return the arrays; ``partitions[i]`` are those of k number i, of which each counts once."""
    distinct = [sorted({tuple(sorted(map(tuple, one))) for one in of_k}) for of_k in partitions]
    sums = [one for of_k in distinct for one in of_k]
    parts = sorted({part for one in sums for part in one}, key=lambda part: (len(part), part))
    place = {part: number for number, part in enumerate(parts)}
    boxes = Rows.of(parts)
    within = Rows.from_pairs(*_columns([(place[part], j) for j, one in enumerate(sums) for part in one]), len(parts))
    having = Rows.from_pairs(*_columns([(box, place[part]) for part in parts for box in part]), num_boxes)
    longs = (np.zeros(len(parts), dtype=np.int64) for _ in range(5))
    value, changed, number, entry, seen = longs
    return BoxSumTables(
        pdbs=pdbs,
        k_first=np.concatenate([[0], np.cumsum([len(of_k) for of_k in distinct])]).astype(np.int32),
        part_first=boxes.offsets.astype(np.int32),
        boxes=boxes.values,
        in_first=within.offsets.astype(np.int32),
        sums=within.values,
        of_first=having.offsets.astype(np.int32),
        parts=having.values,
        anchor=np.zeros(num_boxes + 1, dtype=np.int32),
        value=value,
        total=np.zeros(len(sums), dtype=np.int64),
        totals=np.zeros(len(sums), dtype=np.int64),
        changed=changed,
        number=number,
        entry=entry,
        seen=seen,
        registers=np.zeros(2, dtype=np.int64),
    )


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Longs, Longs]:
    """Return pairs as two columns."""
    columns = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]
