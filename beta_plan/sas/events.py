"""What ground actions do to atoms, as events: one for the certain effects of an action, one for each condition.

Invariant synthesis asks again and again which events add, delete, require or consume the atoms of a
predicate; these tables answer without a loop over actions.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import GroundTask

Entries = tuple[Longs, Ints]


class Events:
    """Entries (event, atom) of a ground task by kind.

    Event ``e`` below ``num_actions`` is action ``e`` with its certain effects; the others are the conditional
    effects in order. *held*: required before, by the action or the condition; *added* and *deleted*: by
    this event; *present*: added by it or by its action; *consumed*: held, and deleted by it or by its action;
    *settled*: added by it, or false afterwards if nothing adds it, for its action requires that or it is deleted.
    """

    def __init__(self, task: GroundTask) -> None:
        self.num_atoms = len(task.atoms)
        self.num_objects = max(len(task.atoms.objects), 1)
        self.num_actions = task.num_actions
        self.has_conditional = len(task.effects.action) > 0
        self._task = task
        self._predicate = task.atoms.predicate
        self._actions = np.concatenate([np.arange(self.num_actions), task.effects.action])
        self._rows = self._tables(task)
        self._by_predicate = {kind: self._split(rows) for kind, rows in self._rows.items()}
        self._atoms = {p: np.flatnonzero(self._predicate == p).astype(np.int32) for p in np.unique(self._predicate)}
        self.arity = {p: int(task.atoms.arguments.lengths[atoms[0]]) for p, atoms in self._atoms.items()}

    def _tables(self, task: GroundTask) -> dict[str, Rows]:
        effects, actions = task.effects, task.effects.action
        held = _joined(task.positive, task.positive.take(actions).union(effects.positive))
        deleted = _joined(task.delete, task.delete.take(actions).union(effects.delete))
        consumed = _intersection(held, deleted)
        self.may_settle = len(task.negative.values) > 0 or len(deleted.values) > len(consumed.values)
        return {
            "held": held,
            "added": _joined(task.add, effects.add),
            "present": _joined(task.add, task.add.take(actions).union(effects.add)),
            "deleted": _joined(task.delete, effects.delete),
            "consumed": consumed,
        }

    def _settled(self) -> Rows:
        """Return what is settled; a delete that asks only for what it deletes is as good as a certain one."""
        task, actions = self._task, self._task.effects.action
        clearing = _intersection(task.effects.positive, task.effects.delete)
        alone = (task.effects.positive.lengths + task.effects.negative.lengths == 1)[clearing.owners]
        cleared = Rows.from_pairs(actions[clearing.owners[alone]], clearing.values[alone], self.num_actions)
        false = task.negative.union(task.delete).union(cleared)
        return _joined(false, false.take(actions).union(task.effects.delete)).union(self._rows["added"])

    def _split(self, rows: Rows) -> dict[int, Entries]:
        """Group the entries of a table by the predicate of their atom."""
        predicate = self._predicate[rows.values]
        order = np.argsort(predicate, kind="stable")
        owners, atoms = rows.owners[order], rows.values[order]
        cuts = np.searchsorted(predicate[order], np.arange(int(self._predicate.max(initial=-1)) + 2))
        return {p: (owners[a:b], atoms[a:b]) for p, (a, b) in enumerate(pairwise(cuts)) if a < b}

    def entries(self, kind: str, predicate: int) -> Entries:
        """Return (events, atoms) of one kind with this predicate."""
        if kind not in self._by_predicate:
            self._by_predicate[kind] = self._split(self._settled())
        empty = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int32))
        return self._by_predicate[kind].get(predicate, empty)

    def atoms_of(self, predicate: int) -> tuple[Ints, Ints]:
        """Return the atoms of a predicate and the matrix of their arguments."""
        atoms = self._atoms[predicate]
        start = self._task.atoms.arguments.offsets[atoms[0]]
        arity = self.arity[predicate]
        values = self._task.atoms.arguments.values[start : start + arity * len(atoms)]
        return atoms, values.reshape(len(atoms), arity)

    def atom(self, atom: int) -> tuple[int, tuple[int, ...]]:
        """Return the predicate and the arguments of an atom."""
        return int(self._predicate[atom]), tuple(self._task.atoms.arguments[atom].tolist())

    def consumed_by(self, event: int) -> list[int]:
        """Return the atoms that an event requires and deletes."""
        found: list[int] = self._rows["consumed"][event].tolist()
        return found

    def one_of_each_schema(self, events: Longs) -> list[int]:
        """Return the first of the events for each action schema among them."""
        _, first = np.unique(self._task.names.schema[self._actions[events]], return_index=True)
        found: list[int] = events[np.sort(first)].tolist()
        return found

    def clashing(self, kept: Longs, instance_of: Longs, num_instances: int) -> set[int]:
        """Return the instances of which two conditional effects of one action may add different atoms at once.

        ``kept`` are the codes (event * num_instances + instance) of additions by applicable events. Two events
        exclude each other where each holds an atom of the instance and these differ: a state has at most one.
        """
        event, instance = kept // num_instances, kept % num_instances
        key = self._actions[event] * num_instances + instance
        values, counts = np.unique(key, return_counts=True)
        several = is_in(key, values[counts > 1])
        added: dict[int, dict[int, set[int]]] = {}
        for e, i, k in zip(event[several].tolist(), instance[several].tolist(), key[several].tolist(), strict=True):
            held = [a for a in self._rows["held"][e].tolist() if instance_of[a] == i]
            arrived = {a for a in self._rows["added"][e].tolist() if instance_of[a] == i}
            added.setdefault(k, {}).setdefault(held[0] if held else -1, set()).update(arrived)
        return {k % num_instances for k, by_held in added.items() if _clash(by_held)}


def _clash(by_held: dict[int, set[int]]) -> bool:
    everything = set().union(*by_held.values())
    return any(len(atoms) > 1 for atoms in by_held.values()) or (-1 in by_held and len(everything) > 1)


def _joined(first: Rows, second: Rows) -> Rows:
    return Rows.concatenate([first, second]) if len(second) else first


def _intersection(left: Rows, right: Rows) -> Rows:
    """Return the entries that both tables have in the same row."""
    size = 1 + max(int(left.values.max(initial=0)), int(right.values.max(initial=0)))
    both = is_in(left.owners * size + left.values, np.sort(right.owners * size + right.values, kind="stable"))
    return Rows.from_lengths(np.bincount(left.owners[both], minlength=len(left)), left.values[both])
