"""What a run of the generator gives: certified instances, and how they were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.config import GeneratorConfig
from beta_plan.output.write import Instance, Output, listed, write_output


@dataclass(frozen=True)
class SearchSummary:
    """The numbers of a search; ``setup_seconds`` is what came before it, ``goal_states`` how many it began with."""

    status: str
    expanded: int
    generated: int
    states: int
    goal_states: int
    seconds: float
    setup_seconds: float
    peak_memory_bytes: int

    def to_json(self) -> dict[str, Any]:
        """Return the object that scripts rely on."""
        return {
            "expanded": self.expanded,
            "generated": self.generated,
            "states": self.states,
            "goal_states": self.goal_states,
            "seconds": round(self.seconds, 3),
            "setup_seconds": round(self.setup_seconds, 3),
            "expansions_per_second": round(self.expanded / self.seconds) if self.seconds else 0,
            "peak_memory_bytes": self.peak_memory_bytes,
            "status": self.status,
        }


@dataclass(frozen=True)
class Generation:
    """Instances, hardest first (a series: easiest first), each replayed from its text; ``notes`` for people.

    ``record`` are further entries of the manifest, for reports.
    """

    instances: Sequence[Instance]
    search: SearchSummary
    config: GeneratorConfig
    command: str
    domain: bytes | None = field(repr=False)
    space: str = "sas"
    notes: Sequence[str] = ()
    record: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Return the object that scripts rely on."""
        found = {"instances": listed(self.instances), "search": self.search.to_json()}
        return {**found, **self._about(), "version": __version__}

    def write(self, directory: str | PathLike[str]) -> None:
        """Write domain, instances, plans, manifest and metrics; an older output of beta-plan there is replaced."""
        about = {"command": self.command, **self._about(), "search": self.search.to_json(), **self.record}
        write_output(Path(directory), Output(self.domain, self.instances, about))

    def _about(self) -> dict[str, Any]:
        return {
            "space": self.space,
            "seed": self.config.seed,
            "order": self.config.order,
            "partitions": self.config.partitions,
            "notes": list(self.notes),
        }
