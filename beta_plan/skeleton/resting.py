"""Where things are at rest: of what each object has exactly one of, the part that a natural state has.

Packages are at places rather than in trucks, hands are free, blocks stand on the table. Told from the schemas alone: a
package in a truck goes where the truck goes, a block in the hand may go anywhere next.
"""

from __future__ import annotations

from functools import cached_property

from beta_plan.pddl.lifted import Literal
from beta_plan.skeleton.groups import NOBODY, Group, Part, subjects
from beta_plan.skeleton.kinds import Kinds
from beta_plan.skeleton.statics import Change, changes


class Resting:
    """The part of every group that holds in a natural state; ``restless`` predicates hold of nobody there.

    *Holders* take one thing at a time: a hand, a curb, the top of a block. They are free unless something else is at
    rest with them.
    """

    def __init__(self, kinds: Kinds, groups: tuple[Group, ...]) -> None:
        self._kinds, self._steps = kinds, kinds.steps
        own = {predicate for group in groups if group.kind is not None for predicate, _ in group.parts}
        self._groups = [group for group in groups if group.kind is not None or self._is_of_one(group, own)]
        self.restless: set[int] = set()
        self.part: dict[Group, Part] = {}
        self.holders = [group for group in self._groups if self._is_holder(group)]
        for group in sorted(self._groups, key=lambda group: (group in self.holders, -len(group.parts))):
            options = sorted(part for part in group.parts if part[0] not in self.restless)
            if group in self.holders:
                options = [part for part in options if self._arity(part) <= 1] or options
            if options:
                self.part[group] = min(options, key=lambda part: self._unrest(group, part))
                if group not in self.holders:
                    self.restless |= {part[0] for part in group.parts} - {self.part[group][0]}

    def _is_of_one(self, group: Group, own: set[int]) -> bool:
        """Tell whether a group without a kind is about one thing: the place of the only robot, or its free hand.

        ``own`` are the predicates by which things are told apart.
        """
        arities = [self._arity(part) for part in group.parts]
        return 0 in arities or (arities == [1] and not own & {predicate for predicate, _ in group.parts})

    def _is_holder(self, group: Group) -> bool:
        """Tell whether a group has a part for being free, and others in which a thing of another group is held.

        Where both are of one kind, the first argument is the thing: a block on a block.
        """
        alone = [part for part in group.parts if self._arity(part) == (0 if group.kind is None else 1)]
        mirrored = [
            part for part in group.parts
            if part not in alone and any(self._is_mirrored(part, group, other) for other in self._groups)
        ]  # fmt: skip
        return bool(alone and mirrored)

    def _is_mirrored(self, part: Part, group: Group, other: Group) -> bool:
        same_kind = group.kind is not None and group.kind == other.kind
        return any(p == part[0] and (part[1] > i if same_kind else (p, i) != part) for p, i in other.parts)

    def _arity(self, part: Part) -> int:
        return self._kinds.task.arities[part[0]]

    def _unrest(self, group: Group, part: Part) -> tuple[bool, bool, bool, bool, int, int, int, int, Part]:
        """Return how restless a part is: no door, never left, on the move, at no place, a hub, held, seldom asked."""
        others = self._others(group, part)
        asked = sum(literal.predicate == part[0] for step in self._steps for literal in step.pre if literal.positive)
        is_door = any(lit.predicate == part[0] for change in self._changes for lit in change.step.pre if lit.positive)
        flags = all(self._arity(each) == 1 for each in group.parts)
        return (
            flags and len(group.parts) > 1 and not is_door,
            len(group.parts) > 1 and not self._is_left(part) and not (flags and is_door),
            bool(others & self.movers),
            not others & self._places,
            len(self._next(group, part)),
            sum(self._holds(kind, part[0]) for kind in others),
            -self._arity(part),
            -asked,
            part,
        )

    @cached_property
    def _changes(self) -> list[Change]:
        return list(changes(self._steps))

    @cached_property
    def _places(self) -> frozenset[str]:
        """The kinds from one of which to another somebody may go."""
        ends = [change.step.of(change.old) | change.step.of(change.new) for change in self._changes]
        return frozenset().union(*ends)

    @cached_property
    def movers(self) -> frozenset[str]:
        """The kinds that move by themselves: a schema changes where they are, and nothing of another thing."""
        found: set[str] = set()
        for group in self._groups:
            for predicate, i in group.parts:
                for change in self._changes:
                    if change.predicate == predicate and i not in (NOBODY, change.argument) and group.kind is not None:
                        subject = next(lit.terms[i] for lit in change.step.add if lit.predicate == predicate)
                        if group.kind in change.step.of(subject) and self._is_alone(change, subject):
                            found.add(group.kind)
        return frozenset(found)

    def _is_alone(self, change: Change, subject: int) -> bool:
        deleted = {lit.predicate for step in self._steps for lit in step.delete}
        for literal in (*change.step.add, *change.step.delete):
            shadow = literal.terms and set(literal.terms) <= {change.old, change.new}
            if subject not in literal.terms and not shadow and literal.predicate in deleted:
                return False
        return True

    def _others(self, group: Group, part: Part) -> frozenset[str]:
        """Return the kinds at the other arguments of a part."""
        found: set[str] = set()
        for step in self._steps:
            for literal in (*step.add, *step.pre):
                if literal.predicate == part[0] and (
                    part[1] == NOBODY or group.kind in step.of(literal.terms[part[1]])
                ):
                    found |= {k for j, term in enumerate(literal.terms) if j != part[1] for k in step.of(term)}
        return frozenset(found)

    def _holds(self, kind: str, predicate: int) -> bool:
        """Tell whether objects of a kind take only one at a time by this predicate."""
        return any(g.kind == kind and any(p == predicate for p, _ in g.parts) for g in self._groups)

    def _is_left(self, part: Part) -> bool:
        return any(literal.predicate == part[0] for step in self._steps for literal in step.delete)

    def _next(self, group: Group, part: Part) -> set[Part]:
        """Return the other parts that a subject may have right after this one."""
        found = set()
        for step in self._steps:
            for subject in subjects(step, group.kind):
                gone = {q for q in group.parts for lit in step.delete if _is_in(lit, subject, q)}
                new = {q for q in group.parts for lit in step.add if _is_in(lit, subject, q)}
                if part in gone:
                    found |= new - {part}
        return found


def _is_in(literal: Literal, subject: int, part: Part) -> bool:
    return literal.predicate == part[0] and (part[1] == NOBODY or literal.terms[part[1]] == subject)
