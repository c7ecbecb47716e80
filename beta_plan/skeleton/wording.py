"""What the rules of a skeleton call things: predicates as the domain does, several kinds by a name for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from beta_plan.skeleton.kinds import not_understood
from beta_plan.skeleton.spec import Rule
from beta_plan.skeleton.structure import Structure


class Wording:
    """Names; ``groups`` has those that were asked for."""

    def __init__(self, structure: Structure, place: str) -> None:
        self._kinds, self._place = structure.kinds, place
        self.groups: dict[str, tuple[str, ...]] = {}

    def kind(self, options: Iterable[str]) -> str:
        """Return the name of a kind, or of a group for several."""
        wanted = set(options)
        names = tuple(name for name in self._kinds.names if name in wanted)
        if len(names) == 1:
            return names[0]
        if not names:
            raise not_understood("an argument is of no kind")
        joined = "-or-".join(names)
        self.groups[joined] = names
        return joined

    def members(self, name: str) -> tuple[str, ...]:
        """Return the kinds of a group, or the kind itself."""
        return self.groups.get(name, (name,))

    def name(self, predicate: int) -> str:
        """Return the name of a predicate as the domain spells it."""
        return self._kinds.task.predicates[predicate]

    def rule(self, **parts: Any) -> Rule:
        """Return a rule that stands in the domain."""
        return Rule(place=self._place, **parts)

    def options(self, predicate: int, argument: int) -> frozenset[str]:
        """Return the kinds at an argument of a predicate, in all schemas."""
        found: set[str] = set()
        for step in self._kinds.steps:
            for literal in (*step.add, *step.pre):
                if literal.predicate == predicate:
                    found |= step.of(literal.terms[argument])
        return frozenset(found)
