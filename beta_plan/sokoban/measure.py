"""How hard states of a maze are: on a search's own collections, on fresh ones, and with the best partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from beta_plan.evaluators.measure import KS, Measuring
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs.store import Stopped
from beta_plan.sas.task import State
from beta_plan.sokoban.build import Stop
from beta_plan.sokoban.evaluators import BoxEvaluators

CLIMBS = 30
"""The search for the best partition of a state begins so many times anew, from random ones."""


class BoxMeasure(Measuring):
    """Measures states of one maze; the databases are those of the search, and only what is missing is built."""

    def __init__(self, evaluators: BoxEvaluators, *, seed: int, stop: Stop | None = None) -> None:
        super().__init__(seed=seed, stop=stop)
        self._evaluators = evaluators

    def _build(self, ks: Iterable[int], seed: int) -> Evaluators:
        return self._noted(self._evaluators.build(ks, seed=seed, stop=self._stop))

    def _best(self) -> Callable[[State, int], int]:
        of_k = {}
        for k in KS:
            of_k[k] = self._noted(
                self._evaluators.build((k,), seed=self._seed, policy="best", climbs=CLIMBS, stop=self._stop)
            )
            if self._stop():
                raise Stopped
        return lambda state, k: of_k[k].h(state)[k]

    def _noted(self, evaluators: Evaluators) -> Evaluators:
        """Take over notes that were not made before."""
        self.notes += [note for note in evaluators.notes if note not in self.notes]
        return evaluators
