"""Relaxed actions as arrays for landmark cuts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import SasTask


class LandmarkTables(NamedTuple):
    """Relaxed actions: what an action gives is added to what holds, and nothing is ever taken away.

    The facts of variable v begin at ``offsets[v]``. Behind all facts come one that always holds, which actions need
    that need nothing else, and the goal, which one further action for each alternative gives at no cost. What action a
    needs stands in ``needs`` from ``needs_first[a]`` to ``needs_first[a + 1]``; what it gives, which actions need a
    fact, and which give it, in the same way. ``cost`` is that of each action.

    Scratch memory: what is ``left`` of each cost; h^max of each fact in ``h_max``, and before the first cut in
    ``at_first``; of each action how many facts are ``missing``, its ``supporter``, which is the fact that it needs with
    the largest h^max, and that h^max in ``support``; ``mark`` of each fact; actions of the ``cut``; ``heap`` of facts
    by h^max, also a stack: an action puts in what it gives when it becomes cheaper, and whenever its supporter does,
    which each fact that it needs may be once.
    """

    offsets: Ints
    needing_first: Longs
    needing: Ints
    needs_first: Longs
    needs: Ints
    gives_first: Longs
    gives: Ints
    givers_first: Longs
    givers: Ints
    cost: Longs
    left: Longs
    h_max: Longs
    at_first: Longs
    missing: Ints
    supporter: Ints
    support: Longs
    mark: NDArray[np.int8]
    cut: Ints
    heap: Longs


def landmark_tables(task: SasTask) -> LandmarkTables:
    """Return the arrays of a task without conditional effects."""
    actions, num_facts = task.actions, task.num_facts
    if len(actions.conditional.action):
        raise ValueError("landmark cuts know no conditional effects")
    always, goal = num_facts, num_facts + 1
    needs = [row.tolist() or [always] for row in actions.pre]
    gives = [row.tolist() for row in actions.post]
    for alternative in task.goals:
        values = task.goal_values(alternative)
        certain = [int(task.offsets[v]) + min(chosen) for v, chosen in values.items() if len(chosen) == 1]
        needs.append(certain or [always])
        gives.append([goal])
    needed, given = Rows.of(needs), Rows.of(gives)
    needing = Rows.from_pairs(needed.values, needed.owners, num_facts + 2)
    givers = Rows.from_pairs(given.values, given.owners, num_facts + 2)
    count = len(needs)
    cost = np.zeros(count, dtype=np.int64)
    cost[: len(actions)] = actions.cost
    return LandmarkTables(
        offsets=task.offsets,
        needing_first=needing.offsets,
        needing=needing.values,
        needs_first=needed.offsets,
        needs=needed.values,
        gives_first=given.offsets,
        gives=given.values,
        givers_first=givers.offsets,
        givers=givers.values,
        cost=cost,
        left=np.zeros(count, dtype=np.int64),
        h_max=np.zeros(num_facts + 2, dtype=np.int64),
        at_first=np.zeros(num_facts + 2, dtype=np.int64),
        missing=np.zeros(count, dtype=np.int32),
        supporter=np.zeros(count, dtype=np.int32),
        support=np.zeros(count, dtype=np.int64),
        mark=np.zeros(num_facts + 2, dtype=np.int8),
        cut=np.zeros(count, dtype=np.int32),
        heap=np.zeros(int(((needed.lengths + 1) * given.lengths).sum()) + num_facts + 2, dtype=np.int64),
    )
