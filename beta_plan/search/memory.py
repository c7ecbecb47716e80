"""Arrays that grow in place, and the account of the memory that they take.

Growth is by ``realloc``. Linux moves the pages of a large block instead of copying it, so there only small arrays
exist twice for a moment; elsewhere every array may.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

_STATM = Path("/proc/self/statm")
_MOVED_FROM = 64 << 20
"""Blocks of so many bytes are moved by the kernel: malloc keeps none above 32 MiB in its own heap."""
_MANY = 1 << 16
"""From so many rows on growth is slow."""
_LARGEST = 2**31 - 2
"""Numbers are int32."""


def resize(array: NDArray[Any], rows: int) -> None:
    """Give ``array`` another number of rows, in place; new ones are zero. No view of it may be in use."""
    array.resize((rows, *array.shape[1:]), refcheck=False)


def copied(*arrays: NDArray[Any]) -> int:
    """Return how many bytes may exist twice while these arrays are resized one after the other."""
    moved = sys.platform.startswith("linux")
    return max((a.nbytes for a in arrays if not (moved and a.nbytes >= _MOVED_FROM)), default=0)


def larger(rows: int, row_bytes: int, room: int) -> int | None:
    """Return a new number of rows, more by ``ahead`` or what ``room`` bytes allow, None if that is not worth it."""
    affordable = rows + room // max(1, row_bytes)
    new = min(ahead(rows), affordable, _LARGEST)
    return new if new > rows + rows // 64 else None


def ahead(rows: int) -> int:
    """Return how many rows to make when there are too few: half as many again, of many a sixteenth, to waste little."""
    return rows + rows // (2 if rows < _MANY else 16) + 1


def resident() -> int:
    """Return the bytes of memory that this process has at the moment (where nobody tells: had at most, or 0)."""
    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def granted() -> int | None:
    """Return how many bytes this process may come to have by ``ulimit -d`` and ``-v``; None: there is no such limit.

    Beyond them the system refuses memory, so half of what is left is kept for what follows a search: it looks at all
    states again.
    """
    if not sys.platform.startswith("linux"):
        return None
    import resource

    pages = [int(word) for word in _STATM.read_text(encoding="ascii").split()]
    size, present, data = (pages[place] * os.sysconf("SC_PAGE_SIZE") for place in (0, 1, 5))
    limits = {resource.RLIMIT_AS: size, resource.RLIMIT_DATA: data}
    known = ((resource.getrlimit(what)[0], used) for what, used in limits.items())
    return min((present + (most - used) // 2 for most, used in known if most != resource.RLIM_INFINITY), default=None)


class Account:
    """What the arrays of a search may take: the limit less what the process had before.

    ``limit`` is in bytes, for the whole process; None: no limit. ``in_use`` is what the arrays have already.
    """

    def __init__(self, limit: int | None, in_use: int = 0) -> None:
        self._limit = limit
        self._before = max(resident() - in_use, 0)
        self.peak = self._before + in_use

    def room(self, in_use: int) -> int:
        """Return the bytes that are left when our arrays have ``in_use``."""
        self._before = max(self._before, resident() - in_use)
        return sys.maxsize if self._limit is None else self._limit - self._before - in_use

    def note(self, in_use: int) -> None:
        """Remember that our arrays had ``in_use`` bytes at some moment."""
        self.peak = max(self.peak, self._before + in_use)
