"""What must be true of every written instance, whatever its domain: declared, typed, said once, not yet solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.interpreter import Interpreter, parse, typed

Signature = dict[str, list[str]]
"""Predicates or functions, and the types of their parameters."""


@dataclass(frozen=True)
class Written:
    """The texts of a domain and a problem, and what plain reading makes of them."""

    domain: str
    problem: str

    @cached_property
    def task(self) -> Interpreter:
        """Return the semantics of the texts."""
        return Interpreter(self.domain, self.problem)

    @cached_property
    def sections(self) -> dict[str, list[Any]]:
        """Return the sections of the problem by name."""
        return {part[0]: part[1:] for part in parse(self.problem)[2:]}

    @cached_property
    def atoms(self) -> list[tuple[str, ...]]:
        """Return the atoms of ``:init`` as they stand there, repeated ones too."""
        return [tuple(each) for each in self.sections[":init"] if each[0] != "="]

    @property
    def static_atoms(self) -> set[tuple[str, ...]]:
        """Return the atoms that no action changes."""
        return {atom for atom in self.atoms if atom[0] not in self.task.fluents}

    @cached_property
    def goal_atoms(self) -> list[Any]:
        """Return the parts of the goal."""
        goal = self.sections[":goal"][0]
        return list(goal[1:]) if goal and goal[0] == "and" else [goal]

    def declared(self, section: str) -> Signature:
        """Return what ``:predicates`` or ``:functions`` of the domain declares."""
        parts = {part[0]: part[1:] for part in parse(self.domain)[2:]}
        heads = [each for each in parts.get(section, []) if isinstance(each, list)]
        return {head[0]: [kind for _, kind in typed(head[1:])] for head in heads}


def malformed(written: Written) -> Iterator[str]:
    """Yield what is not declared, not of its type, or said twice."""
    task = written.task
    types = {"object", *task.parent, *task.parent.values()}
    names = Counter(name for name, _ in task.objects)
    yield from (f"object {name} is declared {count} times" for name, count in names.items() if count > 1)
    yield from (f"object {name} has no declared type ({kind})" for name, kind in task.objects if kind not in types)
    said = Counter(written.atoms)
    yield from (f"({' '.join(atom)}) is said {count} times" for atom, count in said.items() if count > 1)
    predicates = written.declared(":predicates")
    for atom in [*said, *map(tuple, written.goal_atoms)]:
        yield from _undeclared(task, predicates, atom)
    values = [tuple(each[1]) for each in written.sections[":init"] if each[0] == "="]
    yield from (f"({' '.join(term)}) has {count} values" for term, count in Counter(values).items() if count > 1)
    for term in values:
        yield from _undeclared(task, written.declared(":functions"), term)
    if task.is_goal(task.init):
        yield "the goal is true already"


def _undeclared(task: Interpreter, signature: Signature, atom: tuple[Any, ...]) -> Iterator[str]:
    head, *arguments = atom
    if head not in signature or len(signature[head]) != len(arguments):
        yield f"({' '.join(map(str, atom))}) is not declared"
        return
    for argument, kind in zip(arguments, signature[head], strict=True):
        if argument not in task.members(kind):
            yield f"({' '.join(atom)}): {argument} is no {kind}"


def changed(written: Written, reference: Written) -> Iterator[str]:
    """Yield what differs from the reference and must not: objects, static facts, values of functions, goal, metric."""
    if sorted(written.task.objects) != sorted(reference.task.objects):
        yield "the objects are not those of the reference"
    for atom in sorted(written.static_atoms ^ reference.static_atoms):
        yield f"static ({' '.join(atom)}) is {'new' if atom in written.static_atoms else 'missing'}"
    if written.task.numbers != reference.task.numbers:
        yield "the values of functions are not those of the reference"
    if sorted(map(tuple, written.goal_atoms)) != sorted(map(tuple, reference.goal_atoms)):
        yield "the goal is not that of the reference"
    if written.sections.get(":metric") != reference.sections.get(":metric"):
        yield "the metric is not that of the reference"
