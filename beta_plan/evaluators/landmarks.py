"""h^LM-cut as an evaluator, for searches and for some states at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from beta_plan.evaluators import landmark_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.evaluators.landmark_tables import LandmarkTables, landmark_tables
from beta_plan.evaluators.row_kernels import evaluate_rows
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import SasTask


class LandmarkCut:
    """The one value h^LM-cut, a lower bound of the cost of a plan; of a task without conditional effects."""

    ks = (1,)

    def __init__(self, task: SasTask) -> None:
        self._task = task

    @cached_property
    def tables(self) -> LandmarkTables:
        """The arrays that the kernel ``evaluate`` works on."""
        return landmark_tables(self._task)

    @property
    def size(self) -> int:
        """How many facts all actions need and give: the time for one state grows with it. No array is made for it."""
        return len(self._task.actions.pre.values) + len(self._task.actions.post.values) + 1

    def values(self, rows: Ints) -> Ints:
        """Return the value of each state, DEAD_END where the goal cannot be reached."""
        h = np.zeros((len(rows), 1), dtype=np.int32)
        evaluate_rows(self.tables, rows, h)
        return h[:, 0]
