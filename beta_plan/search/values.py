"""The values of states: terms for kernels, and the profiles that were met."""

from __future__ import annotations

import numpy as np

from beta_plan.evaluators.ordering import KINDS, Term
from beta_plan.sas.rows import Ints
from beta_plan.search import value_kernels as v
from beta_plan.search.key_set import KeySet
from beta_plan.search.memory import copied, resize
from beta_plan.search.novelty import Novelty
from beta_plan.search.snapshot import Arrays, below, prefixed
from beta_plan.spaces.protocol import StateSpace


class Values:
    """Profiles, rows of values that some state has, for ``terms``; the first ``num_key_terms`` are its key in open.

    ``ks`` are those of the evaluators. ``capacity`` is for profiles, ``novelty_rows`` for values of h.
    """

    def __init__(
        self, space: StateSpace, terms: tuple[Term, ...], ks: tuple[int, ...],
        *, num_key_terms: int, novelty_cap: int, capacity: int, novelty_rows: int,
    ) -> None:  # fmt: skip
        novel = sorted({term.k for term in terms if term.kind == KINDS[v.NOVELTY]})
        self.novelty = Novelty(
            len(novel), space.num_facts, space.num_variables, cap=novelty_cap, rows=max(novelty_rows, len(novel))
        )
        self._profiles = KeySet(len(terms), capacity)
        settings = np.zeros(5, dtype=np.int64)
        settings[v.NUM_KEY_TERMS] = num_key_terms
        settings[v.NUM_MOVABLES] = space.num_movables
        settings[v.CAP] = novelty_cap
        settings[v.NUM_NOVELTIES] = len(novel)
        settings[v.NOVELTY_WORDS] = self.novelty.words_per_state
        self.tables = v.ValueTables(
            terms=_coded(terms, ks, novel),
            settings=settings,
            profiles=self._profiles.table,
            bucket=np.zeros(capacity, dtype=np.int32),
            novelty=self.novelty.tables,
            h=np.zeros(len(ks), dtype=np.int32),
            key=np.zeros(len(terms), dtype=np.uint64),
            facts=np.zeros(space.num_variables, dtype=np.int32),
        )

    def profiles_from(self, begin: int) -> Ints:
        """Return the values of the profiles from number ``begin`` on."""
        words = self._profiles.table.keys[begin : len(self._profiles)]
        return (words.astype(np.int64) - v.BIAS).astype(np.int32)

    def arrays(self) -> Arrays:
        """Return what must be kept to go on later: views, of the places in use alone."""
        count = len(self._profiles)
        own: Arrays = {"keys": self._profiles.keys, "bucket": self.tables.bucket[:count]}
        return own | prefixed("novelty", self.novelty.arrays())

    def restore(self, arrays: Arrays) -> None:
        """Hold what ``arrays`` has returned; there must be room for the profiles."""
        self._profiles.fill(arrays["keys"])
        self.tables.bucket[: len(arrays["bucket"])] = arrays["bucket"]
        self.novelty.restore(below("novelty", arrays))

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return self._profiles.nbytes + self.tables.bucket.nbytes + self.novelty.nbytes

    @property
    def capacity(self) -> int:
        """How many profiles there is room for."""
        return self._profiles.capacity

    @property
    def profile_bytes(self) -> int:
        """Bytes for each profile that there is room for."""
        return self._profiles.row_bytes + 4

    @property
    def copied(self) -> int:
        """Bytes that may exist twice while the profiles grow."""
        return copied(self._profiles.table.keys)

    def grow_profiles(self, capacity: int) -> None:
        """Make room for so many profiles."""
        resize(self.tables.bucket, capacity)
        self._profiles.grow(capacity)
        self._profiles.catch_up()


def _coded(terms: tuple[Term, ...], ks: tuple[int, ...], novel: list[int]) -> Ints:
    """Return the terms as kernels know them: kind, place of k and of k-1 in ``ks``, place of k in ``novel``."""
    rows = np.full((len(terms), 4), -1, dtype=np.int32)
    for row, term in zip(rows, terms, strict=True):
        row[v.KIND], row[v.INDEX_OF_K] = KINDS.index(term.kind), ks.index(term.k)
        if row[v.KIND] == v.CONFLICTS:
            row[v.INDEX_BELOW] = ks.index(term.k - 1)
        if row[v.KIND] == v.NOVELTY:
            row[v.HEURISTIC] = novel.index(term.k)
    return rows
