"""The tasks of ``hardness.py``: eight domains, of each a reference task and random initial states.

A reference has the objects, the static facts and the goal of an ordinary random task. Its ``draw`` gives an initial
state as the domain's usual generator (the one that competitions and learners use) draws one: every movable thing is
anywhere it may be, with equal probability. Where that generator leaves no choice (gripper: all balls are in one room)
the same is done. Every state of these domains can reach every goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, factorial, hypot
from random import Random

Atoms = list[str]


@dataclass(frozen=True)
class Reference:
    """A task without its initial state, and how one is drawn."""

    domain: str
    size: str
    objects: dict[str, list[str]]
    statics: Atoms
    goal: Atoms
    draw: Callable[[Random], Atoms]
    metric: str = ""

    def problem(self, fluents: Atoms, name: str) -> str:
        """Return a problem in PDDL whose initial state has these fluents."""
        groups = [f"{' '.join(names)} - {kind}" if kind else " ".join(names) for kind, names in self.objects.items()]
        lines = ["  (:objects", *(f"    {group}" for group in groups), "  )"]
        lines += ["  (:init", *(f"    {atom}" for atom in [*self.statics, *fluents]), "  )"]
        lines += ["  (:goal (and", *(f"    {atom}" for atom in self.goal), "  ))"]
        lines += [f"  {self.metric}"] if self.metric else []
        return "\n".join([f"(define (problem {name})", f"  (:domain {self.domain})", *lines, ")", ""])


def random_state(reference: Reference, rng: Random, name: str) -> str:
    """Return a problem with the statics and the goal of the reference, and an initial state of the usual kind."""
    return reference.problem(reference.draw(rng), name)


def logistics(rng: Random) -> Reference:
    """Cities with a truck each; parcels start and end anywhere, trucks anywhere in their city."""
    cities, each, parcels = 3, 2, 7
    places = [[f"l{c}-{p}" for p in range(each)] for c in range(cities)]
    everywhere = [place for row in places for place in row]
    airports = [row[0] for row in places]
    names = [f"p{i}" for i in range(parcels)]
    objects = {
        "city": [f"c{c}" for c in range(cities)],
        "place": [place for row in places for place in row[1:]],
        "airport": airports,
        "truck": [f"t{c}" for c in range(cities)],
        "aeroplane": ["a0"],
        "parcel": names,
    }

    def draw(rng: Random) -> Atoms:
        carriers = [f"(at t{c} {rng.choice(row)})" for c, row in enumerate(places)] + [
            f"(at a0 {rng.choice(airports)})"
        ]
        return carriers + _spread(names, everywhere, rng)

    return Reference(
        "logistics", f"{cities} cities of {each} places, {parcels} parcels", objects,
        [f"(located {place} c{c})" for c, row in enumerate(places) for place in row],
        _spread(names, everywhere, rng), draw,
    )  # fmt: skip


def transport(rng: Random) -> Reference:
    """Vehicles on the roads of a town drawn in the plane; no package starts where it is to go."""
    nodes, vehicles, packages, most = 7, 2, 4, 4
    places = [f"x{i}" for i in range(nodes)]
    names, vans, levels = _numbered("p", packages), _numbered("v", vehicles), _numbered("l", most + 1)
    roads = {(f"x{a}", f"x{b}"): length for (a, b), length in _town(nodes, rng).items()}
    both_ways = roads | {(b, a): length for (a, b), length in roads.items()}
    target = {name: rng.choice(places) for name in names}
    statics = [f"(one-more {less} {more})" for less, more in pairwise(levels)] + ["(= (total-cost) 0)"]
    statics += [f"(road {a} {b}) (= (length {a} {b}) {length})" for (a, b), length in both_ways.items()]
    statics += [f"(room {van} l{rng.randint(2, most)})" for van in vans]

    def draw(rng: Random) -> Atoms:
        elsewhere = [(name, rng.choice([place for place in places if place != target[name]])) for name in names]
        return _spread(vans, places, rng) + [f"(at {name} {place})" for name, place in elsewhere]

    return Reference(
        "transport", f"{nodes} places, {vehicles} vehicles, {packages} packages",
        {"place": places, "vehicle": vans, "package": names, "level": levels}, statics,
        [f"(at {name} {place})" for name, place in target.items()], draw, "(:metric minimize (total-cost))",
    )  # fmt: skip


def driverlog(rng: Random) -> Reference:
    """Trucks, drivers and goods are at crossings; footpaths lead from crossing to crossing past a spot of their own."""
    crossings, drivers, trucks, goods = 5, 2, 2, 5
    spots = _numbered("s", crossings)
    people, lorries, loads = _numbered("d", drivers), _numbered("t", trucks), _numbered("g", goods)
    roads, paths = _connected(spots, 2 * crossings, rng), _connected(spots, crossings, rng)
    between = {(a, b): f"{a}-{b}" for a, b in paths}
    statics = [f"(road {a} {b}) (road {b} {a})" for a, b in roads]
    for ends, middle in between.items():
        statics += [f"(footpath {end} {middle}) (footpath {middle} {end})" for end in ends]
    goal = _spread([x for x in people + lorries if rng.random() < 0.7], spots, rng)
    goal += _spread([x for x in loads if rng.random() < 0.95], spots, rng)

    def draw(rng: Random) -> Atoms:
        return _spread(people + lorries + loads, spots, rng) + [f"(idle {lorry})" for lorry in lorries]

    return Reference(
        "driverlog", f"{crossings} crossings, {drivers} drivers, {trucks} trucks, {goods} goods",
        {"spot": [*spots, *between.values()], "driver": people, "truck": lorries, "goods": loads}, statics, goal, draw,
    )  # fmt: skip


def gripper(rng: Random) -> Reference:
    """Balls in two rooms; all are to go to the second."""
    balls = 10
    rooms, names, hands = ["rooma", "roomb"], _numbered("ball", balls), ["left", "right"]
    kinds = {"room": rooms, "ball": names, "hand": hands}

    def draw(rng: Random) -> Atoms:
        lying = [f"(lies-in {ball} {rng.choice(rooms)})" for ball in names]
        return [f"(robot-in {rng.choice(rooms)})", "(empty left)", "(empty right)", *lying]

    return Reference(
        "gripper", f"{balls} balls", {"": rooms + names + hands},
        [f"({kind} {member})" for kind, members in kinds.items() for member in members],
        [f"(lies-in {ball} roomb)" for ball in names], draw,
    )  # fmt: skip


def ferry(rng: Random) -> Reference:
    """Cars at ports; one ferry that takes one of them."""
    ports, cars = _numbered("l", 5), _numbered("c", 8)

    def draw(rng: Random) -> Atoms:
        return ["(deck-free)", f"(ferry-at {rng.choice(ports)})"] + [
            f"(parked {car} {rng.choice(ports)})" for car in cars
        ]

    return Reference(
        "ferry", f"{len(ports)} ports, {len(cars)} cars", {"port": ports, "car": cars}, [],
        [f"(parked {car} {rng.choice(ports)})" for car in cars], draw,
    )  # fmt: skip


def depots(rng: Random) -> Reference:
    """Crate after crate is put on a random pile; a pallet and a hoist at every place. The goal names most crates."""
    places, trucks, crates = _numbered("place", 3), _numbered("truck", 2), _numbered("crate", 6)
    hoists, pallets = _numbered("hoist", len(places)), _numbered("pallet", len(places))
    at_place = [*zip(hoists, places, strict=True), *zip(pallets, places, strict=True)]

    def piles(crates: Iterable[str], rng: Random) -> list[list[str]]:
        found = [[pallet] for pallet in pallets]
        for crate in crates:
            rng.choice(found).append(crate)
        return found

    def draw(rng: Random) -> Atoms:
        found = piles(crates, rng)
        at = [f"(at {crate} {place})" for pile, place in zip(found, places, strict=True) for crate in pile[1:]]
        bare = [f"(bare {pile[-1]})" for pile in found]
        return _spread(trucks, places, rng) + [f"(ready {hoist})" for hoist in hoists] + at + bare + _stacked(found)

    wanted = dict.fromkeys(rng.choices(crates, k=2 * len(crates)))
    return Reference(
        "depots", f"{len(places)} places, {len(trucks)} trucks, {len(crates)} crates",
        {"place": places, "truck": trucks, "hoist": hoists, "pallet": pallets, "crate": crates},
        [f"(at {thing} {place})" for thing, place in at_place], _stacked(piles(wanted, rng)), draw,
    )  # fmt: skip


def zenotravel(rng: Random) -> Reference:
    """Travellers and planes in towns; planes have any of seven levels of fuel."""
    towns, planes, people, levels = (_numbered(*kind) for kind in (("c", 5), ("a", 2), ("x", 6), ("fl", 7)))
    goal = _spread([p for p in planes if rng.random() < 0.3] + [x for x in people if rng.random() < 0.97], towns, rng)

    def draw(rng: Random) -> Atoms:
        return _spread(planes + people, towns, rng) + [f"(tank {plane} {rng.choice(levels)})" for plane in planes]

    return Reference(
        "zenotravel", f"{len(towns)} towns, {len(planes)} planes, {len(people)} travellers",
        {"town": towns, "plane": planes, "traveller": people, "level": levels},
        [f"(one-more {less} {more})" for less, more in pairwise(levels)], goal, draw,
    )  # fmt: skip


def blocks(rng: Random) -> Reference:
    """Towers, every state equally likely.

    There are C(n-1, k-1) n!/k! states of k towers. The blocks in random order, cut in k-1 places, give each of them
    equally often.
    """
    names = _numbered("b", 10)
    counts = [comb(len(names) - 1, k - 1) * factorial(len(names)) // factorial(k) for k in range(1, len(names) + 1)]

    def towers(rng: Random) -> list[list[str]]:
        (number,) = rng.choices(range(1, len(names) + 1), counts)
        cuts = sorted(rng.sample(range(1, len(names)), number - 1))
        order = rng.sample(names, len(names))
        return [order[begin:end] for begin, end in pairwise([0, *cuts, len(names)])]

    def draw(rng: Random) -> Atoms:
        state = towers(rng)
        ends = [f"(on-table {tower[0]}) (top {tower[-1]})" for tower in state]
        return ["(crane-free)", *ends, *_stacked(state, "on")]

    return Reference("blocks", f"{len(names)} blocks", {"": names}, [], _stacked(towers(rng), "on"), draw)


REFERENCES = {
    make.__name__: make for make in (logistics, transport, driverlog, gripper, ferry, depots, zenotravel, blocks)
}


def reference(name: str) -> Reference:
    """Return the reference task of a domain, the same in every run."""
    return REFERENCES[name](Random(f"{name}: reference"))


def _numbered(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{i}" for i in range(count)]


def _spread(things: list[str], places: list[str], rng: Random) -> Atoms:
    """Put every thing at a random place."""
    return [f"(at {thing} {rng.choice(places)})" for thing in things]


def _stacked(piles: list[list[str]], predicate: str = "stacked") -> Atoms:
    return [f"({predicate} {upper} {lower})" for pile in piles for lower, upper in pairwise(pile)]


def _connected(nodes: list[str], attempts: int, rng: Random) -> list[tuple[str, str]]:
    """Return a connected graph: a random tree, and some of as many random edges as attempts are made."""
    edges = {tuple(sorted((node, rng.choice(nodes[:i])))) for i, node in enumerate(nodes) if i}
    drawn = {tuple(sorted((rng.choice(nodes), rng.choice(nodes)))) for _ in range(attempts)}
    return sorted((a, b) for a, b in edges | drawn if a != b)


def _town(nodes: int, rng: Random) -> dict[tuple[int, int], int]:
    """Return the lengths of the roads between random points: the shortest ones that connect all of them."""
    points = [(rng.uniform(0, 1000), rng.uniform(0, 1000)) for _ in range(nodes)]
    lengths = {
        (a, b): hypot(*(x - y for x, y in zip(points[a], points[b], strict=True)))
        for a, b in combinations(range(nodes), 2)
    }
    town: dict[tuple[int, int], int] = {}
    part = list(range(nodes))
    for (a, b), length in sorted(lengths.items(), key=lambda item: item[1]):
        if len(set(part)) == 1:
            break
        town[a, b] = -int(-length // 10)
        part = [part[a] if one == part[b] else one for one in part]
    return town
