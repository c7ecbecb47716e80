"""How hard states are: h^PDBk and kC on a search's own collections, on fresh ones, and with the best partitions.

A search overfits the random collections that guide it, so numbers of a result are never its own alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from beta_plan.evaluators.conflicts import conflicts
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs.store import Stopped
from beta_plan.sas.task import State
from beta_plan.spaces.protocol import DEAD_END

KS = (1, 2, 3, 4)
"""The orders that are reported; conflicts from the second on."""

NUM_FRESH = 5
"""Fresh collections are drawn so many times, and the mean is reported."""

RANKING_DRAW = 1
"""The draw by which states may be chosen that are then measured; those after it have chosen nothing."""

Values = dict[str, int | float | None]
"""By the names of the paper: ``PDB1``, .. and ``2C``, ..; None: a dead end."""

Stop = Callable[[], bool]


class Measurable(Protocol):
    """What gives the heuristics of a task."""

    def evaluators(self, ks: Iterable[int], *, seed: int, stop: Stop | None = None) -> Evaluators:
        """Return h^PDBk for some k, on random collections."""

    def best(self, state: State, k: int, *, seed: int, stop: Stop | None = None) -> int:
        """Return h^PDBk of a state with the best partition that is found; raise Stopped where ``stop`` says so."""


class Measure:
    """Measures states of one task; ``notes`` say what could not be done in the time and the memory that there were.

    ``stop`` is asked between databases; when it says True, or the system gives no more memory, what is not finished is
    left out.
    """

    def __init__(self, task: Measurable, *, seed: int, stop: Stop | None = None) -> None:
        self._task, self._seed, self._stop = task, seed, stop or (lambda: False)
        self.notes: list[str] = []

    def own(self, states: Sequence[State], evaluators: Evaluators) -> list[Values]:
        """Return the values of states on the collections of ``evaluators``; orders that it lacks are built."""
        missing = [k for k in KS if k not in evaluators.ks]
        h = [evaluators.h(state) for state in states]
        if missing and not self._stop():
            with self._as_far_as_possible(lambda: "own: some are missing"):
                more = self._build(missing, self._seed)
                self.notes += more.notes
                h = [known | more.h(state) for known, state in zip(h, states, strict=True)]
        return [_values(each) for each in h]

    def fresh(self, states: Sequence[State]) -> list[Values]:
        """Return the means of values on collections that are drawn anew, NUM_FRESH times."""
        drawn: list[list[Values]] = []
        with self._as_far_as_possible(lambda: f"fresh: {len(drawn)} of {NUM_FRESH} draws"):
            for number in range(1, NUM_FRESH + 1):
                self._go_on()
                evaluators = self._build(KS, fresh_seed(self._seed, RANKING_DRAW + number))
                self._go_on()  # else some collections may be missing
                drawn.append([_values(evaluators.h(state)) for state in states])
        return [_mean(values) for values in zip(*drawn, strict=True)] if drawn else [{} for _ in states]

    def best(self, states: Sequence[State]) -> list[Values]:
        """Return the values of the best partitions that are found for each state."""
        found: list[dict[int, int]] = [{} for _ in states]
        with self._as_far_as_possible(lambda: "best: some are missing"):
            for k in KS:
                for state, h in zip(states, found, strict=True):
                    self._go_on()
                    h[k] = self._task.best(state, k, seed=self._seed, stop=self._stop)
        return [_values(h) for h in found]

    @contextmanager
    def _as_far_as_possible(self, told: Callable[[], str]) -> Iterator[None]:
        """Note how far a measure came, and why not further."""
        try:
            yield
        except Stopped:
            self.notes.append(f"{told()}, stopped early")
        except MemoryError:
            self.notes.append(f"{told()}, out of memory")

    def _go_on(self) -> None:
        if self._stop():
            raise Stopped

    def _build(self, ks: Iterable[int], seed: int) -> Evaluators:
        return self._task.evaluators(ks, seed=seed, stop=self._stop)


def fresh_seed(seed: int, number: int) -> int:
    """Return the seed of a fresh draw, another one than that of the search or of any other draw.

    >>> [fresh_seed(0, 1), fresh_seed(0, 2), fresh_seed(1, 1)]
    [1000000007, 2000000014, 1000000008]
    """
    return seed + number * 1_000_000_007


def dead_end() -> Values:
    """Return the values of a state from which no goal can be reached, however it is measured: h is infinite."""
    return _values(dict.fromkeys(KS, DEAD_END))


def _values(h: Mapping[int, int]) -> Values:
    """Return heuristics and conflicts by name; None where a state is a dead end."""
    heuristics: Values = {f"PDB{k}": value if value < DEAD_END else None for k, value in sorted(h.items())}
    pairs = {k: (h[k], h[k - 1]) for k in sorted(h) if k - 1 in h}
    return heuristics | {
        f"{k}C": conflicts(upper, lower) if max(upper, lower) < DEAD_END else None
        for k, (upper, lower) in pairs.items()
    }


def _mean(values: Sequence[Values]) -> Values:
    """Return the mean of each number, whole where it is, else to two digits; None where one is a dead end."""
    found: Values = {}
    for name in values[0]:
        numbers = [number for one in values if (number := one[name]) is not None]
        total = sum(numbers)
        mean = total // len(values) if total % len(values) == 0 else round(total / len(values), 2)
        found[name] = mean if len(numbers) == len(values) else None
    return found
