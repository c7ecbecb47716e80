"""What happens to a process from its beginning, as the variable BETA_PLAN_FAULT says; Python imports this by itself.

``SIGKILL replace 3``: the third call of ``os.replace`` is the last thing before this signal. ``clock``: the time of day
jumps back and forth by hours; the monotonic clock stays true.
"""

import os
import signal
import time


def signal_at(name, function, number):
    """Send ourselves a signal just before a certain call of a function of ``os``."""
    original, calls = getattr(os, function), 0

    def counted(*arguments, **options):
        nonlocal calls
        calls += 1
        if calls == number:
            os.kill(os.getpid(), getattr(signal, name))
        return original(*arguments, **options)

    setattr(os, function, counted)


def jump():
    """Let the time of day step by hours, forwards and backwards, with every question."""
    original, steps = time.time, [0, 5 * 3600, -7 * 3600, 300 * 3600]

    def jumping():
        steps.append(steps.pop(0))
        return original() + steps[0]

    time.time = jumping
    time.time_ns = lambda: int(jumping() * 10**9)


words = os.environ.get("BETA_PLAN_FAULT", "").split()
if words == ["clock"]:
    jump()
elif words:
    signal_at(words[0], words[1], int(words[2]))
