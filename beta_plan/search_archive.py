"""Keeping the searches of one task, with the clock of the run and what tells its databases, and the best of a race."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from beta_plan.archive import Archive, Saved
from beta_plan.errors import InputRefused
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.found import Found
from beta_plan.generation import Generation
from beta_plan.limits import Limits
from beta_plan.search.result import Way
from beta_plan.search.snapshot import Arrays


class Task(Protocol):
    """A task whose states are searched."""

    def so_far(self, found: Found) -> Generation | None:
        """Return what would be the result if the run ended now; None where there is nothing yet."""


class Built(Protocol):
    """A world whose databases are built."""

    @property
    def built(self) -> int:
        """How far that is."""


class Setup:
    """When no more databases are built for the search of a run, which may be gone on with.

    The clock does not end it twice at the same point, and a search must go on with the databases with which it began.
    So what is kept says where it was ended, and there it ends again, whatever the clock says.
    """

    def __init__(self, world: Built, limits: Limits, archive: Archive | None) -> None:
        self._world, self._limits = world, limits
        resumed = None if archive is None else archive.resumed
        self._before: Mapping[str, Any] | None = None if resumed is None else resumed.about["databases"]
        self._end: int | None = None

    def is_over(self) -> bool:
        """Tell whether no more should be built."""
        if self._before is None:
            is_over = self._limits.setup_is_over()
        else:
            end = self._before["end"]
            is_over = self._limits.is_stopped() or (end is not None and self._world.built >= end)
        if is_over and self._end is None:
            self._end = self._world.built
        return is_over

    def finish(self, evaluators: Evaluators) -> Mapping[str, Any]:
        """Return what tells the databases, for the archive; nothing must have been looked up yet.

        Raises:
            InputRefused: they are not those with which the run began.
        """
        about = {"end": self._end, "checksum": evaluators.checksum}
        if self._before is not None and self._before != about:
            what = "the pattern databases are not those with which the search began"
            remedy = "go on where it began, or start the run anew"
            raise InputRefused(what, place="--resume", remedy=remedy)
        return about


class SearchArchive:
    """Keeps the searches of a task, with what tells their ``databases``.

    On going on the clock shows what it showed when the run was kept: the databases were built before.
    """

    def __init__(self, archive: Archive, task: Task, limits: Limits, databases: Mapping[str, Any]) -> None:
        self._archive, self._task, self._limits, self._databases = archive, task, limits, databases
        self.is_due = archive.is_due
        self.resumed: tuple[Mapping[str, Any], Arrays] | None = None
        if archive.resumed is not None:
            limits.set_back(archive.resumed.about["elapsed"])
            self.resumed = archive.resumed.about["searches"], archive.resumed.arrays

    def save(self, about: Mapping[str, Any], arrays: Arrays, so_far: Callable[[], Found]) -> None:
        """Keep the searches."""
        saved = Saved({"elapsed": self._limits.elapsed, "databases": self._databases, "searches": about}, arrays)
        self._archive.save(saved, lambda: self._task.so_far(so_far()))

    def show(self, found: Found, best: Way) -> None:
        """Write the state that a race has found to be the best so far, when it is time."""
        if self._archive.is_due():
            self._archive.show(lambda: self._task.so_far(replace(found, hardest=[best, *found.hardest])))
