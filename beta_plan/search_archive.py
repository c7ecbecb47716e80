"""Keeping the searches of one task, with the clock of the run; and the best of its race."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from beta_plan.archive import Archive, Saved
from beta_plan.found import Found
from beta_plan.generation import Generation
from beta_plan.limits import Limits
from beta_plan.search.result import Way
from beta_plan.search.snapshot import Arrays


class Task(Protocol):
    """A task whose states are searched."""

    @property
    def database_notes(self) -> Sequence[str]:
        """What databases lack, in words."""

    def so_far(self, found: Found) -> Generation | None:
        """Return what would be the result if the run ended now; None where there is nothing yet."""


def may_be_cut(archive: Archive) -> bool:
    """Say whether time may end the building of databases: not where all were there when the run was kept."""
    return archive.resumed is None or bool(archive.resumed.about["databases"])


class SearchArchive:
    """Keeps the searches of a task.

    On going on the clock shows what it showed when the run was kept: the databases were built before.
    """

    def __init__(self, archive: Archive, task: Task, limits: Limits) -> None:
        self._archive, self._task, self._limits = archive, task, limits
        self.is_due = archive.is_due
        self.resumed: tuple[Mapping[str, Any], Arrays] | None = None
        if archive.resumed is not None:
            limits.set_back(archive.resumed.about["elapsed"])
            self.resumed = archive.resumed.about["searches"], archive.resumed.arrays

    def save(self, about: Mapping[str, Any], arrays: Arrays, so_far: Callable[[], Found]) -> None:
        """Keep the searches."""
        databases = list(self._task.database_notes)
        saved = Saved({"elapsed": self._limits.elapsed, "databases": databases, "searches": about}, arrays)
        self._archive.save(saved, lambda: self._task.so_far(so_far()))

    def show(self, found: Found, best: Way) -> None:
        """Write the state that a race has found to be the best so far, when it is time."""
        if self._archive.is_due():
            self._archive.show(lambda: self._task.so_far(replace(found, hardest=[best, *found.hardest])))
