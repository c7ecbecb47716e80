"""Maps: connected graphs over the objects of a kind, with lengths and, where they are grids, directions."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot, isqrt
from random import Random
from typing import NamedTuple

import networkx as nx

from beta_plan.skeleton.spec import HEADINGS

SCALE = 10
"""The length of an edge of a grid; random places lie in a square in which they are about as far apart."""


class Edge(NamedTuple):
    """One direction of a connection; ``heading`` is empty unless the map is a grid."""

    start: str
    end: str
    length: int
    heading: str


def draw_map(topology: str, names: Sequence[str], rng: Random, columns: int | None = None) -> list[Edge]:
    """Return the edges, both ways, of a connected map over some names; the same for the same random numbers.

    A grid has so many columns, or is as square as it can be.
    """
    if topology == "grid":
        return _grid(names, columns or grid_shape(len(names))[1])
    places = _places(len(names), rng)
    draw = {"ring": _ring, "tree": _tree, "random": _random, "complete": _complete}[topology]
    graph = draw(places, rng)
    found = []
    for a, b in sorted(tuple(sorted(edge)) for edge in graph.edges):
        length = max(1, ceil(_distance(places[a], places[b])))
        found += [Edge(names[a], names[b], length, ""), Edge(names[b], names[a], length, "")]
    return found


def grid_shape(count: int) -> tuple[int, int]:
    """Return rows and columns of a grid of so many places, as square as it can be; the last row may be shorter."""
    rows = max(isqrt(count), 1)
    return rows, -(-count // rows)


def _grid(names: Sequence[str], columns: int) -> list[Edge]:
    found = []
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        for heading, (down, right) in zip(HEADINGS, ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=True):
            other = (row + down) * columns + column + right
            if 0 <= column + right < columns and 0 <= other < len(names):
                found.append(Edge(name, names[other], SCALE, heading))
    return found


Place = tuple[float, float]


def _places(count: int, rng: Random) -> list[Place]:
    side = SCALE * max(count, 1) ** 0.5
    return [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(count)]


def _distance(one: Place, other: Place) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _ring(places: list[Place], rng: Random) -> nx.Graph:
    return nx.cycle_graph(len(places)) if len(places) > 2 else nx.path_graph(len(places))


def _complete(places: list[Place], rng: Random) -> nx.Graph:
    return nx.complete_graph(len(places))


def _tree(places: list[Place], rng: Random) -> nx.Graph:
    """Return a tree in which each place hangs at one that came before it."""
    graph = nx.empty_graph(len(places))
    graph.add_edges_from((rng.randrange(number), number) for number in range(1, len(places)))
    return graph


def _random(places: list[Place], rng: Random) -> nx.Graph:
    """Return the shortest connections that make all places one, and about half as many short ones more."""
    complete = nx.complete_graph(len(places))
    for a, b in complete.edges:
        complete.edges[a, b]["weight"] = _distance(places[a], places[b])
    graph = nx.minimum_spanning_tree(complete)
    others = sorted((data["weight"], a, b) for a, b, data in complete.edges(data=True) if not graph.has_edge(a, b))
    near = others[: 2 * len(places)]
    graph.add_edges_from((a, b) for _, a, b in rng.sample(near, min(len(near), len(places) // 2)))
    return graph
