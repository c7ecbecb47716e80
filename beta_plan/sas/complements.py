"""Invariants that count what is false: on each square is one thing, or it is not occupied.

An action that asks for an atom to be false and makes it true takes its place as much as one that consumes an atom. So
atoms that actions ask to be false get *complements*, atoms that are true when these are false, and invariant synthesis
finds groups of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from beta_plan.sas.invariants import Groups, synthesise
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import AtomTable, GroundTask, MutexGroup, SasTask


@dataclass(frozen=True)
class MixedGroup:
    """At most one, or exactly one, holds of: an atom of ``true`` is true, an atom of ``false`` is false."""

    true: tuple[int, ...]
    false: tuple[int, ...]
    exactly_one: bool


@dataclass(frozen=True)
class MixedGroups:
    """Groups with complements, and atoms that are never true for none of a group is."""

    found: tuple[MixedGroup, ...] = ()
    impossible: tuple[int, ...] = ()


def mixed_groups(task: GroundTask) -> MixedGroups:
    """Return the groups with complements that invariant synthesis finds; none without a reference state."""
    asked = _asked_to_be_false(task)
    if task.init is None or not len(asked):
        return MixedGroups()
    groups = synthesise(_with_complements(task, asked))
    count = len(task.atoms)
    found = []
    for row, exactly_one in zip(groups.atoms, groups.exactly_one.tolist(), strict=True):
        true, false = tuple(row[row < count].tolist()), tuple(asked[row[row >= count] - count].tolist())
        if false and set(true) - set(false) | set(false) - set(true):
            found.append(MixedGroup(true, false, exactly_one))
    return MixedGroups(tuple(found), tuple(groups.impossible[groups.impossible < count].tolist()))


def with_true_parts(groups: Groups, mixed: MixedGroups) -> Groups:
    """Return groups with what mixed ones say of true atoms alone: at most one of these is true, or none."""
    if not mixed.found and not mixed.impossible:
        return groups
    known = dict(zip(map(tuple, (row.tolist() for row in groups.atoms)), groups.exactly_one.tolist(), strict=True))
    for group in mixed.found:
        if len(group.true) > 1:
            known.setdefault(group.true, False)
    rows = sorted(known)
    return Groups(
        Rows.of(rows),
        np.array([known[row] for row in rows], dtype=bool),
        np.union1d(groups.impossible, np.array(mixed.impossible, dtype=np.int32)).astype(np.int32),
    )


def laws_of(task: SasTask, mixed: MixedGroups) -> tuple[MutexGroup, ...]:
    """Return the groups over facts; an atom is false where its variable has any other value."""
    fact_of = {
        atom: int(task.offsets[number]) + value
        for number, variable in enumerate(task.variables)
        for value, atom in enumerate(variable.atoms)
    }
    always = set(task.true_atoms)
    found: dict[tuple[int, ...], bool] = {}
    for group in mixed.found:
        if always.isdisjoint(group.true) and all(atom in fact_of or atom in always for atom in group.false):
            facts = {fact_of[atom] for atom in group.true if atom in fact_of}
            facts.update(fact for atom in group.false if atom in fact_of for fact in _others(task, fact_of[atom]))
            key = tuple(sorted(facts))
            if len({int(task.variable_of[fact]) for fact in key}) > 1:
                found[key] = found.get(key, False) or group.exactly_one
    return tuple(MutexGroup(facts, found[facts]) for facts in sorted(found))


def _others(task: SasTask, fact: int) -> Iterator[int]:
    variable = int(task.variable_of[fact])
    return (other for other in range(int(task.offsets[variable]), int(task.offsets[variable + 1])) if other != fact)


def _asked_to_be_false(task: GroundTask) -> Ints:
    """Return all atoms of the predicates that actions ask to be false, but not of those that effects may change."""
    kind, effects = task.atoms.predicate, task.effects
    asked = np.unique(kind[np.concatenate([task.negative.values, effects.negative.values])])
    changed = np.unique(kind[np.concatenate([effects.add.values, effects.delete.values])])
    return np.flatnonzero(np.isin(kind, np.setdiff1d(asked, changed))).astype(np.int32)


def _with_complements(task: GroundTask, asked: Ints) -> GroundTask:
    """Return the task with an atom more for each one that is asked to be false: it is true where that one is false."""
    atoms, count, num_predicates = task.atoms, len(task.atoms), len(task.atoms.predicates)
    number = np.full(count, -1, dtype=np.int32)
    number[asked] = count + np.arange(len(asked), dtype=np.int32)
    assert task.init is not None

    def complements(rows: Rows) -> Rows:
        kept = rows.without(number[:count] < 0)
        return Rows(kept.offsets, number[kept.values])

    return replace(
        task,
        atoms=AtomTable(
            (*atoms.predicates, *(f"not {name}" for name in atoms.predicates)),
            atoms.objects,
            np.concatenate([atoms.predicate, atoms.predicate[asked] + num_predicates]).astype(np.int32),
            Rows.concatenate([atoms.arguments, atoms.arguments.take(asked)]),
        ),
        positive=task.positive.union(complements(task.negative)),
        add=task.add.union(complements(_minus(task.delete, task.add, count))),
        delete=task.delete.union(complements(task.add)),
        effects=replace(task.effects, positive=task.effects.positive.union(complements(task.effects.negative))),
        init=np.concatenate([task.init, ~task.init[asked]]),
    )


def _minus(left: Rows, right: Rows, size: int) -> Rows:
    """Return the entries of each row that the other row does not have."""
    codes = left.owners * size + left.values
    kept = ~np.isin(codes, right.owners * size + right.values)
    return Rows.from_lengths(np.bincount(left.owners[kept], minlength=len(left)), left.values[kept])


def has_unknown_limits(task: GroundTask, groups: Groups) -> bool:
    """Say whether actions ask for other atoms of a predicate to be false when they add one, and no group says why.

    So no three things come into two hands; that is a law, but no group.
    """
    kind, effects = task.atoms.predicate, task.effects
    never = np.zeros(len(task.atoms), dtype=bool)
    never[groups.impossible] = True
    false = Rows.concatenate([task.negative, task.negative.take(effects.action).union(effects.negative)]).without(never)
    added = Rows.concatenate([task.add, effects.add])
    together = added.take(false.owners)
    asked, other = np.repeat(false.values, together.lengths), together.values
    some = (kind[asked] == kind[other]) & (asked != other)
    pairs = np.unique(np.stack([asked[some], other[some]], axis=1), axis=0)
    known = Rows.from_lengths(np.full(len(pairs), 2), pairs.reshape(-1)).twice_in(groups.atoms)
    return not bool(known.all())
