"""How the free variables of inverse actions get their values: in steps, under the constraints of conditional effects.

That variable v has, after the action, the value it has in the state is a constraint on few variables before: v itself
and those in the conditions of effects on v. Variables that share no constraint are parts of their own.
``beta_plan.sas.regress`` says the same in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import SasTask
from beta_plan.spaces.tables import DUE, OWN, PART_END, VARIABLE, ChoiceTables


@dataclass(frozen=True, eq=False)
class Choices:
    """The tables, and the column STEP of the inverse actions: the first step of each."""

    first_step: Longs
    tables: ChoiceTables


def choices(task: SasTask, actions: Longs, free: Rows, in_steps: NDArray[np.bool_]) -> Choices:
    """Return the choices of inverse actions, each undoing one of ``actions``, with ``free`` variables."""
    constraints = _Constraints(task, actions)
    entry = _Entries(constraints, free, len(task.variables))
    chooses = in_steps | (free.lengths > 0)
    before = np.append(0, np.cumsum(chooses))
    first_step = free.offsets + before
    order = np.argsort(entry.part, kind="stable")
    step_of = np.empty(len(order), dtype=np.int64)
    step_of[order] = np.arange(len(order))
    step_of += before[free.owners + 1]
    steps = np.full((int(first_step[-1]) + 1, 6), -1, dtype=np.int32)
    steps[step_of, VARIABLE] = free.values
    steps[step_of[entry.own[entry.own >= 0]], OWN] = np.flatnonzero(entry.own >= 0)
    end_of = np.zeros(len(order), dtype=np.int64)
    np.maximum.at(end_of, entry.part, step_of + 1)
    steps[step_of, PART_END] = end_of[entry.part]
    last = first_step[constraints.row]
    np.maximum.at(last, entry.constraint, step_of[entry.number])
    due = Rows.from_pairs(last, np.arange(len(last)), len(steps) - 1)
    steps[:, DUE] = due.offsets
    return Choices(first_step, ChoiceTables(steps, due.values, *constraints.arrays(task)))


class _Constraints:
    """Constraint c of inverse action ``row[c]`` is on ``variable[c]``; its effects are ``effects[c]``."""

    def __init__(self, task: SasTask, actions: Longs) -> None:
        count, table, post = len(task.variables), task.actions.conditional, task.actions.post
        row_of = np.full(len(task.actions), -1, dtype=np.int64)
        row_of[actions] = np.arange(len(actions))
        certain = np.sort(post.owners * count + task.variable_of[post.values])
        key = table.action.astype(np.int64) * count + task.variable_of[table.fact]
        used = np.flatnonzero((row_of[table.action] >= 0) & ~is_in(key, certain))
        codes, place = np.unique(
            row_of[table.action[used]] * count + task.variable_of[table.fact[used]], return_inverse=True
        )
        self.row, self.variable = codes // count, codes % count
        self.effects = Rows.from_pairs(place, used, len(codes))
        self.conditions = table.condition.take(self.effects.values)
        owner = self.effects.owners[self.conditions.owners]
        self.scope = Rows.from_pairs(
            np.concatenate([np.arange(len(codes)), owner]),
            np.concatenate([self.variable, task.variable_of[self.conditions.values]]),
            len(codes),
        )

    def arrays(self, task: SasTask) -> tuple[Ints, Ints, Ints]:
        """Return the tables of constraints, effects and conditions."""
        facts = task.actions.conditional.fact[self.effects.values]
        values = facts - task.offsets[task.variable_of[facts]]
        return (
            with_beginnings(self.variable, self.effects.offsets),
            with_beginnings(values, self.conditions.offsets),
            pairs(task, self.conditions.values),
        )


class _Entries:
    """Entries of the free variables in the scopes of constraints.

    ``constraint[i]`` has the free variable ``number[i]`` (counted over all inverse actions) in its scope; ``own`` is,
    for each constraint, the number of its own variable, or -1. Variables with the same ``part`` hang together.
    """

    def __init__(self, constraints: _Constraints, free: Rows, count: int) -> None:
        codes = free.owners * count + free.values
        scope = constraints.scope
        wanted = constraints.row[scope.owners] * count + scope.values
        free_ones = is_in(wanted, codes)
        self.constraint = scope.owners[free_ones]
        self.number = np.searchsorted(codes, wanted[free_ones])
        mine = scope.values[free_ones] == constraints.variable[self.constraint]
        self.own = np.full(len(scope), -1, dtype=np.int64)
        self.own[self.constraint[mine]] = self.number[mine]
        self.part = _components(len(codes), self.constraint, self.number, len(scope))


def _components(count: int, link: Longs, member: Longs, num_links: int) -> Longs:
    """Return for each of ``count`` things the first one that links hold it together with."""
    label = np.arange(count)
    while True:
        lowest = np.full(num_links, count, dtype=np.int64)
        np.minimum.at(lowest, link, label[member])
        lower = label.copy()
        np.minimum.at(lower, member, lowest[link])
        if (lower == label).all():
            return label
        label = lower


def with_beginnings(column: NDArray[np.integer], beginnings: Longs) -> Ints:
    """Return two columns: some numbers, and where the rows of each begin; one more row ends the last one."""
    return np.stack([np.append(column, -1), beginnings], axis=1).astype(np.int32)


def pairs(task: SasTask, facts: Ints) -> Ints:
    """Return facts as rows (variable, value)."""
    variables = task.variable_of[facts]
    return np.stack([variables, facts - task.offsets[variables]], axis=1).astype(np.int32)
