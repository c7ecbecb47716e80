"""Where places stand in a picture: frames of given sizes on a board, in a tower, along a line, in rows, or on a map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

import networkx as nx

from beta_plan.pictures.atlas import Atlas, Road, graph_of
from beta_plan.pictures.graphs import laid_out
from beta_plan.pictures.grids import Cell
from beta_plan.pictures.style import STYLES
from beta_plan.pictures.text import text_width

Size = tuple[float, float]
Frame = tuple[float, float, float, float]
"""x, y, width and height."""

GAP, ROAD_GAP = 14.0, 16.0
"""Between places, and between places with roads."""

WIDE = 460.0
"""About how wide a picture should be, so that its text can be read where it is shown small."""


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
    graph = graph_of(places, plan.roads)
    parts = [[place for place in places if place in part] for part in nx.connected_components(graph)]
    if graph.number_of_edges() == 0 or plan.is_complete:
        return _rows(places, sizes)
    gap = ROAD_GAP + max((text_width(road.label, STYLES["length"].size) for road in plan.roads), default=0)
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
        piece = graph_of(part, [Road("", one, other) for one, other in graph.edges if one in part])
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
