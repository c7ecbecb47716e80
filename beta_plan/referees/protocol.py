"""What a referee is: how its command is written, and how its answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol

from beta_plan.certify.sokoban import written_levels
from beta_plan.referees.verdict import Status


class Kind(Enum):
    """What an instance is written in."""

    PDDL = "PDDL"
    LEVEL = "Sokoban levels"


@dataclass(frozen=True)
class Task:
    """An instance as text: a problem with its domain, or one Sokoban level; ``name`` is for people and tables."""

    name: str
    problem: str = field(repr=False)
    domain: str | None = field(default=None, repr=False)

    @property
    def kind(self) -> Kind:
        """What it is written in."""
        return Kind.LEVEL if self.domain is None else Kind.PDDL


@dataclass(frozen=True)
class RunLimits:
    """What one run may use: seconds of CPU time, bytes of memory, seconds by the clock.

    Time and memory are for all of its processes together; of a single one all addresses count, used or not.
    """

    seconds: float = 60.0
    memory: int = 2 << 30
    wall_seconds: float | None = None

    @property
    def wall(self) -> float:
        """Seconds by the clock, at which all is killed: a planner that sleeps uses none of its CPU time."""
        return 1.5 * self.seconds + 1.0 if self.wall_seconds is None else self.wall_seconds

    def covers(self, other: RunLimits) -> bool:
        """Tell whether these allow at least what ``other`` does."""
        return self.seconds >= other.seconds and self.memory >= other.memory and self.wall >= other.wall


@dataclass(frozen=True)
class Files:
    """Where a run finds the instance, and where it may leave a plan; all in a directory that is its own."""

    folder: Path

    @property
    def domain(self) -> Path:
        """The domain, of an instance in PDDL."""
        return self.folder / "domain.pddl"

    @property
    def problem(self) -> Path:
        """The problem, of an instance in PDDL."""
        return self.folder / "problem.pddl"

    @property
    def level(self) -> Path:
        """The level, of an instance that is one."""
        return self.folder / "level.sok"

    @property
    def plan(self) -> Path:
        """Where the plan may be written, and where planners write it that are not asked."""
        return self.folder / "sas_plan"

    def write(self, task: Task) -> None:
        """Write an instance; of a level only its rows, for a solution may stand below them."""
        if task.domain is None:
            rows = [row for level in written_levels(task.problem) for row in level.rows]
            self.level.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        else:
            self.domain.write_text(task.domain, encoding="utf-8")
            self.problem.write_text(task.problem, encoding="utf-8")


@dataclass(frozen=True)
class Command:
    """The words of a command, never seen by a shell, and what is added to the environment."""

    words: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """How a process ended, what it printed and what it used.

    ``exit_code`` is negative for a signal, and None where a limit ended the run, that of time unless ``out_of_memory``.
    Of very long outputs the middle is missing.
    """

    limits: RunLimits
    exit_code: int | None
    stdout: str
    stderr: str
    cpu_seconds: float
    wall_seconds: float
    peak_memory_bytes: int
    out_of_memory: bool = False


@dataclass(frozen=True)
class Answer:
    """What a planner says: texts of plans, the best first, a status of which it is sure, numbers by name."""

    plans: tuple[str, ...] = ()
    status: Status | None = None
    efforts: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""


class Referee(Protocol):
    """A planner, or a solver of levels."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def kind(self) -> Kind:
        """What it reads."""

    @property
    def identity(self) -> str:
        """Everything that decides its answers: command and version."""

    @property
    def is_told_limits(self) -> bool:
        """Whether a plan may depend on what its command says about limits: it improves plans as long as it may."""

    def prepare(self) -> None:
        """Get ready before the first run; raise InputRefused where the planner is not there, with the remedy."""

    def command(self, files: Files, limits: RunLimits) -> Command:
        """Return what is run, in the directory of the files."""

    def read(self, run: Run, files: Files) -> Answer:
        """Return what the planner says after a run."""
