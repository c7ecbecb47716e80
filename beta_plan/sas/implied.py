"""What the preconditions of actions imply by exclusive triples: the value of a variable that they do not mention.

A crate that is lifted off another one is where that one is. Forwards that goes without saying. Backwards it is a
condition: without it the crate would come down on one that stands elsewhere (Alcazar et al. 2013 call this
disambiguation). Where more than one value is left, whoever inverts the action has to look at the triples.
"""

from __future__ import annotations

import numpy as np

from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import SasTask


def implied_facts(task: SasTask) -> Rows:
    """Return for each action the facts that hold before and after it because triples leave no other value."""
    count, actions = len(task.variables), task.actions
    pairs: list[tuple[int, int]] = []
    if task.exclusive_triples:
        action, fact = _excluded(task)
        code = action * count + task.variable_of[fact]
        known = np.concatenate([
            actions.pre.owners * count + task.variable_of[actions.pre.values],
            actions.post.owners * count + task.variable_of[actions.post.values],
            actions.conditional.action.astype(np.int64) * count + task.variable_of[actions.conditional.fact],
        ])  # fmt: skip
        open_ = ~is_in(code, np.sort(known))
        cases, place = np.unique(code[open_], return_inverse=True)
        excluded, mutexes = Rows.from_pairs(place, fact[open_], len(cases)), Mutexes(task)
        for case, facts in zip(cases.tolist(), excluded, strict=True):
            allowed = mutexes.allowed(case % count, actions.pre[case // count].tolist())
            left = set(allowed) - set(facts.tolist())
            if len(left) == 1:
                pairs.append((case // count, left.pop()))
    owners, values = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return Rows.from_pairs(owners, values, len(actions))


def _excluded(task: SasTask) -> tuple[Longs, Ints]:
    """Return (action, fact) where two preconditions and the fact are an exclusive triple."""
    triples = np.array([(*t.pair, other) for t in task.exclusive_triples for other in t.others], dtype=np.int64)
    pre = task.actions.pre
    asking = Rows.from_pairs(pre.values, pre.owners, task.num_facts)
    codes = np.sort(pre.owners * task.num_facts + pre.values)
    found: list[tuple[Longs, Longs]] = []
    for one, other, third in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        actions = asking.take(triples[:, one])
        both = is_in(actions.values.astype(np.int64) * task.num_facts + triples[actions.owners, other], codes)
        found.append((actions.values[both].astype(np.int64), triples[actions.owners[both], third]))
    return np.concatenate([a for a, _ in found]), np.concatenate([f for _, f in found]).astype(np.int32)
