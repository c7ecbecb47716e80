"""Where places are: the maps of an instance, its areas, and a layout for places of given sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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

GAP = 14.0
"""Between places."""

WIDE = 460.0
"""About how wide a picture should be, so that its text can be read where it is shown small."""

_ROADS = ("road", "path", "track")


@dataclass(frozen=True, eq=False)
class Atlas:
    """Places in areas, and the ways between them: ``roads`` are (style, place, place).

    ``areas`` are lists of places by the name of the area, "" where there are none. ``cells`` are those of places on a
    grid, ``ranks`` those of places that stand one above the other.
    """

    areas: dict[str, list[str]]
    roads: list[tuple[str, str, str]]
    cells: dict[str, Cell] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)

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
    roads = _roads(links, places)
    ranks = {place: roles.amounts[place][0] for place in places if place in roles.amounts}
    areas = _areas(instance, places)
    cells = _directed(instance, links) or _cells(areas, roads)
    complete = set(cells) == set(places) and not ranks
    return Atlas(areas, roads, cells if complete else {}, ranks if len(ranks) == len(places) else {})


def _links(instance: Instance, meaning: Meaning) -> dict[tuple[str, str], str]:
    """Return which places a map links, and with what label: a direction, or the map itself."""
    old, new = meaning.roles.index("old"), meaning.roles.index("new")
    heading = meaning.roles.index("heading") if "heading" in meaning.roles else None
    facts = instance.facts(meaning)
    return {(a[1 + old], a[1 + new]): a[0] if heading is None else a[1 + heading] for a in facts}


def _roads(
    links: Iterable[tuple[Meaning, Mapping[tuple[str, str], str]]], places: list[str]
) -> list[tuple[str, str, str]]:
    """Return each way once, in the style of the first map that has it."""
    found: dict[frozenset[str], tuple[str, str, str]] = {}
    for number, (_, pairs) in enumerate(links):
        style = _ROADS[min(number, len(_ROADS) - 1)]
        for one, other in pairs:
            if one != other and one in places and other in places:
                found.setdefault(frozenset((one, other)), (style, one, other))
    return list(found.values())


def _areas(instance: Instance, places: list[str]) -> dict[str, list[str]]:
    """Return the places of each area: that to which a static function takes all of them, as cities do."""
    structure = instance.structure
    assert structure is not None
    for meaning in structure.statics:
        if meaning.what == "function" and len(meaning.kinds) == 2:
            home = {atom[1]: atom[2] for atom in instance.facts(meaning)}
            others = {instance.kind_of.get(area) for area in home.values()}
            if set(home) == set(places) and 1 < len(set(home.values())) < len(places) and len(others) == 1:
                names = sorted(set(home.values()), key=instance.numbers.__getitem__)
                return {name: [place for place in places if home[place] == name] for name in names}
    return {"": places}


def _directed(instance: Instance, links: list[tuple[Meaning, dict[tuple[str, str], str]]]) -> dict[str, Cell]:
    structure = instance.structure
    assert structure is not None
    if not (structure.directed or any("heading" in meaning.roles for meaning, _ in links)):
        return {}
    joined: dict[tuple[str, str], str] = {}
    for _, pairs in links:
        joined |= pairs
    return by_directions(joined, {label: label for label in joined.values()}) or {}


def _cells(areas: Mapping[str, list[str]], roads: list[tuple[str, str, str]]) -> dict[str, Cell]:
    """Return cells of all places, areas beside each other; none if one of them is no grid."""
    found: dict[str, Cell] = {}
    left = 0
    for places in areas.values():
        graph = _graph(places, roads)
        cells = embedded(graph, places) if len(places) > 1 else {places[0]: (0, 0)}
        if cells is None or (len(areas) == 1 and len(places) < 4):
            return {}
        found |= {place: (row, left + column) for place, (row, column) in cells.items()}
        left += 1 + max(column for _, column in cells.values())
    return found


def _graph(places: list[str], roads: Iterable[tuple[str, str, str]]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(places)
    graph.add_edges_from((one, other) for _, one, other in roads if one in graph and other in graph)
    return graph


def frames(plan: Atlas, sizes: Mapping[str, Size]) -> tuple[dict[str, Frame], dict[str, Frame]]:
    """Return where places are, and around them the areas that have a name; all from (0, 0) on."""
    found: dict[str, Frame] = {}
    hulls: dict[str, Frame] = {}
    x = y = low = 0.0
    for name, places in plan.areas.items():
        own = _within(plan, places, sizes)
        width, height = _extent(own.values())
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
    if graph.number_of_edges() == 0 or 2 * graph.number_of_edges() == len(places) * (len(places) - 1) > 6:
        return _rows(places, sizes)
    return _beside(sorted(parts, key=lambda part: places.index(part[0])), graph, sizes)


def _board(cells: Mapping[str, Cell], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    top, left = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    width, height = (max(sizes[place][axis] for place in cells) for axis in (0, 1))
    width, height = max(width, min(height, 60)), max(height, min(width, 60) * 0.8)
    return {p: ((c - left) * width, (r - top) * height, width, height) for p, (r, c) in cells.items()}


def _column(places: list[str], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    width = max(260.0, *(sizes[place][0] for place in places))
    found, y = {}, 0.0
    for place in places:
        found[place] = (0.0, y, width, sizes[place][1])
        y += sizes[place][1]
    return found


def _rows(places: list[str], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return places that no map links, in rows of equal frames."""
    width, height = (max(sizes[place][axis] for place in places) for axis in (0, 1))
    fitting = max(1, int((WIDE + GAP) // (width + GAP)))
    rows = ceil(len(places) / fitting)
    columns = ceil(len(places) / rows)
    return {
        place: (n % columns * (width + GAP), n // columns * (height + GAP), width, height)
        for n, place in enumerate(places)
    }


def _beside(parts: list[list[str]], graph: nx.Graph, sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return the parts of a map beside each other."""
    found: dict[str, Frame] = {}
    left = 0.0
    for part in parts:
        own = _spread(laid_out(graph.subgraph(part)) if len(part) < len(graph) else laid_out(graph), sizes)
        found |= {place: (x + left, y, w, h) for place, (x, y, w, h) in own.items()}
        left = max(x + w for x, _, w, _ in found.values()) + 2 * GAP
    return found


def _spread(points: Mapping[str, tuple[float, float]], sizes: Mapping[str, Size]) -> dict[str, Frame]:
    """Return frames around points, as near to each other as they can be without touching."""
    scale = 44.0
    names = list(points)
    for number, one in enumerate(names):
        for other in names[:number]:
            dx, dy = (abs(points[one][axis] - points[other][axis]) for axis in (0, 1))
            wide, high = ((sizes[one][axis] + sizes[other][axis]) / 2 + GAP for axis in (0, 1))
            scale = max(scale, min(wide / dx if dx > 1e-9 else 1e9, high / dy if dy > 1e-9 else 1e9))
    centres = {name: (x * scale, y * scale) for name, (x, y) in points.items()}
    left = min(x - sizes[name][0] / 2 for name, (x, _) in centres.items())
    top = min(y - sizes[name][1] / 2 for name, (_, y) in centres.items())
    return {
        name: (x - sizes[name][0] / 2 - left, y - sizes[name][1] / 2 - top, *sizes[name])
        for name, (x, y) in centres.items()
    }
