"""Conditional effects that ask for what they delete, where that is implied.

A bag takes along what is packed: "when packed(i), i is no longer at the old place but at the new one". The effect does
not ask whether i was at the old place, so nothing seems to keep i from being in two places. But whoever is packed in a
bag at a place *is* at that place: an invariant "these atoms imply that one". Where it holds, the effect may as well ask
for the atom, and invariant synthesis then sees that one atom goes where another comes.

States that actions cannot reach may break the implication, and from them the effect does more than the stronger one. So
what is used becomes a law (``beta_plan.sas.implications``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from beta_plan.sas.invariants import Groups
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import GroundTask

LEAST_WORK, WORK_PER_EFFECT = 400_000, 20
"""Actions looked at, over all implications: about a second; more where there are many effects."""
MOST_IN_VAIN = 20
"""Of one shape so many implications are looked at without a success."""

Atoms = AbstractSet[int]
Shape = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Implication:
    """Where all atoms of ``context`` are true, ``implied`` is true."""

    context: frozenset[int]
    implied: int


@dataclass(frozen=True, eq=False)
class Strengthened:
    """The task with stronger conditions, and the implications that these rely on.

    ``too_large`` says that not all implications were looked at.
    """

    task: GroundTask
    implications: tuple[Implication, ...] = ()
    too_large: bool = False


def strengthen(task: GroundTask, groups: Groups, *, work: int | None = None) -> Strengthened:
    """Return the task with conditional effects that ask for what they delete wherever that is implied."""
    if task.init is None or not len(task.effects.action):
        return Strengthened(task)
    check = _Check(task, groups, work or max(LEAST_WORK, WORK_PER_EFFECT * len(task.effects.action)))
    more: dict[tuple[int, int], Implication] = {}
    for effect, action in enumerate(task.effects.action.tolist()):
        pre, condition = (frozenset(row.tolist()) for row in (task.positive[action], task.effects.positive[effect]))
        touched = {*task.effects.delete[effect].tolist(), *task.effects.add[effect].tolist()}
        for atom in sorted(touched - pre - condition):
            proved = (each for context in _contexts(pre, condition) if check.holds(each := Implication(context, atom)))
            if (found := next(proved, None)) is not None:
                more[effect, atom] = found
    if not more:
        return Strengthened(task, too_large=check.is_spent)
    owners, atoms = np.array(list(more), dtype=np.int64).T
    asked = task.effects.positive.union(Rows.from_pairs(owners, atoms, len(task.effects.action)))
    stronger = replace(task, effects=replace(task.effects, positive=asked, add=_news(task, more.keys())))
    return Strengthened(stronger, tuple(dict.fromkeys(more.values())), check.is_spent)


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


@dataclass(frozen=True)
class _Effect:
    """A conditional effect of an action."""

    positive: Atoms
    has_negative: bool
    add: Atoms
    delete: Atoms


@dataclass(frozen=True)
class _Action:
    """An action as sets of atoms; ``maybe_added`` is what it, or an effect of it, adds."""

    pre: Atoms
    add: frozenset[int]
    delete: frozenset[int]
    effects: tuple[_Effect, ...]
    maybe_added: Atoms


class _Check:
    """Whether implications hold in the reference state and no action breaks them; each is proved by itself."""

    def __init__(self, task: GroundTask, groups: Groups, work: int) -> None:
        self._task, self._left = task, work
        self._known: dict[Implication, bool] = {}
        count, effects = len(task.atoms), task.effects
        self._adding = _by_atom(count, (task.add, None), (effects.add, effects.action))
        self._deleting = _by_atom(count, (task.delete, None), (effects.delete, effects.action))
        self._effects_of = Rows.from_pairs(effects.action, np.arange(len(effects.action)), task.num_actions)
        self._proved: set[Shape] = set()
        self._failed: Counter[Shape] = Counter()
        self._actions: dict[int, _Action] = {}
        self._groups_by_atom = [
            tuple(row.tolist()) for row in Rows.from_pairs(groups.atoms.values, groups.atoms.owners, count)
        ]

    @property
    def is_spent(self) -> bool:
        """Whether all the work was done before all implications were looked at."""
        return self._left < 0

    def holds(self, implication: Implication) -> bool:
        """Say whether the implication is proved (False also where all the work is spent).

        Where some of one shape were looked at in vain, and none was proved, the others are not looked at.
        """
        if implication not in self._known:
            shape = self._shape(implication)
            is_worth_it = shape in self._proved or self._failed[shape] < MOST_IN_VAIN
            self._known[implication] = is_worth_it and self._is_proved(implication)
            if self._known[implication]:
                self._proved.add(shape)
            self._failed[shape] += 1
        return self._known[implication]

    def _is_proved(self, implication: Implication) -> bool:
        assert self._task.init is not None
        if all(self._task.init[atom] for atom in implication.context) and not self._task.init[implication.implied]:
            return False
        rows = [self._deleting[implication.implied], *(self._adding[atom] for atom in sorted(implication.context))]
        for action in np.unique(np.concatenate(rows)).tolist():
            self._left -= 1
            if self._left < 0 or not self._keeps(action, implication):
                return False
        return True

    def _shape(self, implication: Implication) -> Shape:
        """Return the atoms with their objects numbered as they come: implications about other things look the same."""
        atoms, number = self._task.atoms, dict[int, int]()
        order = sorted(implication.context, key=lambda atom: (int(atoms.predicate[atom]), atom))
        return tuple(
            (int(atoms.predicate[atom]), *(number.setdefault(o, len(number)) for o in atoms.arguments[atom].tolist()))
            for atom in (*order, implication.implied)
        )

    def _keeps(self, number: int, implication: Implication) -> bool:
        """Say whether after the action, applied where the implication holds, it holds again.

        Suppose the context holds afterwards. What of it the action cannot have added held before, like the
        preconditions. With that we know of some conditional effects that they fire, and of others that they do not.
        """
        action, context = self._action(number), implication.context
        before = action.pre | (context - action.maybe_added)
        if not context.isdisjoint(action.delete - action.maybe_added) or self._exclude(before):
            return True
        fired = [effect.add for effect in action.effects if effect.positive <= before and not effect.has_negative]
        added = action.add.union(*fired)
        if implication.implied in added:
            return True
        possible = [e.delete for e in action.effects if not self._exclude(before | e.positive)]
        lost = action.delete.union(*possible)
        if implication.implied not in lost and (implication.implied in before or before >= context):
            return True
        return self._exclude(context | added | (before - lost))

    def _action(self, number: int) -> _Action:
        """Return an action as sets, made when it is first looked at."""
        if number not in self._actions:
            task, effects = self._task, self._task.effects
            own = tuple(
                _Effect(
                    frozenset(effects.positive[e].tolist()), len(effects.negative[e]) > 0,
                    frozenset(effects.add[e].tolist()), frozenset(effects.delete[e].tolist()),
                )
                for e in self._effects_of[number].tolist()
            )  # fmt: skip
            pre, add, delete = (frozenset(rows[number].tolist()) for rows in (task.positive, task.add, task.delete))
            self._actions[number] = _Action(pre, add, delete, own, add.union(*(effect.add for effect in own)))
        return self._actions[number]

    def _exclude(self, atoms: Iterable[int]) -> bool:
        """Say whether two of the atoms are in one mutex group."""
        groups = [g for atom in atoms for g in self._groups_by_atom[atom]]
        return len(set(groups)) < len(groups)


def _by_atom(count: int, *tables: tuple[Rows, Ints | None]) -> Rows:
    """Return the actions whose rows have each atom; a table comes with the actions of its rows."""
    owners = [rows.values for rows, _ in tables]
    actions = [rows.owners if of is None else of[rows.owners] for rows, of in tables]
    return Rows.from_pairs(np.concatenate(owners), np.concatenate(actions), count)
