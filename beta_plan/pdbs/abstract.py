"""Abstract actions: what the actions of a task do to the variables of a pattern, backwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from beta_plan.pdbs.conditional import Case, cases
from beta_plan.pdbs.legality import LegalStates
from beta_plan.pdbs.projection import Mask, Pattern, PatternTooLarge, Projection
from beta_plan.sas.changes import same_variable
from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask

ANY = -1
"""The value of a variable that an abstract action does not ask for."""

MOST_ACTIONS = 1 << 20
"""A pattern with more abstract actions than this is too large."""


@dataclass(frozen=True, eq=False)
class AbstractActions:
    """Abstract action i leads to every abstract state with the values ``required[i]``, from the one ``delta[i]`` on.

    Regression is one addition: where the values required hold in t, the rank of s is the rank of t plus ``delta``.
    Actions that look alike inside the pattern are one abstract action: ``action[j]`` appears as ``number[j]``, and
    the pairs are sorted by number. An action may appear as several, where it does not ask for a value that it
    changes, or where a condition is not decided inside the pattern.
    """

    required: Ints
    delta: Longs
    action: Longs
    number: Longs

    def __len__(self) -> int:
        return len(self.delta)

    @cached_property
    def _first(self) -> Longs:
        return np.flatnonzero(np.diff(self.number, prepend=-1))

    def costs(self, action_costs: Longs) -> Longs:
        """Return the cost of each abstract action: that of the cheapest action that appears as it."""
        return np.minimum.reduceat(action_costs[self.action], self._first) if len(self) else np.empty(0, np.int64)

    def spread(self, values: Longs, num_actions: int) -> Longs:
        """Return for each action the largest of the ``values`` of its abstract actions, at least zero."""
        largest = np.zeros(num_actions, dtype=np.int64)
        np.maximum.at(largest, self.action, values[self.number])
        return largest

    def marked(self, actions: Mask) -> Mask:
        """Mark the abstract actions as which some of the marked ``actions`` appear."""
        found = np.zeros(len(self), dtype=bool)
        found[self.number[actions[self.action]]] = True
        return found


class Projector:
    """A task, prepared once for projections to many patterns."""

    def __init__(self, task: SasTask) -> None:
        pre, post, effects = task.actions.pre, task.actions.post, task.actions.conditional
        count = len(task.variables)
        self.task = task
        self.legal_states = LegalStates(task)
        self._pre = _with_told(task)
        self._changing = Rows.from_pairs(task.variable_of[post.values], post.owners, count)
        self._may_change = Rows.from_pairs(task.variable_of[effects.fact], effects.action, count)
        self._effects_of = Rows.from_pairs(effects.action, np.arange(len(effects.fact)), len(pre))

    def affecting(self, pattern: Pattern) -> Longs:
        """Return the actions that (may) change a variable of ``pattern``, sorted."""
        variables = np.array(pattern, dtype=np.int64)
        found = np.concatenate([self._changing.take(variables).values, self._may_change.take(variables).values])
        return np.unique(found).astype(np.int64)

    def abstract_actions(self, projection: Projection) -> AbstractActions:
        """Return the abstract actions of a pattern.

        Raises:
            PatternTooLarge: there are too many of them.
        """
        conditional = np.unique(self._may_change.take(np.array(projection.pattern, dtype=np.int64)).values)
        plain = np.setdiff1d(self.affecting(projection.pattern), conditional, assume_unique=True)
        blocks = [self._plain(projection, plain)]
        room = MOST_ACTIONS - len(blocks[0][1])
        for action in conditional.tolist():
            case = Case.of(self.task, projection, self._pre[action].tolist(), action, self._effects_of[action].tolist())
            before, after = cases(case, projection, limit=room)
            room -= len(before)
            blocks.append((np.full(len(before), action), before, after))
        return _distinct(projection, *(np.concatenate(part) for part in zip(*blocks, strict=True)))

    def _plain(self, projection: Projection, actions: Longs) -> tuple[Longs, Ints, Ints]:
        """Return (action, before, after) of the actions without conditional effects on the pattern.

        ``after`` is ANY where nothing changes. A variable that the action changes and does not ask for has had any
        value: the action is repeated for each.
        """
        before, after = (_matrix(projection, rows.take(actions)) for rows in (self._pre, self.task.actions.post))
        for place, size in enumerate(projection.sizes):
            free = (before[:, place] == ANY) & (after[:, place] != ANY)
            times = np.where(free, size, 1)
            if times.sum() > MOST_ACTIONS:
                raise PatternTooLarge(f"too many abstract actions in {projection.pattern}")
            source = np.repeat(np.arange(len(actions)), times)
            within = np.arange(len(source)) - np.repeat(np.cumsum(times) - times, times)
            actions, before, after = actions[source], before[source], after[source]
            before[free[source], place] = within[free[source]]
        return actions, before, after


def _with_told(task: SasTask) -> Rows:
    """Return the preconditions, each with the old values that the mutex groups tell where it does not ask."""
    pre, post = task.actions.pre, task.actions.post
    unasked = same_variable(task, pre, post) < 0
    owners, variables = post.owners[unasked], task.variable_of[post.values[unasked]]
    values = Mutexes(task).before(owners, variables)
    told = values.count == 1
    return Rows.from_pairs(
        np.concatenate([pre.owners, owners[told]]), np.concatenate([pre.values, values.first[told]]), len(pre)
    )


def _matrix(projection: Projection, rows: Rows) -> Ints:
    """Return the values that rows of facts give to the places of the pattern."""
    task = projection.task
    variables = task.variable_of[rows.values]
    places = projection.place_of[variables]
    inside = places >= 0
    values = np.full((len(rows), len(projection.pattern)), ANY, dtype=np.int32)
    values[rows.owners[inside], places[inside]] = (rows.values - task.offsets[variables])[inside]
    return values


def _distinct(projection: Projection, action: Longs, before: Ints, after: Ints) -> AbstractActions:
    """Return the different transitions, leaving out those that lead nowhere else."""
    changed = after != ANY
    delta = np.where(changed, before - after, 0) @ projection.multipliers
    required = np.where(changed, after, before)
    code = (required + 1) @ np.cumprod([1, *(size + 1 for size in projection.sizes)], dtype=np.int64)[:-1]
    real = delta != 0
    action, code, delta, required = action[real], code[real], delta[real], required[real]
    order = np.lexsort((action, delta, code))
    action, code, delta = action[order], code[order], delta[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (code[1:] != code[:-1]) | (delta[1:] != delta[:-1])
    number = np.cumsum(new) - 1
    again = np.zeros(len(order), dtype=bool)
    again[1:] = ~new[1:] & (action[1:] == action[:-1])
    return AbstractActions(
        np.ascontiguousarray(required[order][new], dtype=np.int32), delta[new], action[~again], number[~again]
    )
