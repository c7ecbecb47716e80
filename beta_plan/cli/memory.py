"""Little memory: a limit of the system's that is too low, and a net for the stages that keep no account of theirs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from beta_plan.config import memory_text
from beta_plan.errors import OutOfMemory

LEAST_ADDRESSES = 1 << 30
"""Bytes of addresses below which no run begins. With 600 MB a small task could be compiled for and solved; with less
the compiler aborts, libraries cannot be loaded, or OpenBLAS tries forever to get some."""


def check_address_space() -> None:
    """Raise OutOfMemory where the system allows this process so few addresses that libraries would hang or abort."""
    if not sys.platform.startswith("linux"):
        return
    import resource

    allowed = resource.getrlimit(resource.RLIMIT_AS)[0]
    if allowed != resource.RLIM_INFINITY and allowed < LEAST_ADDRESSES:
        least = memory_text(LEAST_ADDRESSES)
        raise OutOfMemory(f"out of memory: {allowed >> 20}M of addresses are too few (ulimit -v: {least} at least)")


class MemoryNet:
    """Limits the data segment of this process and of its children, until it is lifted; beyond it MemoryError is raised.

    Pattern databases and the search keep within the limit by themselves and could not answer a refusal, nor could the
    compiler of the kernels; so the net is lifted before. Systems without such limits have no net.
    """

    def __init__(self) -> None:
        self._before: tuple[int, int] | None = None

    @contextmanager
    def stretched(self, limit: int) -> Iterator[None]:
        """Let at most ``limit`` bytes of data be there in the block."""
        if sys.platform.startswith("linux"):
            import resource

            self._before = resource.getrlimit(resource.RLIMIT_DATA)
            hard = self._before[1]
            resource.setrlimit(resource.RLIMIT_DATA, (limit if hard < 0 else min(limit, hard), hard))
        try:
            yield
        except MemoryError:
            if self._before is None:  # lifted, so that it was not this limit
                raise
            raise OutOfMemory(f"out of memory (--overall-memory-limit {memory_text(limit)})") from None
        finally:
            self.lift()

    def lift(self) -> None:
        """Allow again what was allowed before."""
        if sys.platform.startswith("linux") and self._before is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, self._before)
            self._before = None
