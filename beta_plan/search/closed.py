"""The closed table: every generated state, packed, with its parent and its profile."""

from __future__ import annotations

import numpy as np

from beta_plan.search.kernels import ClosedTables
from beta_plan.search.key_set import KeySet
from beta_plan.search.memory import copied, resize
from beta_plan.search.snapshot import Arrays


class ClosedTable:
    """States by number, in generation order.

    Bytes for each state: 8 for each word, 5.3 to 7.1 for the index, 4 for the parent, 4 for the profile
    where there are terms. The action between a state and its parent is not kept: the parent's predecessors tell it.
    """

    def __init__(self, num_words: int, capacity: int, *, with_profiles: bool) -> None:
        self.states = KeySet(num_words, capacity)
        self.parent = np.zeros(capacity, dtype=np.int32)
        self.profile = np.zeros(capacity if with_profiles else 0, dtype=np.int32)
        self.tables = ClosedTables(self.states.table, self.parent, self.profile)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return self.states.nbytes + self.parent.nbytes + self.profile.nbytes

    @property
    def row_bytes(self) -> int:
        """Bytes for each state that there is room for."""
        return self.states.row_bytes + 4 + (4 if len(self.profile) else 0)

    @property
    def copied(self) -> int:
        """Bytes that may exist twice while the table grows."""
        return copied(self.states.table.keys, self.states.table.slots)

    def arrays(self) -> Arrays:
        """Return what must be kept to go on later: views, of the places in use alone."""
        count = len(self.states)
        return {"keys": self.states.keys, "parent": self.parent[:count], "profile": self.profile[:count]}

    def restore(self, arrays: Arrays) -> None:
        """Hold what ``arrays`` has returned; there must be room."""
        self.states.fill(arrays["keys"])
        self.parent[: len(arrays["parent"])] = arrays["parent"]
        self.profile[: len(arrays["profile"])] = arrays["profile"]

    def grow(self, capacity: int) -> None:
        """Make room for ``capacity`` states; the index must catch up afterwards."""
        resize(self.parent, capacity)
        if len(self.profile):
            resize(self.profile, capacity)
        self.states.grow(capacity)
