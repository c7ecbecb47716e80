"""What is known of the state before an action where its inverse applies."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import same_variable
from beta_plan.sas.invert import InverseTable
from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import SasTask


class Known:
    """The facts that come back with each inverse action, those it takes away, and those that hold before and after."""

    def __init__(self, task: SasTask, inverse: InverseTable) -> None:
        self._task, self.inverse = task, inverse
        at = same_variable(task, inverse.required, inverse.old)
        self.gone: Ints = np.full(len(at), -1, dtype=np.int32)
        """For each entry of ``inverse.old`` the fact of its variable that goes, or -1 where that is not known."""
        self.gone[at >= 0] = inverse.required.values[at[at >= 0]]

    @cached_property
    def facts(self) -> Rows:
        """What holds before the action: old facts, and what it requires of variables that it leaves alone."""
        required, old = self.inverse.required, self.inverse.old
        stays = ~is_in(self._codes(required), np.sort(np.concatenate([self._codes(old), self._free])))
        owners = np.concatenate([required.owners[stays], old.owners])
        return Rows.from_pairs(owners, np.concatenate([required.values[stays], old.values]), len(required))

    def value(self, rows: Longs, variables: Ints) -> Ints:
        """Return the fact of each variable before the inverse action of its row, or -1 where that is not known."""
        return _find(self._codes(self.facts), self.facts.values, rows * len(self._task.variables) + variables)

    def old(self, rows: Longs, variables: Ints) -> tuple[Ints, Ints]:
        """Return the fact of each variable that comes back and the one that goes, -1 where there is none."""
        wanted = rows * len(self._task.variables) + variables
        codes = self._codes(self.inverse.old)
        return _find(codes, self.inverse.old.values, wanted), _find(codes, self.gone, wanted)

    @property
    def _free(self) -> Longs:
        free = self.inverse.free
        return free.owners * len(self._task.variables) + free.values

    def _codes(self, rows: Rows) -> Longs:
        codes: Longs = rows.owners * len(self._task.variables) + self._task.variable_of[rows.values]
        return codes


def _find(codes: Longs, values: Ints, wanted: Longs) -> Ints:
    """Return the value of each wanted code, or -1; codes are sorted, as facts are sorted by variable."""
    found: Ints = np.full(len(wanted), -1, dtype=np.int32)
    hit: NDArray[np.bool_] = is_in(wanted, codes)
    found[hit] = values[np.searchsorted(codes, wanted[hit])]
    return found
