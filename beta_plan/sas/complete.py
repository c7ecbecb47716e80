"""Completion: the legal states that agree with a partial assignment, as a product of independent parts.

Bounds (mutex groups, linear invariants, exclusive triples) and acyclic relations first narrow the values of each
variable. A variable that a bound leaves no choice once the others are known (clear(x), free capacity) is derived. The
variables that an open bound or a possible ring still links form a part. Parts do not know of each other, so their
counts multiply, and a uniform choice from each is a uniform choice from all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from beta_plan.sas.legal import Bound, bounds
from beta_plan.sas.parts import ALWAYS, Part, PartEdge, PartRow, Values
from beta_plan.sas.rings import Edge, OpenRelation, RingOfFacts
from beta_plan.sas.task import AcyclicRelation, SasTask, State

Domain = AbstractSet[int]
"""The values that a variable may still have."""


class Contradiction(Exception):
    """No legal state agrees with the assignment, because of a ``law`` (None: of several together)."""

    def __init__(self, law: Bound | AcyclicRelation | None) -> None:
        super().__init__()
        self.law = law


@dataclass(frozen=True)
class _Row:
    """A bound by variable: the weight of each value that has one."""

    bound: Bound
    weights: dict[int, dict[int, int]]
    low: int
    high: int

    def of_values(self, variable: int, domain: Domain) -> Collection[int]:
        """Return the weights that the values of ``domain`` have in this row."""
        weights = self.weights[variable]
        if len(domain) == 1:
            return [weights.get(value, 0) for value in domain]
        present = [w for x, w in weights.items() if x in domain]
        return {*present, 0} if len(present) < len(domain) else set(present)

    def extremes(self, domains: Sequence[Domain]) -> tuple[int, int]:
        """Return the least and the greatest sum that the domains leave."""
        low = high = 0
        for variable in self.weights:
            own = self.of_values(variable, domains[variable])
            low, high = low + min(own), high + max(own)
        return low, high

    def is_met(self, domains: Sequence[Domain]) -> bool:
        """Say whether every choice of values meets the bound."""
        low, high = self.extremes(domains)
        return self.low <= low and high <= self.high

    def narrow(self, domains: list[Domain]) -> list[int]:
        """Take out the values with which the row cannot be met; return the variables that lost one."""
        low, high = self.extremes(domains)
        if low > self.high or high < self.low:
            raise Contradiction(self.bound)
        narrowed = []
        for variable, weights in self.weights.items():
            if len(domains[variable]) == 1:
                continue
            own = self.of_values(variable, domains[variable])
            least, most = self.low - high + max(own), self.high - low + min(own)
            kept = {w for w in own if least <= w <= most}
            if len(kept) == len(own):
                continue
            if not kept:
                raise Contradiction(self.bound)
            low, high = low + min(kept) - min(own), high + max(kept) - max(own)
            domains[variable] = {x for x in domains[variable] if weights.get(x, 0) in kept}
            narrowed.append(variable)
        return narrowed


@dataclass(frozen=True)
class _Derived:
    """``variable`` has the value whose weight brings the row to its sum."""

    variable: int
    row: _Row
    value_of: dict[int, int]


class Completion:
    """The legal states that agree with an assignment: any joint values of each part, put together by ``join``."""

    def __init__(self, domains: list[Domain], derived: list[_Derived], parts: list[Part]) -> None:
        self.parts = parts
        self._settled = [min(domain) for domain in domains]
        self._derived = derived
        self._terms: dict[int, dict[int, list[tuple[int, int]]]] = {}
        for number, each in enumerate(derived):
            for variable, weights in each.row.weights.items():
                if variable != each.variable:
                    for value, weight in weights.items():
                        self._terms.setdefault(variable, {}).setdefault(value, []).append((number, weight))

    def join(self, values: Iterable[Values]) -> State:
        """Return the state with these values, one tuple for each part."""
        state = list(self._settled)
        for part, chosen in zip(self.parts, values, strict=True):
            for variable, value in zip(part.variables, chosen, strict=True):
                state[variable] = value
        missing = [each.row.low for each in self._derived]
        for variable, terms in self._terms.items():
            for number, weight in terms.get(state[variable], ()):
                missing[number] -= weight
        for each, weight in zip(self._derived, missing, strict=True):
            state[each.variable] = each.value_of[weight]
        return tuple(state)


class Completions:
    """What a task's bounds say about every legal state, prepared once for many partial assignments."""

    def __init__(self, task: SasTask) -> None:
        self._task = task
        self._rows = [_row(task, bound) for bound in bounds(task)]
        self._relations = [OpenRelation(task, relation) for relation in task.acyclic_relations]
        self._rows_of: dict[int, list[int]] = {}
        for number, row in enumerate(self._rows):
            for variable in row.weights:
                self._rows_of.setdefault(variable, []).append(number)

    @cached_property
    def _domains(self) -> list[Domain]:
        """The values that each variable may have without any assignment."""
        whole: list[Domain] = [frozenset(range(len(v.values))) for v in self._task.variables]
        return self._narrowed(whole, range(len(self._rows)))

    def complete(self, goal: Sequence[int]) -> Completion:
        """Return the legal states that satisfy ``goal``; raises Contradiction where a single bound excludes it.

        Where bounds contradict each other in a way that none shows alone, a part has no joint values.
        """
        domains = list(self._domains)
        touched: dict[int, None] = {}
        for variable, values in self._task.goal_values(goal).items():
            domains[variable] = domains[variable] & set(values)
            if not domains[variable]:
                raise Contradiction(self._culprit(variable, values))
            touched |= dict.fromkeys(self._rows_of.get(variable, ()))
        domains = self._narrowed(domains, touched)
        edges = [found for relation in self._relations if (found := relation.edges(domains))]
        tied = {edge.variable for found in edges for edge in found}
        derived, rows = _derive([row for row in self._rows if not row.is_met(domains)], domains, tied)
        return Completion(domains, derived, _parts(domains, {each.variable for each in derived}, rows, edges))

    def _culprit(self, variable: int, values: Values) -> Bound | None:
        """Return a bound that alone forbids these values, if one does."""
        domains: list[Domain] = [frozenset(range(len(v.values))) for v in self._task.variables]
        domains[variable] = set(values)
        for number in self._rows_of.get(variable, ()):
            row = self._rows[number]
            low, high = row.extremes(domains)
            if low > row.high or high < row.low:
                return row.bound
        return None

    def _narrowed(self, domains: list[Domain], numbers: Iterable[int]) -> list[Domain]:
        """Take out, in place, every value with which some law cannot be met, until nothing more follows."""
        waiting = dict.fromkeys(numbers)
        while True:
            while waiting:
                number = next(iter(waiting))
                del waiting[number]
                for variable in self._rows[number].narrow(domains):
                    waiting |= dict.fromkeys(self._rows_of[variable])
            narrowed = self._without_rings(domains)
            if not narrowed:
                return domains
            for variable in narrowed:
                waiting |= dict.fromkeys(self._rows_of.get(variable, ()))

    def _without_rings(self, domains: list[Domain]) -> list[int]:
        """Take out, in place, the values that close a ring with settled ones; return the variables that lost one."""
        try:
            return [variable for relation in self._relations for variable in relation.narrow(domains)]
        except RingOfFacts as ring:
            raise Contradiction(ring.relation) from None


