"""Novelty w(h): which small sets of facts have been seen with which value of a heuristic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta_plan.search.key_set import KeySet
from beta_plan.search.key_set_kernels import COUNT
from beta_plan.search.memory import copied, larger, resize
from beta_plan.search.novelty_kernels import NoveltyTables, width
from beta_plan.search.snapshot import Arrays

LARGEST_CAP = 2
"""Sets of at most so many facts are looked at."""


class Novelty:
    """What was seen so far, for ``num_heuristics`` heuristics (paper, Definition 3).

    The paper's w(s) is |V| - n + 1, where n is the size of the smallest set of facts that is seen for the first time
    together with h(s).

    Differs from the paper: n is exact up to ``cap``, and ``cap + 1`` stands for all larger n, since the sets of n
    facts are too many to remember.
    """

    def __init__(
        self, num_heuristics: int, num_facts: int, num_variables: int, *, cap: int = 2, rows: int = 16
    ) -> None:
        if not 1 <= cap <= LARGEST_CAP:
            raise ValueError(f"the cap of novelty is {cap}, but must be 1 to {LARGEST_CAP}")
        used = num_heuristics > 0
        self.num_heuristics = num_heuristics
        self.cap = cap
        self.words_per_state = num_heuristics * num_variables * (num_facts // 64 + 1) if cap > 1 else 0
        self._rows = KeySet(1, rows if used else 0)
        self.tables = NoveltyTables(
            rows=self._rows.table,
            page=np.zeros((self._rows.capacity, num_facts if used else 0), dtype=np.int32),
            pool=np.zeros(1 + self.words_per_state, dtype=np.uint64),
            used=np.ones(1, dtype=np.int64),
            place=np.zeros(num_variables, dtype=np.int32),
            bits=np.zeros(num_variables, dtype=np.uint64),
            key=np.zeros(1, dtype=np.uint64),
        )

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return self._rows.nbytes + self.tables.page.nbytes + self.tables.pool.nbytes

    def arrays(self) -> Arrays:
        """Return what must be kept to go on later: views, of the places in use alone."""
        tables, rows = self.tables, len(self._rows)
        pool = tables.pool[: int(tables.used[0])]
        return {"rows": self._rows.keys, "page": tables.page[:rows], "pool": pool}

    def restore(self, arrays: Arrays) -> None:
        """Hold what ``arrays`` has returned."""
        tables, rows, used = self.tables, len(arrays["rows"]), len(arrays["pool"])
        if rows > self._rows.capacity:
            resize(tables.page, rows)
            self._rows.grow(rows)
        if used > len(tables.pool):
            resize(tables.pool, used)
        self._rows.fill(arrays["rows"])
        tables.page[:rows] = arrays["page"]
        tables.pool[:used] = arrays["pool"]
        tables.used[0] = used

    def grow(self, room: int) -> bool:
        """Make room for one more state at least; say whether ``room`` bytes were enough."""
        tables = self.tables
        room -= copied(tables.page, tables.pool)
        while int(tables.rows.sizes[COUNT]) + self.num_heuristics > self._rows.capacity:
            per_row = 4 * tables.page.shape[1] + self._rows.row_bytes
            rows = larger(self._rows.capacity, per_row, room)
            if rows is None:
                return False
            room -= per_row * (rows - self._rows.capacity)
            resize(tables.page, rows)
            self._rows.grow(rows)
            self._rows.catch_up()
        while int(tables.used[0]) + self.words_per_state > len(tables.pool):
            words = larger(len(tables.pool), 8, room)
            if words is None:
                return False
            room -= 8 * (words - len(tables.pool))
            resize(tables.pool, words)
        return True

    def width(self, facts: Sequence[int], h: int, *, heuristic: int = 0) -> int:
        """Return n for a state with these facts, ascending, and this value of h; the facts are seen from now on."""
        self.grow(2**62)
        row = np.array(facts, dtype=np.int32)
        return int(width(self.tables, heuristic, h, row, len(row), self.cap))
