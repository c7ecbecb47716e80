"""Maps of any form, laid out such that distances in the picture are those on the map, as far as a plane allows.

Kamada and Kawai's energy, made smaller place by place, from several beginnings: a planar drawing where there is one,
and spirals. The result with the fewest faults is taken. Plain arithmetic in a fixed order: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import atan2, cos, sin

import networkx as nx

Point = tuple[float, float]
Points = dict[str, Point]
Distances = dict[str, dict[str, int]]

_WORK = 3_000_000
"""How many pairs of places are looked at, in all rounds from all beginnings."""

_ROUNDS, _SPIRALS, _NEAR = 120, 8, 0.4


def laid_out(graph: nx.Graph) -> Points:
    """Return points for the places of a connected map, about one apart where they are linked; wider than high."""
    far: Distances = dict(nx.all_pairs_shortest_path_length(graph))
    best: tuple[int, float] | None = None
    found: Points = {}
    for number, points in enumerate(_starts(graph)):
        rounds = min(_ROUNDS, _WORK // len(far) ** 2 // (_SPIRALS + 1))
        if number and rounds < _ROUNDS // 4:
            break  # so large that there is time for one
        for _ in range(max(2, rounds)):
            for place in far:
                points[place] = _better(place, points, far[place])
        fault = (_faults(points, graph), round(_energy(points, far), 3))
        if best is None or fault < best:
            best, found = fault, points
    return _lying(found, graph)


def _starts(graph: nx.Graph) -> Iterator[Points]:
    is_planar, embedding = nx.check_planarity(graph)
    if is_planar and len(graph) > 3:
        drawing = nx.combinatorial_embedding_to_pos(embedding)
        yield {place: (float(drawing[place][0]), float(drawing[place][1])) for place in graph}
    for shift in range(_SPIRALS):
        # Spirals rather than circles, which are a balance that nothing leaves.
        turns = ((2.4 + shift / 7) * n for n in range(len(graph)))
        yield {p: ((1 + a / 20) * cos(a), (1 + a / 20) * sin(a)) for p, a in zip(graph, turns, strict=True)}


def _faults(points: Points, graph: nx.Graph) -> int:
    """Return how many pairs of roads cross, and how many roads pass near a place that they do not lead to."""
    crossings = sum(
        _crosses(points[a], points[b], points[c], points[d])
        for (a, b), (c, d) in combinations(graph.edges, 2)
        if len({a, b, c, d}) == 4
    )
    return crossings + sum(
        _is_near(points[place], points[a], points[b]) for a, b in graph.edges for place in graph if place not in (a, b)
    )


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _is_near(point: Point, a: Point, b: Point) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(1.0, max(0.0, part))
    return (point[0] - a[0] - part * dx) ** 2 + (point[1] - a[1] - part * dy) ** 2 < _NEAR**2


def _energy(points: Points, far: Distances) -> float:
    total = 0.0
    for one, other in combinations(points, 2):
        (ax, ay), (bx, by) = points[one], points[other]
        length: float = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        total += (length / far[one][other] - 1) ** 2
    return total


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
