"""Which mutex groups an inverse action may violate: what is not decided here is counted while searching.

Inverse actions keep linear invariants by construction. A legal state has one fact, or at most one, of a mutex group;
so where an inverse action takes a fact of a group away and brings another one back, the group is as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import same_variable
from beta_plan.sas.invert import InverseTable
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask


@dataclass(frozen=True, eq=False)
class Watch:
    """What is left to do while searching.

    An inverse action that is not ``possible`` leads to no other legal state from any legal state. A deterministic one
    needs its ``groups`` to have no fact in the state, any other one to have exactly one in the end. ``groups_of`` are
    the groups of each fact that have to be counted; they are numbered anew, below ``count``.
    """

    possible: NDArray[np.bool_]
    groups: Rows
    groups_of: Rows
    count: int


def watch(task: SasTask, inverse: InverseTable) -> Watch:
    """Return which groups have to be watched for which inverse action."""
    return _Watching(task, inverse).watch()


class _Watching:
    """The groups of facts and variables, and what each inverse action takes away."""

    def __init__(self, task: SasTask, inverse: InverseTable) -> None:
        self._task, self._inverse = task, inverse
        members = Rows.of([group.facts for group in task.mutex_groups])
        self._groups_of = Rows.from_pairs(members.values, members.owners, task.num_facts)
        self._groups_near = Rows.from_pairs(task.variable_of[members.values], members.owners, len(task.variables))
        self._exactly_one = np.array([group.exactly_one for group in task.mutex_groups], dtype=bool)
        at = same_variable(task, inverse.required, inverse.old)
        self._gone = np.full(len(at), -1, dtype=np.int32)
        self._gone[at >= 0] = inverse.required.values[at[at >= 0]]

    def watch(self) -> Watch:
        """Ask what deterministic inverse actions and the others may violate, and number those groups anew."""
        row, group, violated = self._deterministic()
        free_row, free_group = self._free()
        live = np.zeros(len(self._exactly_one), dtype=bool)
        live[group] = live[free_group] = True
        number = (np.cumsum(live) - 1).astype(np.int32)
        counted = live[self._groups_of.values]
        lengths = np.bincount(self._groups_of.owners[counted], minlength=len(self._groups_of))
        needed = self._exactly_one[free_group]
        rows, groups = np.concatenate([row, free_row[needed]]), np.concatenate([group, free_group[needed]])
        return Watch(
            possible=~violated & (~self._inverse.deterministic | self._changing()),
            groups=Rows.from_pairs(rows, number[groups], len(self._inverse)),
            groups_of=Rows.from_lengths(lengths, number[self._groups_of.values[counted]]),
            count=int(live.sum()),
        )

    def _changing(self) -> NDArray[np.bool_]:
        """Mark the inverse actions some of whose old facts are different from those they take away."""
        old = self._inverse.old
        return np.bincount(old.owners[old.values != self._gone], minlength=len(old)) > 0

    def _deterministic(self) -> tuple[Longs, Ints, NDArray[np.bool_]]:
        """Return the (action, group) pairs where a fact comes and none goes, and the actions that are never legal."""
        old, some = self._inverse.old, self._inverse.deterministic
        chosen = some[old.owners]
        owners, come, gone = old.owners[chosen], old.values[chosen], self._gone[chosen]
        num_groups = max(len(self._exactly_one), 1)
        coming, going = self._groups_of.take(come), self._groups_of.take(gone)
        codes, place = np.unique(
            np.concatenate([
                owners[coming.owners] * num_groups + coming.values,
                owners[going.owners] * num_groups + going.values,
            ]),
            return_inverse=True,
        )  # fmt: skip
        num_come = np.bincount(place[: len(coming.values)], minlength=len(codes))
        num_gone = np.bincount(place[len(coming.values) :], minlength=len(codes))
        row, group = codes // num_groups, (codes % num_groups).astype(np.int32)
        wrong = (num_come > 1) | (num_gone > 1) | (self._exactly_one[group] & (num_come != num_gone))
        violated = np.zeros(len(old), dtype=bool)
        violated[row[wrong]] = True
        ask = (num_come == 1) & (num_gone == 0) & ~violated[row]
        return row[ask], group[ask], violated

    def _free(self) -> tuple[Longs, Ints]:
        """Return the (action, group) pairs of the other inverse actions where a fact may come or go."""
        old, free = self._inverse.old, self._inverse.free
        mine = ~self._inverse.deterministic[old.owners]
        known, unknown = mine & (self._gone >= 0), mine & (self._gone < 0)
        of_facts = self._groups_of.take(np.concatenate([old.values[known], self._gone[known]]))
        near = self._groups_near.take(np.concatenate([self._task.variable_of[old.values[unknown]], free.values]))
        fact_rows, near_rows = np.tile(old.owners[known], 2), np.concatenate([old.owners[unknown], free.owners])
        rows = np.concatenate([fact_rows[of_facts.owners], near_rows[near.owners]])
        return rows, np.concatenate([of_facts.values, near.values])
