"""Conflicts: what k variables reveal and k-1 cannot."""

from __future__ import annotations


def conflicts(h_k: int, h_below: int) -> int:
    """Return kC = max(0, h^PDBk - h^PDB(k-1)), the conflicts of order k (paper, definition of conflicts).

    A dead end that only the larger patterns see makes their number as large as DEAD_END; one that both see gives 0.
    """
    return max(0, h_k - h_below)
