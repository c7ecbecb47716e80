"""Linear invariants: weights over facts whose sum no application of an action changes.

They are the left null space of the action-effect matrix (the place invariants of a Petri net). That load and free
capacity of a truck add up to the same number in every legal state is one of them; no mutex group says it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd

import numpy as np

from beta_plan.sas.columns import EffectColumns, effect_columns
from beta_plan.sas.nullspace import Budget, Columns, Elimination, TooLarge, Vector, solve
from beta_plan.sas.rows import Longs
from beta_plan.sas.sparsify import Sparsifier
from beta_plan.sas.task import LinearInvariant, SasTask

DEFAULT_BUDGET = 30_000_000
"""About ten seconds of steps; the usual task takes a hundredth of it."""

_LARGEST = (1 << 31) - 1


@dataclass(frozen=True)
class LinearInvariants:
    """A basis of the invariants that variables and exactly-one groups do not imply, or the news that there is none.

    Where ``too_large`` is set nothing was computed: the task exceeds the budget, and whoever needs legal states
    must take reachable ones.
    """

    found: tuple[LinearInvariant, ...]
    too_large: bool = False


def linear_invariants(task: SasTask, *, budget: int = DEFAULT_BUDGET) -> LinearInvariants:
    """Return the linear invariants of ``task`` with their values in its reference state (none without one).

    The sum over all values of a variable is one in every state; adding it to an invariant changes nothing. So
    we look for weights that are zero at the reference's values, and add such sums again only to make the weights
    of the result small, few and not negative.
    """
    if task.init is None or not task.variables:
        return LinearInvariants(())
    try:
        return LinearInvariants(null_space(task, effect_columns(task), Budget(budget)))
    except TooLarge:
        return LinearInvariants((), too_large=True)


def null_space(task: SasTask, effects: EffectColumns, budget: Budget) -> tuple[LinearInvariant, ...]:
    """Return a basis of the weights that the given columns leave unchanged; raise TooLarge beyond the budget."""
    budget.spend((len(effects.equal) + len(effects.column)) // 16)
    classes, columns = _classes(task, effects)
    num_classes = int(classes.max()) + 1
    elimination, basis = solve(columns, num_classes, budget)
    independent = [u for u in range(1, num_classes) if u not in elimination.solved]
    groups = _implied_groups(task, classes, elimination)
    dropped = _pivots(groups, dict(zip(independent, map(len, basis), strict=True)), budget)
    members = _members(classes)
    sparsifier = Sparsifier(task, budget)
    vectors = [_spread(v, members) for u, v in zip(independent, basis, strict=True) if u not in dropped]
    known = [_spread(v, members) for v in groups]
    return tuple(sorted((_invariant(task, w) for w in sparsifier.simplify(vectors, known)), key=lambda i: i.facts))


def _classes(task: SasTask, effects: EffectColumns) -> tuple[Longs, Columns]:
    """Return the class of each fact, and the columns over classes: facts of a class weigh the same, class 0 nothing.

    A column that holds one change makes two classes equal, which may leave one change in other columns.
    """
    assert task.init is not None
    zero = task.num_facts
    anchored = np.stack([task.facts_of(task.init), np.full(len(task.variables), zero)], axis=1)
    pairs = np.concatenate([effects.equal, anchored])
    label = _join(np.arange(zero + 1), pairs[:, 0], pairs[:, 1])
    column, old, new = effects.column, effects.old, effects.new
    while True:
        minus, plus = label[old], label[new]
        kept = minus != plus
        column, old, new, minus, plus = column[kept], old[kept], new[kept], minus[kept], plus[kept]
        alone = np.bincount(column)[column] == 1 if len(column) else kept[:0]
        if not alone.any():
            break
        label = _join(label, minus[alone], plus[alone])
    number = _numbered(task, label)
    first = np.flatnonzero(np.diff(column, prepend=-1))
    return number, Columns(first, number[old], number[new])


def _numbered(task: SasTask, label: Longs) -> Longs:
    """Number the classes of facts: zero first, then by the size of the smallest variable they touch.

    The elimination expresses high numbers by low ones, so flags and capacities stay and positions follow.
    """
    sizes = np.diff(task.offsets)[task.variable_of]
    smallest = np.full(len(label), task.num_facts + 1)
    np.minimum.at(smallest, label[:-1], sizes)
    smallest[label[-1]] = 0
    rank = np.empty(len(label), dtype=np.int64)
    rank[np.lexsort((np.arange(len(label)), smallest))] = np.arange(len(label))
    return np.unique(rank[label], return_inverse=True)[1][:-1]


def _join(label: Longs, one: Longs, other: Longs) -> Longs:
    """Return labels in which the labels ``one[i]`` and ``other[i]`` are the same: connected components, by minimum."""
    while True:
        a, b = label[one], label[other]
        apart = a != b
        if not apart.any():
            return label
        one, other, low = one[apart], other[apart], np.minimum(a, b)[apart]
        label = label.copy()
        np.minimum.at(label, a[apart], low)
        np.minimum.at(label, b[apart], low)
        while (label[label] != label).any():
            label = label[label]


def _members(classes: Longs) -> list[list[int]]:
    order = np.argsort(classes, kind="stable")
    cuts = np.searchsorted(classes[order], np.arange(1, int(classes.max()) + 1))
    return [part.tolist() for part in np.split(order, cuts)]


def _spread(vector: Vector, members: list[list[int]]) -> Vector:
    """Return weights of classes as weights of facts."""
    return {fact: weight for unknown, weight in vector.items() for fact in members[unknown]}


def _implied_groups(task: SasTask, classes: Longs, elimination: Elimination) -> list[Vector]:
    """Return the exactly-one groups that are linear invariants themselves, as weights of classes."""
    sizes, class_of = np.bincount(classes).tolist(), classes.tolist()
    groups = (group.facts for group in task.mutex_groups if group.exactly_one)
    vectors = (_over_classes(_anchored(task, facts), class_of, sizes) for facts in groups)
    return [vector for vector in vectors if vector and elimination.has_solution(vector)]


def _anchored(task: SasTask, facts: Iterable[int]) -> Vector:
    """Return weight one on ``facts``, less whole variables, so that the reference's values weigh nothing."""
    assert task.init is not None
    inside = set(facts)
    reference = task.facts_of(task.init).tolist()
    vector = dict.fromkeys(inside, 1)
    for variable in {int(task.variable_of[f]) for f in inside}:
        if reference[variable] in inside:
            for fact in range(int(task.offsets[variable]), int(task.offsets[variable + 1])):
                vector[fact] = vector.get(fact, 0) - 1
    return {fact: weight for fact, weight in vector.items() if weight}


