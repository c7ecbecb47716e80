"""Which sorts tarski gets for the types of a task, under which names, and which lies below which.

Named types become sorts of the same name; ``(either a b)`` becomes one sort above both; an object declared with
two types gets a sort of its own below both. So the sorts are no tree, but every variable still ranges over the
objects of exactly one sort, and every object has exactly one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beta_plan.pddl.names import Drawer
from beta_plan.pddl.types import ANYTHING, ROOT, Kinds, Type, TypeTable


@dataclass(frozen=True)
class SortSpec:
    """A sort: its name and the names of all sorts above it, the nearest first."""

    name: str
    above: tuple[str, ...]


@dataclass
class Sorts:
    """The sorts of a task; those of unions and of doubly typed objects arise as they are asked for."""

    types: TypeTable
    drawer: Drawer
    of_type: dict[Type, str] = field(default_factory=lambda: {ANYTHING: ROOT})
    of_kinds: dict[Kinds, str] = field(default_factory=dict)

    def take_names(self) -> None:
        """Give each named type its sort; called when predicates and objects have their names."""
        for name in self.types.above:
            if self.types.union((name,)) == (name,) and name != ROOT:
                self.of_type[(name,)] = self.drawer.take(name, "type")

    def ranged_over(self, type_: Type) -> str:
        """Return the name of the sort that holds the objects of a type."""
        name = self.of_type.get(type_)
        if name is None:
            name = self.of_type[type_] = self.drawer.take("-or-".join(type_), "type")
        return name

    def declared_with(self, kinds: Kinds) -> str:
        """Return the name of the sort of an object."""
        if len(kinds) == 1:
            return self.of_type[kinds]
        name = self.of_kinds.get(kinds)
        if name is None:
            name = self.of_kinds[kinds] = self.drawer.take("-and-".join(kinds), "type")
        return name

    def in_order(self) -> list[SortSpec]:
        """Return all sorts but ``object``, each after those above it."""
        above = {type_: self._above(type_) for type_ in self.of_type}
        levels = {type_: len(found) for type_, found in above.items()}
        specs: list[tuple[int, SortSpec]] = []
        for type_, found in above.items():
            specs.append((levels[type_], self._spec(self.of_type[type_], found, levels)))
        for kinds, name in self.of_kinds.items():
            found = {(kind,) for kind in kinds}.union(*(above[(kind,)] for kind in kinds))
            specs.append((len(above) + len(found), self._spec(name, found, levels)))
        specs.sort(key=lambda entry: entry[0])
        return [spec for _, spec in specs if spec.name != ROOT]

    def _spec(self, name: str, found: set[Type], levels: dict[Type, int]) -> SortSpec:
        nearest_first = sorted(found, key=lambda type_: (-levels[type_], type_))
        return SortSpec(name, tuple(self.of_type[type_] for type_ in nearest_first))

    def _above(self, type_: Type) -> set[Type]:
        common = frozenset.intersection(*(self.types.above[name] for name in type_))
        unions = {wide for wide in self.of_type if len(wide) > 1 and self.types.fits(type_, wide)}
        return ({(name,) for name in common} | unions) - {type_}
