"""How a race among states is run in a world: whose effort counts how much, and what is spent on what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RacePlan:
    """What the judges of a world need, as it was measured.

    Attributes:
        judges: the names of the forward searches, in the order in which they are asked.
        weights: how much the effort of each judge counts.
        shares: what each judge may spend on a state that it has not solved, in proportion.
        part: of the time after the setup, what is for the race and not for searches.
        resisting: who has resisted a judge costs it so many times what it was asked for, in the median.
        field: so many states at most race against each other at first.
        screening: of the budget, the part for the first rounds.
        looking: of that, the part for a first look at a field, after which its states are tried for long, one after
            the other; 0 where a field races in rounds.
        climbing: of what is left then, the part for climbing from the best.
        deciding: of what is left then, the part for longer rounds.
        last_climbing: of what is left then, the part for climbing further; the rest is for the last few.
    """

    judges: tuple[str, ...]
    weights: tuple[float, ...]
    shares: tuple[float, ...]
    part: float
    resisting: float
    field: int
    screening: float
    looking: float
    climbing: float
    deciding: float
    last_climbing: float
