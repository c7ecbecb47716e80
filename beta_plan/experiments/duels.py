"""Which of two rows is harder, maze by maze: a difference of some mazes in ninety may be luck.

Every maze is one trial: what counts is which row was harder there with more of the seeds that both have. A state that
is not solved is harder than one that is; where both are solved that tells nothing, and the expansions that it takes do.
Mazes on which both are equal say nothing. If the rows were equally hard, either would win a trial with probability 1/2
(the sign test). Seeds of one maze are never taken for trials of their own; and one state, as that of a person, is held
against one, so there is a duel for each seed: the mean of several is less often at an end of the scale, which would
make it win or lose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, inf

from beta_plan.experiments.methods import DEFAULT, METHODS
from beta_plan.experiments.samples import Sample

MEASURES = ("solved", "expansions")
"""By what two states are compared: whether a mode of the solver solves them, or also by how much that takes."""


Costs = Mapping[tuple[int, int], float]
"""By maze and seed."""


@dataclass(frozen=True)
class Duel:
    """The default against another row in a mode of the solver, by one of MEASURES: mazes on which each is harder.

    ``seed`` is that of the default's states where the other row has a single state for each maze, which is given.
    """

    other: str
    mode: str
    measure: str
    default_harder: int
    other_harder: int
    equal: int
    seed: int | None = None

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
            for seed, costs in _by_seed(ours, theirs, single=not METHODS[row].is_generated):
                if counts := _counts(ours, costs):
                    yield Duel(row, mode, measure, *counts, seed)


def _by_seed(ours: Costs, theirs: Costs, *, single: bool) -> Iterator[tuple[int | None, Costs]]:
    """Yield with what ours are compared: theirs, or, if that is a ``single`` state a maze, the same with each seed."""
    if not single:
        yield None, theirs
        return
    for seed in sorted({seed for _, seed in ours}):
        yield seed, {(maze, seed): cost for (maze, _), cost in theirs.items()}


def _counts(ours: Costs, theirs: Costs) -> tuple[int, int, int] | None:
    """Return on how many mazes ours are harder, theirs, and neither; None where there are none that both have."""
    gains: Counter[int] = Counter()
    for maze, seed in ours.keys() & theirs.keys():
        our, their = ours[maze, seed], theirs[maze, seed]
        gains[maze] += (our > their) - (our < their)
    won, lost = sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())
    return (won, lost, len(gains) - won - lost) if gains else None


def sign_test(won: int, lost: int) -> float:
    """Return the two-sided probability of so uneven a result among equals.

    >>> sign_test(5, 0), sign_test(3, 3), sign_test(0, 0)
    (0.0625, 1.0, 1.0)
    """
    total, most = won + lost, max(won, lost)
    tail = sum(comb(total, number) for number in range(most, total + 1)) / (1 << total)
    return min(1.0, 2 * tail)


def _costs(samples: Sequence[Sample], row: str, mode: str, measure: str) -> Costs:
    """Return by maze and seed what the state of a row costs: whoever is not solved costs more than all who are."""
    return {
        (each.maze, each.seed): inf if not each.solved[mode] else each.effort[mode] if measure == "expansions" else 0
        for each in samples
        if each.row == row and mode in each.solved
    }
