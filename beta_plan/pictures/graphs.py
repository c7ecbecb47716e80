"""Maps of any form, laid out such that distances in the picture are those on the map, as far as a plane allows.

Kamada and Kawai's energy, made smaller place by place from a planar drawing. Plain arithmetic in a fixed order: the
same picture on every machine.
"""

from __future__ import annotations

from math import atan2, cos, sin

import networkx as nx

Points = dict[str, tuple[float, float]]

_WORK = 1_500_000
"""How many pairs of places are looked at, in all rounds."""


def laid_out(graph: nx.Graph) -> Points:
    """Return points for the places of a connected map, about one apart where they are linked; wider than high."""
    places = list(graph)
    if len(places) == 1:
        return {places[0]: (0.0, 0.0)}
    far = dict(nx.all_pairs_shortest_path_length(graph))
    points = _start(graph)
    rounds = max(2, min(150, _WORK // len(places) ** 2))
    for _ in range(rounds):
        for place in places:
            points[place] = _better(place, points, far[place])
    return _lying(points, graph)


def _start(graph: nx.Graph) -> Points:
    is_planar, embedding = nx.check_planarity(graph)
    if is_planar and len(graph) > 3:
        drawing = nx.combinatorial_embedding_to_pos(embedding)
        return {place: (float(drawing[place][0]), float(drawing[place][1])) for place in graph}
    # On a spiral rather than a circle, which is a balance that nothing leaves.
    turns = enumerate(graph)
    return {place: ((1 + n / 10) * cos(2.4 * n), (1 + n / 10) * sin(2.4 * n)) for n, place in turns}


def _better(place: str, points: Points, far: dict[str, int]) -> tuple[float, float]:
    """Return where a place should be, seen from all others, of which near ones count more."""
    x, y = points[place]
    total = new_x = new_y = 0.0
    for other, distance in far.items():
        if other != place:
            ox, oy = points[other]
            dx, dy = x - ox, y - oy
            length = (dx * dx + dy * dy) ** 0.5 or 1e-3
            weight = 1 / (distance * distance)
            new_x += weight * (ox + dx / length * distance)
            new_y += weight * (oy + dy / length * distance)
            total += weight
    return new_x / total, new_y / total


def _lying(points: Points, graph: nx.Graph) -> Points:
    """Return the points turned such that links are level or upright as far as they can be, and the whole is wide.

    The first place is left of the middle and not below it.
    """
    ways = [(points[b][0] - points[a][0], points[b][1] - points[a][1]) for a, b in graph.edges]
    angles = [4 * atan2(dy, dx) for dx, dy in ways]
    angle = -atan2(sum(map(sin, angles)), sum(map(cos, angles))) / 4
    turned = {p: (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for p, (x, y) in points.items()}
    wide, high = (max(p[axis] for p in turned.values()) - min(p[axis] for p in turned.values()) for axis in (0, 1))
    if high > wide + 1e-6:
        turned = {place: (y, -x) for place, (x, y) in turned.items()}
    middle_x, middle_y = (sum(p[axis] for p in turned.values()) / len(turned) for axis in (0, 1))
    first_x, first_y = next(iter(turned.values()))
    flip_x, flip_y = (-1 if first_x > middle_x + 1e-6 else 1), (-1 if first_y > middle_y + 1e-6 else 1)
    return {place: (x * flip_x, y * flip_y) for place, (x, y) in turned.items()}
