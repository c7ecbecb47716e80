"""Compiled kernels on the disk, one sealed file each: whatever is broken there is compiled again.

numba keeps an index per function and numbers the files of its signatures. An index that is torn ends the process, and
two processes that compile different signatures at the same time may give both the same number. Here the name of a file
follows from all that its machine code depends on, and a digest in front of the code tells whether it is whole; so there
is no index, and neither torn files, nor other versions, nor flipped bits are ever executed. A full disk costs the time
to compile again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

_SEAL = hashlib.sha256().digest_size


class SealedFiles:
    """The files of one function in a directory; ``stamp`` tells its source text."""

    def __init__(self, directory: Path, base: str, stamp: Any) -> None:
        self._directory, self._base, self._stamp = directory, base, stamp

    def flush(self) -> None:
        """Forget all signatures."""
        for path in self._directory.glob(f"{self._base}.*.nbc"):
            path.unlink(missing_ok=True)

    def save(self, key: Any, data: Any) -> None:
        """Keep the code of a signature, or raise OSError.

        Who is killed on the way leaves a file that the next one overwrites; what two write at once has no seal.
        """
        path = self._path(key)
        staged = path.with_suffix(".tmp")
        content = dumps((key, data))  # type: ignore[no-untyped-call]
        try:
            staged.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(staged, path)
        except OSError:
            staged.unlink(missing_ok=True)
            raise

    def load(self, key: Any) -> Any:
        """Return the code of a signature; None where there is none, or none that is whole."""
        try:
            found = memoryview(self._path(key).read_bytes())
        except OSError:
            return None
        if hashlib.sha256(found[_SEAL:]).digest() != found[:_SEAL]:
            return None
        known, data = pickle.loads(found[_SEAL:])
        return data if known == key else None

    def _path(self, key: Any) -> Path:
        told = repr((numba.__version__, self._stamp, key))
        return self._directory / f"{self._base}.{hashlib.sha256(told.encode()).hexdigest()[:16]}.nbc"


class KernelCache(FunctionCache):
    """numba's cache of one function, over sealed files; a disk that takes nothing is no error."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        own: Any = self._impl
        files: Any = SealedFiles(Path(self._cache_path), own.filename_base, own.locator.get_source_stamp())
        self._cache_file = files

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, if there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
