"""The structure of a domain, told from its schemas alone: places, maps, levels, what moves, what is moved.

The parts: ``kinds`` (what there is), ``groups`` (what everything has exactly one of), ``statics`` (maps, orders,
partitions), ``resting`` (where things are in a natural state). ``compose`` makes a skeleton of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from beta_plan.errors import InputRefused
from beta_plan.pddl.domain import LiftedDomain
from beta_plan.skeleton.groups import Group, groups, widened
from beta_plan.skeleton.kinds import Kinds, kinds, not_understood
from beta_plan.skeleton.relaxed import relaxed
from beta_plan.skeleton.resting import Resting
from beta_plan.skeleton.spec import HEADINGS
from beta_plan.skeleton.statics import Change, Meaning, changes, meanings


@dataclass(frozen=True, eq=False)
class Structure:
    """What was found in a domain."""

    domain: LiftedDomain
    kinds: Kinds
    groups: tuple[Group, ...]
    statics: tuple[Meaning, ...]
    resting: Resting

    @classmethod
    def of(cls, domain: LiftedDomain) -> Structure:
        """Analyse a domain; InputRefused says what is not understood."""
        found = widened(kinds(domain))
        _refuse_pushes(found)
        every = groups(found)
        structure = cls(domain, found, every, meanings(found, every), Resting(found, every))
        structure._refuse_collections()
        return structure

    def _refuse_collections(self) -> None:
        """Refuse a domain in which what is the place of one kind of things may be several at a time for another.

        A shot contains one drink, a shaker may contain two: nothing here tells how many, and when.
        """
        for group, (predicate, subject) in self.resting.part.items():
            if group.kind not in self.located or self.kinds.task.arities[predicate] < 2:
                continue
            known = {each.kind for each in self.groups if (predicate, subject) in each.parts}
            for step in self.kinds.steps:
                for literal in step.add:
                    several = step.of(literal.terms[subject]) - known if literal.predicate == predicate else frozenset()
                    if several:
                        kind = min(several)
                        raise not_understood(f"how many ({self.name(predicate)} ..) a {kind} may have at a time")

    @classmethod
    def guess(cls, domain: LiftedDomain) -> Structure:
        """Analyse a domain as far as it is understood: enough to draw an instance that is there, not to make one."""
        found = widened(kinds(relaxed(domain)))
        every = groups(found)
        return cls(domain, found, every, meanings(found, every, lenient=True), Resting(found, every))

    def name(self, predicate: int) -> str:
        """Return the name of a predicate as the domain spells it."""
        return self.kinds.task.predicates[predicate]

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What schemas change from one value to another."""
        return tuple(changes(self.kinds.steps))

    @cached_property
    def chains(self) -> dict[str, int]:
        """The kinds that are levels, and the relation between neighbours."""
        return {kind: m.predicate for m in self.statics if m.what == "chain" for kind in m.kinds[0]}

    @cached_property
    def maps(self) -> tuple[Meaning, ...]:
        """The relations that connect places."""
        return tuple(m for m in self.statics if m.what == "map")

    @cached_property
    def places(self) -> frozenset[str]:
        """The kinds that a map or an order connects."""
        found = {k for m in self.statics if m.what == "order" for k in m.kinds[0]}
        return frozenset(found | {k for m in self.maps for k in m.kinds[m.roles.index("old")]})

    @cached_property
    def directed(self) -> bool:
        """Whether the maps are the four directions of one grid: the same thing moves along each of them."""
        plain = [m for m in self.maps if len(m.roles) == 2]
        along = {m.predicate: {self._moved(c, m) for c in self.changes} - {None} for m in plain}
        return len(plain) == len(HEADINGS) and len({frozenset(each) for each in along.values()}) == 1

    def _moved(self, change: Change, meaning: Meaning) -> tuple[int, frozenset[str]] | None:
        """Return what a schema moves along a map: a predicate and the kinds of the subject."""
        for literal in change.step.pre:
            if literal.predicate == meaning.predicate and {change.old, change.new} <= set(literal.terms):
                atom = next(lit for lit in change.step.add if lit.predicate == change.predicate)
                others = [change.step.of(t) for j, t in enumerate(atom.terms) if j != change.argument]
                return change.predicate, frozenset().union(*others)
        return None

    @cached_property
    def located(self) -> dict[str, list[Group]]:
        """The kinds that are somewhere, and their groups with a part that names another object, no level."""
        found: dict[str, list[Group]] = {}
        for group, part in self.resting.part.items():
            is_held = group in self.resting.holders
            somewhere = self.kinds.task.arities[part[0]] > 1 and not self.level_of(group)
            if group.kind is not None and not is_held and somewhere:
                found.setdefault(group.kind, []).append(group)
        return found

    @cached_property
    def resting_places(self) -> frozenset[str]:
        """The kinds at which things that are somewhere are at rest."""
        found: set[str] = set()
        for own in self.located.values():
            for group in own:
                predicate, subject = self.resting.part[group]
                for step in self.kinds.steps:
                    for literal in (*step.add, *step.pre):
                        if literal.predicate == predicate and group.kind in step.of(literal.terms[subject]):
                            found |= {k for j, t in enumerate(literal.terms) if j != subject for k in step.of(t)}
        return frozenset(found)

    def level_of(self, group: Group) -> str | None:
        """Return the kind of levels that a group counts by; None if it does not."""
        if len(group.parts) != 1 or group.kind is None:
            return None
        ((predicate, subject),) = group.parts
        for change in self.changes:
            if change.predicate == predicate and change.argument != subject:
                options = change.step.of(change.new)
                level = next(
                    (k for k in self.kinds.names if k in options and (k in self.chains or k in self.sums)), None
                )
                if level is not None and not self._is_place_of(predicate, subject):
                    return level
        return None

    def _is_place_of(self, predicate: int, subject: int) -> bool:
        """Tell whether a value is one of a map or an order rather than a level."""
        along = {m.predicate for m in self.statics if m.what in ("map", "order")}
        mine = [c for c in self.changes if c.predicate == predicate and c.argument != subject]
        return any(lit.predicate in along and {c.old, c.new} <= set(lit.terms) for c in mine for lit in c.step.pre)

    @cached_property
    def sums(self) -> dict[str, Meaning]:
        """The kinds that a relation adds up."""
        return {m.kinds[0][0]: m for m in self.statics if m.what == "sum"}

    @cached_property
    def _counted(self) -> tuple[int, ...]:
        """The predicates that count by levels of a chain."""
        parts = [part for group in self.groups if self.level_of(group) is not None for part in group.parts]
        return tuple(dict.fromkeys(predicate for predicate, _ in parts if self.directions(predicate)))

    @cached_property
    def stocks(self) -> tuple[int, ...]:
        """The predicates with levels that go one way only, and that tasks are about: the ones that say least."""
        one_way = [p for p in self._counted if len(self.directions(p)) == 1]
        ways = {up for p in one_way for up in self.directions(p)}
        fewest = min((self.kinds.task.arities[p] for p in one_way), default=0)
        return tuple(p for p in one_way if self.kinds.task.arities[p] == fewest) if len(ways) == 2 else ()

    @cached_property
    def rises(self) -> dict[int, bool]:
        """Whether a fluent begins at the first level of its chain, and rises, or at the last one, and falls.

        What goes one way tells. From what is used up others follow: they begin where they can take it.
        """
        found = {p: next(iter(self.directions(p))) for p in self._counted if len(self.directions(p)) == 1}
        waiting = [p for p in found if p not in self.stocks] if self.stocks else []
        while waiting:
            source = waiting.pop(0)
            steps = [change.step for _, change in self.level_changes(source)]
            for other in self._counted:
                for up, change in self.level_changes(other):
                    if other not in found and any(change.step is step for step in steps):
                        found[other] = up
                        waiting.append(other)
        return found

    def directions(self, predicate: int) -> set[bool]:
        """Return whether a fluent rises along its chain, and whether it falls."""
        return {up for up, _ in self.level_changes(predicate)}

    def level_changes(self, predicate: int) -> Iterator[tuple[bool, Change]]:
        """Yield the changes of a fluent along its chain, and whether it rises."""
        for change in self.changes:
            if change.predicate == predicate:
                for literal in change.step.pre:
                    if literal.predicate in self.chains.values() and {change.old, change.new} <= set(literal.terms):
                        yield literal.terms.index(change.old) < literal.terms.index(change.new), change

    @cached_property
    def movables(self) -> tuple[str, ...]:
        """The kinds that are somewhere and are moved by others; where there are none, those that move."""
        moved = tuple(kind for kind in self.located if kind not in self.resting.movers)
        return moved or tuple(self.located)

    @cached_property
    def achievements(self) -> tuple[int, ...]:
        """The predicates that are made true, never false, and that nobody asks for: what tasks are about."""
        steps = self.kinds.steps
        added = {lit.predicate for step in steps for lit in step.add}
        deleted = {lit.predicate for step in steps for lit in step.delete}
        asked = {lit.predicate for step in steps for lit in step.pre if lit.positive}
        return tuple(sorted(added - deleted - asked))

    def partition(self, kind: str) -> Meaning | None:
        """Return the relation that says in which part of the map a kind stays: the city of a truck."""
        for group in self.located.get(kind, ()):
            for change in self.changes:
                if any(change.predicate == p and i != change.argument for p, i in group.parts):
                    atom = next(lit for lit in change.step.add if lit.predicate == change.predicate)
                    subject = next(t for j, t in enumerate(atom.terms) if j != change.argument)
                    if kind in change.step.of(subject) and (found := self._same_part(change)) is not None:
                        return found
        return None

    @cached_property
    def headings(self) -> frozenset[str]:
        """The kinds that are directions on a grid."""
        return frozenset(k for m in self.maps if "heading" in m.roles for k in m.kinds[m.roles.index("heading")])

    def _same_part(self, change: Change) -> Meaning | None:
        for meaning in self.statics:
            if meaning.what == "function" and len(meaning.kinds) == 2:
                own = {lit.terms for lit in change.step.pre if lit.predicate == meaning.predicate}
                parts = [{second for first, second in own if first == end} for end in (change.old, change.new)]
                if parts[0] & parts[1]:
                    return meaning
        return None

    @property
    def has_aims(self) -> bool:
        """Whether tasks are about something else than where things are."""
        return bool(self.achievements or self.stocks)


def _refuse_pushes(kinds: Kinds) -> None:
    """Refuse a domain in which somebody goes where a thing was and the thing goes on: that needs a maze."""
    for step in kinds.steps:
        ways = {(change.old, change.new) for change in changes((step,))}
        if any((b, c) in ways for a, b in ways for c in {new for _, new in ways} - {a}):
            message = f"the structure of the domain is not understood: action {step.name} pushes things, as in Sokoban"
            raise InputRefused(message, remedy="give a problem file; 'beta-plan generate sokoban' makes mazes")
