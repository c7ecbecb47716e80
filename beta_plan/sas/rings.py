"""Acyclic relations in a completion: what the settled variables leave of them to the open ones."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from beta_plan.sas.task import AcyclicRelation, SasTask

Domain = AbstractSet[int]


@dataclass(frozen=True)
class Edge:
    """With this value of the variable the thing ``source`` leads to ``target``."""

    variable: int
    value: int
    source: int
    target: int


class RingOfFacts(Exception):
    """The variables that are settled already make a ring of a relation."""

    def __init__(self, relation: AcyclicRelation) -> None:
        super().__init__()
        self.relation = relation


class OpenRelation:
    """A relation by variable and value, seen from the variables that still have a choice."""

    def __init__(self, task: SasTask, relation: AcyclicRelation) -> None:
        self._relation = relation
        variables = task.variable_of[list(relation.facts)].tolist()
        values = [fact - int(task.offsets[v]) for fact, v in zip(relation.facts, variables, strict=True)]
        self._edges = [Edge(*e) for e in zip(variables, values, relation.sources, relation.targets, strict=True)]

    def _possible(self, domains: Sequence[Domain]) -> list[Edge]:
        return [edge for edge in self._edges if edge.value in domains[edge.variable]]

    def narrow(self, domains: list[Domain]) -> list[int]:
        """Take out values that lead back over settled variables; return the variables that lost one."""
        possible = self._possible(domains)
        following = {e.source: e.target for e in possible if len(domains[e.variable]) == 1}
        narrowed: dict[int, None] = {}
        for edge in possible:
            here, steps = edge.target, 0
            while here in following and here != edge.source and steps <= len(following):
                here, steps = following[here], steps + 1
            if here == edge.source:
                if len(domains[edge.variable]) == 1:
                    raise RingOfFacts(self._relation)
                domains[edge.variable] = domains[edge.variable] - {edge.value}
                narrowed[edge.variable] = None
        return list(narrowed)

    def edges(self, domains: Sequence[Domain]) -> list[Edge]:
        """Return the edges that may be part of a ring, those of settled variables as well, if there are open ones."""
        import networkx as nx

        possible = self._possible(domains)
        graph: nx.DiGraph[int] = nx.DiGraph([(edge.source, edge.target) for edge in possible])
        together = {thing: n for n, part in enumerate(nx.strongly_connected_components(graph)) for thing in part}
        inside = [edge for edge in possible if together[edge.source] == together[edge.target]]
        return inside if any(len(domains[edge.variable]) > 1 for edge in inside) else []
