"""Replacing the files of a directory: whoever dies on the way leaves all the old ones or all the new ones.

New files are written beside their places first. When every byte of them is on the disk, the manifest is replaced by one
that says what is to be done. Before that moment nothing old was touched; after it the new files are safe, and whoever
comes next, a run or ``beta-plan verify``, finishes what was begun.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from beta_plan import __version__
from beta_plan.errors import CannotWrite
from beta_plan.output.layout import (
    DOMAIN,
    GENERATOR,
    MANIFEST,
    METRICS,
    PTEST,
    REPORT,
    SOLUTIONS,
    folder_of,
    is_plan_of_ours,
    is_problem_of_ours,
    read_manifest,
)
from beta_plan.output.links import open_itself, refuse_links
from beta_plan.output.lock import locked

STAGED = ".beta-plan-new"
_PENDING = "pending"
_EXPORTED = re.compile(
    r"levels/[0-9]{3,}\.txt|solutions/[0-9]{3,}\.lurd|levels\.(npy|parquet)|samples\.(jsonl|parquet)"
)


@dataclass(frozen=True)
class Exchange:
    """What is done, in this order: some files go, new ones come, others go; then the manifest.

    All are names seen from the directory. A problem goes before its plan or domain changes, so that at any moment
    every problem that is there has its plan and its domain.
    """

    first: tuple[str, ...]
    new: tuple[str, ...]
    last: tuple[str, ...]

    @classmethod
    def pending_in(cls, directory: Path) -> Exchange | None:
        """Return the exchange that somebody has begun and not finished."""
        found = (read_manifest(directory) or {}).get(_PENDING)
        try:
            return (
                cls(*(tuple(filter(is_file_of_ours, found[key])) for key in ("first", "new", "last")))
                if found
                else None
            )
        except (TypeError, KeyError):
            return None

    def begin(self, directory: Path, mark: Mapping[str, Any]) -> None:
        """Say in the manifest what will be done; ``mark`` are further entries. All new files are staged already."""
        mark_incomplete(directory, {**mark, _PENDING: asdict(self)})

    def finish(self, directory: Path) -> None:
        """Do it, or what is still to be done of it."""
        for name in self.first:
            if name not in self.new or staged(directory / name).exists():
                (directory / name).unlink(missing_ok=True)
        for name in self.new:
            if name != MANIFEST and staged(directory / name).exists():
                os.replace(staged(directory / name), directory / name)
        for name in self.last:
            (directory / name).unlink(missing_ok=True)
        folders = {folder_of(name) for name in self.new}
        for folder in sorted(folders, reverse=True):
            sync(directory / folder)
        for folder in sorted({folder_of(name) for name in (*self.first, *self.last)} - folders - {"", SOLUTIONS}):
            _remove_empty(directory, folder)
        if staged(directory / MANIFEST).exists():
            os.replace(staged(directory / MANIFEST), directory / MANIFEST)
            sync(directory)


def finish_writing(directory: Path) -> None:
    """Finish what a run that died has begun to write, where that is possible; look for nothing else."""
    if Exchange.pending_in(directory) is not None:
        with suppress(OSError, CannotWrite), locked(directory):
            refuse_links(directory)  # whoever made the directory may want other files to go
            clean_up(directory)


def clean_up(directory: Path) -> None:
    """Finish an exchange, and remove what this run, or one that died, has not begun to bring into place."""
    if (pending := Exchange.pending_in(directory)) is not None:
        pending.finish(directory)
    for folder in ("", "levels/", f"{SOLUTIONS}/", "*/*/", f"{SOLUTIONS}/*/*/"):
        for path in directory.glob(f"{folder}.*{STAGED}"):
            path.unlink(missing_ok=True)


def mark_incomplete(directory: Path, mark: Mapping[str, Any]) -> None:
    """Say in the manifest that the directory is ours and being written."""
    incomplete = {"generator": GENERATOR, "version": __version__, "complete": False, "instances": [], **mark}
    path = directory / f".incomplete{STAGED}"
    stage(path, f"{json.dumps(incomplete, indent=2)}\n".encode())
    os.replace(path, directory / MANIFEST)


def staged(path: Path) -> Path:
    """Return where a file is written before it comes into place."""
    return path.with_name(f".{path.name}{STAGED}")


def stage(path: Path, content: bytes) -> None:
    """Write a file and wait until it is on the disk."""
    with open_itself(path) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync(directory: Path) -> None:
    """Ask the system to put renames on the disk, where it lets us."""
    if hasattr(os, "O_DIRECTORY"):
        number = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def stage_all(directory: Path, files: Mapping[str, bytes], names: Iterable[str]) -> None:
    """Write some of the files beside their places."""
    for name in names:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        stage(staged(directory / name), files[name])


def is_file_of_ours(name: Any) -> bool:
    """Tell whether a run may write or remove this file: a manifest may have been written by anybody."""
    if not isinstance(name, str):
        return False
    if name in (DOMAIN, METRICS, MANIFEST, PTEST, REPORT) or _EXPORTED.fullmatch(name):
        return True
    top, _, below = name.partition("/")
    return is_plan_of_ours(below) if top == SOLUTIONS else is_problem_of_ours(name)


def _remove_empty(directory: Path, folder: str) -> None:
    """Remove a folder, and those above it, unless there is something in it."""
    for part in [PurePosixPath(folder), *PurePosixPath(folder).parents][:-1]:
        if part.as_posix() != SOLUTIONS:
            with suppress(OSError):
                (directory / part).rmdir()
