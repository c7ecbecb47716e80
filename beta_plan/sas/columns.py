"""The action-effect matrix by columns: every way in which an application can change the facts.

A change of a variable from ``old`` to ``new`` has -1 at ``old`` and +1 at ``new``. An action's certain changes are
one column. A variable whose old value is not known had any value that no mutex group excludes; as one choice
does not depend on another, it suffices to put one of these values into the action's column and to ask that the
others weigh the same: the span of all combinations is the same, without their product.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from beta_plan.sas.changes import UNKNOWN, old_facts
from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.rows import Longs, Rows
from beta_plan.sas.task import SasTask


@dataclass(frozen=True, eq=False)
class EffectColumns:
    """Columns of one change (``equal``, pairs of facts) and of several: change i belongs to ``column[i]``, sorted.

    A weight vector is invariant iff it gives the same weight to each pair, and iff over each other column the
    weights of ``new`` minus those of ``old`` add up to zero.
    """

    equal: Longs
    column: Longs
    old: Longs
    new: Longs


def effect_columns(task: SasTask) -> EffectColumns:
    """Return the columns of all actions, and of their conditional effects.

    An action that finds a variable without a possible old value is applicable in no legal state, and has none.
    """
    post = task.actions.post
    old = old_facts(task, task.actions.pre, post).astype(np.int64)
    unknown = np.flatnonzero(old == UNKNOWN)
    mutexes = Mutexes(task)
    before = mutexes.before(post.owners[unknown], task.variable_of[post.values[unknown]])
    impossible = np.zeros(len(task.actions), dtype=bool)
    impossible[post.owners[unknown[before.count == 0]]] = True
    keep = ~impossible[post.owners]
    if impossible.any():
        unknown = unknown[keep[unknown]]
        before = mutexes.before(post.owners[unknown], task.variable_of[post.values[unknown]])
    old[unknown] = before.first
    extra = _conditional_changes(task, mutexes)
    column = np.concatenate([post.owners[keep], np.array(extra.column, dtype=np.int64)])
    changes = np.stack([old[keep], post.values[keep]], axis=1)
    changes = np.concatenate([changes, np.array(extra.changes, dtype=np.int64).reshape(-1, 2)])
    pairs = np.concatenate([before.alike, np.array(extra.equal, dtype=np.int64).reshape(-1, 2)])
    return assemble(column, changes, pairs, in_order=not extra.column)


def assemble(column: Longs, changes: Longs, equal: Longs, *, in_order: bool) -> EffectColumns:
    """Sort the changes by column and move those that are alone in their column to ``equal``."""
    real = changes[:, 0] != changes[:, 1]
    column, changes = column[real], changes[real]
    if not in_order:
        order = np.argsort(column, kind="stable")
        column, changes = column[order], changes[order]
    alone = np.bincount(column)[column] == 1 if len(column) else np.zeros(0, dtype=bool)
    equal = np.concatenate([equal, changes[alone]])
    return EffectColumns(equal, column[~alone], changes[~alone, 0], changes[~alone, 1])


@dataclass
class _Changes:
    """What the conditional effects add: changes with the column of each, and pairs of equal weight."""

    column: list[int] = field(default_factory=list)
    changes: list[tuple[int, int]] = field(default_factory=list)
    equal: list[tuple[int, int]] = field(default_factory=list)


def _conditional_changes(task: SasTask, mutexes: Mutexes) -> _Changes:
    """Return the columns of the conditional effects: those under one condition fire together, or not.

    A column is added for a group that may fire; one that always fires belongs to the action's own column. A
    variable that two groups set is coupled to neither unless their conditions exclude each other, since both may
    fire and change it once. That is sound; some invariants of actions whose conditions depend on each other go
    unnoticed.
    """
    found = _Changes()
    effects = task.actions.conditional
    by_action = Rows.from_pairs(effects.action, np.arange(len(effects.fact)), len(task.actions))
    next_column = len(task.actions)
    for action in np.unique(effects.action).tolist():
        pre = task.actions.pre[action].tolist()
        groups = _groups(task, action, by_action[action].tolist(), pre)
        loose = _set_by_several(task, groups)
        for known, facts in groups.items():
            always = len(known) == len(pre)
            column, next_column = (action, next_column) if always else (next_column, next_column + 1)
            for fact in facts:
                variable = int(task.variable_of[fact])
                olds = [f for f in known if task.variable_of[f] == variable] or mutexes.allowed(variable, known)
                if variable in loose:
                    found.equal += [(old, fact) for old in olds]
                elif olds:
                    found.column.append(column)
                    found.changes.append((olds[0], fact))
                    found.equal += [(olds[0], other) for other in olds[1:]]
    return found


def _groups(task: SasTask, action: int, effects: list[int], pre: list[int]) -> dict[tuple[int, ...], list[int]]:
    """Return the facts set under each condition joined with ``pre``; without conditions that never hold."""
    table = task.actions.conditional
    always_set = {int(task.variable_of[f]) for f in task.actions.post[action].tolist()}
    groups: dict[tuple[int, ...], list[int]] = {}
    for i in effects:
        known = sorted({*pre, *table.condition[i].tolist()})
        fact = int(table.fact[i])
        if _consistent(task, known) and int(task.variable_of[fact]) not in always_set:
            group = groups.setdefault(tuple(known), [])
            if fact not in group:
                group.append(fact)
    return groups


def _set_by_several(task: SasTask, groups: dict[tuple[int, ...], list[int]]) -> set[int]:
    """Return the variables that two groups set whose conditions may hold together."""
    setters: dict[int, list[tuple[int, ...]]] = {}
    for known, facts in groups.items():
        for fact in facts:
            setters.setdefault(int(task.variable_of[fact]), []).append(known)
    return {
        variable
        for variable, conditions in setters.items()
        if any(_consistent(task, {*one, *other}) for one, other in combinations(conditions, 2))
    }


def _consistent(task: SasTask, facts: Collection[int]) -> bool:
    """Say whether different ``facts`` are of different variables."""
    return len({int(task.variable_of[f]) for f in facts}) == len(facts)
