"""What the predicates of an instance say in a picture: where a thing is, how much there is, what is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from beta_plan.pictures.instance import Instance, is_about_one
from beta_plan.skeleton.groups import NOBODY, Group, Part
from beta_plan.skeleton.structure import Structure


@dataclass(frozen=True, eq=False)
class Roles:
    """Predicates by what they say, by name.

    ``where``: the argument at which the thing stands that is somewhere. ``stacks``: those of them by which things stand
    on things of their own kind. ``levels``: the argument with an amount. ``only``: where the only one of its sort is.
    ``free``: that nothing is in, on, or at a thing; seen by looking. ``grounds``: that a thing stands on the ground, as
    it were, and on nothing that has a name. ``grips``: that the only one of its sort holds a thing.
    ``movers`` are the kinds that move by themselves, ``carriers`` those that are somewhere and that others are in.
    ``residents`` are kinds of which something is said that changes, though not where they are.
    ``places`` are the kinds that are drawn as places, ``amounts`` the rank of each level and how many there are.
    """

    places: frozenset[str] = frozenset()
    where: dict[str, int] = field(default_factory=dict)
    stacks: frozenset[str] = frozenset()
    levels: dict[str, int] = field(default_factory=dict)
    amounts: dict[str, tuple[int, int]] = field(default_factory=dict)
    only: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    grounds: frozenset[str] = frozenset()
    grips: frozenset[str] = frozenset()
    holders: frozenset[str] = frozenset()
    movers: frozenset[str] = frozenset()
    carriers: frozenset[str] = frozenset()
    residents: frozenset[str] = frozenset()


def roles(instance: Instance) -> Roles:
    """Return what is understood; nothing, where the structure of the domain is unknown."""
    if instance.structure is None:
        return Roles()
    return _Finder(instance, instance.structure).roles()


class _Finder:
    def __init__(self, instance: Instance, structure: Structure) -> None:
        self._instance, self._s = instance, structure
        self._arities = structure.kinds.task.arities
        self._resting = structure.resting
        self._mapped = {k for m in structure.maps for k in m.kinds[m.roles.index("old")]}
        self._ordered = {k for m in structure.statics if m.what == "order" for k in m.kinds[0]}
        own = [g for g in structure.groups if g.kind is not None and structure.level_of(g) is None]
        things = self._things(own)
        self._holders = [g for g in self._resting.holders if g not in things]
        self._values = self._kinds_at()
        self._groups = sorted((g for g in own if g not in self._holders), key=lambda g: not self._is_on_map(g))

    def _things(self, own: list[Group]) -> list[Group]:
        """Return groups that hold each other of which the kind is the thing: more is said of a glass than of a hand."""
        spoken = Counter(group.kind for group in own)
        found = []
        for group in own:
            rivals = [
                other for other in own
                if other.kind != group.kind and any(p == q for p, _ in group.parts for q, _ in other.parts)
            ]  # fmt: skip
            if rivals and all(other in self._resting.holders for other in rivals):
                wins = [spoken[group.kind] > spoken[other.kind] for other in rivals]
                found += [group] if any(wins) else []
        return found

    def _is_on_map(self, group: Group) -> bool:
        at = [self._values.get((p, j), set()) for p, i in group.parts for j in range(self._arities[p]) if j != i]
        return any(kinds & (self._mapped | self._ordered) for kinds in at)

    def roles(self) -> Roles:
        levels = self._levels()
        where = self._where(levels)
        only = self._only()
        alone = {name for g in self._holders for name in self._names(g.parts, 0 if g.kind is None else 1)}
        grips = {name for g in self._holders if g.kind is None for name in self._names(g.parts, 1)}
        grounds = {name for g in self._groups if self._is_put(g, where) for name in self._names(g.parts, 1)}
        return Roles(
            places=self._places(where, only),
            where={self._instance.name(p): i for p, i in where.items()},
            stacks=frozenset(self._instance.name(p) for p, i in where.items() if self._is_stack(p, i)),
            levels={self._instance.name(p): i for p, i in levels.items()},
            amounts=self._amounts(levels),
            only=frozenset(self._instance.name(p) for p in only) - alone,
            free=frozenset(alone - grips),
            grounds=frozenset(grounds - alone - grips),
            grips=frozenset(grips),
            holders=frozenset(g.kind for g in self._holders if g.kind),
            movers=self._resting.movers,
            carriers=self._carriers(where, self._places(where, only)),
            residents=frozenset(
                kind for p, arity in enumerate(self._arities) if arity == 1 and self._s.kinds.task.fluent[p]
                for kind in self._values.get((p, 0), set())
            ),
        )  # fmt: skip

    def _is_put(self, group: Group, where: dict[int, int]) -> bool:
        """Tell whether the things of a group may be at, in or on what is drawn itself."""
        drawn = {kind for p, i in where.items() for kind in self._values.get((p, i), set())}
        drawn |= {g.kind for g in self._holders if g.kind} | self._mapped | self._s.resting_places
        values = [
            self._values[p, j] for p, i in group.parts if where.get(p) == i for j in range(self._arities[p]) if j != i
        ]
        return any(kinds & drawn for kinds in values)

    def _names(self, parts: Iterable[Part], arity: int) -> list[str]:
        return [self._instance.name(p) for p, _ in sorted(parts) if self._arities[p] == arity]

    def _kinds_at(self) -> dict[tuple[int, int], set[str]]:
        """Return the kinds at each argument of each predicate, in schemas and in the initial state."""
        found: dict[tuple[int, int], set[str]] = {}
        for step in self._s.kinds.steps:
            for literal in (*step.pre, *step.add):
                for i, term in enumerate(literal.terms):
                    found.setdefault((literal.predicate, i), set()).update(step.of(term))
        numbers = {self._instance.name(p): p for p in range(len(self._arities))}
        for atom in self._instance.task.init:
            for i, item in enumerate(atom[1:]):
                found.setdefault((numbers[atom[0]], i), set()).update({self._instance.kind_of.get(item, "")} - {""})
        return found

    def _levels(self) -> dict[int, int]:
        """Return the predicates that tell an amount, and the argument where it stands."""
        found = {}
        counted = {*self._s.chains, *self._s.sums}
        fluent = self._s.kinds.task.fluent
        for p, arity in enumerate(self._arities):
            for i in range(arity):
                kinds = self._values.get((p, i), set())
                if fluent[p] and kinds and (kinds <= counted or (kinds <= self._ordered and self._is_height(p, i))):
                    found[p] = i
        return found

    def _is_height(self, predicate: int, argument: int) -> bool:
        """Tell whether the others at a predicate are places of a map, which are nowhere themselves."""
        others = [i for i in range(self._arities[predicate]) if i != argument]
        return bool(others) and all(self._values.get((predicate, i), set()) <= self._mapped for i in others)

    def _where(self, levels: dict[int, int]) -> dict[int, int]:
        """Return the predicates that say where something is, and the argument of the thing."""
        found: dict[int, int] = {}
        for group in self._groups:
            for p, i in sorted(group.parts):
                if self._arities[p] > 1 and p not in levels and group.kind not in self._mapped | self._ordered:
                    found.setdefault(p, i)
        located = {kind for p, i in found.items() for kind in self._values.get((p, i), set())}
        for p, arity in enumerate(self._arities):
            if arity == 2 and p not in found and p not in levels and self._s.kinds.task.fluent[p]:
                for i in (0, 1):
                    mine, others = self._values.get((p, i), set()), self._values.get((p, 1 - i), set())
                    if others and others <= located and mine and not mine & (located | self._mapped | self._ordered):
                        found[p] = i
        return found

    def _is_stack(self, predicate: int, subject: int) -> bool:
        others = [self._values.get((predicate, i), set()) for i in range(self._arities[predicate]) if i != subject]
        return any(self._values.get((predicate, subject), set()) & kinds for kinds in others)

    def _carriers(self, where: dict[int, int], places: frozenset[str]) -> frozenset[str]:
        """Return the kinds in which things are that are at places themselves, with stacks left aside."""
        located = {
            kind for p, i in where.items() for kind in self._values.get((p, i), set())
            if any(self._values.get((p, j), set()) & places for j in range(self._arities[p]) if j != i)
        }  # fmt: skip
        inside = [(p, i) for p, i in where.items() if not self._is_stack(p, i)]
        others = [self._values.get((p, j), set()) for p, i in inside for j in range(self._arities[p]) if j != i]
        values = {kind for kinds in others for kind in kinds}
        return frozenset(values & located & set(self._s.located))

    def _only(self) -> list[int]:
        """Return the predicates that say where the only one of its sort is, in the order of the domain."""
        found = []
        for group in self._s.groups:
            ((p, _), *_) = sorted(group.parts)
            kinds = self._values.get((p, 0), set())
            if is_about_one(group, self._arities[p]) and kinds and not kinds <= {*self._s.chains, *self._s.sums}:
                found.append(p)
        return found

    def _places(self, where: dict[int, int], only: list[int]) -> frozenset[str]:
        """Return the kinds that are places: on a map, or where things are that are nowhere better."""
        located = {kind for p, i in where.items() for kind in self._values.get((p, i), set())}
        found = set(self._mapped) | {kind for p in only for kind in self._values.get((p, 0), set())}
        for group in self._groups:
            parts = [(p, i) for p, i in sorted(group.parts) if p in where and where[p] == i]
            values = {k for p, i in parts for j in range(self._arities[p]) if j != i for k in self._values[p, j]}
            found |= self._best(group, values - located)
        heights = {kind for p, i in self._levels().items() for kind in self._values.get((p, i), set())}
        return frozenset(found - heights - located)

    def _best(self, group: Group, values: set[str]) -> set[str]:
        """Return where the things of a group are, of several kinds those on a map; else not what only holds."""
        if values & (self._mapped | self._ordered):
            return values & (self._mapped | self._ordered)
        if any(self._is_on_map(other) for other in self._groups if other.kind == group.kind):
            return set()
        return values & self._s.resting_places if not self._is_marked(group) else set()

    def _is_marked(self, group: Group) -> bool:
        """Tell whether a thing may be nowhere at all as well: a glass is empty, or contains something."""
        return any(i != NOBODY and self._arities[p] == 1 for p, i in group.parts)

    def _amounts(self, levels: dict[int, int]) -> dict[str, tuple[int, int]]:
        """Return the rank of each level in its order, from zero, and how many others there are."""
        found: dict[str, tuple[int, int]] = {}
        for meaning in self._s.statics:
            if meaning.what in ("chain", "order"):
                facts = self._instance.facts(meaning)
                items = self._instance.members(set(meaning.kinds[0]))
                above = {item: {atom[2] for atom in facts if atom[1] == item} for item in items}
                for item in items:
                    seen: set[str] = set()
                    waiting = [item]
                    while waiting:
                        new = above.get(waiting.pop(), set()) - seen
                        seen |= new
                        waiting += new
                    found[item] = (len(items) - 1 - len(seen), len(items) - 1)
        for kind in self._s.sums:
            items = self._instance.members({kind})
            found |= {item: (rank, len(items) - 1) for rank, item in enumerate(items)}
        return found
