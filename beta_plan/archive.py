"""What is kept of a run while it goes on, so that it can be gone on with after a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from beta_plan.generation import Generation
from beta_plan.search.snapshot import Arrays


@dataclass(frozen=True)
class Saved:
    """A run at some moment: ``about`` is what JSON can say of it, the rest is in arrays."""

    about: Mapping[str, Any] = field(default_factory=dict)
    arrays: Arrays = field(default_factory=dict, repr=False)


class Archive(Protocol):
    """Keeps a run. Whether, and when, it was kept has no influence on the result."""

    @property
    def resumed(self) -> Saved | None:
        """The run to go on with; None: it begins."""

    def is_due(self, *, small: bool = False) -> bool:
        """Tell whether it is time to keep the run again; if there is little to keep, sooner."""

    def save(self, saved: Saved, so_far: Callable[[], Generation | None]) -> None:
        """Keep a run, and the best that it has found so far, if there is anything."""

    def show(self, so_far: Callable[[], Generation | None]) -> None:
        """Keep the best that was found so far; the run itself stays as it was kept last."""
