"""An instance as text, with the roles that the schemas of its domain give to objects and predicates.

Names are read as words only; what is a place, what is moved and what counts is told by ``skeleton.structure``. A domain
that tells nothing has no roles: then all there is to show are the facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from beta_plan.certify.conditions import And, Atom, Condition, Holds, spell
from beta_plan.certify.interpreter import Task, interpret
from beta_plan.errors import InputRefused
from beta_plan.pddl.domain import lift_domain
from beta_plan.pddl.sexpr import Source
from beta_plan.skeleton.groups import NOBODY, Group
from beta_plan.skeleton.statics import Meaning
from beta_plan.skeleton.structure import Structure


@dataclass(frozen=True, eq=False)
class Instance:
    """A task that can be executed, and what is understood of its domain; None if nothing is."""

    task: Task
    structure: Structure | None

    @classmethod
    def read(cls, domain: Source, problem: Source) -> Instance:
        """Read an instance; InputRefused says what is wrong with the text."""
        task = interpret(domain, problem)
        try:
            return cls(task, Structure.guess(lift_domain(domain)))
        except InputRefused:
            return cls(task, None)

    @cached_property
    def kind_of(self) -> dict[str, str]:
        """The kind of each object of which it is known."""
        if self.structure is None:
            return {}
        kinds = self.structure.kinds
        labels = {label: self.name(label) for label in kinds.all_labels}
        found = {}
        for item, types in self.task.objects.items():
            own = {label for label, name in labels.items() if (name, item) in self.task.init}
            fitting = [
                kind for kind in kinds.names
                if set(kinds.labels[kind]) <= own and (not kinds.type_of[kind] or kinds.type_of[kind].lower() in types)
            ]  # fmt: skip
            fitting = fitting or self._below(types)
            if fitting:
                found[item] = max(fitting, key=lambda kind: len(kinds.labels[kind]))
        return found

    def _below(self, types: frozenset[str]) -> list[str]:
        """Return the kinds below the narrowest of some types: an object may be of a type that has sub-types."""
        assert self.structure is not None
        domain, kinds = self.structure.domain, self.structure.kinds
        leaf = dict(zip(domain.examples, domain.leaf_types, strict=True))
        members = [
            [leaf[example] for example in objects if leaf.get(example) in kinds.names]
            for name, objects in zip(domain.task.type_names, domain.task.types, strict=True) if name.lower() in types
        ]  # fmt: skip
        return min((each for each in members if each), key=len, default=[])

    def name(self, predicate: int) -> str:
        """Return the name of a predicate as atoms have it."""
        assert self.structure is not None
        return self.structure.name(predicate).lower()

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The predicates that some action changes."""
        if self.structure is None:
            return frozenset(atom[0] for atom in self.task.init)
        task = self.structure.domain.task
        return frozenset(name.lower() for name, fluent in zip(task.predicates, task.fluent, strict=True) if fluent)

    @cached_property
    def statics(self) -> tuple[Atom, ...]:
        """The facts that no action changes, sorted by the order of objects in the files."""
        return tuple(self.ordered(atom for atom in self.task.init if atom[0] not in self.fluents))

    def ordered(self, atoms: Iterator[Atom]) -> list[Atom]:
        """Return atoms in an order that does not depend on what things are called."""
        return sorted(atoms, key=self.rank)

    def rank(self, atom: Atom) -> tuple[int, ...]:
        """Return a sorting key of an atom by the numbers of its words."""
        return self._predicates.get(atom[0], -1), *(self.numbers[word] for word in atom[1:])

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each object, in the order of the files."""
        return {item: number for number, item in enumerate(self.task.objects)}

    @cached_property
    def _predicates(self) -> dict[str, int]:
        if self.structure is None:
            return {name: number for number, name in enumerate(sorted({atom[0] for atom in self.task.init}))}
        return {name.lower(): number for number, name in enumerate(self.structure.domain.task.predicates)}

    @cached_property
    def goals(self) -> tuple[tuple[Atom, ...], tuple[str, ...]]:
        """The atoms that the goal asks for, and the other parts of it as text."""
        atoms: list[Atom] = []
        others: list[str] = []
        waiting: list[Condition] = [self.task.goal]
        while waiting:
            part = waiting.pop(0)
            if isinstance(part, And):
                waiting = [*part.parts, *waiting]
            elif isinstance(part, Holds):
                atoms.append(part.atom)
            else:
                others.append(spell(part, {}))
        return tuple(dict.fromkeys(atoms)), tuple(others)

    def facts(self, meaning: Meaning) -> list[Atom]:
        """Return the facts of a static relation."""
        return [atom for atom in self.statics if atom[0] == self.name(meaning.predicate)]

    def members(self, kinds: frozenset[str] | set[str]) -> list[str]:
        """Return the objects of some kinds, in the order of the files."""
        return [item for item in self.task.objects if self.kind_of.get(item) in kinds]


def is_about_one(group: Group, arity: int) -> bool:
    """Tell whether a group without a subject says where the only one of its sort is: the ferry, the robot."""
    return group.kind is None and len(group.parts) == 1 and arity == 1 and next(iter(group.parts))[1] == NOBODY
