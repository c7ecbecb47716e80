"""What an engine tells of its work, line by line; it also ends the front end between two stages when time is over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO

from beta_plan.errors import OutOfTime
from beta_plan.stages import Note, Stages


class Log(Stages):
    """Stages that are told to a stream; one that ends after ``deadline``, a time of ``time.monotonic``, is the last."""

    def __init__(self, deadline: float | None, stream: IO[str] | None) -> None:
        super().__init__()
        self._deadline, self._stream, self._begin = deadline, stream, monotonic()
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        """Write one line."""
        self.lines.append(line)
        if self._stream is not None:
            self._stream.write(f"{line}\n")

    @contextmanager
    def __call__(self, name: str) -> Iterator[Note]:
        """Time a stage, and tell what it made; raise OutOfTime where there is no time for the next."""
        with super().__call__(name) as note:
            yield note
        stage = self.finished[-1]
        made = ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in stage.sizes.items())
        self.say(f"{name} ({stage.seconds:.2f} s): {made or stage.text}")
        if self._deadline is not None and monotonic() >= self._deadline:
            raise OutOfTime(f"the time is over after the stage {name}")

    def metrics(self) -> dict[str, str]:
        """Return the seconds since the beginning, as unified-planning calls them."""
        return {"engine_internal_time": f"{monotonic() - self._begin:.3f}"}
