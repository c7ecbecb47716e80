"""The built-in solver of Sokoban levels, as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.errors import BetaPlanError
from beta_plan.referees.protocol import Answer, Command, Files, Kind, Run, RunLimits
from beta_plan.referees.verdict import MOST_WORK, Status

MODES = ("greedy", "optimal")
_EXIT_CODES = {31: Status.TIME_LIMIT, 32: Status.MEMORY_LIMIT}
_CORRIDOR = "######\n#@$ .#\n######\n"
_SHARE = 0.9
"""Of the seconds of a run, the part for the search; its start needs the rest."""


@dataclass(frozen=True)
class SokobanSolver:
    """``beta-plan solve`` in one of its modes."""

    mode: str
    kind: Kind = Kind.LEVEL
    is_told_limits: bool = True

    @property
    def name(self) -> str:
        """``sokoban-greedy`` or ``sokoban-optimal``."""
        return f"sokoban-{self.mode}"

    @cached_property
    def identity(self) -> str:
        """Mode, version and kernels."""
        from beta_plan.jit import kernel_digest  # which loads the compiler: other referees do without it

        return f"beta-plan solve --mode {self.mode} {__version__} {kernel_digest()}"

    def prepare(self) -> None:
        """Solve a corridor once: kernels are compiled then, and no level pays for it."""
        command = self._command("/dev/stdin", seconds=60, memory=4 << 30)
        done = subprocess.run(
            command.words, env={**os.environ, **command.environment}, input=_CORRIDOR, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise BetaPlanError(f"{self.name} does not run: {done.stderr.strip()}")

    def command(self, files: Files, limits: RunLimits) -> Command:
        """Return a call of ``beta-plan solve``."""
        return self._command(str(files.level), seconds=limits.seconds, memory=limits.memory)

    def _command(self, level: str, *, seconds: float, memory: int) -> Command:
        options = [
            "--mode", self.mode, "--overall-time-limit", f"{_seconds(seconds)}s",
            "--overall-memory-limit", f"{ceil(memory / 2**10)}K", "--quiet", "--json",
        ]  # fmt: skip
        home = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, [home, os.environ.get("PYTHONPATH")]))
        return Command((sys.executable, "-m", "beta_plan", "solve", level, *options), {"PYTHONPATH": path})

    def read(self, run: Run, files: Files) -> Answer:
        """Read the JSON."""
        try:
            entry: dict[str, Any] = json.loads(run.stdout)["levels"][0]
        except (ValueError, LookupError, TypeError):
            return Answer(status=_EXIT_CODES.get(run.exit_code or 0))
        solution = entry["solution"]
        had_time = entry["seconds"] >= MOST_WORK * _seconds(run.limits.seconds)
        limit = Status.TIME_LIMIT if had_time else Status.MEMORY_LIMIT  # there is no third one
        return Answer(
            plans=() if solution is None else (solution,),
            status={"unsolvable": Status.UNSOLVABLE, "limit": limit}.get(entry["status"]),
            efforts={"expansions": entry["expanded"]},
        )


def _seconds(limit: float) -> int:
    """Return the seconds that the search is told, of those of a run."""
    return max(int(_SHARE * limit), 1)
