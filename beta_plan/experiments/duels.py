"""Which of two rows is harder, maze by maze: a difference of some mazes in ninety may be luck.

Every maze is one trial: what counts is which row was harder there with more of the seeds that both have. A state that
is not solved is harder than one that is; where both are solved that tells nothing, and the expansions that it takes do.
Mazes on which both are equal say nothing. If the rows were equally hard, either would win a trial with probability 1/2
(the sign test). Seeds of one maze are never taken for trials of their own; and one state, as that of a person, is held
against one: the mean of several is less often at an end of the scale, which would make it win or lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, inf

from beta_plan.experiments.methods import DEFAULT
from beta_plan.experiments.samples import Sample

MEASURES = ("solved", "expansions")
"""By what two states are compared: whether a mode of the solver solves them, or also by how much that takes."""


@dataclass(frozen=True)
class Duel:
    """The default against another row in a mode of the solver, by one of MEASURES: mazes on which each is harder."""

    other: str
    mode: str
    measure: str
    default_harder: int
    other_harder: int
    equal: int

    @property
    def chance(self) -> float:
        """How likely rows that are equally hard differ so much, in one direction or the other."""
        return sign_test(self.default_harder, self.other_harder)


def duels(samples: Sequence[Sample], rows: Sequence[str], modes: Sequence[str]) -> Iterator[Duel]:
    """Yield the duels of the default with all other rows, on the mazes and with the seeds that both were tried with."""
    for mode, measure in product(modes, MEASURES):
        ours = _costs(samples, DEFAULT, mode, measure)
        for row in (row for row in rows if row != DEFAULT):
            theirs = _costs(samples, row, mode, measure)
            gains: Counter[int] = Counter()
            for maze, seed in ours.keys() & theirs.keys():
                our, their = ours[maze, seed], theirs[maze, seed]
                gains[maze] += (our > their) - (our < their)
            if gains:
                won, lost = sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())
                yield Duel(row, mode, measure, won, lost, len(gains) - won - lost)


def sign_test(won: int, lost: int) -> float:
    """Return the two-sided probability of so uneven a result among equals.

    >>> sign_test(5, 0), sign_test(3, 3), sign_test(0, 0)
    (0.0625, 1.0, 1.0)
    """
    total, most = won + lost, max(won, lost)
    tail = sum(comb(total, number) for number in range(most, total + 1)) / (1 << total)
    return min(1.0, 2 * tail)


def _costs(samples: Sequence[Sample], row: str, mode: str, measure: str) -> Mapping[tuple[int, int], float]:
    """Return by maze and seed what the state of a row costs: whoever is not solved costs more than all who are."""
    return {
        (each.maze, each.seed): inf if not each.solved[mode] else each.effort[mode] if measure == "expansions" else 0
        for each in samples
        if each.row == row and mode in each.solved
    }
