"""Suites in an archive: the instances of the tasks that are done, and how far the task at hand is."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from beta_plan.archive import Archive, Saved
from beta_plan.config import GeneratorConfig
from beta_plan.generation import Generation, SearchSummary
from beta_plan.metrics import Metrics
from beta_plan.output.layout import Form
from beta_plan.output.write import Instance, Writing

Found = tuple[int, Generation]
"""The number of a task, and its instance."""


class Suite(Protocol):
    """A suite that goes on."""

    @property
    def task(self) -> Saved | None:
        """How far the task at hand was when the suite was kept."""

    def about(self) -> dict[str, Any]:
        """Return what is done, as JSON."""

    def joined(self, also: Generation | None) -> Generation | None:
        """Return the suite so far, with what was found for the task at hand."""


class TaskArchive:
    """Keeps the task at hand together with the suite."""

    def __init__(self, archive: Archive, suite: Suite) -> None:
        self._archive, self._suite = archive, suite
        self.resumed, self.is_due = suite.task, archive.is_due

    def save(self, saved: Saved, so_far: Callable[[], Generation | None]) -> None:
        """Keep both."""
        about = {"suite": self._suite.about(), "task": saved.about}
        self._archive.save(Saved(about, saved.arrays), lambda: self._suite.joined(so_far()))

    def show(self, so_far: Callable[[], Generation | None]) -> None:
        """Show the suite, with what was found for the task at hand."""
        self._archive.show(lambda: self._suite.joined(so_far()))


def saved_found(found: Sequence[Found]) -> list[dict[str, Any]]:
    """Return what was found, as JSON."""
    return [
        {
            "task": number,
            "instances": [_saved(instance) for instance in each.instances],
            "search": asdict(each.search),
            "notes": list(each.notes),
            "domain": None if each.domain is None else b64encode(each.domain).decode("ascii"),
            "space": each.space,
        }
        for number, each in found
    ]


def restored_found(saved: Sequence[Mapping[str, Any]], config: GeneratorConfig, command: str) -> list[Found]:
    """Return what ``saved_found`` was given."""
    return [
        (
            each["task"],
            Generation(
                [_restored(instance) for instance in each["instances"]],
                SearchSummary(**each["search"]),
                config,
                command,
                None if each["domain"] is None else b64decode(each["domain"]),
                each["space"],
                each["notes"],
            ),
        )
        for each in saved
    ]


def _saved(instance: Instance) -> dict[str, Any]:
    return {**asdict(instance), "metrics": instance.metrics.to_json()}


def _restored(saved: Mapping[str, Any]) -> Instance:
    pddl = saved["pddl"]
    own = {"metrics": Metrics.from_json(saved["metrics"]), "form": Form(**saved["form"])}
    own["pddl"] = None if pddl is None else Writing(**{**pddl, "form": Form(**pddl["form"])})
    return Instance(**{**saved, **own})
