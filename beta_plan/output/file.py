"""Writing a single file, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from beta_plan.errors import CannotWrite
from beta_plan.output.exchange import stage, staged
from beta_plan.output.lock import locked

_LONG_NAME = 200
"""A name of so many bytes might leave no room for what marks the file beside it."""


def check_file(path: Path) -> None:
    """Raise CannotWrite where ``write_file`` would fail; ask before a long search."""
    if path.is_dir():
        raise CannotWrite(f"{path}: is a directory (choose another name)")
    if _is_device(path):
        return
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


def _is_device(path: Path) -> bool:
    """Tell whether there is something at a place that a file must not replace: a device, or a pipe."""
    return path.exists() and not path.is_file()
