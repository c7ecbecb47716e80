"""Instances that are copies of each other: equal once interchangeable objects have other names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from networkx import DiGraph
from networkx.algorithms.isomorphism import DiGraphMatcher

from tests.legality.general import Written

Classes = Mapping[str, str]
"""Each object, and the first of those that it may be swapped with."""


def interchangeable(written: Written) -> Classes:
    """Return the classes of objects of which any two can be swapped without changing static facts and goal."""
    goal = {tuple(atom) for atom in written.goal_atoms}
    values = {(*term, str(value)) for term, value in written.task.numbers.items()}
    fixed = [written.static_atoms, goal, values]
    constants = {name for atom in written.task.schemas for name in str(atom).replace("'", " ").split()}
    classes: dict[str, str] = {}
    for name, kind in written.task.objects:
        for first in dict.fromkeys(classes.values()):
            swap = {name: first, first: name}
            same_kind = (first, kind) in written.task.objects and not {name, first} & constants
            if same_kind and all({_renamed(atom, swap) for atom in part} == part for part in fixed):
                classes[name] = first
                break
        else:
            classes[name] = name
    return classes


def _renamed(atom: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return (atom[0], *(names.get(term, term) for term in atom[1:]))


def are_copies(one: Written, other: Written) -> bool:
    """Tell whether objects of one instance can be renamed, each inside its class, so that it becomes the other."""
    if one.task.objects != other.task.objects or one.static_atoms != other.static_atoms:
        return False
    classes = interchangeable(one)
    if classes != interchangeable(other):
        return False
    graphs = [_graph(each, classes) for each in (one, other)]
    return bool(DiGraphMatcher(*graphs, node_match=dict.__eq__, edge_match=dict.__eq__).is_isomorphic())


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
