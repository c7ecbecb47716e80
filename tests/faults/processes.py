"""The real command as a process of its own, and what is asked of whatever it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from beta_plan.certify.directory import certify_directory
from beta_plan.output.exchange import STAGED, finish_writing
from beta_plan.output.layout import read_manifest
from tests.bundled import DOMAINS
from tests.outputs import content
from tests.stacks import DOMAIN, write_problem

ROOT = Path(__file__).parents[2]
INJECTED = Path(__file__).parent / "injected"
PATIENCE = 300
"""Seconds after which a process hangs."""

CHEAP = ["--order", "[PDB1]", "--select", "objective"]
"""What needs the fewest kernels."""

QUICK = ["generate", str(DOMAINS / "ferry/domain.pddl"), str(DOMAINS / "ferry/p01.pddl"), *CHEAP]
QUICK += ["--max-expansions", "200", "-n", "3"]


def long_search(folder: Path, *options: object) -> list[object]:
    """Return a command that searches until somebody ends it."""
    return ["generate", DOMAIN, write_problem(folder), *(options or CHEAP), "--overall-time-limit", "10m"]


def start(
    *words: object, fault: str = "", environment: dict[str, str] | None = None, prefix: Sequence[str] = (),
    **options: Any,
) -> subprocess.Popen[bytes]:  # fmt: skip
    """Start ``beta-plan`` with these words, behind those of a ``prefix``; pipes for what is not said otherwise."""
    places = [*([str(INJECTED)] if fault else []), str(ROOT)]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "BETA_PLAN_FAULT": fault, **(environment or {})}
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [*prefix, sys.executable, "-m", "beta_plan", *map(str, words)]
    return subprocess.Popen[bytes](command, env=known, **(streams | options))


def run(*words: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run ``beta-plan`` to its end."""
    return ended(start(*words, **options))


def ended(process: subprocess.Popen[bytes]) -> subprocess.CompletedProcess[bytes]:
    """Wait for the end of a process; one that does not come to it is killed."""
    with process:
        try:
            out, said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()  # else the block would wait for it, for ever
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out or b"", said or b"")


def wait_for_stage(process: subprocess.Popen[bytes], stage: str) -> None:
    """Read the log until a stage has ended."""
    assert process.stderr is not None
    seen = []
    for line in process.stderr:
        seen.append(line)
        if line.startswith(stage.encode()):
            return
    raise AssertionError(f"no {stage}: {b''.join(seen).decode()}")


def verified(directory: Path) -> int:
    """Return how many instances a directory holds, all of which must verify, with nothing left beside them."""
    found = list(certify_directory(directory))
    assert [(each.problem, each.why) for each in found if not each.verified] == []
    assert not strays(directory)
    assert (read_manifest(directory) or {})["complete"]
    return len(found)


def strays(directory: Path) -> list[Path]:
    """Return files that were not brought into place."""
    return [path for path in directory.rglob("*") if path.name.endswith((STAGED, ".tmp"))]


def complete_content(directory: Path) -> dict[str, bytes] | None:
    """Return the files that whoever reads a directory finds; None where it is absent or says that it is unfinished."""
    finish_writing(directory)
    if not (read_manifest(directory) or {}).get("complete"):
        return None
    return {name: data for name, data in content(directory).items() if not name.endswith(STAGED)}


def one_line(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """Return the complaint of a command that has ended with a code, and with nothing but one line."""
    said = done.stderr.decode(errors="surrogateescape")
    assert done.returncode == code, said
    assert "Traceback" not in said
    line = said.splitlines()[-1]
    assert line.startswith("beta-plan: ")
    return line


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """Mount a file system in memory in the block; who may not is told so, but not in CI."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        if os.environ.get("CI") == "true" and os.geteuid() == 0 and "denied" not in done.stderr:
            pytest.fail(f"cannot mount: {done.stderr}")
        pytest.skip(f"needs a file system of its own: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path, *, spare: int = 0) -> Path:
    """Fill a file system but for some bytes, and return the file that does it."""
    path = folder / "filling"
    with path.open("wb") as file:
        file.truncate(0)
        left = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize - spare
        file.write(b"x" * max(left, 0))
    return path


def closing(*numbers: int) -> Callable[[], None]:
    """Return what a process does first that has some streams closed."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    return close
