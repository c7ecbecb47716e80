"""Which values the mutex groups leave to a variable where facts of other variables are given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask


@dataclass(frozen=True, eq=False)
class ValuesBefore:
    """The facts that a variable may have before an action: how many, and the ``first`` of them (-1 for none).

    ``alike`` pairs the first with each other one, once for all cases in which these are the possible ones.
    """

    first: Longs
    count: Longs
    alike: Longs


class Mutexes:
    """The mutex groups of a task, indexed by fact and by the (group, variable) pairs that share facts."""

    def __init__(self, task: SasTask) -> None:
        self._task = task
        groups = Rows.of([group.facts for group in task.mutex_groups])
        self._groups_of = Rows.from_pairs(groups.values, groups.owners, task.num_facts)
        code = groups.owners * len(task.variables) + task.variable_of[groups.values]
        self._codes, member = np.unique(code, return_inverse=True)
        self._shared = Rows.from_pairs(member, groups.values, len(self._codes))

    def allowed(self, variable: int, given: Iterable[int]) -> list[int]:
        """Return the facts of ``variable`` that no group excludes where the facts ``given`` hold."""
        codes = {g * len(self._task.variables) + variable for f in given for g in self._groups_of[f].tolist()}
        return self._left(variable, [i for i, code in zip(*self._find(sorted(codes)), strict=True) if code])

    def before(self, actions: Longs, variables: Ints) -> ValuesBefore:
        """Return for each (action, variable) the values that the preconditions of the action leave.

        Many cases are alike: what decides is the variable and the groups that it shares with a precondition.
        """
        needed = self._task.actions.pre.take(actions)
        groups = self._groups_of.take(needed.values)
        case = needed.owners[groups.owners]
        found, hit = self._find(groups.values.astype(np.int64) * len(self._task.variables) + variables[case])
        cuts = Rows.from_pairs(case[hit], found[hit], len(actions))
        kind, examples = _distinct(variables, cuts)
        left = [self._left(int(variables[e]), cuts[e].tolist()) for e in examples.tolist()]
        first = np.array([facts[0] if facts else -1 for facts in left], dtype=np.int64)
        count = np.array([len(facts) for facts in left], dtype=np.int64)
        alike = [(facts[0], other) for facts in left for other in facts[1:]]
        return ValuesBefore(first[kind], count[kind], np.array(alike, dtype=np.int64).reshape(-1, 2))

    def _find(self, codes: Longs | list[int]) -> tuple[Longs, NDArray[np.bool_]]:
        """Return where each (group, variable) code is, and whether it is there at all."""
        wanted = np.asarray(codes, dtype=np.int64)
        if not len(self._codes):
            return wanted, np.zeros(len(wanted), dtype=bool)
        at = np.minimum(np.searchsorted(self._codes, wanted), len(self._codes) - 1)
        return at, self._codes[at] == wanted

    def _left(self, variable: int, cuts: Iterable[int]) -> list[int]:
        excluded = {fact for cut in cuts for fact in self._shared[cut].tolist()}
        facts = range(int(self._task.offsets[variable]), int(self._task.offsets[variable + 1]))
        return [fact for fact in facts if fact not in excluded]


def _distinct(first: Ints, rows: Rows) -> tuple[Longs, Longs]:
    """Number the different (first[i], rows[i]) and return the number of each i, and an example of each number."""
    kind: Longs = first.astype(np.int64)
    lengths = rows.lengths
    for place in range(int(lengths.max(initial=0))):
        entry = np.full(len(rows), -1, dtype=np.int64)
        longer = lengths > place
        entry[longer] = rows.values[rows.offsets[:-1][longer] + place]
        kind = np.unique(kind, return_inverse=True)[1]
        kind = kind * (int(entry.max()) + 2) + entry + 1
    _, examples, kind = np.unique(kind, return_index=True, return_inverse=True)
    return kind, examples
