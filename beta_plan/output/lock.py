"""One process at a time writes a directory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from beta_plan.errors import CannotWrite

PATIENCE = 30.0
"""Seconds to wait for another process; writing takes some milliseconds, but levels in bulk are written as they come."""

_PAUSE = 0.02


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other processes of beta-plan from writing to a directory in the block.

    The lock is on the directory itself, so that it ends with the process however that ends, and leaves no file. File
    systems that know no locks have none.

    Raises:
        CannotWrite: another process has written to it all the time.
    """
    number = _open(directory)
    try:
        if number is not None:
            _acquire(number, directory)
        yield
    finally:
        if number is not None:
            os.close(number)


def _open(directory: Path) -> int | None:
    try:
        return os.open(directory, os.O_RDONLY)
    except OSError:
        return None


def _acquire(number: int, directory: Path) -> None:
    deadline = monotonic() + PATIENCE
    while not try_lock(number):
        if monotonic() > deadline:
            remedy = "wait for it, or choose another directory"
            raise CannotWrite(f"{directory}: another run of beta-plan writes to it ({remedy})")
        sleep(_PAUSE)


def try_lock(descriptor: int) -> bool:
    """Take the lock of an open file or directory; tell whether there is no need to wait for it.

    There is none where it is taken now, and where the file system, or the system, knows no locks.
    """
    try:
        import fcntl  # Unix alone

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True
