"""Which exclusive triples an inverse action may violate: most are settled by what is known before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Longs, Rows, is_in
from beta_plan.sas.task import SasTask
from beta_plan.spaces.known import Known


@dataclass(frozen=True, eq=False)
class TripleWatch:
    """Inverse action ``row[i]`` may violate ``triple[i]``.

    ``more[i]`` facts of the triple more come back than go. Rows that ``violated`` marks violate one in any case.
    """

    row: Longs
    triple: Longs
    more: Longs
    violated: NDArray[np.bool_]


def watch_triples(task: SasTask, known: Known) -> TripleWatch:
    """Return which triples have to be watched for which inverse action.

    A legal state has at most two of the three. An inverse action may bring the third one only if it brings a fact of
    the triple back or leaves a variable of it open, and if what is known before does not contradict the triple.
    """
    violated = np.zeros(len(known.inverse), dtype=bool)
    row, triple = _candidates(task, known)
    slots = _Slots(task)
    certain, coming, going = np.zeros((3, len(row)), dtype=np.int64)
    open_ = np.ones(len(row), dtype=bool)
    for slot in range(3):
        variable = slots.variable[triple, slot]
        value, (old, gone) = known.value(row, variable), known.old(row, variable)
        inside = slots.has(triple, slot, value)
        certain += inside
        open_ &= inside | (value < 0)
        coming += slots.has(triple, slot, old)
        going += slots.has(triple, slot, gone)
    violated[row[certain == 3]] = True
    kept = open_ & ~violated[row]
    return TripleWatch(row[kept], triple[kept], (coming - going)[kept], violated)


def triple_rows(task: SasTask) -> Rows:
    """Return the facts of each triple."""
    return Rows.of([(*t.pair, *t.others) for t in task.exclusive_triples])


def _candidates(task: SasTask, known: Known) -> tuple[Longs, Longs]:
    """Return (inverse action, triple) where a fact of the triple comes back or a variable of it is free."""
    old, free = known.inverse.old, known.inverse.free
    members = triple_rows(task)
    changed = old.values != known.gone
    bringing = Rows.from_pairs(old.values[changed], old.owners[changed], task.num_facts).take(members.values)
    near = Rows.from_pairs(members.owners, task.variable_of[members.values], len(members))
    leaving = Rows.from_pairs(free.values, free.owners, len(task.variables)).take(near.values)
    triple = np.concatenate([members.owners[bringing.owners], near.owners[leaving.owners]])
    codes = np.unique(np.concatenate([bringing.values, leaving.values]).astype(np.int64) * len(members) + triple)
    return codes // max(len(members), 1), codes % max(len(members), 1)


class _Slots:
    """The three places of each triple: a fact, a fact, one of several values of a variable."""

    def __init__(self, task: SasTask) -> None:
        self._count = task.num_facts
        triples = task.exclusive_triples
        firsts = np.array([(*t.pair, t.others[0]) for t in triples], dtype=np.int64).reshape(-1, 3)
        self._pair = firsts[:, :2]
        others = Rows.of([t.others for t in triples])
        self._others = np.sort(others.owners * self._count + others.values)
        self.variable = task.variable_of[firsts]

    def has(self, triple: Longs, slot: int, fact: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Say whether each fact is the one, or one of those, at this place of its triple."""
        if slot < 2:
            same: NDArray[np.bool_] = self._pair[triple, slot] == fact
            return same
        return is_in(triple * self._count + fact, self._others) & (fact >= 0)
