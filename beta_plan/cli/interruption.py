"""Signals during a long run: at first they end it at once, later they ask for the best so far."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from beta_plan.errors import Interrupted, OutOfTime

PATIENCE = 5.0
"""Seconds in which a further signal is taken for a repetition of the first."""


class Interruption:
    """Answers SIGINT, SIGTERM, SIGHUP and, where a time limit is given, the alarm.

    While ``can_stop`` is False there is nothing to lose, and a signal raises. Afterwards the run asks ``requested``
    several times a second and ends by itself; a signal that comes when it has not ended after PATIENCE raises.
    """

    def __init__(self) -> None:
        self.can_stop = False
        self._since: float | None = None

    def requested(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._since is not None

    def _answer(self, signum: int, frame: FrameType | None) -> None:
        name = signal.Signals(signum).name
        if signum == _ALARM:
            if not self.can_stop:
                raise OutOfTime("time-limit: the task was not even read (--overall-time-limit allows more)")
            return
        before, self._since = self._since, self._since or monotonic()
        if not self.can_stop or (before is not None and monotonic() - before > PATIENCE):
            raise Interrupted(f"interrupted by {name} before anything was found")  # who swallows it is asked to stop

    @contextmanager
    def listening(self, seconds: int | None) -> Iterator[None]:
        """Answer signals in the block; without an answer after ``seconds`` the time is over."""
        numbers = [signal.SIGINT, signal.SIGTERM, *(getattr(signal, n) for n in _OTHERS if hasattr(signal, n))]
        before = {number: signal.signal(number, self._answer) for number in numbers}
        if _ALARM is not None and seconds is not None:
            signal.alarm(seconds)
        try:
            yield
        finally:
            if _ALARM is not None:
                signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)


_OTHERS = ("SIGHUP", "SIGALRM")
_ALARM: int | None = getattr(signal, "SIGALRM", None)
