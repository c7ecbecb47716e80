"""Running one job: a process of its own with a clock and a memory limit, and a result whatever happens.

``run(job, folder)`` needs nothing but the job and a directory, so that any executor can call it anywhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import IO, Any

from beta_plan import __version__
from beta_plan.errors import (
    BetaPlanError,
    CannotWrite,
    IllegalTask,
    InputRefused,
    Interrupted,
    NothingFound,
    OutOfMemory,
    OutOfTime,
    UnsupportedFeature,
)
from beta_plan.experiments.jobs import Job, Result, Status, read_result, write_result, write_spec
from beta_plan.experiments.lock import alone_in
from beta_plan.experiments.reports import check_report, spoiled
from beta_plan.output.file import write_file

PROGRAM = (sys.executable, "-m", "beta_plan")
_GUARD = Path(__file__).with_name("guard.py")  # not imported: it needs what only Unix has
OUTPUT = "out"
"""The directory that ``generate`` is asked to write, in that of the job."""

USAGE = 2
GRACE = 10.0
"""Seconds between SIGTERM, after which a command may still write, and SIGKILL."""

PAUSE = 0.1
MEMORY_TO_SPARE = 1 << 30
"""Commands keep to the limit that they are told by themselves; so much more means that one does not."""

LARGEST_FILE = 1 << 30
LARGEST_REPORT = 1 << 27

_STATUS = {NothingFound.exit_code: Status.NOTHING_FOUND, OutOfTime.exit_code: Status.NOTHING_FOUND} | {
    OutOfMemory.exit_code: Status.OUT_OF_MEMORY,
    **dict.fromkeys(
        (USAGE, InputRefused.exit_code, UnsupportedFeature.exit_code, IllegalTask.exit_code), Status.REFUSED
    ),
}


def run(
    job: Job, folder: Path, *, stop: Callable[[], bool] = lambda: False, program: Sequence[str] = PROGRAM
) -> Result:
    """Return the result of a job: the one in its directory, or else that of running it there.

    Two processes that are asked for the same job do not run it twice: the second one waits for the result of the first.

    Raises:
        Interrupted: ``stop`` said so; the job is as unfinished as before.
        CannotWrite: the directory cannot hold the result.
        BetaPlanError: the job is for another version, whose results ours must not be taken for.
    """
    if (known := read_result(folder, job)) is not None:
        return known
    if job.version != __version__:
        raise BetaPlanError(f"this is beta-plan {__version__}, the jobs are for {job.version} (install the same)")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with alone_in(folder, stop) as lock:
            return read_result(folder, job) or _run(job, folder, stop, program, lock)
    except OSError as error:
        raise CannotWrite(f"{folder}: {error.strerror or error}") from None


def _run(job: Job, folder: Path, stop: Callable[[], bool], program: Sequence[str], lock: int) -> Result:
    begin = monotonic()
    write_spec(job, folder)
    for name, text in job.files.items():
        write_file(folder / name, text.encode(), through_links=False)
    for name in ("stdout", "log"):  # where there are no locks, a job whose experiment was killed may still write them
        (folder / name).unlink(missing_ok=True)
    with (folder / "stdout").open("wb") as out, (folder / "log").open("wb") as log:
        code = _exit_code([*program, *job.command], folder, job, stop, out, log, lock)
    result = _result(job, folder, code, round(monotonic() - begin, 3))
    if not result.is_done and stop():  # the signal that stops us may have ended the command first
        raise Interrupted("interrupted")
    write_result(folder, result)
    return result


def _exit_code(
    command: Sequence[str], folder: Path, job: Job, stop: Callable[[], bool], out: IO[bytes], log: IO[bytes], lock: int
) -> int | None:
    """Run a command and return its exit code, or None: it was killed because it hung."""
    places = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
    limits = [str(GRACE), str(job.memory + MEMORY_TO_SPARE), str(LARGEST_FILE)]
    deadline = monotonic() + job.seconds
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_GUARD), *limits, *command],
        cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=out, stderr=log, start_new_session=True,
        pass_fds=(lock,),
    )  # fmt: skip
    try:
        while True:
            try:
                return process.wait(PAUSE)
            except subprocess.TimeoutExpired:
                if stop():
                    raise Interrupted("interrupted") from None
                if monotonic() > deadline:
                    return None
    finally:
        _end(process)


def _end(guard: subprocess.Popen[bytes]) -> None:
    """Let a guard end its command, if both are still there."""
    assert guard.stdin is not None
    guard.stdin.close()
    try:
        guard.wait(2 * GRACE)
    except subprocess.TimeoutExpired:
        guard.kill()
        guard.wait()


def _result(job: Job, folder: Path, code: int | None, seconds: float) -> Result:
    complaint = _last_line(folder / "log")
    if code is None:
        return Result(Status.HUNG, seconds, None, f"no end after {job.seconds} s")
    if code != 0:
        return Result(_STATUS.get(code, Status.CRASHED), seconds, code, complaint or f"exit code {code}")
    try:
        report = _report(folder / "stdout")
        check_report(job.kind, report)
        why = spoiled(job.kind, report)
        texts = tuple(_text(folder / OUTPUT, instance["problem"]) for instance in report.get("instances", ()))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        return Result(Status.GARBAGE, seconds, code, f"{type(error).__name__}: {error}")
    if why:
        return Result(Status.NOTHING_FOUND if job.kind == "solve" else Status.CRASHED, seconds, code, why)
    return Result(Status.DONE, seconds, code, "", report, texts)


def _report(path: Path) -> Mapping[str, Any]:
    if path.stat().st_size > LARGEST_REPORT:
        raise ValueError("the report is too long")
    found = json.loads(path.read_bytes())
    if not isinstance(found, dict):
        raise TypeError("the report is no JSON object")
    return found


def _text(directory: Path, name: str) -> str:
    if Path(name).name != name:
        raise ValueError(f"an instance outside of the directory: {name}")
    return (directory / name).read_text(encoding="utf-8")


def _last_line(path: Path) -> str:
    """Return the last line that a command has said on stderr, shortened."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 2000))
        lines = file.read().decode(errors="replace").split("\n")
    return next((line.strip()[-300:] for line in reversed(lines) if line.strip()), "")
