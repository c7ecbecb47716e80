"""Engines of unified-planning, each asked in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from beta_plan.errors import NotInstalled
from beta_plan.pddl.sexpr import shorten
from beta_plan.referees import up_child
from beta_plan.referees.effort import efforts
from beta_plan.referees.plans import plan_files
from beta_plan.referees.protocol import Answer, Command, Files, Kind, Run, RunLimits
from beta_plan.referees.verdict import Status

PREFIX = "up:"
_STATUSES = {
    "UNSOLVABLE_PROVEN": Status.UNSOLVABLE, "TIMEOUT": Status.TIME_LIMIT, "MEMOUT": Status.MEMORY_LIMIT,
    "INTERNAL_ERROR": Status.CRASHED, "UNSUPPORTED_PROBLEM": Status.CRASHED,
}  # fmt: skip


@dataclass(frozen=True)
class UpEngine:
    """The engine of this name in unified-planning."""

    engine: str
    kind: Kind = Kind.PDDL
    is_told_limits: bool = False

    @property
    def name(self) -> str:
        """``up:pyperplan`` and the like."""
        return f"{PREFIX}{self.engine}"

    @cached_property
    def _about(self) -> dict[str, Any]:
        """What the child says of the engine: where it comes from, or why there is none."""
        command = [sys.executable, up_child.__file__, self.engine]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        last = done.stdout.strip().rpartition("\n")[2]
        try:
            about: dict[str, Any] = json.loads(last)
        except ValueError:
            return {"error": shorten(done.stderr.strip().rpartition("\n")[2], 120)}
        return about

    @property
    def identity(self) -> str:
        """The engine and the versions that matter."""
        return f"unified-planning {json.dumps(self._about, sort_keys=True)}"

    def prepare(self) -> None:
        """Ask for the engine."""
        if "error" in self._about:
            own = f"the engine's own package, such as up-{self.engine}"
            raise NotInstalled(str(self._about["error"]), extra="planners", place=self.name, otherwise=own)

    def command(self, files: Files, limits: RunLimits) -> Command:
        """Return a call of the child."""
        task = (str(files.domain), str(files.problem), str(files.plan))
        return Command((sys.executable, up_child.__file__, self.engine, *task))

    def read(self, run: Run, files: Files) -> Answer:
        """Read the plan, and the status that the child has printed last."""
        last = run.stdout.strip().rpartition("\n")[2]
        said = last.removeprefix(up_child.MARK) if last.startswith(up_child.MARK) else ""
        status, _, detail = said.partition(" ")
        return Answer(
            plan_files(files.plan), _STATUSES.get(status), detail=detail or status, efforts=efforts(run.stdout)
        )
