"""Take out of a ground task what no legal state has: atoms with a known value, actions that never apply.

The rules, repeated until nothing changes. (1) An atom that no action changes keeps the value it has in the
reference state. (2) Next to an atom that is always true, the others of its mutex group are never true.
(3) An action never applies where it requires an atom that is never true, the absence of one that is always
true, or two atoms of a mutex group, or adds an atom that is never true.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.invariants import Groups
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import GroundEffects, GroundTask

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Pruned:
    """A ground task over the same atoms, whose actions mention no atom with a known value."""

    task: GroundTask
    always: Mask
    never: Mask


def prune(task: GroundTask, groups: Groups, always: Mask, never: Mask) -> Pruned:
    """Return the part of ``task`` that matters, given atoms known to be always or never true."""
    always, never = always.copy(), never.copy()
    if len(task.positive.values):
        task = _keep_actions(task, ~groups.mutex_rows(task.positive))
    while True:
        task = _drop_decided(_keep_actions(task, _applicable(task, always, never)), always, never)
        known = int(always.sum() + never.sum())
        unchanged = ~_changed(task) & ~always & ~never
        if task.init is not None:
            always |= unchanged & task.init
        never |= unchanged & ~always
        crowded = np.zeros(len(groups.atoms), dtype=bool)
        crowded[groups.atoms.owners[always[groups.atoms.values]]] = True
        never[groups.atoms.values[crowded[groups.atoms.owners]]] = True
        never &= ~always
        if known == int(always.sum() + never.sum()):
            return Pruned(task, always, never)


def _any(rows: Rows, mask: Mask) -> Mask:
    """Mark the rows that have an entry in ``mask``."""
    marked = np.zeros(len(rows), dtype=bool)
    marked[rows.owners[mask[rows.values]]] = True
    return marked


def _applicable(task: GroundTask, always: Mask, never: Mask) -> Mask:
    impossible = _any(task.positive, never) | _any(task.negative, always) | _any(task.add, never)
    return ~impossible


def _changed(task: GroundTask) -> Mask:
    changed = np.zeros(len(task.atoms), dtype=bool)
    for rows in (task.add, task.delete, task.effects.add, task.effects.delete):
        changed[rows.values] = True
    return changed


def _keep_actions(task: GroundTask, keep: Mask) -> GroundTask:
    if keep.all():
        return task
    number = np.cumsum(keep) - 1
    effects = task.effects.take(keep[task.effects.action])
    return replace(
        task,
        names=task.names.take(keep),
        cost=task.cost[keep],
        positive=task.positive.take(keep),
        negative=task.negative.take(keep),
        add=task.add.take(keep),
        delete=task.delete.take(keep),
        effects=replace(effects, action=number[effects.action].astype(np.int32)),
    )


def _drop_decided(task: GroundTask, always: Mask, never: Mask) -> GroundTask:
    """Leave out literals that always hold, effects that change nothing, and actions without effects.

    What is always true and deleted nevertheless is added again by the same action.
    """
    effects, known = task.effects, always | never
    effects = effects.take(~(_any(effects.positive, never) | _any(effects.negative, always) | _any(effects.add, never)))
    effects = GroundEffects(
        action=effects.action,
        positive=effects.positive.without(always),
        negative=effects.negative.without(never),
        add=effects.add.without(always),
        delete=effects.delete.without(known),
    )
    task = replace(
        task,
        positive=task.positive.without(always),
        negative=task.negative.without(never),
        add=task.add.without(always),
        delete=task.delete.without(known),
        effects=effects.take((effects.add.lengths > 0) | (effects.delete.lengths > 0)),
    )
    changes = (task.add.lengths > 0) | (task.delete.lengths > 0)
    changes[task.effects.action] = True
    return _keep_actions(task, changes)
