"""A net for the stages that keep no account of their memory: what they ask for beyond the limit raises MemoryError."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class MemoryNet:
    """Limits the data segment of this process and of its children, until it is lifted.

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
        finally:
            self.lift()

    def lift(self) -> None:
        """Allow again what was allowed before."""
        if sys.platform.startswith("linux") and self._before is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, self._before)
            self._before = None
