"""From a state to what is to be seen: which thing is where, what is said about it, and what can only be written down.

Every fluent fact of a state ends up in ``facts`` of one thing, or in ``listed``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from beta_plan.certify.conditions import Atom
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.roles import Roles

ZONE, ONLY = "zone:", "only:"
"""In front of a predicate: a zone for things that have something in common, and the only thing of its sort."""


@dataclass
class Sketch:
    """A state, as it is to be drawn.

    ``parent`` says in, on or at what a thing is: a place, a thing, or a zone; ``stacked`` are the things that stand on
    theirs. ``tags`` are remarks, ``bars`` amounts as (text, rank, highest rank).
    """

    parent: dict[str, str] = field(default_factory=dict)
    stacked: set[str] = field(default_factory=set)
    tags: dict[str, list[str]] = field(default_factory=dict)
    bars: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    facts: dict[str, list[Atom]] = field(default_factory=dict)
    listed: list[Atom] = field(default_factory=list)

    def children(self) -> dict[str, list[str]]:
        """Return what is in, on or at each place, thing and zone."""
        found: dict[str, list[str]] = {}
        for thing, parent in self.parent.items():
            found.setdefault(parent, []).append(thing)
        return found


def sketch(instance: Instance, roles: Roles, state: Iterable[Atom], areas: Iterable[str] = ()) -> Sketch:
    """Return what is to be seen of a state."""
    return _Sketcher(instance, roles, state, areas).sketch(is_goal=False)


def goal_sketch(instance: Instance, roles: Roles, goal: Iterable[Atom], areas: Iterable[str] = ()) -> Sketch:
    """Return what is to be seen of a goal: things of which nothing is asked are not there."""
    return _Sketcher(instance, roles, goal, areas).sketch(is_goal=True)


class _Sketcher:
    def __init__(self, instance: Instance, roles: Roles, state: Iterable[Atom], areas: Iterable[str]) -> None:
        self._instance, self._roles, self._areas = instance, roles, set(areas)
        self._atoms = instance.ordered(atom for atom in state if atom[0] in instance.fluents)
        self._places = set(instance.members(roles.places))
        self._found = Sketch()

    def sketch(self, is_goal: bool) -> Sketch:
        claims = self._claims()
        self._put_only()
        for thing in self._instance.task.objects:
            if thing not in self._places:
                self._put(thing, claims)
        if not is_goal:
            self._put_by_statics()
        self._put_in_zones()
        for atom in self._atoms:
            self._tell(atom)
        if not is_goal:
            self._tell_statics()
        return self._found

    def _claims(self) -> dict[str, list[Atom]]:
        """Return the facts that say where each thing is; a predicate that says so twice of one thing does not count."""
        found: dict[str, list[Atom]] = {}
        for atom in self._atoms:
            subject = self._roles.where.get(atom[0])
            if subject is not None:
                found.setdefault(atom[1 + subject], []).append(atom)
        for thing, claims in found.items():
            names = [atom[0] for atom in claims]
            found[thing] = [atom for atom in claims if names.count(atom[0]) == 1]
        return found

    def _put_only(self) -> None:
        for atom in self._atoms:
            if atom[0] in self._roles.only and len(atom) == 2:
                self._found.parent[ONLY + atom[0]] = atom[1]

    def _put(self, thing: str, claims: dict[str, list[Atom]]) -> None:
        """Put a thing where the facts say: rather on another thing than at a place, rather at a place than nowhere."""
        options = []
        for atom in claims.get(thing, []):
            for value in self._others(atom, thing):
                if value in self._places:
                    options.append((1, atom, value))
                elif claims.get(value) or self._instance.kind_of.get(value) in self._roles.holders:
                    options.append((0, atom, value))
                elif value in self._areas:
                    options.append((2, atom, value))
        for _, atom, value in sorted(options, key=lambda option: option[0]):
            if not self._is_within(value, thing):
                self._found.parent[thing] = value
                if atom[0] in self._roles.stacks:
                    self._found.stacked.add(thing)
                return

    def _others(self, atom: Atom, thing: str) -> list[str]:
        return [word for word in atom[1:] if word != thing]

    def _is_within(self, item: str, thing: str) -> bool:
        """Tell whether an item is a thing, or in or on it: things that stand in a ring are not drawn so."""
        while item != thing and item in self._found.parent:
            item = self._found.parent[item]
        return item == thing

    def _put_by_statics(self) -> None:
        """Put what is nowhere else where it always is: an instrument on its satellite, a child at its table."""
        structure = self._instance.structure
        for meaning in structure.statics if structure is not None else ():
            if meaning.what == "function" and len(meaning.kinds) == 2:
                for _, one, other in self._instance.facts(meaning):
                    for thing, home in ((one, other), (other, one)):
                        if self._is_homeless(thing) and (home in self._places or home in self._found.parent):
                            self._found.parent[thing] = home
                            break

    def _is_homeless(self, thing: str) -> bool:
        is_resident = self._instance.kind_of.get(thing) in self._roles.residents
        return is_resident and thing not in self._found.parent and thing not in self._places

    def _put_in_zones(self) -> None:
        """Put what is nowhere yet, and of which something is said, in a zone with others of which the same is said."""
        robots = [key for key in self._found.parent if key.startswith(ONLY)]
        for thing in self._instance.task.objects:
            if thing in self._places or thing in self._found.parent or thing in self._roles.amounts:
                continue
            own = [atom[0] for atom in self._atoms if atom[1:] == (thing,)]
            grip = next((name for name in own if name in self._roles.grips), None)
            ground = next((name for name in own if name in self._roles.grounds), None)
            mark = next((name for name in own if name not in self._roles.free), None)
            is_holder = self._instance.kind_of.get(thing) in self._roles.holders
            if grip is not None and len(robots) == 1:
                self._found.parent[thing] = robots[0]
            elif (zone := grip or ground or mark) is not None:
                self._found.parent[thing] = ZONE + zone
            elif thing in self._found.parent.values() or (is_holder and own):
                self._found.parent[thing] = robots[0] if len(robots) == 1 and is_holder else ZONE

    def _tell(self, atom: Atom) -> None:
        """Note a fact with the thing that it is about, as a remark where it is not seen otherwise."""
        name, *words = atom
        subject = self._subject(atom)
        if subject is None:
            self._found.listed.append(atom)
            return
        self._found.facts.setdefault(subject, []).append(atom)
        if self._is_seen(atom, subject):
            return
        rest = [word for word in words if word != subject]
        parent = self._found.parent.get(subject)
        if name in self._roles.where and parent in rest:
            said = " ".join(word for word in rest if word != parent)
        else:
            said = " ".join([name, *rest])
        amount = words[self._roles.levels[name]] if name in self._roles.levels else ""
        if amount in self._roles.amounts:
            self._found.bars.setdefault(subject, []).append((said, *self._roles.amounts[amount]))
        else:
            self._found.tags.setdefault(subject, []).append(said)

    def _tell_statics(self) -> None:
        """Remark on things and places what never changes and is not seen otherwise: the shape of a key."""
        structure = self._instance.structure
        for meaning in structure.statics if structure is not None else ():
            if meaning.what in ("label", "function") and len(meaning.kinds) <= 2:
                for name, first, *rest in self._instance.facts(meaning):
                    is_drawn = first in self._found.parent or first in self._places
                    hidden = self._areas | self._above(first)
                    if is_drawn and not set(rest) & (hidden | set(self._inside(first))):
                        self._found.tags.setdefault(first, []).append(" ".join([name, *rest]))

    def _inside(self, thing: str) -> list[str]:
        return [other for other, at in self._found.parent.items() if at == thing]

    def _subject(self, atom: Atom) -> str | None:
        """Return what a fact is about: the thing that is somewhere, else the first word that is drawn."""
        if atom[0] in self._roles.only:
            return ONLY + atom[0]
        drawn = [word for word in atom[1:] if word in self._found.parent or word in self._places]
        main = self._roles.where.get(atom[0])
        if main is not None and atom[1 + main] in drawn:
            return atom[1 + main]
        things = [word for word in drawn if word not in self._places]
        if not atom[1:] and atom[0] in self._roles.free:
            return next((key for key in self._found.parent if key.startswith(ONLY)), None)
        return next(iter([*things, *drawn]), None)

    def _is_seen(self, atom: Atom, subject: str) -> bool:
        """Tell whether a fact is seen from where things are."""
        name, *words = atom
        parent = self._found.parent.get(subject, "")
        if name in self._roles.only or parent == ZONE + name or (name in self._roles.grips and parent.startswith(ONLY)):
            return True
        if name in self._roles.free or (name in self._roles.grounds and not parent.startswith(ZONE)):
            return True
        rest = {word for word in words if word != subject}
        return name in self._roles.where and bool(rest) and rest <= self._around(subject)

    def _around(self, thing: str) -> set[str]:
        """Return everything that a thing is in, on or at, and what the place always belongs to."""
        found = self._above(thing)
        structure = self._instance.structure
        for meaning in structure.statics if structure is not None else ():
            if meaning.what == "function" and len(meaning.kinds) == 2:
                found |= {other for _, one, other in self._instance.facts(meaning) if one in found}
        return found

    def _above(self, thing: str) -> set[str]:
        """Return everything that a thing is in, on or at."""
        found: set[str] = set()
        while thing in self._found.parent:
            thing = self._found.parent[thing]
            found.add(thing)
        return found
