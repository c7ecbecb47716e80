"""The causal graph and the domain transition graphs of a task."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import UNKNOWN, Changes, changes
from beta_plan.sas.rows import Longs, Rows
from beta_plan.sas.task import SasTask

if TYPE_CHECKING:
    import networkx as nx

_PAIRS_AT_ONCE = 1 << 22


def causal_graph(task: SasTask) -> nx.DiGraph[int]:
    """Return the graph over variables with u -> v where the value of u matters to, or changes with, that of v.

    Edge attributes: ``pre_eff`` (u is in the precondition of an action that changes v, or in the condition of
    an effect on v), ``eff_eff`` (one action changes both; then v -> u too).
    """
    import networkx as nx

    count = len(task.variables)
    pre_eff, eff_eff = dependencies(task, changes(task))
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(count))
    in_pre, in_eff = set(pre_eff.tolist()), set(eff_eff.tolist())
    for code in sorted(in_pre | in_eff):
        graph.add_edge(code // count, code % count, pre_eff=code in in_pre, eff_eff=code in in_eff)
    return graph


def dependencies(task: SasTask, changed: Changes) -> tuple[Longs, Longs]:
    """Return the pre-eff and the eff-eff edges as sorted codes u * variables + v, u and v different."""
    count, num_actions = len(task.variables), len(task.actions)
    pre, effects = task.actions.pre, task.actions.conditional
    asked = Rows(pre.offsets, task.variable_of[pre.values])
    affected = Rows.from_pairs(changed.action, task.variable_of[changed.new], num_actions)
    firing = changed.effect[changed.effect >= 0]
    condition, fact = effects.condition.take(firing), effects.fact[firing]
    of_conditions = (
        task.variable_of[condition.values].astype(np.int64) * count + task.variable_of[fact[condition.owners]]
    )
    pre_eff = np.unique(np.concatenate([pair_counts(asked, affected, count)[0], of_conditions]))
    eff_eff = pair_counts(affected, affected, count)[0]
    return pre_eff[pre_eff // count != pre_eff % count], eff_eff[eff_eff // count != eff_eff % count]


def pair_counts(left: Rows, right: Rows, count: int) -> tuple[Longs, Longs]:
    """Return the codes u * count + v of all u in left[i], v in right[i], sorted, and in how many rows each occurs."""
    sizes = left.lengths * right.lengths
    block = np.cumsum(sizes) // _PAIRS_AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(left)]
    codes, numbers = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for first, last in pairwise(cuts):
        rows = np.arange(first, last)
        some, other = left.take(rows), right.take(rows)
        paired = other.take(some.owners)
        found = np.unique(some.values[paired.owners].astype(np.int64) * count + paired.values, return_counts=True)
        codes.append(found[0])
        numbers.append(found[1])
    unique, member = np.unique(np.concatenate(codes), return_inverse=True)
    totals = np.bincount(member, weights=np.concatenate(numbers), minlength=len(unique))
    return unique, totals.astype(np.int64)


def transition_graph(task: SasTask, variable: int) -> nx.DiGraph[int]:
    """Return the graph over the values of ``variable``; ``actions`` of an edge counts the effects that take it.

    An effect that does not ask for the old value leads from every other value.
    """
    import networkx as nx

    old, new, number = transitions(task, changes(task))
    mine = task.variable_of[new] == variable
    first = int(task.offsets[variable])
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(task.variables[variable].values)))
    for o, n, k in zip(old[mine].tolist(), new[mine].tolist(), number[mine].tolist(), strict=True):
        graph.add_edge(o - first, n - first, actions=k)
    return graph


def transitions(task: SasTask, changed: Changes) -> tuple[Longs, Longs, Longs]:
    """Return the edges (old fact, new fact) of all transition graphs, sorted, and the number of effects of each."""
    known = changed.old != UNKNOWN
    codes, numbers = np.unique(
        changed.old[known].astype(np.int64) * task.num_facts + changed.new[known], return_counts=True
    )
    targets, times = np.unique(changed.new[~known], return_counts=True)
    sizes = np.diff(task.offsets)[task.variable_of[targets]]
    target = np.repeat(targets, sizes).astype(np.int64)
    within = np.arange(len(target)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    source = task.offsets[task.variable_of[target]] + within
    apart = source != target
    codes = np.concatenate([codes, (source * task.num_facts + target)[apart]])
    unique, member = np.unique(codes, return_inverse=True)
    weights = np.concatenate([numbers, np.repeat(times, sizes)[apart]])
    total = np.bincount(member, weights=weights, minlength=len(unique)).astype(np.int64)
    return unique // task.num_facts, unique % task.num_facts, total


def acyclic(task: SasTask, old: Longs, new: Longs) -> NDArray[np.bool_]:
    """Mark the variables whose transition graph has edges but no cycle: taking out sinks, no edge is left."""
    found = np.zeros(len(task.variables), dtype=bool)
    found[task.variable_of[new]] = True
    while len(new):
        has_exit = np.zeros(task.num_facts, dtype=bool)
        has_exit[old] = True
        kept = has_exit[new]
        if kept.all():
            break
        old, new = old[kept], new[kept]
    found[task.variable_of[new]] = False
    return found
