"""Which states may be written: those whose plans reach the goal over the text.

A plan that fails is a mistake of ours, in what the task was taken to be. One such state is no reason to lose the
others: it is left out, with a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beta_plan.errors import VerificationFailed
from beta_plan.metrics import Metrics
from beta_plan.pddl.sexpr import counted
from beta_plan.search.result import Way
from beta_plan.worlds.world import World


class Replayed:
    """Lets pass the ways whose plans are replayed, and counts the others."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._failed: list[VerificationFailed] = []

    def __call__(self, ways: Iterable[Way]) -> Iterator[Way]:
        """Yield the ways that pass; each is tried when it is asked for."""
        for way in ways:
            planned = self._world.planned(way)
            try:
                self._world.instance(planned, Metrics(planned.length, planned.cost), name="candidate", comment="")
            except VerificationFailed as why:
                self._failed.append(why)
            else:
                yield way

    def complain(self) -> None:
        """Raise the first failure, if there was one."""
        if self._failed:
            raise self._failed[0]

    @property
    def notes(self) -> list[str]:
        """What was left out, in words."""
        if not self._failed:
            return []
        states = counted(len(self._failed), "state")
        return [f"{states} left out whose plan failed - please report this ({self._failed[0]})"]
