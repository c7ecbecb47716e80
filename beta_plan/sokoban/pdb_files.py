"""Pattern databases of mazes in files, so that they are built once on a machine and its processes share their pages.

    CACHE/beta-plan/pdbs/0a1b2c..-4/about.json             what the others are, with their checksums
                                    entries.npy, pool.npy  mapped into memory, the others are read
                                    base.npy, keys.npy, slots.npy, counts.npy

A directory is named by a digest of the maze and of our sources, and by the largest number of boxes; it has the
databases of all smaller numbers, too. It comes into being by a rename, so it is there with everything or not at all.
Whatever is not as it should be counts as not there: then databases are built anew. Arrays are mapped copy-on-write,
since for arrays that cannot be written numba would compile all kernels again. Nobody writes to them, so all processes
share the pages.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beta_plan.config import parse_memory
from beta_plan.errors import InputRefused
from beta_plan.jit import kernel_digest
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban.maze import Maze
from beta_plan.user_cache import user_cache

VARIABLE = "BETA_PLAN_PDB_CACHE"
"""Of the environment: the largest size of all files, such as ``8G``; ``off``: there are none."""

LIMIT = 4 << 30
RECENT = 6 * 3600
"""Seconds in which databases may still be in use, so that they are not removed: where the files are on another machine
that would end who uses them."""

FORMAT = 1
ABOUT = "about.json"
MAPPED = ("entries", "pool")
_STAGED = "new-"


@dataclass(frozen=True)
class Content:
    """The arrays of ``BoxPdbs``, with the bytes that the build of each size has claimed at most, from one box on."""

    entries: NDArray[np.uint16]
    base: Ints
    pool: NDArray[np.uint32]
    keys: NDArray[np.uint64]
    slots: NDArray[np.uint32]
    counts: Longs
    peaks: tuple[int, ...]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name."""
        return {name: value for name, value in vars(self).items() if name != "peaks"}


@dataclass(frozen=True)
class PdbFiles:
    """A directory of databases, of which those that were not used for longest are removed beyond ``limit`` bytes."""

    folder: Path
    limit: int = LIMIT

    @classmethod
    def of_user(cls) -> PdbFiles | None:
        """Return the user's; None for one who has no home, or does not want files.

        Raises:
            InputRefused: the variable has no size.
        """
        chosen = os.environ.get(VARIABLE, "")
        if chosen.strip().lower() in ("off", "0"):
            return None
        try:
            limit = parse_memory(chosen) if chosen else LIMIT
        except ValueError as error:
            raise InputRefused(str(error), place=VARIABLE, remedy="or: off") from None
        with suppress(RuntimeError):
            return cls(user_cache() / "beta-plan" / "pdbs", limit)
        return None

    def take(self, maze: Maze, size: int) -> Content | None:
        """Return the databases of a maze up to a size, if they are kept; what is damaged is removed."""
        place = self._place(maze, size)
        if not place.is_dir():
            return None
        try:
            about = json.loads((place / ABOUT).read_bytes())
            arrays = {name: _array(place, name, about["arrays"][name]) for name in _dtypes()}
            content = Content(**arrays, peaks=tuple(map(int, about["peaks"])))
            if about["format"] != FORMAT or len(content.peaks) != size:
                raise ValueError("of another kind")
            with suppress(OSError):
                os.utime(place / ABOUT)
        except (OSError, ValueError, KeyError, TypeError, EOFError, RecursionError):
            shutil.rmtree(place, ignore_errors=True)
            return None
        return content

    def keep(self, maze: Maze, size: int, content: Content) -> None:
        """Write databases; that this is not possible, or that another process does the same, does no harm."""
        place = self._place(maze, size)
        total = sum(array.nbytes for array in content.arrays().values())
        if total > self.limit or place.exists():
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            if self._has_room(total):
                _write(self.folder, place, content)

    def _has_room(self, more: int) -> bool:
        """Make room for more bytes, and tell whether there is; what was begun and never finished goes first."""
        found: list[tuple[bool, float, int, Path]] = []
        for place in self.folder.iterdir():
            with suppress(OSError):
                used = max(file.stat().st_mtime for file in (place, *place.iterdir()))
                size = sum(file.stat().st_size for file in place.iterdir())
                found.append((not place.name.startswith(_STAGED), used, size, place))
        total = more + sum(size for _, _, size, _ in found)
        for finished, used, size, place in sorted(found):
            if time.time() - used > RECENT and (total > self.limit or not finished):
                shutil.rmtree(place, ignore_errors=True)
                total -= size
        return total <= self.limit

    def _place(self, maze: Maze, size: int) -> Path:
        parts = json.dumps([FORMAT, _sources_digest(), maze.places, maze.goals])
        return self.folder / f"{hashlib.sha256(parts.encode()).hexdigest()[:32]}-{size}"


def _write(folder: Path, place: Path, content: Content) -> None:
    """Write databases beside their place, and rename them; where somebody was faster, his stay."""
    staged = Path(tempfile.mkdtemp(prefix=_STAGED, dir=folder))
    try:
        about: dict[str, Any] = {"format": FORMAT, "peaks": content.peaks, "arrays": {}}
        for name, array in content.arrays().items():
            np.save(staged / f"{name}.npy", array, allow_pickle=False)
            about["arrays"][name] = _description(array)
        (staged / ABOUT).write_text(f"{json.dumps(about, indent=1)}\n", encoding="utf-8")
        staged.rename(place)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _dtypes() -> dict[str, type[np.generic]]:
    """Return the types of all arrays."""
    return {
        "entries": np.uint16,
        "base": np.int32,
        "pool": np.uint32,
        "keys": np.uint64,
        "slots": np.uint32,
        "counts": np.int64,
    }


def _description(array: NDArray[Any]) -> dict[str, Any]:
    return {"shape": list(array.shape), "checksum": zlib.crc32(np.ascontiguousarray(array).data)}


def _array(place: Path, name: str, about: dict[str, Any]) -> NDArray[Any]:
    """Return an array as it was described, or raise; to check it also brings its pages into memory."""
    is_mapped = name in MAPPED and 0 not in about["shape"]
    found = np.load(place / f"{name}.npy", mmap_mode="c" if is_mapped else None, allow_pickle=False)
    array: NDArray[Any] = np.asarray(found)  # of a mapped one no subclass, for which kernels would be compiled anew
    if not isinstance(found, np.ndarray) or array.dtype != _dtypes()[name] or not array.flags.c_contiguous:
        raise ValueError("of another kind")
    if _description(array) != about:
        raise ValueError("damaged")
    return array


@cache
def _sources_digest() -> str:
    """Return a digest of everything that could change a database: the kernels, and this package."""
    digest = hashlib.sha256(kernel_digest().encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
