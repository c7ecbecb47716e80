"""Snapshots: a search as arrays by name, and who keeps them, so that it can be gone on with after a crash."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from beta_plan.search.result import SearchResult

Arrays = dict[str, NDArray[Any]]
"""Names may have parts, joined by a slash."""


class Keeper(Protocol):
    """Keeps snapshots of one search.

    A search is asked for them between two steps; whether it was, and how often, has no influence on its result.
    """

    @property
    def resumed(self) -> Arrays | None:
        """The snapshot with which the search goes on; None: it begins."""

    def is_due(self) -> bool:
        """Tell whether it is time for the next snapshot."""

    def keep(self, arrays: Arrays, so_far: Callable[[], SearchResult]) -> None:
        """Take a snapshot, and what was found up to it; both are views that the search changes afterwards."""


def release(arrays: Arrays) -> None:
    """Let the system have the memory of arrays that are mapped from files; who reads them again gets them again."""
    for array in arrays.values():
        base: Any = array
        while isinstance(base, np.ndarray):
            base = base.base
        if isinstance(base, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
            base.madvise(mmap.MADV_DONTNEED)


def prefixed(name: str, arrays: Arrays) -> Arrays:
    """Return arrays with a further part before their names."""
    return {f"{name}/{each}": array for each, array in arrays.items()}


def below(name: str, arrays: Arrays) -> Arrays:
    """Return the arrays whose names begin with a part, without it."""
    return {each.removeprefix(f"{name}/"): array for each, array in arrays.items() if each.startswith(f"{name}/")}
