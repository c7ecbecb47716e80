"""Which laws an inverse action may violate: what is not decided here is counted while searching.

Inverse actions keep linear invariants by construction. A legal state has one fact, or at most one, of a mutex group;
so where an inverse action takes a fact of a group away and brings another one back, the group is as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.invert import InverseTable
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask
from beta_plan.spaces.known import Known
from beta_plan.spaces.rings import ring_starts
from beta_plan.spaces.sums import sum_rows, watch_sums
from beta_plan.spaces.triples import triple_rows, watch_triples


@dataclass(frozen=True, eq=False)
class Watch:
    """What is left to do while searching.

    An inverse action that is not ``possible`` leads to no other legal state from any legal state. A deterministic one
    needs its ``groups`` to have a total of zero or less in the state, any other one to have exactly one fact in the
    end; a deterministic one that is ``recounted`` is treated like these. No ring may be closed at its ``starts``.
    ``groups_of`` are the groups of each fact that have to be counted; they are numbered anew and counted from ``base``.
    """

    possible: NDArray[np.bool_]
    recounted: NDArray[np.bool_]
    groups: Rows
    groups_of: Rows
    base: Ints
    starts: Rows


def watch(task: SasTask, inverse: InverseTable) -> Watch:
    """Return which groups have to be watched for which inverse action."""
    return _Watching(task, inverse).watch()


class _Watching:
    """The groups of facts and variables (then come exclusive triples and sub-invariants), and what is known before."""

    def __init__(self, task: SasTask, inverse: InverseTable) -> None:
        self._task, self._inverse = task, inverse
        self._known = Known(task, inverse)
        self._gone = self._known.gone
        members = Rows.of([group.facts for group in task.mutex_groups])
        self._groups_of = Rows.from_pairs(members.values, members.owners, task.num_facts)
        self._groups_near = Rows.from_pairs(task.variable_of[members.values], members.owners, len(task.variables))
        self._exactly_one = np.array([group.exactly_one for group in task.mutex_groups], dtype=bool)

    def watch(self) -> Watch:
        """Ask what deterministic inverse actions and the others may violate, and number those groups anew."""
        row, group, violated = self._deterministic()
        free_row, free_group = self._free()
        needed = self._exactly_one[free_group]
        triples, sums = watch_triples(self._task, self._known), watch_sums(self._task, self._known)
        later_row = np.concatenate([triples.row, sums.row])
        later_group = np.concatenate([triples.triple, sums.sub + len(self._task.exclusive_triples)])
        later_group += len(self._exactly_one)
        alone = self._inverse.deterministic[later_row]
        simple = alone & (np.concatenate([triples.more, sums.more]) == 1)
        recounted = np.zeros(len(self._inverse), dtype=bool)
        recounted[later_row[alone & ~simple]] = True
        live = np.zeros(len(self._highest), dtype=bool)
        live[group] = live[free_group] = live[later_group] = True
        number = (np.cumsum(live) - 1).astype(np.int32)
        rows = np.concatenate([row, free_row[needed], later_row[simple]])
        groups = np.concatenate([group, free_group[needed], later_group[simple]])
        listed = ~recounted[rows]
        return Watch(
            possible=~violated & ~triples.violated & (~self._inverse.deterministic | self._changing()),
            recounted=recounted,
            groups=Rows.from_pairs(rows[listed], number[groups[listed]], len(self._inverse)),
            groups_of=self._live_groups(live, number),
            base=(1 - self._highest[live]).astype(np.int32),
            starts=ring_starts(self._task, self._known),
        )

    @property
    def _highest(self) -> Ints:
        """How many facts a legal state has at most of each group, triple and sub-invariant."""
        counts = len(self._exactly_one), len(self._task.exclusive_triples)
        values = [sub.value for sub in self._task.sub_invariants]
        return np.concatenate([np.repeat([1, 2], counts), values]).astype(np.int32)

    def _live_groups(self, live: NDArray[np.bool_], number: Ints) -> Rows:
        """Return the groups, triples and sub-invariants of each fact that have to be counted."""
        triples, sums, first = triple_rows(self._task), sum_rows(self._task), len(self._exactly_one)
        of = np.concatenate([self._groups_of.owners, triples.values, sums.values])
        group = np.concatenate([self._groups_of.values, first + triples.owners, first + len(triples) + sums.owners])
        return Rows.from_pairs(of[live[group]], number[group[live[group]]], self._task.num_facts)

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
