"""Triples of facts that exclude each other: the pairs that may hold together *while a third fact holds*.

A crate on a crate is where that one is; what is in a bag is where the bag is. No pair of facts says so. We assume a
fact f, on(c, s), and ask by the induction of ``beta_plan.sas.pairs`` which facts about the things of f may hold
together while f does: those that do in the reference state, those that an action leaves when it adds f, and those that
an action brings together later without taking f away. What is left never holds together with f.

Legal is more than reachable. So f is a fact that actions add (any other one is a beginning); facts of variables about
other things may always hold together; and a fact that no action adds goes with all others. A variable about nothing,
such as the place of the only bag, goes with each f.

A fact about the things of f that never holds beside f is a pair that ``beta_plan.sas.pairs`` has missed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from beta_plan.sas.assumed import Assumption, Assumptions, Mask, Matrix
from beta_plan.sas.pairs import MAX_FACTS, MAX_WORK, known_mutexes, pair_groups, work
from beta_plan.sas.rows import Longs, Rows, is_in
from beta_plan.sas.task import ExclusiveTriple, MutexGroup, SasTask

BUDGET = 2_000_000_000
"""Multiplications in all matrix products: about a second or two."""
_LEAST = 1_000_000
"""What an assumed fact costs at least, in multiplications."""
_TRIED = 12
"""Facts of one kind that are tried before all are."""


@dataclass(frozen=True)
class ExclusiveTriples:
    """What was found, with ``pairs`` as mutex groups; ``too_large`` says that not all facts were looked at."""

    found: tuple[ExclusiveTriple, ...] = ()
    pairs: tuple[MutexGroup, ...] = ()
    too_large: bool = False


def exclusive_triples(task: SasTask, *, budget: int = BUDGET) -> ExclusiveTriples:
    """Return what facts exclude in threes that they do not exclude in pairs; nothing without a reference state."""
    if task.init is None or not task.num_facts:
        return ExclusiveTriples()
    if task.num_facts > MAX_FACTS or work(task) > MAX_WORK:
        return ExclusiveTriples(too_large=True)
    return _Search(task, budget).found()


class _Search:
    """The triples and pairs that were found so far, and what is left of the budget."""

    def __init__(self, task: SasTask, budget: int) -> None:
        self._task, self._budget = task, budget
        self._assumptions = Assumptions(task)
        self._codes = np.empty(0, dtype=np.int64)
        self._pairs = np.zeros((task.num_facts, task.num_facts), dtype=bool)

    def found(self) -> ExclusiveTriples:
        """Assume some facts of each kind, and all of a kind if these had something new to say."""
        for facts in self._by_kind():
            some = facts[:: -(-len(facts) // _TRIED)]
            if self._assume(some):
                self._assume(sorted(set(facts) - set(some)))
        triples = tuple(_grouped(self._task, self._codes, self._pairs))
        return ExclusiveTriples(triples, tuple(pair_groups(self._task, self._pairs)), self._budget < 0)

    def _by_kind(self) -> list[list[int]]:
        """Return the facts to assume, those of a kind together.

        A crate that stands on a crate is of another kind than one on a pallet: of that, pairs say all.
        """
        found: dict[Hashable, list[int]] = {}
        for fact in self._assumptions.candidates():
            found.setdefault(self._assumptions.kind(fact), []).append(fact)
        return list(found.values())

    def _assume(self, facts: list[int]) -> bool:
        """Look for triples and pairs with each of the facts, and say whether there were new ones."""
        codes, num_pairs = [self._codes], int(self._pairs.sum())
        for fact in facts:
            if self._budget < 0:
                break
            assumed = self._assumptions.assume(fact)
            self._budget -= _LEAST
            if not assumed.is_settled:
                self._budget -= _close(assumed, *self._assumptions.keepers(assumed))
                never = assumed.facts[~np.diag(assumed.together)]
                self._pairs[fact, never] = self._pairs[never, fact] = True
                codes.append(_codes(self._task, assumed))
        before, self._codes = len(self._codes), np.unique(np.concatenate(codes))
        return len(self._codes) > before or int(self._pairs.sum()) > num_pairs


def _close(assumed: Assumption, pre: Matrix, sets: Matrix, keeps: Mask) -> int:
    """Add what events bring together until nothing new comes; return the multiplications that took."""
    together, possible = assumed.together, assumed.possible
    spent = 0
    while True:
        before = int(together.sum())
        blocked = pre @ (~together).astype(np.float32) > 0
        applicable = ~(blocked & (pre > 0)).any(axis=1)
        staying = keeps & ~blocked & np.diag(together)
        after = (staying | (sets > 0))[applicable].astype(np.float32)
        found: Mask = sets[applicable].T @ after > 0
        together |= (found | found.T) & possible
        spent += 2 * pre.size * len(together)
        if before == together.sum():
            free = assumed.unheard_of()
            if not free.any():
                return spent
            together |= (free[:, None] | free[None, :]) & possible


def _codes(task: SasTask, assumed: Assumption) -> Longs:
    """Return the triples of the assumed fact and two that never hold beside it."""
    rows, columns = np.nonzero(np.triu(assumed.possible & ~assumed.together))
    fact = np.full(len(rows), assumed.fact, dtype=np.int64)
    return _coded(task, np.stack([fact, assumed.facts[rows], assumed.facts[columns]], axis=1))


def _coded(task: SasTask, triples: Longs) -> Longs:
    """Return rows of three facts as codes, whatever the order of the three."""
    triples = np.sort(triples, axis=1)
    codes: Longs = (triples[:, 0] * task.num_facts + triples[:, 1]) * task.num_facts + triples[:, 2]
    return codes


def _decoded(task: SasTask, codes: Longs, pairs: Mask) -> Longs:
    """Return the triples that neither a pair nor another triple says already.

    Where h holds only together with x, and f, g, x exclude each other, so do f, g, h: a crate on a pallet is where
    the pallet is. Of h and x the smaller variable's stays, so nothing is left out in a circle.
    """
    count = task.num_facts
    triples: Longs = np.column_stack([codes // count**2, codes // count % count, codes % count])
    known: Mask = np.logical_or.reduce(pairs[triples, np.roll(triples, 1, axis=1)], axis=1)
    implied = consequences(task)
    for place in range(3):
        more = implied.take(triples[:, place])
        replaced = triples[more.owners]
        replaced[:, place] = more.values
        known[more.owners[is_in(_coded(task, replaced), codes)]] = True
    left: Longs = triples[~known]
    return left


def consequences(task: SasTask) -> Rows:
    """Return the facts of smaller variables that each fact implies: pairs exclude all other values."""
    compatible = ~known_mutexes(task)
    firsts, sizes = task.offsets[:-1], np.diff(task.offsets)
    forced = np.add.reduceat(compatible, firsts, axis=1, dtype=np.int64) == 1
    forced &= sizes[None, :] < sizes[task.variable_of][:, None]
    facts, variables = np.nonzero(forced)
    forcing = zip(facts.tolist(), firsts[variables].tolist(), sizes[variables].tolist(), strict=True)
    implied = [first + int(np.argmax(compatible[fact, first : first + size])) for fact, first, size in forcing]
    return Rows.from_pairs(facts, np.array(implied, dtype=np.int64), task.num_facts)


def _grouped(task: SasTask, codes: Longs, pairs: Mask) -> Iterator[ExclusiveTriple]:
    """Yield the triples; those that differ in a value of their largest variable are put together."""
    if not len(codes):
        return
    triples = _decoded(task, codes, pairs)
    sizes = np.diff(task.offsets)[task.variable_of[triples]]
    triples = np.take_along_axis(triples, np.argsort(sizes, axis=1, kind="stable"), axis=1)
    third = task.variable_of[triples[:, 2]]
    order = np.lexsort((triples[:, 2], third, triples[:, 1], triples[:, 0]))
    triples = triples[order]
    keys = np.column_stack([triples[:, :2], third[order]])
    new = np.ones(len(keys), dtype=bool)
    new[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    for first, last in pairwise([*np.flatnonzero(new).tolist(), len(keys)]):
        one, other = triples[first, :2].tolist()
        yield ExclusiveTriple((one, other), tuple(triples[first:last, 2].tolist()))
