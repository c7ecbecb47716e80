"""Run a command under limits in a directory, by way of a supervisor process of its own."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from beta_plan.errors import InputRefused, Interrupted
from beta_plan.pddl.sexpr import shorten
from beta_plan.referees.protocol import Command, Run, RunLimits

_SUPERVISOR = Path(__file__).with_name("supervise.py")  # not imported: it needs what only Unix has
_PAUSE = 0.1
"""Seconds between questions whether to stop."""


def run_limited(command: Command, limits: RunLimits, folder: Path, stop: Callable[[], bool] | None = None) -> Run:
    """Run a command; whatever it has started is gone when this returns.

    Raises:
        InputRefused: there is no such program.
        OSError: it is there, and the machine cannot run it now.
        Interrupted: ``stop``, which is asked several times a second, has said True.
    """
    request = {
        "words": list(command.words), "environment": dict(command.environment), "folder": str(folder),
        "seconds": limits.seconds, "memory": limits.memory, "wall_seconds": limits.wall,
    }  # fmt: skip
    words = [sys.executable, "-I", "-S", str(_SUPERVISOR)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        said, stopped = _ask(process, json.dumps(request).encode(), stop or (lambda: False))
    if stopped:
        raise Interrupted(f"interrupted during {shorten(command.words[0], 80)}")
    if not said:
        return Run(limits, -signal.SIGKILL, "", "its supervisor was killed", 0.0, 0.0, 0)
    report = json.loads(said)
    if report.get("may_pass"):
        raise OSError(f"cannot be run now: {report['error']}")
    if "error" in report:
        place = shorten(command.words[0], 200)
        raise InputRefused(f"cannot be run: {report['error']}", place=place, remedy="is the planner installed?")
    return Run(limits, **report)


def _ask(process: subprocess.Popen[bytes], request: bytes, stop: Callable[[], bool]) -> tuple[bytes, bool]:
    """Return the report of a supervisor, and whether somebody said stop; its stdin stays open until then."""
    assert process.stdin is not None
    assert process.stdout is not None
    said, stopped = bytearray(), False
    try:
        process.stdin.write(request + b"\n")
        process.stdin.flush()
        while True:
            if select.select([process.stdout], [], [], _PAUSE)[0]:
                data = process.stdout.read1(1 << 20)  # type: ignore[attr-defined]
                if not data:
                    return bytes(said), stopped
                said += data
            elif not stopped and stop():
                stopped = True
                process.stdin.close()
    except BrokenPipeError:
        return b"", stopped
    finally:
        if not process.stdin.closed:
            process.stdin.close()
