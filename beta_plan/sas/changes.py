"""What actions change: each effect with the value its variable had before, as far as that is required."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask

UNKNOWN = -1
"""The old value of a variable that no precondition or condition mentions."""


def same_variable(task: SasTask, pre: Rows, post: Rows) -> Longs:
    """Return, for each entry of ``post.values``, where ``pre.values`` has a fact of its row and variable, or -1."""
    count = len(task.variables)
    wanted = post.owners * count + task.variable_of[post.values]
    if not len(pre.values):
        return np.full(len(wanted), -1, dtype=np.int64)
    keys = pre.owners * count + task.variable_of[pre.values]
    order = None if (keys[1:] > keys[:-1]).all() else np.argsort(keys)
    at = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    if order is not None:
        at = order[at]
    return np.where(keys[at] == wanted, at, -1)


def old_facts(task: SasTask, pre: Rows, post: Rows) -> Ints:
    """Return, for each entry of ``post.values``, the fact that ``pre`` requires of that variable, or UNKNOWN."""
    at = same_variable(task, pre, post)
    old = np.full(len(at), UNKNOWN, dtype=np.int32)
    old[at >= 0] = pre.values[at[at >= 0]]
    return old


@dataclass(frozen=True, eq=False)
class Changes:
    """Change i of ``action[i]`` turns the fact ``old[i]`` (or UNKNOWN) into ``new[i]``.

    ``effect`` is the conditional effect that does it, -1 for an unconditional change.
    """

    action: Longs
    effect: Longs
    old: Ints
    new: Ints


def changes(task: SasTask) -> Changes:
    """Return all effects that can fire and change something, unconditional ones first, in the order of the tables."""
    pre, post, effects = task.actions.pre, task.actions.post, task.actions.conditional
    given = pre.take(effects.action)
    known = Rows.from_pairs(
        np.concatenate([given.owners, effects.condition.owners]),
        np.concatenate([given.values, effects.condition.values]),
        len(effects.fact),
    )
    single = Rows.from_lengths(np.ones(len(effects.fact), dtype=np.int64), effects.fact)
    old = np.concatenate([old_facts(task, pre, post), old_facts(task, known, single)])
    new = np.concatenate([post.values, effects.fact])
    action = np.concatenate([post.owners, effects.action])
    effect = np.concatenate([np.full(len(post.values), -1), np.arange(len(effects.fact))])
    fires = np.concatenate([np.ones(len(post.values), dtype=bool), _consistent(task, known)])
    real = fires & (old != new)
    return Changes(action[real], effect[real], old[real], new[real])


def _consistent(task: SasTask, rows: Rows) -> NDArray[np.bool_]:
    """Mark the rows that give no variable two values; facts are sorted and distinct in each."""
    owners, variables = rows.owners, task.variable_of[rows.values]
    consistent = np.ones(len(rows), dtype=bool)
    consistent[owners[1:][(owners[1:] == owners[:-1]) & (variables[1:] == variables[:-1])]] = False
    return consistent
