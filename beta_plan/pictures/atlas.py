"""Where places are: the maps of an instance, its areas, and a layout for places of given sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil

import networkx as nx

from beta_plan.pictures.graphs import laid_out
from beta_plan.pictures.grids import Cell, by_directions, embedded
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.roles import Roles
from beta_plan.skeleton.statics import Meaning

Size = tuple[float, float]
Frame = tuple[float, float, float, float]
"""x, y, width and height."""

Links = dict[tuple[str, str], str]
"""Pairs of places that a map links, each with a label."""

GAP, ROAD_GAP, LABELLED_GAP = 14.0, 16.0, 26.0
"""Between places: at least, with roads, and with roads that have a length."""

WIDE = 460.0
"""About how wide a picture should be, so that its text can be read where it is shown small."""

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
            if is_area and set(home) <= set(places) and len(others) == 1:
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
    graph = _graph(places, roads)
    return embedded(graph, places) or {} if graph.number_of_edges() > len(places) else {}


def _graph(places: list[str], roads: Iterable[Road]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from((road.start, road.end) for road in roads if road.start in graph and road.end in graph)
    return graph


def frames(
    plan: Atlas, sizes: Mapping[str, Size], extra: Mapping[str, Size]
) -> tuple[dict[str, Frame], dict[str, Frame]]:
    """Return where places are, and around them the areas that have a name; all from (0, 0) on.

    ``extra`` is the room that areas need below their places.
    """
    if plan.is_joined:
        places = [place for own in plan.areas.values() for place in own]
        return _within(plan, places, sizes), {}
    found: dict[str, Frame] = {}
    hulls: dict[str, Frame] = {}
    x = y = low = 0.0
    for name, places in plan.areas.items():
        own = _within(plan, places, sizes)
        width, height = _extent(own.values())
        more = extra.get(name, (0.0, 0.0))
        width, height = max(width, more[0]), height + more[1]
        edge = 8.0 if name else 0.0
        if x and x + width + 2 * edge > WIDE:
            x, y = 0.0, low + GAP
        top = 18.0 if name else 0.0
        found |= {place: (fx + x + edge, fy + y + top, w, h) for place, (fx, fy, w, h) in own.items()}
        if name:
            hulls[name] = (x, y, width + 2 * edge, height + top + edge)
        x += width + 2 * edge + GAP
        low = max(low, y + height + top + (edge if name else 0))
    return found, hulls


def _extent(frames: Iterable[Frame]) -> Size:
    all_frames = list(frames)
    return max((x + w for x, _, w, _ in all_frames), default=0), max((y + h for _, y, _, h in all_frames), default=0)


def _within(plan: Atlas, places: list[str], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    if plan.cells:
        return _board({place: plan.cells[place] for place in places}, sizes)
    if plan.ranks:
        return _column(sorted(places, key=lambda place: -plan.ranks[place]), sizes)
    graph = _graph(places, plan.roads)
    parts = [[place for place in places if place in part] for part in nx.connected_components(graph)]
    if graph.number_of_edges() == 0 or plan.is_complete:
        return _rows(places, sizes)
    gap = LABELLED_GAP if any(road.label for road in plan.roads) else ROAD_GAP
    return _beside(sorted(parts, key=lambda part: places.index(part[0])), graph, sizes, gap)


def _board(cells: Mapping[str, Cell], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return the frames of a board: rows and columns that are as large as they must be, and not too different."""
    spans: list[dict[int, tuple[float, float]]] = []
    for axis in (1, 0):
        own: dict[int, float] = {}
        for place, cell in cells.items():
            own[cell[axis]] = max(own.get(cell[axis], 0.0), sizes[place][1 - axis])
        least = max(own.values()) * (1 if max(own.values()) < 100 else 0.6)
        start, found = 0.0, {}
        for number in range(min(own), max(own) + 1):
            found[number] = (start, max(own.get(number, 0.0), least))
            start += found[number][1]
        spans.append(found)
    frames = {place: (spans[0][column], spans[1][row]) for place, (row, column) in cells.items()}
    return {place: (x, y, width, height) for place, ((x, width), (y, height)) in frames.items()}


