"""Checkpoints: a run in files, from which ``generate --resume`` goes on.

    DIR/checkpoint/run.json  DIR/checkpoint/7/closed.keys.npy ..

The arrays of each checkpoint are in a folder of their own. ``run.json`` names the one that counts and is replaced in
one step when all of them are on the disk, so a crash at any moment leaves the last checkpoint or the one before it.
Arrays are mapped when they are read, so that a search of many gigabytes is never there twice.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beta_plan import __version__
from beta_plan.archive import Saved
from beta_plan.errors import CannotWrite, InputRefused
from beta_plan.generation import Generation
from beta_plan.jit import kernel_digest
from beta_plan.output.file import make_directory, replace_file
from beta_plan.output.layout import CHECKPOINT
from beta_plan.output.lock import locked
from beta_plan.search.snapshot import Arrays, release

RUN = "run.json"
SOONER = 60
"""Where there is little to keep, it is kept so many times as often."""

_LARGEST = 1 << 28
_NEVER = "start the run anew"


class Checkpoint:
    """Keeps a run in the directory that it writes.

    Args:
        directory: of the output.
        request: what the run was asked for, as JSON.
        inputs: files that must be the same when the run goes on.
        seconds: between two checkpoints.
        publish: is given the best so far before each checkpoint.
        tell: is told where a checkpoint could not be written; the run goes on.
        resumed: the run to go on with.
    """

    def __init__(
        self, directory: Path, request: Mapping[str, Any], inputs: Mapping[str, str], *, seconds: float,
        publish: Callable[[Generation], None], tell: Callable[[str], None], resumed: Saved | None = None,
    ) -> None:  # fmt: skip
        self._folder = directory / CHECKPOINT
        self._request, self._inputs, self._seconds = request, inputs, seconds
        self._publish, self._tell = publish, tell
        self._last = monotonic()
        self.resumed = resumed
        self._has_saved = False

    def is_due(self, *, small: bool = False) -> bool:
        """Tell whether it is time for the next checkpoint."""
        return monotonic() - self._last >= self._seconds / (SOONER if small else 1)

    def save(self, saved: Saved, so_far: Callable[[], Generation | None]) -> None:
        """Write the run, then the best so far; what was written before stays until all is on the disk."""
        with self._told("no checkpoint"):
            self._write(saved)
            self._has_saved = True
        self._show(so_far)

    def show(self, so_far: Callable[[], Generation | None]) -> None:
        """Write the best so far; a run that is gone on with begins from its last checkpoint all the same.

        The checkpoint of an older run goes with what that one has written: who went on with it would overwrite this.
        """
        if not self.is_of_this_run:
            self.remove()
        self._show(so_far)

    def _show(self, so_far: Callable[[], Generation | None]) -> None:
        with self._told("the best so far is not written"):
            generation = so_far()
            if generation is not None:
                self._publish(generation)
        self._last = monotonic()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Tell where something cannot be written, and go on."""
        try:
            yield
        except (CannotWrite, OSError, MemoryError) as error:
            self._tell(f"note: {what}: {str(error) or 'no memory for it'}")

    @property
    def is_of_this_run(self) -> bool:
        """Whether what lies in the directory is of this run."""
        return self._has_saved or self.resumed is not None

    def remove(self) -> None:
        """Forget the run: it has come to its end."""
        with suppress(OSError):
            (self._folder / RUN).unlink()  # first: arrays without it are nothing to go on with
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, saved: Saved) -> None:
        make_directory(self._folder)
        with locked(self._folder):
            self._replace(saved)

    def _replace(self, saved: Saved) -> None:
        known = {int(entry.name) for entry in self._folder.iterdir() if entry.name.isdecimal()}
        own = self._folder / str(max(known, default=0) + 1)
        try:
            checksums = _write_arrays(own, saved.arrays)
            about: dict[str, Any] = {"generator": "beta-plan", "version": __version__, "kernels": kernel_digest()}
            about |= {"request": self._request, "inputs": self._inputs, "saved": saved.about}
            about |= {"arrays": own.name, "checksums": checksums}
            replace_file(self._folder / RUN, json.dumps(about).encode())
        except BaseException:
            shutil.rmtree(own, ignore_errors=True)
            raise
        for number in known:
            shutil.rmtree(self._folder / str(number), ignore_errors=True)


def has_checkpoint(directory: Path) -> bool:
    """Tell whether a run in a directory can be gone on with."""
    return (directory / CHECKPOINT / RUN).is_file()


def load_checkpoint(directory: Path) -> tuple[dict[str, Any], dict[str, str], Saved]:
    """Return what the run in a directory was asked for, its inputs, and how far it was.

    Raises:
        InputRefused: there is no checkpoint, it is damaged, or other sources of beta-plan have written it.
    """
    file = directory / CHECKPOINT / RUN
    if not file.is_file():
        raise InputRefused("there is no checkpoint", place=str(directory), remedy="the run has ended, or never had one")
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError("too long")
        about = json.loads(file.read_bytes())
        if (about["version"], about["kernels"]) != (__version__, kernel_digest()):
            remedy = f"go on with beta-plan {about['version']}, or {_NEVER}"
            raise InputRefused("other sources of beta-plan have written it", place=str(file), remedy=remedy)
        number = str(int(about["arrays"]))
        arrays = {name: _read(file.parent / number, name, check) for name, check in about["checksums"].items()}
        return dict(about["request"]), dict(about["inputs"]), Saved(about["saved"], arrays)
    except (EOFError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise damaged(directory, error) from None


def damaged(directory: Path, error: Exception) -> InputRefused:
    """Return the error that says that a checkpoint is not what was written."""
    what = f"the checkpoint is damaged: {type(error).__name__}: {error}"
    return InputRefused(what, place=str(directory / CHECKPOINT / RUN), remedy=_NEVER)


def digests(files: Mapping[str, Path]) -> dict[str, str]:
    """Return what tells whether files have changed; those that are not there are left out."""
    return {name: sha256(file.read_bytes()).hexdigest() for name, file in files.items() if file.is_file()}


def check_inputs(before: Mapping[str, str], now: Mapping[str, str]) -> None:
    """Raise InputRefused where a file is gone, new, or has changed since the run began."""
    for name in {**before, **now}:
        if now.get(name) != before.get(name):
            if name not in before:
                what, remedy = "was not here when the run began", "remove it"
            else:
                what = "has changed since the run began" if name in now else "is not here, where the run goes on"
                remedy = "put it back"
            raise InputRefused(what, place=name, remedy=f"{remedy}, or {_NEVER}")


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name.replace('/', '.')}.npy"


def _write_arrays(folder: Path, arrays: Arrays) -> dict[str, int]:
    """Write arrays, each into a file of its own, and wait until they are on the disk; return their checksums."""
    folder.mkdir()
    for name, array in arrays.items():
        with _file(folder, name).open("wb") as file:
            np.save(file, array, allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
    return {name: _checksum(array) for name, array in arrays.items()}


def _read(folder: Path, name: str, checksum: int) -> NDArray[Any]:
    file = _file(folder, name)
    if file.parent != folder:
        raise ValueError(f"{name}: no name of an array")
    array: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    if _checksum(array) != checksum:
        raise ValueError(f"{file.name} is not what was written")
    release({name: array})
    return array


def _checksum(array: NDArray[Any]) -> int:
    plain: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return zlib.crc32(plain)
