"""The evaluators of an ordering: h^PDBk for every k that it needs, and the numbers made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from beta_plan.evaluators.conflicts import conflicts
from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.pdbs.collection import HasTask, PdbCollections
from beta_plan.pdbs.tables import BlindTables, SasPdbTables
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import evaluate


@dataclass(frozen=True, eq=False)
class Evaluators:
    """h^PDBk for each k of ``ks``, ascending; ``tables`` is what the kernel ``evaluate`` wants.

    ``notes`` say in words where fewer or smaller databases were built than asked for.
    """

    ks: tuple[int, ...]
    tables: SasPdbTables | BlindTables
    notes: tuple[str, ...] = ()

    @classmethod
    def blind(cls) -> Evaluators:
        """Return the evaluators of the ordering []: none."""
        return cls((), BlindTables(np.empty(0, dtype=np.int32)))

    @classmethod
    def of(cls, collections: PdbCollections) -> Evaluators:
        """Return the evaluators that look up these collections."""
        return cls(collections.ks, collections.tables, collections.notes)

    @classmethod
    def build(cls, source: SasTask | HasTask, ks: Iterable[int], *, seed: int, **options: int | None) -> Evaluators:
        """Build what ``ks`` need; for the options see ``PdbCollections.build``."""
        orders = tuple(sorted(set(ks)))
        if not orders:
            return cls.blind()
        return cls.of(PdbCollections.build(source, orders, seed=seed, **options))  # type: ignore[arg-type]

    def h(self, state: Sequence[int]) -> dict[int, int]:
        """Return h^PDBk of a complete state by k."""
        values = np.zeros(len(self.ks), dtype=np.int32)
        evaluate(self.tables, np.asarray(state, dtype=np.int32), values)
        return dict(zip(self.ks, values.tolist(), strict=True))

    def values(self, ordering: Ordering, state: Sequence[int]) -> tuple[int, ...]:
        """Return the terms of an ordering without novelty, for example those of ``Ordering.objective``."""
        h = self.h(state)
        return tuple(_value(term, h) for term in ordering.terms)


def _value(term: Term, h: dict[int, int]) -> int:
    if term.kind == "w":
        raise ValueError(f"{term} depends on the search, not on a state alone")
    return conflicts(h[term.k], h[term.k - 1]) if term.kind == "C" else h[term.k]
