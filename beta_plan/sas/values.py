"""Values that no legal state has, seen in the transition graph of a variable alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import changes
from beta_plan.sas.graphs import acyclic, transitions
from beta_plan.sas.rows import Longs
from beta_plan.sas.task import NONE_OF_THOSE, SasTask

Mask = NDArray[np.bool_]


def unreachable_values(task: SasTask) -> list[tuple[int, int]]:
    """Return (variable, value) that no legal state has, given the reference state.

    (1) A variable with an acyclic transition graph (fuel, a painted tile) never gets from its value in the reference
    to values that do not follow from it. Another beginning is no such value: a spanner may lie elsewhere.
    (2) NONE_OF_THOSE that nothing leads to. A place that the reference cannot reach is still a place. In both cases
    what is left is closed under all actions.
    """
    if task.init is None:
        return []
    old, new, _ = transitions(task, changes(task))
    one_way = acyclic(task, old, new)[task.variable_of]
    entered = np.zeros(task.num_facts, dtype=bool)
    entered[new] = True
    none = np.array([atom == NONE_OF_THOSE for v in task.variables for atom in v.atoms], dtype=bool)
    given = np.zeros(task.num_facts, dtype=bool)
    given[task.facts_of(task.init)] = True
    left_out = one_way & ~_reached(given, old, new) & ~other_beginnings(task, old, new)
    gone = np.flatnonzero((left_out | (none & ~entered)) & ~given)
    owners = task.variable_of[gone]
    return list(zip(owners.tolist(), (gone - task.offsets[owners]).tolist(), strict=True))


def _reached(given: Mask, old: Longs, new: Longs) -> Mask:
    """Mark the facts that the transition graphs reach from the given ones."""
    reached = given.copy()
    while True:
        fresh = new[reached[old] & ~reached[new]]
        if not len(fresh):
            return reached
        reached[fresh] = True


def other_beginnings(task: SasTask, old: Longs, new: Longs) -> Mask:
    """Mark the values that could stand in for the reference's: nothing leads to either, and both lead to the same.

    Both are atoms of one predicate. A level of fuel leads to other levels than the next higher one does, so it
    has no such stand-in.
    """
    found = np.zeros(task.num_facts, dtype=bool)
    if task.init is None:
        return found
    entered = set(new.tolist())
    exits: dict[int, set[int]] = {}
    for a, b in zip(old.tolist(), new.tolist(), strict=True):
        exits.setdefault(a, set()).add(b)
    for variable, reference in enumerate(task.facts_of(task.init).tolist()):
        if reference in entered or reference not in exits:
            continue
        atoms, first = task.variables[variable].atoms, int(task.offsets[variable])
        predicate = _predicate(task, atoms[reference - first])
        for value, atom in enumerate(atoms):
            fact = first + value
            if fact != reference and fact not in entered and exits.get(fact) == exits[reference]:
                found[fact] = _predicate(task, atom) == predicate
    return found


def _predicate(task: SasTask, atom: int) -> int:
    return NONE_OF_THOSE if atom == NONE_OF_THOSE else int(task.atoms.predicate[atom])
