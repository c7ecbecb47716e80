"""Types: typed lists, the hierarchy with any number of parents, unions, and the sorts that tarski gets.

A *type* here is the tuple of names of which it is the union, none of them a sub-type of another: one name
nearly always, several for ``(either a b)``. An object has all the types it was declared with, so its *kinds*
are also a tuple of names, but one that means the intersection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from beta_plan.pddl.sexpr import SList, Source, shorten, show

ROOT = "object"
MAX_TYPES = 2_000
MAX_TYPE_DEPTH = 100
MAX_EITHER = 100
MAX_UNIONS = 500
"""More types, chains of super-types, parts of a union, or unions are refused: they are no task of people."""

Type = tuple[str, ...]
"""Names of which a variable's type is the union."""

Kinds = tuple[str, ...]
"""Names of which an object has every one."""

ANYTHING: Type = (ROOT,)


class Typed(NamedTuple):
    """A name from a typed list, the types after its dash, and which child of the list it is."""

    name: str
    types: tuple[str, ...]
    child: int


def typed_list(source: Source, node: SList, first: int = 0, *, variables: bool = False) -> Iterator[Typed]:
    """Yield the names of ``a b - t c - (either u v) d``; a name without a dash after it is an object."""
    waiting: list[int] = []
    child = first
    while child < len(node):
        word = node[child]
        if word == "-":
            types = _types_after_dash(source, node, child)
            yield from (Typed(str(node[i]), types, i) for i in waiting)
            waiting = []
            child += 2
            continue
        if not isinstance(word, str):
            source.refuse(f"expected a name, found '{show(word)}'", node, child)
        if variables and (len(word) < 2 or word[0] != "?"):
            source.refuse(f"expected a variable, found '{shorten(word)}'", node, child, "variables begin with '?'")
        if not variables and word[0] in "?:":
            source.refuse(f"expected a name, found '{shorten(word)}'", node, child)
        waiting.append(child)
        child += 1
    yield from (Typed(str(node[i]), ANYTHING, i) for i in waiting)


def _types_after_dash(source: Source, node: SList, dash: int) -> tuple[str, ...]:
    if dash + 1 == len(node):
        source.refuse("no type after this '-'", node, dash)
    found = node[dash + 1]
    if isinstance(found, str):
        if found == "-" or found[0] in "?:":
            source.refuse(f"expected a type, found '{shorten(found)}'", node, dash + 1)
        return (found,)
    names = [word for word in found[1:] if isinstance(word, str)]
    if len(found) < 2 or found[0] != "either" or len(names) < len(found) - 1:
        source.refuse(f"expected a type or (either ...), found '{show(found)}'", node, dash + 1)
    if len(names) > MAX_EITHER:
        source.refuse(f"more than {MAX_EITHER} types in one (either ...)", node, dash + 1)
    return tuple(names)


@dataclass
class TypeTable:
    """The type hierarchy: ``above[t]`` holds t and all its super-types, ``object`` among them."""

    above: dict[str, frozenset[str]] = field(default_factory=lambda: {ROOT: frozenset((ROOT,))})
    unions: dict[tuple[str, ...], Type] = field(default_factory=dict)
    meets: dict[tuple[str, ...], Kinds] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.above

    def is_below(self, name: str, other: str) -> bool:
        """Tell whether one type is another or a sub-type of it."""
        return other in self.above[name]

    def union(self, names: tuple[str, ...]) -> Type:
        """Return the union of types, without the names that others cover."""
        found = self.unions.get(names)
        if found is None:
            known = self._known(names)
            covered = {n for n in known for m in known if m != n and self.is_below(n, m)}
            found = self.unions[names] = tuple(sorted(known - covered))
        return found

    def meet(self, names: tuple[str, ...]) -> Kinds:
        """Return the kinds of an object declared with these types, without the names that others imply."""
        found = self.meets.get(names)
        if found is None:
            known = self._known(names)
            implied = {n for n in known for m in known if m != n and self.is_below(m, n)}
            found = self.meets[names] = tuple(sorted(known - implied))
        return found

    def _known(self, names: Iterable[str]) -> set[str]:
        """Return names with ``object`` for those that were declared above it."""
        return {name if name in self.above[name] else ROOT for name in names}

    def is_crowded(self) -> bool:
        """Tell whether unions and doubly typed objects are more than a task of people has."""
        return len(self.unions) + len(self.meets) > 2 * len(self.above) + MAX_UNIONS

    def fits(self, narrow: Type, wide: Type) -> bool:
        """Tell whether every object of one type has the other."""
        return narrow == wide or all(any(self.is_below(n, w) for w in wide) for n in narrow)

    def has(self, kinds: Kinds, wide: Type) -> bool:
        """Tell whether an object of these kinds has a type."""
        return any(self.is_below(n, w) for n in kinds for w in wide)

    def widen(self, declared: Type, covering: Iterable[str]) -> Type:
        """Return the deepest named type that holds a declared one and all of ``covering``."""
        common = frozenset.intersection(*(self.above[n] for n in (*declared, *covering)))
        return (max(sorted(common), key=lambda name: len(self.above[name])),)


def type_table(source: Source, sections: Iterable[SList]) -> TypeTable:
    """Read the ``:types`` sections, in which types may come late, twice, or only as a parent."""
    parents: dict[str, dict[str, None]] = {}
    origin: dict[str, tuple[SList, int]] = {}
    for section in sections:
        for entry in typed_list(source, section, 1):
            parents.setdefault(entry.name, {}).update(dict.fromkeys(entry.types))
            origin.setdefault(entry.name, (section, entry.child))
            for parent in entry.types:
                parents.setdefault(parent, {})
                origin.setdefault(parent, (section, entry.child))
        if len(parents) > MAX_TYPES:
            source.refuse(f"more than {MAX_TYPES} types", section)
    _lift_root(parents)
    return TypeTable(_closure(source, parents, origin))


def _lift_root(parents: dict[str, dict[str, None]]) -> None:
    """Make what is declared above ``object`` (IPC-98: ``object - none``) another name of it."""
    pending = [ROOT]
    lifted = set()
    while pending:
        for parent in parents.get(pending.pop(), {}):
            if parent not in lifted and parent != ROOT:
                lifted.add(parent)
                pending.append(parent)
    for name in lifted:
        parents[name] = {}
    parents[ROOT] = {}
    for name, above in parents.items():
        if name != ROOT and name not in lifted:
            kept = {ROOT if parent in lifted else parent: None for parent in above if parent != name}
            parents[name] = kept or {ROOT: None}


def _closure(
    source: Source, parents: Mapping[str, Iterable[str]], origin: Mapping[str, tuple[SList, int]]
) -> dict[str, frozenset[str]]:
    """Return each type's super-types; a circle, or a chain too long, is refused."""
    above: dict[str, frozenset[str]] = {ROOT: frozenset((ROOT,))}
    waiting = dict(parents)
    for _ in range(MAX_TYPE_DEPTH):
        ready = [name for name, up in waiting.items() if all(p in above for p in up)]
        for name in ready:
            del waiting[name]
            own = () if name != ROOT and not parents[name] else (name,)
            above[name] = frozenset((ROOT, *own)).union(*(above[p] for p in parents[name]))
        if not waiting:
            return {ROOT: above.pop(ROOT)} | {name: above[name] for name in parents if name != ROOT}
        if not ready:
            break
    node, child = origin[next(iter(waiting))]
    name = shorten(next(iter(waiting)))
    problem = f"is its own super-type, or more than {MAX_TYPE_DEPTH} types deep"
    source.refuse(f"type '{name}' {problem}", node, child)
