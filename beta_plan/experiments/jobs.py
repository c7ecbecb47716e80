"""A job: one command of beta-plan with its files and limits, and what it gave; both are JSON in a directory.

    DIR/runs/generate/maze53-0a1b2c3d4e5f/spec.json    before the run
                                          result.json  after it, written in one step: who has one is finished
                                          stdout, log  what the command has printed

The directory is named by a digest of everything that the result depends on, so the same job is never run twice, and
a changed limit is another job.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.config import duration_text, memory_text
from beta_plan.errors import InputRefused
from beta_plan.experiments.reports import check_report
from beta_plan.output.file import write_file

SPEC, RESULT = "spec.json", "result.json"

MOST_SECONDS, MOST_MEMORY = 10**9, 1 << 50
"""Of a job; more is no limit."""


class Status(Enum):
    """How a job ended; every end but DONE is a failure, which a table reports and does not suffer from."""

    DONE = "done"
    NOTHING_FOUND = "nothing found"
    OUT_OF_MEMORY = "out of memory"
    HUNG = "hung"
    CRASHED = "crashed"
    REFUSED = "refused"
    GARBAGE = "garbage"


@dataclass(frozen=True)
class Job:
    """A command and the texts of the files that it reads.

    Attributes:
        name: of the task, for people.
        command: the words after ``beta-plan``; files are named without a directory.
        files: the texts of the task, by file name.
        seconds: a process that is still there then hangs, and is killed.
        memory: bytes; what a process asks for beyond them is refused.
        expected: seconds that the job will probably take; nothing depends on them.
        version: of beta-plan.
        planner: what decides the answers of a planner that the command asks, such as its version.
    """

    name: str
    command: tuple[str, ...]
    files: Mapping[str, str]
    seconds: int
    memory: int
    expected: int = field(default=0, compare=False)
    version: str = __version__
    planner: str = ""

    @property
    def kind(self) -> str:
        """The command of beta-plan."""
        return self.command[0]

    @property
    def key(self) -> str:
        """A digest of everything that the result depends on."""
        parts = [self.command, sorted(self.files.items()), self.seconds, self.memory, self.version]
        parts += [self.planner] if self.planner else []
        return sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def directory(self, runs: Path) -> Path:
        """Return the directory of the job among all runs."""
        return runs / self.kind / f"{self.name}-{self.key}"

    def to_json(self) -> dict[str, Any]:
        """Return the spec, with the commands that people can copy."""
        return {
            **asdict(self),
            "key": self.key,
            "shell": f"beta-plan experiment run {SPEC}",
            "runs": f"{shlex.join(['beta-plan', *self.command])}",
            "limits": f"{duration_text(self.seconds)}, {memory_text(self.memory)}",
        }


@dataclass(frozen=True)
class Result:
    """What a job gave; ``report`` is the JSON that the command has printed, ``texts`` are the instances it wrote."""

    status: Status
    seconds: float
    exit_code: int | None = None
    complaint: str = ""
    report: Mapping[str, Any] = field(default_factory=dict)
    texts: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether there is a report."""
        return self.status is Status.DONE

    def to_json(self) -> dict[str, Any]:
        """Return the result as it is written."""
        return {**asdict(self), "status": self.status.value}


def write_spec(job: Job, folder: Path) -> Path:
    """Write the spec of a job into its directory, and return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / SPEC, job.to_json())
    return folder / SPEC


def read_spec(path: Path) -> Job:
    """Return the job of a spec; raise InputRefused where the file is none."""
    try:
        said = json.loads(path.read_bytes())
        json.dumps(said, ensure_ascii=False).encode()  # a half of a character is no text
        job = Job(
            name=str(said["name"]), command=tuple(map(str, said["command"])), files=dict(said["files"]),
            seconds=int(said["seconds"]), memory=int(said["memory"]), expected=int(said["expected"]),
            version=str(said["version"]), planner=str(said.get("planner", "")),
        )  # fmt: skip
    except OSError as error:
        raise InputRefused(f"cannot be read: {error.strerror or error}", place=str(path)) from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        remedy = "beta-plan experiment table1 --prepare writes specs"
        raise InputRefused("no spec of a job", place=str(path), remedy=remedy) from None
    if not job.command or not all(map(_is_file, job.files.items())):
        raise InputRefused("no spec of a job: a command, and files without directories", place=str(path))
    if "\0" in "".join(job.command) or not 0 < job.seconds <= MOST_SECONDS or not 0 < job.memory <= MOST_MEMORY:
        raise InputRefused("no spec of a job: a command, and limits that a process can have", place=str(path))
    return job


def _is_file(item: tuple[Any, Any]) -> bool:
    """Tell whether something is the name of a file in the directory of a job, and a text."""
    name, text = item
    return isinstance(text, str) and Path(name).name == name not in ("", "..", SPEC, RESULT) and "\0" not in name


def write_result(folder: Path, result: Result) -> None:
    """Write the result of a job; from now on the job is finished."""
    _write(folder / RESULT, result.to_json())


def read_result(folder: Path, job: Job | None = None) -> Result | None:
    """Return the result of a job, or None where it is not finished, or has one that tables could not read."""
    try:
        said = json.loads((folder / RESULT).read_bytes())
        result = Result(**{**said, "status": Status(said["status"]), "texts": tuple(said["texts"])})
        _check(result)
        if job is not None and result.is_done:
            check_report(job.kind, result.report)
            _check_number(result, job)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError):
        return None
    return result


def _check(result: Result) -> None:
    """Raise TypeError where a part of a result is of another kind."""
    kinds: dict[str, type | tuple[type, ...]] = {"seconds": (int, float), "exit_code": (int, type(None))}
    kinds |= {"complaint": str, "report": dict}
    for name, kind in kinds.items():
        if not isinstance(getattr(result, name), kind):
            raise TypeError(name)
    if not all(isinstance(text, str) for text in result.texts):
        raise TypeError("texts")


def _check_number(result: Result, job: Job) -> None:
    """Raise ValueError where a result has not the one instance, or not all tasks, that the job is about."""
    if job.kind == "generate" and (len(result.texts), len(result.report["instances"])) != (1, 1):
        raise ValueError("instances")
    if job.kind == "evaluate" and len(result.report["tasks"]) != max(len(job.files) - 1, 1):  # one file is the domain
        raise ValueError("tasks")


def _write(path: Path, value: Mapping[str, Any]) -> None:
    write_file(path, f"{json.dumps(value, indent=1, ensure_ascii=False)}\n".encode(), through_links=False)
