"""Events of a SAS+ task, and which facts may hold before and after them as far as pairs of facts tell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.pairs import known_mutexes
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask

Mask = NDArray[np.bool_]


class Steps:
    """An event is an action with its certain effects, or with these and one conditional effect.

    ``pre`` holds before it, ``sets`` after it; ``setting`` are the events that set a fact, ``of_action`` those of an
    action, and ``effects_of`` its conditional effects. ``asked`` is what the condition of such an effect asks beyond
    the preconditions. ``excluded`` marks the pairs of facts that never hold together.
    """

    def __init__(self, task: SasTask) -> None:
        actions, effects = task.actions, task.actions.conditional
        count = len(effects.fact)
        self.task = task
        self.excluded = known_mutexes(task)
        self.pre, self.sets, self.asked = actions.pre, actions.post, effects.condition
        if count:
            given = actions.pre.take(effects.action)
            own = Rows.from_lengths(np.ones(count, dtype=np.int64), effects.fact)
            self.pre = Rows.concatenate([actions.pre, given.union(effects.condition)])
            self.sets = Rows.concatenate([actions.post, actions.post.take(effects.action).union(own)])
            self.asked = Rows.of(
                [sorted({*c.tolist()} - {*p.tolist()}) for c, p in zip(self.asked, given, strict=True)]
            )
        self.action = np.concatenate([np.arange(len(actions)), effects.action])
        self.of_action = Rows.from_pairs(self.action, np.arange(len(self.action)), len(actions))
        self.effects_of = Rows.from_pairs(effects.action, np.arange(count), len(actions))
        self.setting = Rows.from_pairs(self.sets.values, self.sets.owners, task.num_facts)

    def after(self, events: Longs | Ints, facts: Longs) -> Mask:
        """Mark which of ``facts`` may hold after each event, whatever held before it."""
        pre, sets = self.pre.take(events), self.sets.take(events)
        possible = self.staying(pre, sets, facts) & ~self.hit(sets, facts)
        columns = self.columns(facts)
        mark(possible, sets, columns)
        effects = self.effects_of.take(self.action[events])
        mark(possible, Rows.from_lengths(effects.lengths, self.task.actions.conditional.fact[effects.values]), columns)
        return possible

    def staying(self, pre: Rows, sets: Rows, facts: Longs) -> Mask:
        """Mark the facts that go with all that an event requires and whose variables it does not set."""
        variable = self.task.variable_of
        own = np.zeros((len(sets), len(self.task.variables)), dtype=bool)
        own[sets.owners, variable[sets.values]] = True
        return ~self.hit(pre, facts) & ~own[:, variable[facts]]

    def hit(self, rows: Rows, facts: Longs) -> Mask:
        """Mark the facts that some fact of each row excludes."""
        hit = np.zeros((len(rows), len(facts)), dtype=bool)
        filled = np.flatnonzero(rows.lengths)
        if len(filled):
            marks = self.excluded[np.ix_(rows.values, facts)]
            hit[filled] = np.logical_or.reduceat(marks, rows.offsets[filled], axis=0)
        return hit

    def columns(self, facts: Longs) -> Longs:
        """Return the column of each fact of the task, -1 for those that are not among ``facts``."""
        columns = np.full(self.task.num_facts, -1, dtype=np.int64)
        columns[facts] = np.arange(len(facts))
        return columns


def mark(matrix: Mask, rows: Rows, columns: Longs) -> None:
    """Mark the entries of rows that have a column."""
    near = columns[rows.values] >= 0
    matrix[rows.owners[near], columns[rows.values[near]]] = True
