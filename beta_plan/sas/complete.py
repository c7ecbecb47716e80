"""Completion: the legal states that agree with a partial assignment, as a product of independent parts.

Bounds (mutex groups, linear invariants) first narrow the values of each variable. What they decide is done; the
variables that an undecided bound still links form a part. Parts do not know of each other, so their counts
multiply, and a uniform choice from each is a uniform choice from all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from beta_plan.sas.legal import Bound, bounds
from beta_plan.sas.parts import Part, PartRow, Values
from beta_plan.sas.task import SasTask


class Contradiction(Exception):
    """No legal state agrees with the assignment, because of ``bound`` (None: of several together)."""

    def __init__(self, bound: Bound | None) -> None:
        super().__init__()
        self.bound = bound


@dataclass(frozen=True)
class _Row:
    """A bound by variable: the weight of each value that has one."""

    bound: Bound
    weights: dict[int, dict[int, int]]

    def extremes(self, domains: Sequence[Values]) -> tuple[int, int]:
        """Return the least and the greatest sum that the domains leave."""
        low = high = 0
        for variable, weights in self.weights.items():
            own = [weights.get(x, 0) for x in domains[variable]]
            low, high = low + min(own), high + max(own)
        return low, high

    def is_met(self, domains: Sequence[Values]) -> bool:
        """Say whether every choice of values meets the bound."""
        low, high = self.extremes(domains)
        return self.bound.low <= low and high <= self.bound.high


class Completions:
    """What a task's bounds say about every legal state, prepared once for many partial assignments."""

    def __init__(self, task: SasTask) -> None:
        self._task = task
        self._rows = [_row(task, bound) for bound in bounds(task)]
        self._rows_of: dict[int, list[int]] = {}
        for number, row in enumerate(self._rows):
            for variable in row.weights:
                self._rows_of.setdefault(variable, []).append(number)

    @cached_property
    def _domains(self) -> list[Values]:
        """The values that each variable may have without any assignment."""
        whole = [tuple(range(len(v.values))) for v in self._task.variables]
        return self._narrowed(whole, range(len(self._rows)))

    def complete(self, goal: Sequence[int]) -> list[Part]:
        """Return the legal states that satisfy ``goal``, as parts in order; raises Contradiction if there is none.

        Every variable is in one part. A part whose bounds contradict each other in a way that no single one
        shows has no joint values.
        """
        domains = list(self._domains)
        touched: dict[int, None] = {}
        for variable, values in self._task.goal_values(goal).items():
            domains[variable] = tuple(value for value in domains[variable] if value in values)
            if not domains[variable]:
                raise Contradiction(self._culprit(variable, values))
            touched |= dict.fromkeys(self._rows_of.get(variable, ()))
        domains = self._narrowed(domains, touched)
        return [_part(variables, rows, domains) for variables, rows in self._components(domains)]

    def _culprit(self, variable: int, values: Values) -> Bound | None:
        """Return a bound that alone forbids these values, if one does."""
        domains = [tuple(range(len(v.values))) for v in self._task.variables]
        domains[variable] = values
        for number in self._rows_of.get(variable, ()):
            bound, (low, high) = self._rows[number].bound, self._rows[number].extremes(domains)
            if low > bound.high or high < bound.low:
                return bound
        return None

    def _narrowed(self, domains: list[Values], numbers: Iterable[int]) -> list[Values]:
        """Take out, in place, every value with which some row cannot be met, until nothing more follows."""
        waiting = dict.fromkeys(numbers)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            for variable in self._narrow(self._rows[number], domains):
                waiting |= dict.fromkeys(self._rows_of[variable])
        return domains

    @staticmethod
    def _narrow(row: _Row, domains: list[Values]) -> list[int]:
        """Take out the values with which ``row`` cannot be met; return the variables that lost one."""
        low, high = row.extremes(domains)
        if low > row.bound.high or high < row.bound.low:
            raise Contradiction(row.bound)
        narrowed = []
        for variable, weights in row.weights.items():
            own = [weights.get(x, 0) for x in domains[variable]]
            least, most = row.bound.low - high + max(own), row.bound.high - low + min(own)
            kept = [(x, w) for x, w in zip(domains[variable], own, strict=True) if least <= w <= most]
            if len(kept) == len(own):
                continue
            if not kept:
                raise Contradiction(row.bound)
            low += min(w for _, w in kept) - min(own)
            high += max(w for _, w in kept) - max(own)
            domains[variable] = tuple(x for x, _ in kept)
            narrowed.append(variable)
        return narrowed

    def _components(self, domains: list[Values]) -> list[tuple[list[int], list[_Row]]]:
        """Return the variables that open rows link, with these rows; every other variable is alone."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(range(len(domains)))
        rows_at: dict[int, list[_Row]] = {}
        for row in self._rows:
            if not row.is_met(domains):
                linked = [v for v in row.weights if len(domains[v]) > 1]
                nx.add_path(graph, linked)
                rows_at.setdefault(linked[0], []).append(row)
        components = sorted(sorted(component) for component in nx.connected_components(graph))
        return [(part, [row for v in part for row in rows_at.get(v, ())]) for part in components]


def _row(task: SasTask, bound: Bound) -> _Row:
    weights: dict[int, dict[int, int]] = {}
    for fact, weight in zip(bound.facts, bound.weights, strict=True):
        variable = int(task.variable_of[fact])
        weights.setdefault(variable, {})[fact - int(task.offsets[variable])] = weight
    return _Row(bound, weights)


def _part(variables: list[int], rows: list[_Row], domains: list[Values]) -> Part:
    place = {variable: number for number, variable in enumerate(variables)}
    part_rows = []
    for row in rows:
        settled = sum(w.get(domains[v][0], 0) for v, w in row.weights.items() if v not in place)
        weights = [(place[v], tuple(w.get(x, 0) for x in domains[v])) for v, w in row.weights.items() if v in place]
        part_rows.append(PartRow(tuple(weights), row.bound.low - settled, row.bound.high - settled))
    return Part(tuple(variables), tuple(domains[v] for v in variables), tuple(part_rows))
