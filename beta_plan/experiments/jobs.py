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
from beta_plan.output.file import write_file

SPEC, RESULT = "spec.json", "result.json"


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
    """

    name: str
    command: tuple[str, ...]
    files: Mapping[str, str]
    seconds: int
    memory: int
    expected: int = field(default=0, compare=False)
    version: str = __version__

    @property
    def kind(self) -> str:
        """The command of beta-plan."""
        return self.command[0]

    @property
    def key(self) -> str:
        """A digest of everything that the result depends on."""
        parts = [self.command, sorted(self.files.items()), self.seconds, self.memory, self.version]
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
        job = Job(
            name=str(said["name"]), command=tuple(map(str, said["command"])), files=dict(said["files"]),
            seconds=int(said["seconds"]), memory=int(said["memory"]), expected=int(said["expected"]),
            version=str(said["version"]),
        )  # fmt: skip
    except OSError as error:
        raise InputRefused(error.strerror or str(error), place=str(path)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        remedy = "beta-plan experiment table1 --prepare writes specs"
        raise InputRefused("no spec of a job", place=str(path), remedy=remedy) from None
    if not job.command or any(Path(name).name != name for name in job.files):
        raise InputRefused("no spec of a job: a command, and files without directories", place=str(path))
    return job


def write_result(folder: Path, result: Result) -> None:
    """Write the result of a job; from now on the job is finished."""
    _write(folder / RESULT, result.to_json())


def read_result(folder: Path) -> Result | None:
    """Return the result of a job, or None where it is not finished."""
    try:
        said = json.loads((folder / RESULT).read_bytes())
        return Result(**{**said, "status": Status(said["status"]), "texts": tuple(said["texts"])})
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _write(path: Path, value: Mapping[str, Any]) -> None:
    write_file(path, f"{json.dumps(value, indent=1, ensure_ascii=False)}\n".encode())
