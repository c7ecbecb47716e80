"""Which of two rows is solved less often, maze by maze: a difference of some mazes in ninety may be luck.

Every maze is one trial: what counts is which row was solved with fewer seeds there, of those that both have. Mazes on
which both were solved equally often say nothing. If the rows were equally hard, either would win a trial with
probability 1/2 (the sign test). Seeds of one maze are never taken for trials of their own; and one state, as that of a
person, is held against one: the mean of several is less often at an end of the scale, which would make it win or lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from beta_plan.experiments.methods import DEFAULT
from beta_plan.experiments.samples import Sample


@dataclass(frozen=True)
class Duel:
    """The default against another row in a mode of the solver: mazes on which each was solved less often."""

    other: str
    mode: str
    default_harder: int
    other_harder: int
    equal: int

    @property
    def chance(self) -> float:
        """How likely rows that are equally hard differ so much, in one direction or the other."""
        return sign_test(self.default_harder, self.other_harder)


def duels(samples: Sequence[Sample], rows: Sequence[str], modes: Sequence[str]) -> Iterator[Duel]:
    """Yield the duels of the default with all other rows, on the mazes and with the seeds that both were tried with."""
    for mode in modes:
        ours = _solved(samples, DEFAULT, mode)
        for row in (row for row in rows if row != DEFAULT):
            theirs = _solved(samples, row, mode)
            gains: Counter[int] = Counter()
            for maze, seed in ours.keys() & theirs.keys():
                gains[maze] += theirs[maze, seed] - ours[maze, seed]
            if gains:
                won, lost = sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())
                yield Duel(row, mode, won, lost, len(gains) - won - lost)


def sign_test(won: int, lost: int) -> float:
    """Return the two-sided probability of so uneven a result among equals.

    >>> sign_test(5, 0), sign_test(3, 3), sign_test(0, 0)
    (0.0625, 1.0, 1.0)
    """
    total, most = won + lost, max(won, lost)
    tail = sum(comb(total, number) for number in range(most, total + 1)) / (1 << total)
    return min(1.0, 2 * tail)


def _solved(samples: Sequence[Sample], row: str, mode: str) -> Mapping[tuple[int, int], bool]:
    """Return by maze and seed whether the state of a row was solved."""
    mine = (sample for sample in samples if sample.row == row and mode in sample.solved)
    return {(sample.maze, sample.seed): sample.solved[mode] for sample in mine}
