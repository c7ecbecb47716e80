"""Maps are connected, the same both ways, and the same for the same random numbers."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from beta_plan.config import TOPOLOGIES
from beta_plan.skeleton.topology import draw_map, grid_shape

SIZES = [1, 2, 3, 4, 5, 7, 12, 30]
every_map = pytest.mark.parametrize(("topology", "size"), [(t, n) for t in TOPOLOGIES for n in SIZES])
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left", "": ""}


def names(size):
    return [f"p{number}" for number in range(size)]


def drawn(topology, size, seed=0):
    return draw_map(topology, names(size), Random(seed))


@every_map
def test_maps_are_connected(topology, size):
    graph = nx.Graph()
    graph.add_nodes_from(names(size))
    graph.add_edges_from(edge[:2] for edge in drawn(topology, size))
    assert graph.number_of_nodes() == size
    assert nx.is_connected(graph)


@every_map
def test_the_way_back_is_as_long_and_heads_the_other_way(topology, size):
    edges = drawn(topology, size)
    found = {(edge.start, edge.end): edge for edge in edges}
    assert len(found) == len(edges)
    for edge in edges:
        back = found[edge.end, edge.start]
        assert edge.start != edge.end
        assert (back.length, back.heading) == (edge.length, OPPOSITE[edge.heading])
        assert edge.length >= 1


@every_map
def test_the_same_numbers_give_the_same_map(topology, size):
    assert drawn(topology, size, 3) == drawn(topology, size, 3)


@pytest.mark.parametrize("topology", ["tree", "random"])
def test_other_numbers_give_another_map(topology):
    assert drawn(topology, 12, 1) != drawn(topology, 12, 2)


def degrees(topology, size):
    starts = [edge.start for edge in drawn(topology, size)]
    return sorted(starts.count(name) for name in names(size))


def test_the_forms_are_what_they_are_called():
    assert degrees("ring", 6) == [2] * 6
    assert degrees("complete", 6) == [5] * 6
    assert len(drawn("tree", 9)) == 2 * 8
    assert degrees("grid", 9) == [2, 2, 2, 2, 3, 3, 3, 3, 4]
    assert len(drawn("random", 12)) == 2 * (11 + 6)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 6, 12])
def test_a_grid_has_so_many_columns(columns):
    edges = draw_map("grid", names(12), Random(0), columns)
    rows = 12 // columns
    assert len(edges) == 2 * (rows * (columns - 1) + (rows - 1) * columns)
    for edge in edges:
        start, end = int(edge.start[1:]), int(edge.end[1:])
        step = {"up": -columns, "down": columns, "left": -1, "right": 1}[edge.heading]
        assert end - start == step
        assert edge.heading in ("up", "down") or start // columns == end // columns


@pytest.mark.parametrize("count", range(1, 60))
def test_grids_hold_all_and_waste_less_than_a_row(count):
    rows, columns = grid_shape(count)
    assert rows <= columns
    assert 0 <= rows * columns - count < columns
