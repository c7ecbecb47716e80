"""What static relations mean, told from how schemas use them: maps, orders, sums, functions, permissions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from beta_plan.errors import InputRefused
from beta_plan.pddl.lifted import Literal
from beta_plan.skeleton.groups import NOBODY, Group
from beta_plan.skeleton.kinds import Kinds, Step, not_understood

_UNEQUAL = re.compile(r"(not|un|n)[-_]?(eq|equal|same)|diff\w*|distinct", re.IGNORECASE)
"""Names of relations that only say that two objects are not the same: nothing else tells them from a map."""


@dataclass(frozen=True)
class Change:
    """A schema gives a fluent another value: ``predicate`` at ``argument``, from one term to another."""

    step: Step
    predicate: int
    argument: int
    old: int
    new: int


@dataclass(frozen=True)
class Meaning:
    """What a static relation is, and over which kinds; ``roles`` says what stands at each argument of a map or sum.

    ``map``: places are connected; roles old and new, and perhaps heading (of a grid), cost (a level), or who may go.
    ``order``: all pairs in the order of a kind. ``chain``: neighbours in it. ``sum``: old = new + difference.
    ``unequal``: all pairs of different objects. ``permission``: all pairs. ``function``: each first object has one
    tuple of others. ``flag``: it holds. ``label``: all objects; where a kind has several that exclude each other, each
    has one of them.
    """

    predicate: int
    what: str
    kinds: tuple[tuple[str, ...], ...]
    roles: tuple[str, ...] = ()


def changes(steps: tuple[Step, ...]) -> Iterator[Change]:
    """Yield every change of a value: an atom deleted and one added that differ in one argument.

    That one square becomes free when another is taken is the shadow of a change, not one of its own: free squares
    also become more, or fewer.
    """
    flags = {p for step in steps for p in _come_and_go(step)}
    for step in steps:
        found = list(_differences(step))
        moved = {(change.old, change.new) for change in found}
        for change in found:
            unary = _arity(step, change.predicate) == 1
            if not unary or ((change.new, change.old) not in moved and change.predicate not in flags):
                yield change


def _come_and_go(step: Step) -> set[int]:
    """Return the predicates of which a step adds more atoms than it deletes, or fewer."""
    added = Counter(literal.predicate for literal in step.add)
    deleted = Counter(literal.predicate for literal in step.delete)
    return {predicate for predicate in {*added, *deleted} if added[predicate] != deleted[predicate]}


def _differences(step: Step) -> Iterator[Change]:
    for before in step.delete:
        for after in step.add:
            if before.predicate == after.predicate:
                other = [j for j, (a, b) in enumerate(zip(before.terms, after.terms, strict=True)) if a != b]
                if len(other) == 1:
                    (j,) = other
                    yield Change(step, before.predicate, j, before.terms[j], after.terms[j])


def _arity(step: Step, predicate: int) -> int:
    return next(len(literal.terms) for literal in step.add if literal.predicate == predicate)


def meanings(kinds: Kinds, groups: tuple[Group, ...], *, lenient: bool = False) -> tuple[Meaning, ...]:
    """Return what every static relation that schemas ask for means, labels of untyped kinds apart.

    One that is not understood is refused; where that is ``lenient``, it is left out.
    """
    return _Statics(kinds, groups).meanings(lenient)


class _Statics:
    def __init__(self, kinds: Kinds, groups: tuple[Group, ...]) -> None:
        self._kinds, self._groups, self._task = kinds, groups, kinds.task
        self._changes = list(changes(kinds.steps))

    def meanings(self, lenient: bool) -> tuple[Meaning, ...]:
        uses: dict[int, list[tuple[Step, Literal]]] = {}
        for step in self._kinds.steps:
            for literal in step.pre:
                if not self._task.fluent[literal.predicate] and literal.predicate not in self._kinds.all_labels:
                    if not literal.positive:
                        raise not_understood(f"action {step.name} asks that {self._name(literal.predicate)} is false")
                    uses.setdefault(literal.predicate, []).append((step, literal))
        found = []
        for predicate, places in sorted(uses.items()):
            try:
                found.append(self._meaning(predicate, places))
            except InputRefused:
                if not lenient:
                    raise
        return tuple(found)

    def _meaning(self, predicate: int, uses: list[tuple[Step, Literal]]) -> Meaning:
        kinds = self._kinds_of(predicate, uses)
        if not all(kinds):
            raise not_understood(f"a constant stands in {self._name(predicate)}")
        if len(kinds) == 0:
            return Meaning(predicate, "flag", kinds)
        if len(kinds) == 1:
            return Meaning(predicate, "label", kinds)
        if len(kinds) == 2 and kinds[0] == kinds[1] and _UNEQUAL.fullmatch(self._task.predicates[predicate]):
            return Meaning(predicate, "unequal", kinds)
        along = [
            (change, literal)
            for step, literal in uses
            for change in self._changes
            if change.step is step and change.old in literal.terms and change.new in literal.terms
            and step.of(change.old) & step.of(change.new)
        ]  # fmt: skip
        if along:
            return self._step_relation(predicate, kinds, along)
        if len(kinds) == 2 and self._is_permission(uses):
            return Meaning(predicate, "permission", kinds)
        if len(kinds) > 3 or set(kinds[0]) & {kind for others in kinds[1:] for kind in others}:
            name = self._task.predicates[predicate]
            raise not_understood(f"what the static predicate {name} means")
        return Meaning(predicate, "function", kinds)

    def _name(self, predicate: int) -> str:
        return self._task.predicates[predicate]

    def _kinds_of(self, predicate: int, uses: list[tuple[Step, Literal]]) -> tuple[tuple[str, ...], ...]:
        """Return the kinds at each argument, in the order of the domain."""
        found: list[set[str]] = [set() for _ in range(self._task.arities[predicate])]
        for step, literal in uses:
            for options, term in zip(found, literal.terms, strict=True):
                options |= step.of(term)
        return tuple(tuple(name for name in self._kinds.names if name in options) for options in found)

    def _step_relation(
        self, predicate: int, kinds: tuple[tuple[str, ...], ...], along: list[tuple[Change, Literal]]
    ) -> Meaning:
        change, literal = along[0]
        old, new = literal.terms.index(change.old), literal.terms.index(change.new)
        roles = ["who"] * len(kinds)
        roles[old], roles[new] = "old", "new"
        if len(kinds) == 3:
            (third,) = {0, 1, 2} - {old, new}
            roles[third] = self._third(along, third, kinds[third] == kinds[old])
            what = "sum" if roles[third] == "difference" else "map"
            return Meaning(predicate, what, kinds, tuple(roles))
        if len(kinds) != 2:
            name = self._task.predicates[predicate]
            raise not_understood(f"{name} has {len(kinds)} arguments")
        ways = {lit.terms.index(each.old) < lit.terms.index(each.new) for each, lit in along}
        alone = all(self._is_alone(each) for each, _ in along)
        if len(ways) == 2:
            return Meaning(predicate, "order" if alone else "chain", kinds)
        if alone or self._is_place(kinds[0]):
            return Meaning(predicate, "map", kinds, tuple(roles))
        return Meaning(predicate, "chain", kinds)

    def _third(self, along: list[tuple[Change, Literal]], third: int, same: bool) -> str:
        """Return the role of the third argument of a relation between old and new values."""
        if same:
            return "difference"
        if any(self._is_subject(change, literal.terms[third]) for change, literal in along):
            return "who"
        elsewhere = (
            lit for change, literal in along for lit in change.step.pre
            if lit.predicate != literal.predicate and literal.terms[third] in lit.terms
        )  # fmt: skip
        return "cost" if any(True for _ in elsewhere) else "heading"

    def _is_subject(self, change: Change, term: int) -> bool:
        """Tell whether a term is the one whose value changes."""
        return any(lit.predicate == change.predicate and term in lit.terms for lit in change.step.add)

    def _is_alone(self, change: Change) -> bool:
        """Tell whether nothing else changes but what is said of the two values, and what is never taken back."""
        deleted = {lit.predicate for step in self._kinds.steps for lit in step.delete}
        ends = {change.old, change.new}
        for literal in (*change.step.add, *change.step.delete):
            own = literal.predicate == change.predicate and ends & set(literal.terms)
            if not own and not set(literal.terms) <= ends and literal.predicate in deleted:
                return False
        return True

    def _is_place(self, kinds: tuple[str, ...]) -> bool:
        """Tell whether several kinds of subjects may be at objects of these kinds."""
        subjects = {
            group.kind
            for group in self._groups
            for predicate, subject in group.parts
            if subject != NOBODY
            for step in self._kinds.steps
            for literal in (*step.add, *step.pre)
            if literal.predicate == predicate
            and any(j != subject and step.of(term) & set(kinds) for j, term in enumerate(literal.terms))
            and group.kind in step.of(literal.terms[subject])
        }
        return len(subjects) > 1

    def _is_permission(self, uses: list[tuple[Step, Literal]]) -> bool:
        """Tell whether the relation only says which values a subject may get: which floors a lift reaches."""
        return any(
            change.step is step and change.new in literal.terms and self._is_subject(change, literal.terms[0])
            and literal.terms[0] != change.new
            and any({change.old, change.new} <= set(lit.terms) for lit in step.pre if lit is not literal)
            for step, literal in uses
            for change in self._changes
        )  # fmt: skip
