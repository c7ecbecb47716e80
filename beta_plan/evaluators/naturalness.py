"""How near a state is to natural ones further back, and to goal states further on: the additive heuristic.

Bonet and Geffner's h^add for actions of unit cost, here over inverse actions too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.evaluators.additive_kernels import NEAREST
from beta_plan.evaluators.additive_tables import AdditiveTables, backward_tables, forward_tables
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.row_kernels import evaluate_rows
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import evaluate

NEAREST_FIRST = Ordering.parse("[w(PDB1),PDB1]")
"""The ordering to search with; to the search, nearness is a heuristic like any other.

Novelty first, as in best-first width search: h^add alone is stuck where the only way on leads away at first.
"""


@dataclass(frozen=True, eq=False)
class Nearness:
    """Gives each state its nearness to states that meet some demands: NEAREST if it does, 0 if none can be reached."""

    tables: AdditiveTables
    ks: tuple[int, ...] = (1,)

    def additive(self, state: Sequence[int]) -> int | None:
        """Return h^add of a state, None: a dead end."""
        value = np.zeros(1, dtype=np.int32)
        evaluate(self.tables, np.asarray(state, dtype=np.int32), value)
        return NEAREST - int(value[0]) if value[0] else None

    def of(self, rows: Ints) -> Ints:
        """Return the nearness of each state in ``rows``."""
        values = np.zeros((len(rows), 1), dtype=np.int32)
        evaluate_rows(self.tables, rows, values)
        nearness: Ints = values[:, 0]
        return nearness


def naturalness(task: SasTask, allowed: NDArray[np.bool_]) -> Nearness:
    """Return the nearness, backwards, to states that have only ``allowed`` facts and are no goal states.

    Each variable with facts that are not allowed must have one that is. Of each goal some variable must have a fact
    that it does not accept: a state in which everything is as the author wrote it may yet be a goal state.
    """
    of_variables = (np.arange(*task.offsets[v : v + 2]) for v in range(len(task.variables)))
    demands = [facts[allowed[facts]].tolist() for facts in of_variables if not allowed[facts].all()]
    for goal in task.goals:
        refused = np.isin(task.variable_of, task.variable_of[list(goal)]) & allowed
        refused[list(goal)] = False
        demands.append(np.flatnonzero(refused).tolist())
    return Nearness(backward_tables(task, Rows.of(demands)))


def reference_nearness(task: SasTask) -> Nearness:
    """Return the nearness, backwards, to the reference state."""
    assert task.init is not None
    reference = task.facts_of(task.init)
    open_ = reference[np.diff(task.offsets) > 1]
    return Nearness(backward_tables(task, Rows.of([[fact] for fact in open_.tolist()])))


def goal_nearness(task: SasTask, goal: Sequence[int]) -> Nearness:
    """Return the nearness, forwards, to states that satisfy one of the task's goals."""
    values = task.goal_values(goal).items()
    return Nearness(forward_tables(task, Rows.of([[int(task.offsets[v]) + x for x in xs] for v, xs in values])))
