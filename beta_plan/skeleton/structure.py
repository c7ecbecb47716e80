"""From a domain alone to a skeleton: the structure of its schemas tells how its tasks look.

The parts: ``kinds`` (what there is), ``groups`` (what everything has exactly one of), ``statics`` (maps, orders,
partitions), ``resting`` (where things are in a natural state). Here they become rules: statics as they mean, things put
where a schema would put them, holders free, levels where their use begins, and a goal for what is moved or achieved.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from beta_plan.pddl.domain import LiftedDomain
from beta_plan.skeleton.groups import Group, groups, widened
from beta_plan.skeleton.kinds import Kinds, kinds
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
        every = groups(found)
        return cls(domain, found, every, meanings(found, every), Resting(found, every))

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
        return {m.kinds[0][0]: m.predicate for m in self.statics if m.what == "chain"}

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
            if group.kind is not None and not is_held and self.kinds.task.arities[part[0]] > 1:
                if not self.level_of(group):
                    found.setdefault(group.kind, []).append(group)
        return found

    def level_of(self, group: Group) -> str | None:
        """Return the kind of levels that a group counts by; None if it does not."""
        if len(group.parts) != 1 or group.kind is None:
            return None
        ((predicate, subject),) = group.parts
        for change in self.changes:
            if change.predicate == predicate and change.argument != subject:
                options = change.step.of(change.new)
                level = next((k for k in options if k in self.chains or k in self.sums), None)
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
