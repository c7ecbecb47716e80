"""Fast paths: state spaces made for one kind of task, found by what the task is and not by what it is called.

A fast path is an entry point of the group ``beta_plan.fast_paths``: a callable that takes a LiftedTask and returns
what it makes of it, or Declined with the reason why the task is not of its kind. Other packages may add theirs; what
they make of a task has a method ``world(reading, domain, request)``, see ``beta_plan.worlds.open``::

    [project.entry-points."beta_plan.fast_paths"]
    sokoban = "beta_plan.sokoban.recognise:recognise"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from beta_plan.pddl.lifted import LiftedTask

GROUP = "beta_plan.fast_paths"

BUILT_IN = (EntryPoint("sokoban", "beta_plan.sokoban.recognise:recognise", GROUP),)
"""The paths of beta-plan itself, known also where it is not installed; they are asked first."""


@dataclass(frozen=True)
class Declined:
    """A fast path does not take a task; ``reason`` says in words why."""

    reason: str


@dataclass(frozen=True)
class Found:
    """The fast path that takes a task, and what it made of it; ``path`` is empty where none does.

    ``notes`` say for the log why other paths, asked before, do not take the task, and which are broken.
    """

    path: str
    task: object
    notes: tuple[str, ...]


def find(lifted: LiftedTask, paths: Iterable[EntryPoint] | None = None) -> Found:
    """Ask the fast paths one by one, by default the built-in and the installed ones, and return the first to take it.

    A path that cannot be loaded, raises an exception or returns nothing is noted and passed over.
    """
    notes = []
    for path in known() if paths is None else paths:
        try:
            task = path.load()(lifted)
        except Exception as error:  # whatever a plug-in does, the general path remains
            notes.append(f"fast path {path.name} is broken: {type(error).__name__}: {error}")
            continue
        if task is not None and not isinstance(task, Declined):
            return Found(path.name, task, tuple(notes))
        notes.append(f"not {path.name}: {task.reason if task is not None else 'no reason given'}")
    return Found("", None, tuple(notes))


def known() -> Iterator[EntryPoint]:
    """Yield the built-in paths and then the installed ones by name; a name that is taken is passed over."""
    names = set()
    for path in (*BUILT_IN, *sorted(entry_points(group=GROUP), key=lambda path: (path.name, path.value))):
        if path.name not in names:
            names.add(path.name)
            yield path
