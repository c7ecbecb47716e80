"""A process that runs one command under limits, and leaves none of its descendants behind.

Run as a script; it imports nothing but the standard library, so that it starts in some milliseconds. The request is one
line of JSON on stdin; when stdin is closed, because the run is not wanted any more or who asked is dead, everything is
killed. The report is JSON on stdout. Linux makes this process the parent of every orphan below it, so also daemons are
found and counted; elsewhere all that stay in the process group are. The kernel holds each process to the limits; that
all of them together keep to them is looked after here, some times a second, where /proc tells.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

KEPT = 4 << 20
"""Bytes of an output that are kept from its beginning, and as many from its end."""

LARGEST_FILE = 4 << 30
"""Bytes of a file that the command may write."""

PAUSE = 0.02
SAMPLE, SELDOM = 0.2, 20.0
"""Seconds between looks at what all processes have used together, and so many times as long as a look takes, if that is
more: the memory of a large process takes the kernel some time to count."""

GRACE = 1.0
"""Seconds of CPU time more than the limit that all together may have: a single one is told by a signal, and may end."""

PATIENCE = 5.0
"""Seconds to wait for what was killed to be gone."""

BUSY = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EIO, errno.ETXTBSY)
"""Why a program that is there may not be run now."""

_SUBREAPER = 36


class Output:
    """The beginning and the end of what a pipe gives."""

    def __init__(self) -> None:
        self._head, self._tail, self._dropped = bytearray(), bytearray(), 0

    def take(self, data: bytes) -> None:
        """Add data."""
        room = KEPT - len(self._head)
        self._head += data[:room]
        self._tail += data[max(room, 0) :]
        if len(self._tail) > 2 * KEPT:
            self._dropped += len(self._tail) - KEPT
            del self._tail[:-KEPT]

    def text(self) -> str:
        """Return it; a line says where something is missing."""
        gap = f"\n[{self._dropped} bytes not kept]\n".encode() if self._dropped else b""
        return bytes(self._head + gap + self._tail).decode("utf-8", errors="replace")


class Usage:
    """What the processes have used that are gone."""

    def __init__(self) -> None:
        self.cpu_seconds, self.peak_memory = 0.0, 0

    def add(self, used: resource.struct_rusage) -> None:
        """Count a process that was waited for, with those that it has waited for itself."""
        self.cpu_seconds += used.ru_utime + used.ru_stime
        unit = 1 if sys.platform == "darwin" else 1024
        self.peak_memory = max(self.peak_memory, used.ru_maxrss * unit)


class Supervisor:
    """One command and its descendants."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._request = request
        self._usage = Usage()
        self._exit_code: int | None = None
        self._outputs = {"stdout": Output(), "stderr": Output()}
        self._begin = time.monotonic()
        self._next_look = self._begin + SAMPLE
        self._out_of_memory = False

    def run(self) -> dict[str, Any]:
        """Run the command to its end, or to that of its limits, and return the report."""
        try:
            process = subprocess.Popen(
                self._request["words"], cwd=self._request["folder"], env={**os.environ, **self._request["environment"]},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                preexec_fn=self._limit,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            may_pass = isinstance(error, subprocess.SubprocessError) or getattr(error, "errno", None) in BUSY
            return {"error": getattr(error, "strerror", None) or str(error), "may_pass": may_pass}
        try:
            limit_reached = self._wait(process)
        finally:
            self._kill_all(process.pid)
            process.returncode = 0  # it was waited for
        self._drain(process)
        return {
            "exit_code": None if limit_reached else self._exit_code,
            "out_of_memory": self._out_of_memory,
            "cpu_seconds": self._usage.cpu_seconds,
            "wall_seconds": time.monotonic() - self._begin,
            "peak_memory_bytes": self._usage.peak_memory,
            **{name: output.text() for name, output in self._outputs.items()},
        }

    def _limit(self) -> None:
        """Set the limits of the process that becomes the command."""
        seconds = max(int(-(-self._request["seconds"] // 1)), 1)
        limits = {
            resource.RLIMIT_CPU: (seconds, seconds + 5),
            resource.RLIMIT_AS: (self._request["memory"],) * 2,
            resource.RLIMIT_FSIZE: (LARGEST_FILE,) * 2,
            resource.RLIMIT_CORE: (0, 0),
        }
        for what, (soft, hard) in limits.items():
            most = resource.getrlimit(what)[1]
            lowered = [value if most == resource.RLIM_INFINITY else min(value, most) for value in (soft, hard)]
            with suppress(OSError, ValueError):  # systems that do not know it
                resource.setrlimit(what, (lowered[0], lowered[1]))

    def _wait(self, process: subprocess.Popen[bytes]) -> bool:
        """Read what the command prints until it ends; tell whether a limit has ended it."""
        deadline = self._begin + self._request["wall_seconds"]
        with selectors.DefaultSelector() as selector:
            for pipe, name in self._pipes(process):
                os.set_blocking(pipe.fileno(), False)
                selector.register(pipe, selectors.EVENT_READ, name)
            selector.register(sys.stdin.buffer, selectors.EVENT_READ, None)
            while True:
                for key, _ in selector.select(PAUSE):
                    if key.data is None:
                        return True
                    data = os.read(key.fd, 1 << 16)
                    self._outputs[key.data].take(data)
                    if not data:
                        selector.unregister(key.fileobj)
                if self._reap(process.pid):
                    return self._exit_code == -signal.SIGXCPU
                if time.monotonic() >= deadline or self._is_beyond():
                    return True

    def _is_beyond(self) -> bool:
        """Tell from time to time whether all processes together have used more than one may, of time or of memory."""
        begin = time.monotonic()
        if begin < self._next_look:
            return False
        living = list(_descendants(os.getpid()))
        memory = sum(map(_memory, living)) if len(living) > 1 else 0
        self._usage.peak_memory = max(self._usage.peak_memory, memory)
        self._out_of_memory = memory > self._request["memory"]
        seconds = self._usage.cpu_seconds + sum(map(_cpu_seconds, living))
        now = time.monotonic()
        self._next_look = now + max(SAMPLE, SELDOM * (now - begin))
        return self._out_of_memory or seconds > self._request["seconds"] + GRACE

    def _reap(self, pid: int) -> bool:
        """Take leave of all processes that have ended; tell whether the command is one of them."""
        ended = False
        with suppress(ChildProcessError):
            while True:
                found, status, used = os.wait4(-1, os.WNOHANG)
                if not found:
                    break
                self._usage.add(used)
                if found == pid:
                    self._exit_code, ended = os.waitstatus_to_exitcode(status), True
        return ended

    def _kill_all(self, group: int) -> None:
        """Kill the process group, and then whoever has left it, until there is nobody."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
            for child in _children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            self._reap(group)
            if not _has_children():
                break
            time.sleep(PAUSE / 4)

    def _drain(self, process: subprocess.Popen[bytes]) -> None:
        """Read what is left in the pipes; who else may hold them is not waited for."""
        for pipe, name in self._pipes(process):
            with suppress(BlockingIOError):
                for _ in range(1024):
                    data = os.read(pipe.fileno(), 1 << 16)
                    self._outputs[name].take(data)
                    if not data:
                        break
            pipe.close()

    @staticmethod
    def _pipes(process: subprocess.Popen[bytes]) -> list[tuple[IO[bytes], str]]:
        assert process.stdout is not None
        assert process.stderr is not None
        return [(process.stdout, "stdout"), (process.stderr, "stderr")]


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _descendants(pid: int) -> Iterator[int]:
    """Yield all processes below one; none where /proc does not tell."""
    for task in Path(f"/proc/{pid}/task").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from _descendants(child)


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, and of its children that it has waited for; 0 of one that is gone."""
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _memory(pid: int) -> int:
    """Return the bytes of a process in memory; what it shares with others counts for each of them in part."""
    with suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def _children() -> list[int]:
    """Return the processes whose parent we are, orphans of the command included; none where /proc does not tell."""
    own, found = str(os.getpid()), []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            if (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1] == own:
                found.append(int(entry.name))
    return found


def main() -> None:
    """Answer one request."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda signum, frame: sys.exit(1))
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    print(json.dumps(Supervisor(json.loads(sys.stdin.buffer.readline())).run()))


if __name__ == "__main__":
    main()
