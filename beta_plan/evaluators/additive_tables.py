"""Relaxed actions, in either direction, as arrays for the additive heuristic."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.invert import inverse_actions
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import SasTask
from beta_plan.spaces.legality import watch

MOST = 1 << 12
"""Costs are cut off here: sums of sums grow beyond all bounds, and what is so far away is far enough."""


class AdditiveTables(NamedTuple):
    """Relaxed actions: what an action gives is added to what holds, and nothing is ever taken away.

    The facts of variable v begin at ``offsets[v]``. Fact f is needed by the actions that stand in ``needing`` from
    ``needing_first[f]`` to ``needing_first[f + 1]``; the demands that it meets stand in ``meets`` in the same way.
    Action a needs ``needs[a]`` facts and gives the facts from ``gives[i, 0]`` up to ``gives[i, 1]`` for each i from
    ``gives_first[a]`` to ``gives_first[a + 1]``.

    Scratch memory: which demands are ``met`` and which facts ``known``; ``fresh`` facts, of which no action was told;
    for each action how many facts are ``missing`` and what the others ``cost``; buckets of actions, ``bucket`` with the
    first one of each cost, or -1, and ``below`` with the next.
    """

    offsets: Ints
    needing_first: Ints
    needing: Ints
    meets_first: Ints
    meets: Ints
    needs: Ints
    gives_first: Ints
    gives: Ints
    met: NDArray[np.bool_]
    known: NDArray[np.bool_]
    fresh: Ints
    missing: Ints
    cost: Ints
    bucket: Ints
    below: Ints


def backward_tables(task: SasTask, demands: Rows) -> AdditiveTables:
    """Return the arrays over inverse actions; of each row of facts in ``demands`` some fact is demanded.

    An inverse action needs the facts of post and prevail conditions and gives the old values. A variable that is free,
    or that a conditional effect may have changed, gets all its values at once: there h^add is optimistic. So where
    even relaxed inverse actions do not meet the demands no state further back does.
    """
    inverse = inverse_actions(task)
    possible = np.flatnonzero(watch(task, inverse).possible)
    required, old, free = (rows.take(possible) for rows in (inverse.required, inverse.old, inverse.free))
    first = np.concatenate([old.values, task.offsets[free.values]])
    last = np.concatenate([old.values + 1, task.offsets[free.values + 1]])
    return _tables(task, demands, required, np.concatenate([old.owners, free.owners]), first, last)


def forward_tables(task: SasTask, demands: Rows) -> AdditiveTables:
    """Return the arrays over actions; conditional effects are optimistic, too: they ask for no condition."""
    actions = task.actions
    facts = np.concatenate([actions.post.values, actions.conditional.fact])
    owners = np.concatenate([actions.post.owners, actions.conditional.action])
    return _tables(task, demands, actions.pre, owners, facts, facts + 1)


def _tables(
    task: SasTask, demands: Rows, required: Rows, owners: NDArray[np.integer], first: Ints, last: Ints
) -> AdditiveTables:
    """Return the arrays where action ``owners[i]`` gives the facts from ``first[i]`` up to ``last[i]``."""
    needing = Rows.from_pairs(required.values, required.owners, task.num_facts)
    meets = Rows.from_pairs(demands.values, demands.owners, task.num_facts)
    order, count = np.argsort(owners, kind="stable"), len(required)
    return AdditiveTables(
        offsets=task.offsets,
        needing_first=needing.offsets.astype(np.int32),
        needing=needing.values,
        meets_first=meets.offsets.astype(np.int32),
        meets=meets.values,
        needs=required.lengths.astype(np.int32),
        gives_first=np.searchsorted(owners[order], np.arange(count + 1)).astype(np.int32),
        gives=np.stack([first, last], axis=1)[order].astype(np.int32),
        met=np.zeros(len(demands), dtype=bool),
        known=np.zeros(task.num_facts, dtype=bool),
        fresh=np.zeros(task.num_facts, dtype=np.int32),
        missing=np.zeros(count, dtype=np.int32),
        cost=np.zeros(count, dtype=np.int32),
        bucket=np.full(MOST + 1, -1, dtype=np.int32),
        below=np.zeros(count, dtype=np.int32),
    )
