"""A lock on a directory, which ends with the processes that hold it, however they end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from beta_plan.errors import Interrupted
from beta_plan.output.lock import try_lock

LOCK = "lock"
PAUSE = 0.1


@contextmanager
def alone_in(folder: Path, stop: Callable[[], bool]) -> Iterator[int]:
    """Wait until nobody else works in a directory; yield a descriptor, which a child may inherit to hold the lock, too.

    Where the file system, or the system, knows no locks, nobody is kept waiting.

    Raises:
        Interrupted: ``stop``, which is asked several times a second, has said True.
        OSError: the directory cannot be written.
    """
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        while not try_lock(descriptor):
            if stop():
                raise Interrupted("interrupted")
            sleep(PAUSE)
        yield descriptor
    finally:
        os.close(descriptor)
