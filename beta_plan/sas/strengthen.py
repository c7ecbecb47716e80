"""Conditional effects that ask for what they delete, where that is implied.

A bag takes along what is packed: "when packed(i), i is no longer at the old place but at the new one". The effect does
not ask whether i was at the old place, so nothing seems to keep i from being in two places. But whoever is packed in a
bag at a place *is* at that place: an invariant "these atoms imply that one". Where it holds, the effect may as well ask
for the atom, and invariant synthesis then sees that one atom goes where another comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain, product

import numpy as np

from beta_plan.sas.invariants import Groups
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import GroundTask

MAX_WORK = 400_000
"""Actions looked at, over all implications: about a second."""

Atoms = AbstractSet[int]


@dataclass(frozen=True)
class _Implication:
    """Where all atoms of ``context`` are true, ``implied`` is true."""

    context: frozenset[int]
    implied: int


def strengthen(task: GroundTask, groups: Groups) -> GroundTask:
    """Return the task with conditional effects that ask for what they delete wherever that is implied."""
    if task.init is None or not len(task.effects.action):
        return task
    check = _Check(task, groups)
    more = []
    for effect, action in enumerate(task.effects.action.tolist()):
        pre, condition = (frozenset(row.tolist()) for row in (task.positive[action], task.effects.positive[effect]))
        touched = {*task.effects.delete[effect].tolist(), *task.effects.add[effect].tolist()}
        for atom in sorted(touched - pre - condition):
            if any(check.holds(_Implication(context, atom)) for context in _contexts(pre, condition)):
                more.append((effect, atom))
    if not more:
        return task
    owners, atoms = np.array(more, dtype=np.int64).T
    asked = task.effects.positive.union(Rows.from_pairs(owners, atoms, len(task.effects.action)))
    return replace(task, effects=replace(task.effects, positive=asked, add=_news(task, set(more))))


def _news(task: GroundTask, asked: AbstractSet[tuple[int, int]]) -> Rows:
    """Return what effects add, without what they ask for and what nothing in the action deletes: it is there already.

    A bag that is carried from a place to the same place adds what it finds.
    """
    effects = task.effects
    deleting = set(zip(effects.action[effects.delete.owners].tolist(), effects.delete.values.tolist(), strict=True))
    deleting |= set(zip(task.delete.owners.tolist(), task.delete.values.tolist(), strict=True))
    return Rows.of([
        [atom for atom in row.tolist() if (effect, atom) not in asked or (action, atom) in deleting]
        for effect, (action, row) in enumerate(zip(effects.action.tolist(), effects.add, strict=True))
    ])  # fmt: skip


def _contexts(pre: Atoms, condition: Atoms) -> Iterator[frozenset[int]]:
    """Yield what may imply an atom: a condition with a precondition (packed in the bag, the bag is here), or all."""
    yield from (frozenset(pair) for pair in product(sorted(condition), sorted(pre)))
    yield frozenset(pre | condition)


class _Check:
    """Whether implications hold in the reference state and no action breaks them; each is proved by itself."""

    def __init__(self, task: GroundTask, groups: Groups) -> None:
        self._task, self._left = task, MAX_WORK
        self._known: dict[_Implication, bool] = {}
        count, effects = len(task.atoms), task.effects
        self._groups_of = Rows.from_pairs(groups.atoms.values, groups.atoms.owners, count)
        self._adding = _by_atom(count, (task.add, None), (effects.add, effects.action))
        self._deleting = _by_atom(count, (task.delete, None), (effects.delete, effects.action))
        self._effects_of = Rows.from_pairs(effects.action, np.arange(len(effects.action)), task.num_actions)

    def holds(self, implication: _Implication) -> bool:
        """Say whether the implication is proved (False also where all the work is spent)."""
        if implication not in self._known:
            self._known[implication] = self._is_proved(implication)
        return self._known[implication]

    def _is_proved(self, implication: _Implication) -> bool:
        assert self._task.init is not None
        if all(self._task.init[atom] for atom in implication.context) and not self._task.init[implication.implied]:
            return False
        rows = [self._deleting[implication.implied], *(self._adding[atom] for atom in sorted(implication.context))]
        actions = sorted(set(chain.from_iterable(row.tolist() for row in rows)))
        self._left -= len(actions)
        return self._left >= 0 and all(self._keeps(action, implication) for action in actions)

    def _keeps(self, action: int, implication: _Implication) -> bool:
        """Say whether after the action, applied where the implication holds, it holds again.

        Suppose the context holds afterwards. What of it the action cannot have added held before, like the
        preconditions. With that we know of some conditional effects that they fire, and of others that they do not.
        """
        task, effects = self._task, self._task.effects
        own = self._effects_of[action].tolist()
        add, delete = set(task.add[action].tolist()), set(task.delete[action].tolist())
        pre = set(task.positive[action].tolist())
        maybe_added = add.union(*(effects.add[e].tolist() for e in own))
        before = pre | (implication.context - maybe_added)
        if self._exclude(before) or implication.context & (delete - maybe_added):
            return True
        fired = [e for e in own if before.issuperset(effects.positive[e].tolist()) and not len(effects.negative[e])]
        added = add.union(*(effects.add[e].tolist() for e in fired))
        if implication.implied in added:
            return True
        possible = [e for e in own if not self._exclude(before.union(effects.positive[e].tolist()))]
        lost = delete.union(*(effects.delete[e].tolist() for e in possible))
        if implication.implied not in lost and (implication.implied in before or before >= implication.context):
            return True
        return self._exclude(implication.context | added | (before - lost))

    def _exclude(self, atoms: Iterable[int]) -> bool:
        """Say whether two of the atoms are in one mutex group."""
        groups = [g for atom in atoms for g in self._groups_of[atom].tolist()]
        return len(set(groups)) < len(groups)


def _by_atom(count: int, *tables: tuple[Rows, Ints | None]) -> Rows:
    """Return the actions whose rows have each atom; a table comes with the actions of its rows."""
    owners = [rows.values for rows, _ in tables]
    actions = [rows.owners if of is None else of[rows.owners] for rows, of in tables]
    return Rows.from_pairs(np.concatenate(owners), np.concatenate(actions), count)