def _column(places: list[str], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    width = max(200.0, *(sizes[place][0] for place in places))
    found, y = {}, 0.0
    for place in places:
        found[place] = (0.0, y, width, sizes[place][1])
        y += sizes[place][1]
    return found


def _rows(places: list[str], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return places that no map links, in rows of equal width."""
    width = max(sizes[place][0] for place in places)
    fitting = max(1, int((WIDE + GAP) // (width + GAP)))
    columns = ceil(len(places) / ceil(len(places) / fitting))
    found: dict[str, Frame] = {}
    y = 0.0
    for start in range(0, len(places), columns):
        row = places[start : start + columns]
        height = max(sizes[place][1] for place in row)
        found |= {place: (n * (width + GAP), y, width, height) for n, place in enumerate(row)}
        y += height + GAP
    return found


def _beside(parts: list[list[str]], graph: nx.Graph, sizes: Mapping[str, Size], gap: float) -> dict[str, Frame]:
    """Return the parts of a map beside each other."""
    found: dict[str, Frame] = {}
    left = 0.0
    for part in parts:
        piece = _graph(part, [Road("", one, other) for one, other in graph.edges if one in part])
        ends = [place for place in part if piece.degree(place) == 1]
        is_line = len(ends) == 2 and all(piece.degree(place) <= 2 for place in part)
        own = _line(piece, ends[0], sizes) if is_line else _spread(laid_out(piece), sizes, gap)
        found |= {place: (x + left, y, w, h) for place, (x, y, w, h) in own.items()}
        left = max(x + w for x, _, w, _ in found.values()) + 2 * GAP
    return found


def _line(graph: nx.Graph, start: str, sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return places that follow each other in rows, to the right and back to the left by turns."""
    rows: list[list[str]] = [[]]
    for place in nx.dfs_preorder_nodes(graph, start):
        if rows[-1] and sum(sizes[p][0] + 2 * ROAD_GAP for p in (*rows[-1], place)) > WIDE + 2 * ROAD_GAP:
            rows.append([])
        rows[-1].append(place)
    full = max(sum(sizes[p][0] + 2 * ROAD_GAP for p in row) - 2 * ROAD_GAP for row in rows)
    found: dict[str, Frame] = {}
    y = 0.0
    for number, row in enumerate(rows):
        height = max(sizes[place][1] for place in row)
        x = 0.0
        for place in row:
            width, own = sizes[place]
            found[place] = (full - x - width if number % 2 else x, y + (height - own) / 2, width, own)
            x += width + 2 * ROAD_GAP
        y += height + 2 * ROAD_GAP
    return found


def _spread(points: Mapping[str, tuple[float, float]], sizes: Mapping[str, Size], gap: float) -> dict[str, Frame]:
    """Return frames around points, as near to each other as they can be without touching."""
    scale = 44.0
    names = list(points)
    for number, one in enumerate(names):
        for other in names[:number]:
            dx, dy = (abs(points[one][axis] - points[other][axis]) for axis in (0, 1))
            wide, high = ((sizes[one][axis] + sizes[other][axis]) / 2 + gap for axis in (0, 1))
            scale = max(scale, min(wide / dx if dx > 1e-9 else 1e9, high / dy if dy > 1e-9 else 1e9))
    centres = {name: (x * scale, y * scale) for name, (x, y) in points.items()}
    left = min(x - sizes[name][0] / 2 for name, (x, _) in centres.items())
    top = min(y - sizes[name][1] / 2 for name, (_, y) in centres.items())
    return {
        name: (x - sizes[name][0] / 2 - left, y - sizes[name][1] / 2 - top, *sizes[name])
        for name, (x, y) in centres.items()
    }
