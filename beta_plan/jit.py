"""How kernels are compiled and where the result is kept: the one place that says so.

numba looks only at the file of a cached function: after an edit of a kernel that it calls in another file the *old*
machine code would answer. So the cache directory is named by a digest of every file that can reach machine code:
the kernel modules and all that they import.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from atexit import register
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from beta_plan.kernel_cache import KernelCache
from beta_plan.user_cache import user_cache

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_KERNEL_FILES = ("*kernels.py", "dispatch.py", "jit.py")
_IMPORT = re.compile(r"^(?:from|import) +beta_plan\b([\w.]*)(?: +import +(\([^)]*\)|.*))?", re.MULTILINE)
_OTHERS_WRITE = 0o022
_FORGOTTEN = 30 * 24 * 3600
"""Kernels of other versions that nobody has used for so many seconds are removed."""


def kernel_sources(package: Path = _PACKAGE) -> tuple[Path, ...]:
    """Return the files that can reach machine code, sorted: kernel modules and what they import, and so on.

    Imports for the type checker alone are indented, and not followed.
    """
    found: set[Path] = set()
    waiting = [file for pattern in _KERNEL_FILES for file in package.rglob(pattern)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported_files(package, file.read_text(encoding="utf-8"))
    return tuple(sorted(found))


def _imported_files(package: Path, text: str) -> Iterator[Path]:
    """Yield the files of what a module imports; a name may be that of a module in the package it comes from."""
    for module, names in _IMPORT.findall(text):
        home = package.joinpath(*module.split("."))
        for place in [home, *(home / name for name in re.findall(r"\w+", names))]:
            yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists())


def kernel_digest(package: Path = _PACKAGE) -> str:
    """Return a name for the present text of all kernel sources."""
    digest = hashlib.sha256()
    for file in kernel_sources(package):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0")
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_directory() -> Path | None:
    """Return a directory for compiled kernels, made if need be: the user's, else one of ours among temporary files.

    ``NUMBA_CACHE_DIR`` is honoured: ours is then inside it. Where others could put something in, it is not used: what
    is loaded from it is executed. None: no file can be made anywhere.
    """
    place = hashlib.sha256(str(_PACKAGE).encode()).hexdigest()[:8]  # numba compiles anew for another place, too
    name = f"kernels-{kernel_digest()}-{place}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    try:
        home = Path(chosen) if chosen else user_cache()
        directory = home / "beta-plan" / name
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
        if not (_is_private(directory.parent) and _is_private(directory)):
            return _temporary(name)
    except (OSError, RuntimeError):  # read-only, or no home at all
        return _temporary(name)
    os.utime(directory)
    _forget_others(directory)
    return directory


def _is_private(directory: Path) -> bool:
    """Tell whether a directory is the user's own; if it is, take from others the right to write to it."""
    if not hasattr(os, "getuid"):
        return True
    status = directory.stat()
    if status.st_uid != os.getuid():
        return False
    if status.st_mode & _OTHERS_WRITE:
        directory.chmod(status.st_mode & 0o7777 & ~_OTHERS_WRITE)
    return True


def _temporary(name: str) -> Path | None:
    """Return a directory among temporary files that nobody else can write: compiled code is loaded from it."""
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    try:
        directory = Path(tempfile.gettempdir()) / f"beta-plan-{owner}"
        directory.mkdir(mode=0o700, exist_ok=True)
        status = directory.lstat()
        if not directory.is_symlink() and (owner == "user" or (status.st_uid == owner and not status.st_mode & 0o077)):
            (directory / name).mkdir(exist_ok=True)
            tempfile.TemporaryFile(dir=directory / name).close()
            return directory / name
        private = tempfile.mkdtemp(prefix="beta-plan-")
    except OSError:  # no room anywhere: every process compiles for itself
        return None
    register(shutil.rmtree, private, ignore_errors=True)
    return Path(private)


def _forget_others(directory: Path) -> None:
    """Remove the kernels of other versions that nobody has used for long."""
    for other in directory.parent.glob("kernels-*"):
        try:
            if other != directory and time.time() - other.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            continue


_DIRECTORY = cache_directory()


def is_first_use(world: str) -> bool:
    """Tell whether the kernels of a world are not compiled yet, so that the first run takes a minute longer.

    Worlds, ``sas`` and ``sokoban``, share hardly any machine code, which is chosen by the type of their tables; nor do
    ``solver-greedy``, ``solver-optimal`` and ``bulk``, which solve levels and draw many.
    """
    return _DIRECTORY is None or not _mark_of(_DIRECTORY, world).exists()


def note_use(world: str) -> None:
    """Note that the kernels of a world are compiled; a disk that takes nothing is no error."""
    if _DIRECTORY is not None:
        with suppress(OSError):
            _mark_of(_DIRECTORY, world).touch()


def _mark_of(directory: Path, world: str) -> Path:
    return directory / f"{world}.compiled"


_POLICY: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,  # no reference counts for arrays: halves the time of small kernels, and refuses one that allocates
}


def kernel(function: Function) -> Function:
    """Compile ``function`` on first use, keep the machine code for the next process, run it without the lock."""
    return _compiled(function, _POLICY)


def inlined(function: Function) -> Function:
    """Compile ``function`` as a part of the kernels that call it.

    A call hands over every array of every tuple, which takes longer than a small kernel does.
    """
    return _compiled(function, INLINED | _POLICY)


INLINED: dict[str, Any] = {"forceinline": True}
"""What makes a function a part of its callers; where they are, and how many, decides how long they take to compile."""


def _compiled(function: Function, policy: dict[str, Any]) -> Function:
    """Decorate a function, and give it a cache, unless numba only pretends to compile."""
    compiled: Any = numba.njit(**policy)(function)
    if compiled is not function and _DIRECTORY is not None:
        compiled._cache = _cache_of(function, _DIRECTORY)
    return cast(Function, compiled)


def _cache_of(function: Function, directory: Path) -> KernelCache:
    """Return the cache of a function; numba asks for the directory now, which for others here stays as it was."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        return KernelCache(function)
    finally:
        config.CACHE_DIR = before
