"""Signals during a long run: at first they end it at once, later they ask for the best so far."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from beta_plan.config import duration_text
from beta_plan.errors import Interrupted, OutOfTime

PATIENCE = 1.0
"""Seconds in which a further signal is taken for a repetition of the first, by a shell or a script around us."""


class Interruption:
    """Answers SIGINT, SIGTERM, SIGHUP, SIGXCPU and, where a time limit is given, the alarm.

    While ``can_stop`` is False there is nothing to lose, and a signal raises. Afterwards the run asks ``requested``
    several times a second and ends by itself; a signal that comes when it has not ended after PATIENCE ends it at once.
    SIGXCPU, which the system repeats every second, never does.
    """

    def __init__(self) -> None:
        self.can_stop = False
        self._since: float | None = None
        self._at_once = ""
        self._seconds: int | None = None

    def requested(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._since is not None

    def _answer(self, signum: int, frame: FrameType | None) -> None:
        name = signal.Signals(signum).name
        if signum == _ALARM:
            if not self.can_stop:
                limit = "" if self._seconds is None else f" (--overall-time-limit {duration_text(self._seconds)})"
                raise OutOfTime(f"time-limit{limit}: the task was not even read")
            return
        before, self._since = self._since, self._since or monotonic()
        if not self.can_stop:
            raise Interrupted(f"interrupted by {name} before anything was found")  # who swallows it is asked to stop
        if before is not None and monotonic() - before > PATIENCE and signum != _CPU_TIME:
            self._at_once = f"interrupted by {name} again"
            raise KeyboardInterrupt(self._at_once)

    def _unraisable(self, found: sys.UnraisableHookArgs) -> None:
        """Tell what could not be raised, unless we have raised it."""
        if not self._at_once:
            sys.__unraisablehook__(found)

    @contextmanager
    def listening(self, seconds: int | None) -> Iterator[None]:
        """Answer signals in the block; without an answer after ``seconds`` the time is over.

        Compilers take what a signal raises for an error of their own, or call us where nothing can be raised.
        """
        numbers = [signal.SIGINT, *polite_signals(), *([] if _ALARM is None else [_ALARM])]
        before = {number: signal.signal(number, self._answer) for number in numbers}
        hook, sys.unraisablehook = sys.unraisablehook, self._unraisable
        self._seconds = seconds
        if _ALARM is not None and seconds is not None:
            signal.alarm(seconds)
        try:
            yield
        except Exception:
            if self._at_once:
                raise Interrupted(self._at_once) from None
            raise
        finally:
            sys.unraisablehook = hook
            if _ALARM is not None:
                signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)


def polite_signals() -> list[int]:
    """Return the signals that ask to end, but for Ctrl-C; without SIGHUP where it is ignored, as nohup wants it."""
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGXCPU") if hasattr(signal, name)]
    return [number for number in known if number == signal.SIGTERM or signal.getsignal(number) != signal.SIG_IGN]


_ALARM: int | None = getattr(signal, "SIGALRM", None)
_CPU_TIME: int | None = getattr(signal, "SIGXCPU", None)