def _over_classes(vector: Vector, classes: list[int], sizes: list[int]) -> Vector | None:
    """Return weights of facts as weights of classes; None where facts of a class weigh differently."""
    seen: dict[int, list[int]] = {}
    for fact, weight in vector.items():
        seen.setdefault(classes[fact], []).append(weight)
    if any(u == 0 or len(ws) != sizes[u] or len(set(ws)) > 1 for u, ws in seen.items()):
        return None
    return {u: ws[0] for u, ws in seen.items()}


def _pivots(groups: list[Vector], sizes: dict[int, int], budget: Budget) -> set[int]:
    """Return independent unknowns whose basis vectors the groups replace, long ones first."""
    elimination = Elimination(budget)
    rank = {u: n for n, u in enumerate(sorted(sizes, key=lambda u: (sizes[u], u)), start=1)}
    for group in groups:
        elimination.require({rank[u]: w for u, w in group.items() if u in rank})
    return {u for u, n in rank.items() if n in elimination.solved}


def _invariant(task: SasTask, weights: Vector) -> LinearInvariant:
    assert task.init is not None
    divisor = gcd(*weights.values())
    facts = tuple(sorted(weights))
    scaled = tuple(weights[f] // divisor for f in facts)
    if max(map(abs, scaled)) > _LARGEST:
        raise TooLarge
    held = set(task.facts_of(task.init).tolist())
    return LinearInvariant(facts, scaled, sum(w for f, w in zip(facts, scaled, strict=True) if f in held))
