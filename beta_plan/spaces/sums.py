"""Which sub-invariants an inverse action may violate: those of whose facts it brings back more than it takes away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beta_plan.sas.rows import Longs, Rows
from beta_plan.sas.task import SasTask
from beta_plan.spaces.known import Known


@dataclass(frozen=True, eq=False)
class SumWatch:
    """Inverse action ``row[i]`` may violate sub-invariant ``sub[i]``: ``more[i]`` facts more come back than go."""

    row: Longs
    sub: Longs
    more: Longs


def sum_rows(task: SasTask) -> Rows:
    """Return the facts of each sub-invariant."""
    return Rows.of([sub.facts for sub in task.sub_invariants])


def watch_sums(task: SasTask, known: Known) -> SumWatch:
    """Return which sub-invariants have to be watched for which inverse action.

    Where an inverse action has free variables or conditional effects, all that it touches are watched.
    """
    members, count = sum_rows(task), max(len(task.sub_invariants), 1)
    subs_of = Rows.from_pairs(members.values, members.owners, task.num_facts)
    near = Rows.from_pairs(task.variable_of[members.values], members.owners, len(task.variables))
    old, free = known.inverse.old, known.inverse.free
    gone = known.gone >= 0
    coming, going = subs_of.take(old.values), subs_of.take(known.gone[gone])
    leaving = near.take(free.values)
    codes = [
        old.owners[coming.owners] * count + coming.values,
        old.owners[gone][going.owners] * count + going.values,
        free.owners[leaving.owners] * count + leaving.values,
    ]
    pairs, place = np.unique(np.concatenate(codes).astype(np.int64), return_inverse=True)
    weight = np.repeat([1, -1, 0], [len(each) for each in codes])
    more = np.bincount(place, weights=weight, minlength=len(pairs)).astype(np.int64)
    kept = (more > 0) | ~known.inverse.deterministic[pairs // count]
    return SumWatch(pairs[kept] // count, pairs[kept] % count, more[kept])
