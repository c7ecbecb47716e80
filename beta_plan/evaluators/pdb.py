"""The evaluators of an ordering: h^PDBk for every k that it needs, and the numbers made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict
from zlib import crc32

import numpy as np

from beta_plan.evaluators.conflicts import conflicts
from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.evaluators.row_kernels import evaluate_rows
from beta_plan.pdbs import policies
from beta_plan.pdbs.collection import HasTask, PdbCollections
from beta_plan.pdbs.policies import ChosenPartitions
from beta_plan.pdbs.store import TABLE_LIMIT, TOTAL_LIMIT
from beta_plan.pdbs.tables import BlindTables
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import Tables, evaluate

POLICIES = ("random", *policies.POLICIES)
"""Which partitions h^PDBk looks at: fixed random ones, new random ones for every state, the best for each state."""


class _Limits(TypedDict):
    """What every build is told."""

    seed: int
    num_collections: int | None
    table_limit: int
    total_limit: int


@dataclass(frozen=True, eq=False)
class Evaluators:
    """h^PDBk for each k of ``ks``, ascending; ``tables`` is what the kernel ``evaluate`` wants.

    ``notes`` say in words where fewer or smaller databases were built than asked for.
    """

    ks: tuple[int, ...]
    tables: Tables
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
    def build(
        cls,
        source: SasTask | HasTask,
        ks: Iterable[int],
        *,
        seed: int,
        policy: str = "random",
        num_collections: int | None = None,
        table_limit: int = TABLE_LIMIT,
        total_limit: int = TOTAL_LIMIT,
        stop: Callable[[], bool] | None = None,
    ) -> Evaluators:
        """Build what ``ks`` need.

        ``policy`` says which partitions h^PDBk looks at: ``random`` are fixed ones (paper), ``redrawn`` new ones for
        every state (its authors' program), ``best`` the best that is found for each state; see
        ``beta_plan.pdbs.policies``. For the other arguments see ``PdbCollections.build``.
        """
        orders = tuple(sorted(set(ks)))
        if policy not in POLICIES:
            raise ValueError(f"{policy!r} is none of {', '.join(POLICIES)}")
        if not orders:
            return cls.blind()
        limits = _Limits(seed=seed, num_collections=num_collections, table_limit=table_limit, total_limit=total_limit)
        if policy == "random":
            return cls.of(PdbCollections.build(source, orders, stop=stop, **limits))
        chosen = ChosenPartitions.build(source, orders, policy, stop=stop, **limits)
        return cls(orders, chosen.tables(), chosen.notes)

    @property
    def checksum(self) -> int:
        """A number that tells databases from others; before anything was looked up, for tables have scratch memory."""
        return _checksum(self.tables, 0)

    def h(self, state: Sequence[int]) -> dict[int, int]:
        """Return h^PDBk of a complete state by k."""
        values = np.zeros(len(self.ks), dtype=np.int32)
        evaluate(self.tables, np.asarray(state, dtype=np.int32), values)
        return dict(zip(self.ks, values.tolist(), strict=True))

    def values(self, ordering: Ordering, state: Sequence[int]) -> tuple[int, ...]:
        """Return the terms of an ordering without novelty, for example those of ``Ordering.objective``."""
        h = self.h(state)
        return tuple(_value(term, h) for term in ordering.terms)

    def values_of(self, ordering: Ordering, rows: Ints) -> Ints:
        """Return what ``values`` does for every state of ``rows``, a row each."""
        h = np.zeros((len(rows), len(self.ks)), dtype=np.int32)
        evaluate_rows(self.tables, rows, h)
        of_k = [dict(zip(self.ks, row, strict=True)) for row in h.tolist()]
        values = [[_value(term, each) for term in ordering.terms] for each in of_k]
        return np.array(values, dtype=np.int32).reshape(len(rows), len(ordering.terms))


def _checksum(tables: Iterable[Any], before: int) -> int:
    """Return the checksum of all arrays, however they are nested."""
    for part in tables:
        if isinstance(part, np.ndarray):
            plain: Any = np.ascontiguousarray(part).reshape(-1).view(np.uint8)
            before = crc32(plain, before)
        else:
            before = _checksum(part, before)
    return before


def _value(term: Term, h: dict[int, int]) -> int:
    if term.kind == "w":
        raise ValueError(f"{term} depends on the search, not on a state alone")
    return conflicts(h[term.k], h[term.k - 1]) if term.kind == "C" else h[term.k]
