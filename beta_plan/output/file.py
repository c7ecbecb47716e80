"""Writing a single file, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from beta_plan.errors import CannotWrite
from beta_plan.output.exchange import stage, staged
from beta_plan.output.lock import locked

_LONG_NAME = 200
"""A name of so many bytes might leave no room for what marks the file beside it."""


def check_file(path: Path, *, reads: Iterable[Path] = (), kind: str = "", begins: bytes = b"") -> None:
    """Raise CannotWrite where ``write_file`` would fail, or would destroy what somebody else has made.

    Ask before a long search. A file is not replaced that the command ``reads``, nor one that is not of the ``kind``
    that is written, which its first bytes tell.
    """
    if path.is_dir():
        raise CannotWrite(f"{path}: is a directory (choose another name)")
    if _is_device(path):
        return
    if path.exists() and any(path.samefile(read) for read in reads if read.exists()):
        raise CannotWrite(f"{path}: is the file that is read (choose another name)")
    if kind and not _begins(path, begins):
        raise CannotWrite(f"{path}: is there, and is no {kind} of beta-plan's (remove it, or choose another name)")
    try:
        tempfile.TemporaryFile(dir=path.absolute().parent).close()
    except OSError as error:
        raise CannotWrite(f"{path}: {error.strerror or error} (choose another place)") from None


def make_directory(path: Path) -> None:
    """Make a directory if it is not there, and raise CannotWrite where no file can be made in it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        raise CannotWrite(f"{path}: {error.strerror or error} (choose another place)") from None


def write_file(path: Path, content: bytes, *, through_links: bool = True) -> None:
    """Write a file beside its place, and rename it when every byte is on the disk; raise CannotWrite.

    What is no file, such as ``/dev/stdout``, is written to and stays what it is. A link stays one, and leads to what is
    written; unless the user has not named the file, and whoever made its directory may have put the link there.
    """
    if path.is_symlink() and through_links:
        path = path.resolve()
    try:
        if _is_device(path) and not path.is_symlink():
            with path.open("wb") as device:
                device.write(content)
            return
        with locked(path.absolute().parent):
            replace_file(path, content)
    except OSError as error:
        raise CannotWrite(f"{path}: {error.strerror or error}") from None


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it, for whoever has locked the directory; raise OSError."""
    beside = staged(path if len(os.fsencode(path.name)) < _LONG_NAME else path.with_name("long-name"))
    try:
        stage(beside, content)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _begins(path: Path, begins: bytes) -> bool:
    """Tell whether there is a file that has some bytes near its beginning, or no byte at all, or none."""
    try:
        with path.open("rb") as file:
            head = file.read(1000)
    except FileNotFoundError:
        return True
    except OSError as error:
        raise CannotWrite(f"{path}: {error.strerror or error} (choose another place)") from None
    return not head or begins in head


def _is_device(path: Path) -> bool:
    """Tell whether there is something at a place that a file must not replace: a device, or a pipe."""
    return path.exists() and not path.is_file()
