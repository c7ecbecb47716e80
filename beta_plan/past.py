"""Which states of a search have a past: a natural state leads to them.

A backward search keeps to the laws that were found, and legal states obey others, too: that a rover whose bin is full
has analysed something, that seen cells make a trail. A natural state is what an author writes, so what actions make of
it obeys every law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beta_plan.sas.task import State
from beta_plan.worlds.world import World

MOST_IN_VAIN = 300
"""After so many states without a past nobody looks further."""


class Past:
    """Tells of states whether they have a past; ``in_vain`` counts those of which none was found.

    Where laws are missing a past leads to the initial state, which may be too far away for all of them. With
    ``any_state`` others are then taken all the same: nobody knows whether they are legal.
    """

    def __init__(self, world: World, stop: Callable[[], bool], *, any_state: bool = False) -> None:
        self._world, self._stop = world, stop
        self._takes_others = any_state and world.needs_past
        self._known: dict[State, bool] = {}
        self.in_vain = 0

    def __call__(self, state: State) -> bool:
        """Tell whether a state may become an instance: it has a past, or there is no time to look for one."""
        if self._takes_others and self.in_vain >= MOST_IN_VAIN and not any(self._known.values()):
            return state not in self._known
        if state not in self._known and not self._stop():
            found = self.in_vain < MOST_IN_VAIN and self._world.has_past(state, self._stop)
            if found or not self._stop():  # of a search that was cut nothing is known
                self._known[state] = found
                self.in_vain += not found
        return self._known.get(state, True)

    def is_known(self, state: State) -> bool:
        """Tell whether a past was found."""
        return self._known.get(state, False)

    def about(self) -> dict[str, Any]:
        """Return all that is known, as JSON."""
        known = [[*state, int(has_past)] for state, has_past in self._known.items()]
        return {"known": known, "in_vain": self.in_vain}

    def restore(self, about: Mapping[str, Any]) -> None:
        """Know what ``about`` has told."""
        self._known = {tuple(state): bool(has_past) for *state, has_past in about["known"]}
        self.in_vain = about["in_vain"]
