"""Maps that lie on a grid: places in rows and columns, neighbours beside each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import networkx as nx

from beta_plan.sokoban.grid import lay_out
from beta_plan.sokoban.static_facts import Unlike

Cell = tuple[int, int]
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))

MOST_TRIES = 20_000
"""So many places are tried at most before a map is taken for one that lies on no grid."""


def by_directions(links: Mapping[tuple[str, str], str], words: Mapping[Hashable, str]) -> dict[str, Cell] | None:
    """Return the cells of places of which it is known in which direction each is linked with others.

    The names of the directions decide which is up, where they can.
    """
    names = tuple(dict.fromkeys(place for pair in links for place in pair))
    numbers = {name: number for number, name in enumerate(names)}
    numbered = {(numbers[a], numbers[b]): [label] for (a, b), label in links.items()}
    try:
        found = lay_out(numbered, (), words, names).places
    except Unlike:
        return None
    return {names[number]: cell for number, cell in found.items()}


def embedded(graph: nx.Graph, order: Iterable[str]) -> dict[str, Cell] | None:
    """Return cells such that places are neighbours exactly if they are linked; None if there are none.

    Only for connected maps with a ring at least: whatever has none is no grid. Of the turned and mirrored pictures
    the one is taken in which the places come in ``order``, row by row, as far as they do.
    """
    degrees = dict(graph.degree())
    if graph.number_of_edges() < graph.number_of_nodes() or max(degrees.values()) > 4:
        return None
    ranks = {place: rank for rank, place in enumerate(order)}
    start = min(graph, key=lambda place: (degrees[place], ranks[place]))
    waiting = [start]
    for place in waiting:
        waiting += sorted((p for p in graph[place] if p not in waiting), key=ranks.__getitem__)
    if len(waiting) < len(degrees):
        return None
    cells = _search(graph, waiting)
    return None if cells is None else _turned(cells, sorted(graph, key=ranks.__getitem__))


def _search(graph: nx.Graph, places: list[str]) -> dict[str, Cell] | None:
    """Put places one after the other, and go back where that fails."""
    cells: dict[str, Cell] = {places[0]: (0, 0)}
    taken: dict[Cell, str] = {(0, 0): places[0]}
    options: list[list[Cell]] = [[], *([_options(graph, places[1], cells, taken)] if len(places) > 1 else [])]
    tries = 0
    while len(cells) < len(places):
        tries += 1
        place = places[len(cells)]
        if tries > MOST_TRIES or len(options) == 1:
            return None
        if options[-1]:
            cell = options[-1].pop(0)
            cells[place], taken[cell] = cell, place
            if len(cells) < len(places):
                options.append(_options(graph, places[len(cells)], cells, taken))
        else:
            options.pop()
            last = places[len(cells) - 1]
            del taken[cells.pop(last)]
    return cells


def _options(graph: nx.Graph, place: str, cells: Mapping[str, Cell], taken: Mapping[Cell, str]) -> list[Cell]:
    """Return the free cells beside all neighbours of a place that have theirs, and beside nobody else."""
    near = [cells[other] for other in graph[place] if other in cells]
    found = []
    for cell in _beside(near[0]):
        around = _beside(cell)
        others = [taken[c] for c in around if c in taken]
        if cell not in taken and all(c in around for c in near) and all(other in graph[place] for other in others):
            found.append(cell)
    return found


def _beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + rows, cell[1] + columns) for rows, columns in _AROUND]


def _turned(cells: Mapping[str, Cell], order: list[str]) -> dict[str, Cell]:
    """Return the cells turned or mirrored such that the first places come first, with the upper left cell at (0, 0)."""
    best: list[Cell] | None = None
    for turn in range(8):
        moved = [cells[place] for place in order]
        if turn & 1:
            moved = [(-row, column) for row, column in moved]
        if turn & 2:
            moved = [(row, -column) for row, column in moved]
        if turn & 4:
            moved = [(column, row) for row, column in moved]
        top, left = (min(cell[axis] for cell in moved) for axis in (0, 1))
        moved = [(row - top, column - left) for row, column in moved]
        if best is None or moved < best:
            best = moved
    return dict(zip(order, best or [], strict=True))