def _row(task: SasTask, bound: Bound) -> _Row:
    weights: dict[int, dict[int, int]] = {}
    for fact, weight in zip(bound.facts, bound.weights, strict=True):
        variable = int(task.variable_of[fact])
        weights.setdefault(variable, {})[fact - int(task.offsets[variable])] = weight
    return _Row(bound, weights, bound.low, bound.high)


def _derive(rows: list[_Row], domains: list[Domain], tied: set[int]) -> tuple[list[_Derived], list[_Row]]:
    """Return the variables that follow from others, and what the rows still ask of these others.

    A variable follows if it is in one row alone (and not ``tied`` by something else), which asks for a certain sum,
    and its values have different weights without a gap: then the rest of the row may be anything that some value of
    it makes up for.
    """
    uses = dict.fromkeys(tied, 1)
    for row in rows:
        for variable in row.weights:
            uses[variable] = uses.get(variable, 0) + 1
    derived, rest = [], []
    for row in rows:
        own = [v for v in row.weights if uses[v] == 1 and len(domains[v]) > 1 and row.low == row.high]
        for variable in sorted(own, key=lambda v: (len(domains[v]), v)):
            value_of = {row.weights[variable].get(x, 0): x for x in domains[variable]}
            first, last = min(value_of), max(value_of)
            if len(value_of) == len(domains[variable]) == last - first + 1:
                derived.append(_Derived(variable, row, value_of))
                others = {v: weights for v, weights in row.weights.items() if v != variable}
                row = _Row(row.bound, others, row.low - last, row.high - first)
                break
        if not row.is_met(domains):
            rest.append(row)
    return derived, rest


def _parts(domains: list[Domain], derived: set[int], rows: list[_Row], edges: list[list[Edge]]) -> list[Part]:
    """Return the open variables as parts: those that rows or edges link, with these, and every other one alone."""
    import networkx as nx

    open_ = [v for v, domain in enumerate(domains) if len(domain) > 1 and v not in derived]
    graph = nx.Graph()
    graph.add_nodes_from(open_)
    rows_at: dict[int, list[_Row]] = {}
    for row in rows:
        linked = [v for v in row.weights if len(domains[v]) > 1]
        nx.add_path(graph, linked)
        rows_at.setdefault(linked[0], []).append(row)
    for found in edges:
        nx.add_path(graph, [edge.variable for edge in found if len(domains[edge.variable]) > 1])
    components = sorted(sorted(component) for component in nx.connected_components(graph))
    return [_part(part, [row for v in part for row in rows_at.get(v, ())], domains, edges) for part in components]


def _part(variables: list[int], rows: list[_Row], domains: list[Domain], edges: list[list[Edge]]) -> Part:
    place = {variable: number for number, variable in enumerate(variables)}
    values = [tuple(sorted(domains[v])) for v in variables]
    part_rows = []
    for row in rows:
        settled = sum(w.get(min(domains[v]), 0) for v, w in row.weights.items() if v not in place)
        terms = [(p, tuple(row.weights[v].get(x, 0) for x in values[p])) for v, p in place.items() if v in row.weights]
        part_rows.append(PartRow(tuple(terms), row.low - settled, row.high - settled))
    relations = [tuple(_part_edges(found, place, values)) for found in edges]
    inside = [relation for relation in relations if any(edge.place != ALWAYS for edge in relation)]
    return Part(tuple(variables), tuple(values), tuple(part_rows), tuple(inside))


def _part_edges(edges: list[Edge], place: dict[int, int], values: list[Values]) -> Iterator[PartEdge]:
    """Yield the edges of variables of the part, and those of settled variables; all open ones are in one part."""
    for edge in edges:
        at = place.get(edge.variable, ALWAYS)
        yield PartEdge(at, 0 if at == ALWAYS else values[at].index(edge.value), edge.source, edge.target)
