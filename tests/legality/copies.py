"""Instances that are copies of each other: equal once interchangeable objects have other names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache

from networkx import DiGraph
from networkx.algorithms.isomorphism import DiGraphMatcher

from tests.legality.general import Written

Row = tuple[str, ...]

Classes = Mapping[str, str]
"""Each object, and the first of those that it may be swapped with."""


@lru_cache
def interchangeable(written: Written) -> Classes:
    """Return the classes of objects of which any two can be swapped without changing static facts and goal."""
    goal = {("goal", *atom) for atom in written.goal_atoms}
    values = {("value", *term, str(value)) for term, value in written.task.numbers.items()}
    fixed = goal | values | {("static", *atom) for atom in written.static_atoms}
    about: dict[str, list[Row]] = defaultdict(list)
    for row in fixed:
        for name in set(row[2:]):
            about[name].append(row)
    constants = {name for schema in written.task.schemas for name in str(schema).replace("'", " ").split()}
    classes: dict[str, str] = {}
    for name, kind in written.task.objects:
        for first in dict.fromkeys(classes.values()):
            swap = {name: first, first: name}
            same_kind = (first, kind) in written.task.objects and not {name, first} & constants
            if same_kind and all(_renamed(row, swap) in fixed for row in [*about[name], *about[first]]):
                classes[name] = first
                break
        else:
            classes[name] = name
    return classes


def _renamed(row: Row, names: Mapping[str, str]) -> Row:
    return (*row[:2], *(names.get(term, term) for term in row[2:]))


def are_copies(one: Written, other: Written) -> bool:
    """Tell whether objects of one instance can be renamed, each inside its class, so that it becomes the other."""
    if one.task.objects != other.task.objects or one.static_atoms != other.static_atoms:
        return False
    classes = interchangeable(one)
    if classes != interchangeable(other) or _profile(one, classes) != _profile(other, classes):
        return False
    graphs = [_graph(each, classes) for each in (one, other)]
    return bool(DiGraphMatcher(*graphs, node_match=dict.__eq__, edge_match=dict.__eq__).is_isomorphic())


def _profile(written: Written, classes: Classes) -> Counter[Hashable]:
    """Count the fluents, objects by their classes; copies have equal profiles."""
    fluents = set(written.atoms) - written.static_atoms
    return Counter((atom[0], *(classes[name] for name in atom[1:])) for atom in fluents)


def _graph(written: Written, classes: Classes) -> DiGraph:
    """Return a graph of objects and fluents, with the class of each object and the places of arguments."""
    graph = DiGraph()
    for name, first in classes.items():
        graph.add_node(("object", name), colour=first)
    for atom in set(written.atoms) - written.static_atoms:
        graph.add_node(atom, colour=("atom", atom[0]))
        for place, name in enumerate(atom[1:]):
            before = graph.get_edge_data(atom, ("object", name), {"places": ()})["places"]
            graph.add_edge(atom, ("object", name), places=(*before, place))
    return graph


def copies(instances: Mapping[str, Written]) -> Iterator[str]:
    """Yield a sentence for every instance that is a copy of an earlier one."""
    earlier: dict[str, Written] = {}
    for name, written in instances.items():
        for other, theirs in earlier.items():
            if are_copies(written, theirs):
                yield f"{name} is a copy of {other}"
        earlier[name] = written
