"""A process that runs one command, and ends it when whoever asked for it is gone.

    python guard.py GRACE MEMORY FILES COMMAND ..

Run as a script; it imports nothing but the standard library, so that it starts in some milliseconds. Nobody writes to
its stdin: when that pipe is closed, because the run is not wanted any more or because who asked was killed, the command
and all of its process group get SIGTERM, and SIGKILL after GRACE seconds. MEMORY and FILES are limits in bytes: of the
data of a process, and of a file that it writes. The guard ends as the command does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Thread

_PARENT_DEATH_SIGNAL = 1
_OF_OTHERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that the command answers as it likes; who asked for the run gets them, too, and closes the pipe."""


def main(grace: float, memory: int, files: int, command: list[str]) -> int:
    """Run a command, and return its exit code, -n where signal n has ended it."""
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None

    def prepare() -> None:
        for number in _OF_OTHERS:
            signal.signal(number, signal.SIG_DFL)
        if library is not None:
            library.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
            _limit(memory, files)

    for number in _OF_OTHERS:
        signal.signal(number, signal.SIG_IGN)
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=prepare)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    Thread(target=_end_with_the_pipe, args=(process, grace), daemon=True).start()
    code = process.wait()
    _send(process.pid, signal.SIGKILL)  # whatever it has left running
    return code


def _limit(memory: int, files: int) -> None:
    """Limit this process; what the system does not know, or has limited more, stays as it is."""
    import resource

    for what, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_FSIZE, files), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(what, (most, most))


def _end_with_the_pipe(process: subprocess.Popen[bytes], grace: float) -> None:
    """Wait until nobody holds the other end of stdin, and end the command."""
    while os.read(0, 1 << 10):
        pass
    _send(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(grace)
    _send(process.pid, signal.SIGKILL)


def _send(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


if __name__ == "__main__":
    code = main(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
    if code < 0:
        with suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)
