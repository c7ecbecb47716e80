"""Fast Downward, as the package up-fast-downward ships it; its driver runs as a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from math import ceil
from pathlib import Path

from beta_plan.errors import NotInstalled
from beta_plan.referees.effort import efforts
from beta_plan.referees.plans import plan_files
from beta_plan.referees.protocol import Answer, Command, Files, Kind, Run, RunLimits
from beta_plan.referees.verdict import Status

CONFIGURATIONS: Mapping[str, tuple[str, ...]] = {
    "lama-first": ("--alias", "lama-first"),
    "astar-lmcut": ("--search", "astar(lmcut())"),
    "astar-blind": ("--search", "astar(blind())"),
    "gbfs-ff": ("--search", "eager_greedy([ff()])"),
}
"""Names of planners, and how the driver is asked for them."""

_PACKAGES = ("up-fast-downward", "fast-downward.translate")
_EXIT_CODES = {
    10: Status.UNSOLVABLE, 11: Status.UNSOLVABLE,
    20: Status.MEMORY_LIMIT, 21: Status.TIME_LIMIT, 22: Status.MEMORY_LIMIT, 23: Status.TIME_LIMIT,
    24: Status.TIME_LIMIT,
}  # fmt: skip


@dataclass(frozen=True)
class FastDownward:
    """One configuration of Fast Downward."""

    name: str
    options: tuple[str, ...]
    kind: Kind = Kind.PDDL
    is_told_limits: bool = False

    @property
    def identity(self) -> str:
        """Options, and versions of the packages."""
        return " ".join(["fast-downward", *self.options, *(f"{name}={_version(name)}" for name in _PACKAGES)])

    def prepare(self) -> None:
        """Look for the driver."""
        driver()

    def command(self, files: Files, limits: RunLimits) -> Command:
        """Return a call of the driver, which shares the time out between translator and search."""
        limited = [
            "--overall-time-limit", f"{max(ceil(limits.seconds), 1)}s",
            "--overall-memory-limit", f"{limits.memory >> 10}K", "--plan-file", str(files.plan),
        ]  # fmt: skip
        alias = list(self.options) if self.options[0] == "--alias" else []
        search = [] if alias else list(self.options)
        words = [sys.executable, str(driver()), *limited, *alias, str(files.domain), str(files.problem), *search]
        return Command(tuple(words))

    def read(self, run: Run, files: Files) -> Answer:
        """Read plan files, exit code and log."""
        status = None if run.exit_code is None else _EXIT_CODES.get(run.exit_code)
        return Answer(plan_files(files.plan), status, efforts=efforts(run.stdout))


def driver() -> Path:
    """Return the driver of the installed Fast Downward."""
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        raise NotInstalled("Fast Downward is not installed", extra="planners", place="up-fast-downward")
    return Path(package.origin).parent / "downward" / "fast-downward.py"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
