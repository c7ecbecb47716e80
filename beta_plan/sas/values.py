"""Values that no legal state has, seen in the transition graph of a variable alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import changes
from beta_plan.sas.graphs import acyclic, transitions
from beta_plan.sas.rows import Longs
from beta_plan.sas.task import NONE_OF_THOSE, SasTask


def unreachable_values(task: SasTask) -> list[tuple[int, int]]:
    """Return (variable, value) that no legal state has, given the reference state.

    From its value in the reference, a variable with an acyclic transition graph never gets to them; of the
    other variables only NONE_OF_THOSE is judged so: a place that the reference cannot reach is still a place.
    """
    if task.init is None:
        return []
    old, new, _ = transitions(task, changes(task))
    unreached = np.flatnonzero(~_reached(task, old, new))
    owners = task.variable_of[unreached]
    one_way = acyclic(task, old, new)
    return [
        (variable, value)
        for variable, value in zip(owners.tolist(), (unreached - task.offsets[owners]).tolist(), strict=True)
        if one_way[variable] or task.variables[variable].atoms[value] == NONE_OF_THOSE
    ]


def _reached(task: SasTask, old: Longs, new: Longs) -> NDArray[np.bool_]:
    """Mark the facts that the transition graphs reach from the reference state."""
    assert task.init is not None
    reached = np.zeros(task.num_facts, dtype=bool)
    reached[task.facts_of(task.init)] = True
    while True:
        fresh = new[reached[old] & ~reached[new]]
        if not len(fresh):
            return reached
        reached[fresh] = True
