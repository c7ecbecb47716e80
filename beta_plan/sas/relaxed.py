"""Relaxed reachability: what could become true if nothing ever became false."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Rows
from beta_plan.sas.task import SasTask, State


def relaxed_facts(task: SasTask, state: State) -> NDArray[np.bool_]:
    """Mark the facts that some state reachable from a state might have; none that one really has is missing."""
    reached = np.zeros(task.num_facts, dtype=bool)
    reached[task.facts_of(state)] = True
    actions, effects = task.actions, task.actions.conditional
    before = -1
    while before < (now := int(reached.sum())):
        before = now
        ready = _all_reached(actions.pre, reached)
        reached[actions.post.take(ready).values] = True
        fires = ready[effects.action] & _all_reached(effects.condition, reached)
        reached[effects.fact[fires]] = True
    return reached


def may_reach_goal(task: SasTask, state: State) -> bool:
    """Tell whether a goal might be reached; where not, there is no plan."""
    reached = relaxed_facts(task, state)
    return any(
        all(any(reached[int(task.offsets[v]) + x] for x in values) for v, values in task.goal_values(goal).items())
        for goal in task.goals
    )


def _all_reached(rows: Rows, reached: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mark the rows of which all facts are reached."""
    missing = np.bincount(rows.owners[~reached[rows.values]], minlength=len(rows))
    return np.asarray(missing == 0)
