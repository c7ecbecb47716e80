"""What a domain and a problem declare, read once more: types, objects, predicates and functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from beta_plan.pddl.sexpr import SList, Source, shorten, show

ROOT = "object"


@dataclass(frozen=True, eq=False)
class File:
    """One file in sections, each with its keyword; unknown keywords are whoever reads it to refuse."""

    source: Source
    sections: tuple[SList, ...]

    def named(self, keyword: str) -> Iterator[SList]:
        """Yield the sections with a keyword."""
        return (section for section in self.sections if section[0] == keyword)


def typed(source: Source, node: SList, first: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (name, types) of ``a b - t c - (either u v) d``; without a dash the type is ``object``."""
    waiting: list[str] = []
    child = first
    while child < len(node):
        word = node[child]
        if word == "-":
            kind = node[child + 1] if child + 1 < len(node) else ""
            types = _either(kind) if isinstance(kind, SList) else (kind,)
            if not types or not all(types):
                source.refuse(f"expected a type, found '{show(kind)}'", node, child)
            yield from ((name, types) for name in waiting)
            waiting = []
            child += 2
        elif isinstance(word, str):
            waiting.append(word)
            child += 1
        else:
            source.refuse(f"expected a name, found '{show(word)}'", node, child)
    yield from ((name, (ROOT,)) for name in waiting)


def _either(kind: SList) -> tuple[str, ...]:
    names = tuple(word for word in kind[1:] if isinstance(word, str))
    return names if kind[:1] == ["either"] and len(names) == len(kind) - 1 else ()


@dataclass(eq=False)
class World:
    """Everything that has a name.

    ``above`` holds each type with all its super-types, ``objects`` each object with all its types. A predicate
    is known by its name and its number of arguments, and so is a function.
    """

    above: dict[str, frozenset[str]]
    objects: dict[str, frozenset[str]] = field(default_factory=dict)
    predicates: set[tuple[str, int]] = field(default_factory=set)
    functions: set[tuple[str, int]] = field(default_factory=set)
    _members: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    def members(self, source: Source, node: SList, types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the objects that have at least one of these types, in the order of the files."""
        found = self._members.get(types)
        if found is None:
            self.check_types(source, node, types)
            found = tuple(name for name, own in self.objects.items() if not own.isdisjoint(types))
            self._members[types] = found
        return found

    def check_types(self, source: Source, node: SList, types: Iterable[str]) -> None:
        """Refuse a type that is not declared."""
        for name in types:
            if name not in self.above:
                source.refuse(f"undeclared type '{shorten(name)}'", node)


def world(domain: File, problem: File) -> World:
    """Read the declarations of a domain and of a problem."""
    found = World(_types(domain))
    for file, keyword in ((domain, ":constants"), (problem, ":objects")):
        for section in file.named(keyword):
            for name, types in typed(file.source, section, 1):
                found.check_types(file.source, section, types)
                had = found.objects.get(name, frozenset())
                found.objects[name] = had.union(*(found.above[kind] for kind in types))
    for keyword, known in ((":predicates", found.predicates), (":functions", found.functions)):
        for section in domain.named(keyword):
            for node in section[1:]:
                if isinstance(node, SList) and node and isinstance(node[0], str):
                    known.add((node[0], sum(1 for _ in typed(domain.source, node, 1))))
    return found


def _types(domain: File) -> dict[str, frozenset[str]]:
    """Return each type with its super-types; all have ``object`` and what is declared above it."""
    parents: dict[str, set[str]] = {ROOT: set()}
    for section in domain.named(":types"):
        for name, types in typed(domain.source, section, 1):
            parents.setdefault(name, set()).update(types)
            for kind in types:
                parents.setdefault(kind, set())
    above: dict[str, frozenset[str]] = {}
    for name in parents:
        seen = {name, ROOT}
        waiting = [name, ROOT]
        while waiting:
            new = parents[waiting.pop()] - seen
            seen |= new
            waiting += new
        above[name] = frozenset(seen)
    return above
