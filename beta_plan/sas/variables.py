"""Choice of finite-domain variables: a greedy cover of the atoms by mutex groups, as Helmert (2009)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.invariants import Groups
from beta_plan.sas.task import NONE_OF_THOSE, AtomTable, GroundTask, Variable

NONE_NAME = "<none of those>"


def choose_variables(task: GroundTask, groups: Groups, alive: NDArray[np.bool_]) -> tuple[Variable, ...]:
    """Cover the alive atoms with as few variables as two greedy covers find.

    Both take the group that covers most, exactly-one groups first among equals. One of them looks at the groups
    of goal atoms first, so that what is to be moved is a variable of its own: it is preferred where it
    needs no more variables. A variable that takes a whole exactly-one group always has one of its atoms; any
    other one may have none.
    """
    goal = np.zeros(len(task.atoms), dtype=bool)
    goal[[atom for positive, _ in task.goals for atom in positive]] = True
    towards_goal = _cover(task.atoms, groups, alive, goal)
    plain = _cover(task.atoms, groups, alive, np.zeros_like(goal))
    return tuple(sorted(towards_goal if len(towards_goal) <= len(plain) else plain, key=lambda v: v.atoms))


def _cover(atoms: AtomTable, groups: Groups, alive: NDArray[np.bool_], first: NDArray[np.bool_]) -> list[Variable]:
    members = [group[alive[group]].tolist() for group in groups.atoms]
    covered = ~alive
    heap = [(not first[m].any(), -len(m), not groups.exactly_one[i], i) for i, m in enumerate(members) if len(m) > 1]
    heapq.heapify(heap)
    chosen: list[Variable] = []
    while heap:
        late, size, not_exact, index = heapq.heappop(heap)
        rest = [a for a in members[index] if not covered[a]]
        late_now = not first[rest].any()
        if (late_now, -len(rest)) != (late, size):
            if len(rest) > 1:
                heapq.heappush(heap, (late_now, -len(rest), not_exact, index))
            continue
        covered[rest] = True
        whole = len(rest) == len(members[index]) and not not_exact
        chosen.append(_variable(atoms, rest, with_none=not whole))
    return chosen + [_variable(atoms, [a], with_none=True) for a in np.flatnonzero(~covered).tolist()]


def _variable(atoms: AtomTable, members: Sequence[int], *, with_none: bool) -> Variable:
    values = [atoms[a] for a in members]
    ids = list(members)
    if with_none:
        values.append(NONE_NAME)
        ids.append(NONE_OF_THOSE)
    return Variable(_name(atoms, members), tuple(ids), tuple(values))


def _name(atoms: AtomTable, members: Sequence[int]) -> str:
    """Name a variable after the objects that all its atoms share, or else after its predicates."""
    if len(members) == 1:
        return atoms[members[0]].strip("()").replace(" ", "-")
    shared = set.intersection(*(set(atoms.arguments[a].tolist()) for a in members))
    predicates = dict.fromkeys(atoms.predicates[atoms.predicate[a]] for a in members)
    objects = [o for o in atoms.arguments[members[0]].tolist() if o in shared]
    return "-".join([*(atoms.objects[o] for o in dict.fromkeys(objects)), "/".join(predicates)])


def without_none(variable: Variable) -> Variable:
    """Return the variable without its value NONE_OF_THOSE."""
    kept = [(a, v) for a, v in zip(variable.atoms, variable.values, strict=True) if a != NONE_OF_THOSE]
    return Variable(variable.name, tuple(a for a, _ in kept), tuple(v for _, v in kept))
