"""What there is to know about the places of an instance: maps with their roads, grids, towers, areas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx

from beta_plan.pictures.grids import Cell, by_directions, embedded
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.roles import Roles
from beta_plan.skeleton.statics import Meaning

Links = dict[tuple[str, str], str]
"""Pairs of places that a map links, each with a label."""

_ROADS = ("road", "path", "track")


@dataclass(frozen=True)
class Road:
    """A way between two places; ``label`` is its length."""

    style: str
    start: str
    end: str
    one_way: bool = False
    label: str = ""


@dataclass(frozen=True, eq=False)
class Atlas:
    """Places in areas, and the ways between them.

    ``areas`` are lists of places by the name of the area, "" where there are none. Where roads lead from area to area
    (``is_joined``) all places are laid out together, else area by area. ``cells`` are those of places on a
    grid, ``ranks`` those of places that stand one above the other.
    """

    areas: dict[str, list[str]]
    roads: list[Road]
    cells: dict[str, Cell] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)

    @cached_property
    def is_joined(self) -> bool:
        """Whether some road leads from one area to another."""
        area = {place: name for name, own in self.areas.items() for place in own}
        return any(area[road.start] != area[road.end] for road in self.roads)

    def tint(self, place: str) -> str:
        """Return the style of a place, by its area where areas have no frames of their own."""
        names = [name for name in self.areas if name]
        own = [number for number, name in enumerate(names) if place in self.areas[name]]
        return f"place-{own[0] % 3 + 1}" if self.is_joined and own else "place"

    @cached_property
    def is_complete(self) -> bool:
        """Whether every place is linked with every other, so that roads say nothing."""
        places = sum(map(len, self.areas.values()))
        plain = not any(road.label or road.one_way or road.style != _ROADS[0] for road in self.roads)
        return plain and places > 3 and 2 * len(self.roads) == places * (places - 1)

    @property
    def is_board(self) -> bool:
        """Whether neighbours stand wall to wall, so that no roads are needed."""
        return bool(self.cells)


def atlas(instance: Instance, roles: Roles) -> Atlas:
    """Return what there is to know about the places of an instance."""
    places = instance.members(roles.places)
    structure = instance.structure
    if structure is None or not places:
        return Atlas({"": places} if places else {}, [])
    links = [(meaning, _links(instance, meaning)) for meaning in structure.maps]
    roads = _roads(instance, links, places)
    ranks = {place: roles.amounts[place][0] for place in places if place in roles.amounts}
    areas = _areas(instance, places)
    plain = len(links) == 1 and len(links[0][0].roles) == 2
    cells = _directed(instance, links) or (_cells(places, roads) if plain else {})
    complete = set(cells) == set(places) and not ranks
    return Atlas(areas, roads, cells if complete else {}, ranks if len(ranks) == len(places) else {})


def _links(instance: Instance, meaning: Meaning) -> Links:
    """Return which places a map links, and with what label: a direction, a cost, or the map itself."""
    old, new = meaning.roles.index("old"), meaning.roles.index("new")
    label = next((i for i, role in enumerate(meaning.roles) if role in ("heading", "cost")), -1)
    return {(atom[1 + old], atom[1 + new]): atom[1 + label] for atom in instance.facts(meaning)}


def _roads(instance: Instance, links: list[tuple[Meaning, Links]], places: list[str]) -> list[Road]:
    """Return each way of each map once, with its length where that is known."""
    found: dict[tuple[int, frozenset[str]], Road] = {}
    lengths = {atom[1:]: str(value) for atom, value in instance.task.values.items() if len(atom) == 3}
    for number, (meaning, pairs) in enumerate(links):
        style = _ROADS[min(number, len(_ROADS) - 1)]
        for (one, other), label in pairs.items():
            if one != other and one in places and other in places:
                said = label if "cost" in meaning.roles else lengths.get((one, other), "") if number == 0 else ""
                road = Road(style, one, other, one_way=(other, one) not in pairs, label=said)
                found.setdefault((number, frozenset((one, other))), road)
    return list(found.values())


def _areas(instance: Instance, places: list[str]) -> dict[str, list[str]]:
    """Return the places of each area: the city in which trucks stay, the building in which a thing is by its spot.

    Places that belong to none are an area without a name.
    """
    structure = instance.structure
    assert structure is not None
    cities = {meaning.predicate for kind in structure.located if (meaning := structure.partition(kind)) is not None}
    for meaning in structure.statics:
        if meaning.what == "function" and len(meaning.kinds) == 2:
            home = {atom[1]: atom[2] for atom in instance.facts(meaning)}
            others = {instance.kind_of.get(area) for area in home.values()}
            is_area = meaning.predicate in cities or set(meaning.kinds[1]) <= structure.resting_places
            is_apart = set(home) <= set(places) and not set(home.values()) & set(places)
            if is_area and is_apart and len(others) == 1:
                names = sorted(set(home.values()), key=instance.numbers.__getitem__)
                found = {name: [place for place in places if home.get(place, "") == name] for name in (*names, "")}
                return {name: own for name, own in found.items() if own}
    return {"": places}


def _directed(instance: Instance, links: list[tuple[Meaning, Links]]) -> dict[str, Cell]:
    structure = instance.structure
    assert structure is not None
    if not (structure.directed or any("heading" in meaning.roles for meaning, _ in links)):
        return {}
    joined: Links = {}
    for _, pairs in links:
        joined |= pairs
    return by_directions(joined, {label: label for label in joined.values()}) or {}


def _cells(places: list[str], roads: list[Road]) -> dict[str, Cell]:
    """Return cells of all places; none if they do not lie on a grid, or are but one ring."""
    graph = graph_of(places, roads)
    return embedded(graph, places) or {} if graph.number_of_edges() > len(places) else {}


def graph_of(places: list[str], roads: Iterable[Road]) -> nx.Graph:
    """Return some places with the roads between them, in the order in which they are given."""
    graph = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from((road.start, road.end) for road in roads if road.start in graph and road.end in graph)
    return graph
