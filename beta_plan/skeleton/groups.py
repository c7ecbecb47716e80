"""Lifted exactly-one candidates: what each object of a kind has exactly one of, as far as the schemas can tell.

A *part* is a predicate with the argument at which the subject stands; its other arguments are counted. A set of parts
is balanced if every schema adds as many atoms of its subject as it asks for and deletes: a package is at one place or
in one truck. Without a subject all arguments are counted: the ferry is at one place. (Helmert 2009, one parameter.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from beta_plan.pddl.lifted import Literal
from beta_plan.skeleton.kinds import Kinds, Step

MOST_PARTS = 5
"""Larger sets of parts are not looked for."""

NOBODY = -1
"""In place of an argument: the part has no subject."""

Part = tuple[int, int]
"""A predicate, and the argument at which its subject stands."""


@dataclass(frozen=True)
class Group:
    """Parts of which every object of a kind has exactly one atom; without a kind there is one atom in all."""

    kind: str | None
    parts: frozenset[Part]


def groups(kinds: Kinds) -> tuple[Group, ...]:
    """Return the smallest balanced sets of parts, of each kind and of nobody."""
    found: list[Group] = []
    for kind in (*kinds.names, None):
        for start in sorted(_changing(kinds.steps, kind)):
            parts = _balanced(kinds.steps, kind, frozenset([start]))
            if parts is not None and Group(kind, parts) not in found:
                found.append(Group(kind, parts))
    return tuple(found)


def widened(kinds: Kinds) -> Kinds:
    """Return the kinds with more labels where a condition could never hold without them.

    An airport is a location, too: aeroplanes come to airports only, and are loaded at locations.
    """
    for group in groups(kinds):
        for predicate, subject in sorted(group.parts):
            if group.kind is not None and (wider := _wider(kinds, group.kind, predicate, subject)) is not None:
                return widened(wider)
    return kinds


def _wider(kinds: Kinds, kind: str, predicate: int, subject: int) -> Kinds | None:
    """Return the kinds after one of them has got labels; None if none needs any."""

    def others(literals: Iterable[tuple[Step, Literal]]) -> Iterator[tuple[int, frozenset[str]]]:
        for step, literal in literals:
            if literal.predicate == predicate and kind in step.of(literal.terms[subject]):
                yield from ((j, step.of(term)) for j, term in enumerate(literal.terms) if j != subject)

    added: dict[int, set[str]] = {}
    for place, options in others((step, literal) for step in kinds.steps for literal in step.add):
        added.setdefault(place, set()).update(options)
    for place, wanted in others((step, literal) for step in kinds.steps for literal in step.pre if literal.positive):
        new = added.get(place, set())
        if new and wanted and not new & wanted:
            labels = frozenset.intersection(*(frozenset(kinds.labels[other]) for other in wanted))
            for other in sorted(new):
                return kinds.with_labels(other, labels) if labels else None
    return None


def subjects(step: Step, kind: str | None) -> Iterable[int]:
    """Return the terms of a step that may be objects of a kind; ``NOBODY`` alone where there is none."""
    if kind is None:
        return (NOBODY,)
    return [~i for i, options in enumerate(step.kinds) if kind in options]


def _changing(steps: Iterable[Step], kind: str | None) -> set[Part]:
    return {
        part
        for step in steps
        for literal in (*step.add, *step.delete)
        for term in subjects(step, kind)
        for part in _parts(literal, kind, term)
    }


def _parts(literal: Literal, kind: str | None, subject: int) -> Iterator[Part]:
    """Yield the parts that an atom belongs to with this subject."""
    if kind is None:
        yield literal.predicate, NOBODY
    else:
        yield from ((literal.predicate, i) for i, term in enumerate(literal.terms) if term == subject)


def _balanced(steps: Iterable[Step], kind: str | None, start: frozenset[Part]) -> frozenset[Part] | None:
    """Return the smallest balanced set of parts with some in it; None if there is none."""
    waiting, seen = [start], {start}
    while waiting:
        parts = waiting.pop(0)
        threat = _threat(steps, kind, parts)
        if threat is None:
            return parts
        if len(parts) < MOST_PARTS:
            for part in sorted(threat):
                more = parts | {part}
                if part not in parts and more not in seen:
                    seen.add(more)
                    waiting.append(more)
    return None


def _threat(steps: Iterable[Step], kind: str | None, parts: frozenset[Part]) -> set[Part] | None:
    """Return the parts that might balance a schema that is not; None if all are."""
    for step in steps:
        asked = {(literal.predicate, literal.terms) for literal in step.pre if literal.positive}
        taken = [literal for literal in step.delete if (literal.predicate, literal.terms) in asked]
        for subject in subjects(step, kind):
            added = _count(step.add, kind, subject, parts)
            gone = _count(step.delete, kind, subject, parts)
            sure = _count(taken, kind, subject, parts)
            if added > 1 or sure < gone:
                return set()
            if added > sure:
                return {part for literal in taken for part in _parts(literal, kind, subject)}
            if added < sure:
                return {part for literal in step.add for part in _parts(literal, kind, subject)}
    return None


def _count(literals: Iterable[Literal], kind: str | None, subject: int, parts: frozenset[Part]) -> int:
    return sum(any(part in parts for part in _parts(literal, kind, subject)) for literal in literals)
