"""The directory of an export: files that are written one by one, each whole or not at all, and a manifest.

The manifest lists every file before it is written, and says ``"complete": true`` at the end. An older export that is
complete stays until the new one is, and is then exchanged for it; of one that is not, the files that were listed go.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.errors import CannotWrite
from beta_plan.output.exchange import Exchange, clean_up, is_file_of_ours, stage, staged
from beta_plan.output.file import replace_file
from beta_plan.output.layout import GENERATOR, MANIFEST, folder_of, read_manifest
from beta_plan.output.lock import locked
from beta_plan.output.write import check_directory


def check_export_directory(directory: Path) -> None:
    """Raise CannotWrite where an export would be refused: what is there is something else."""
    check_directory(directory)
    manifest = read_manifest(directory)
    if manifest is not None and "format" not in manifest:
        raise CannotWrite(f"{directory}: holds instances, not an export (choose another directory)")


class ExportDirectory:
    """One export while it is written; ``about`` are entries of its manifest, among them ``format``.

    Used in a ``with`` block, in which no other process writes to the directory.
    """

    def __init__(self, directory: Path, about: Mapping[str, Any]) -> None:
        check_export_directory(directory)
        self._directory, self._about = directory, dict(about)
        self._old: list[str] | None = None
        self._lock = locked(directory)
        self.files: list[str] = []

    def __enter__(self) -> ExportDirectory:
        with self._one_line():
            self._directory.mkdir(parents=True, exist_ok=True)
        self._lock.__enter__()
        with self._one_line():
            clean_up(self._directory)
        older = read_manifest(self._directory) or {}
        listed = older.get("files")
        files = list(filter(is_file_of_ours, listed)) if isinstance(listed, list) else []
        if older.get("complete"):
            self._old = files
        else:
            self._begin_anew(files)
        return self

    def __exit__(self, *raised: object) -> None:
        try:
            with self._one_line():
                clean_up(self._directory)
        finally:
            self._lock.__exit__(None, None, None)

    def put(self, name: str, content: bytes) -> None:
        """Write a file; beside its place as long as an older export is there."""
        path = self._directory / name
        with self._one_line():
            path.parent.mkdir(exist_ok=True)
            if self._old is None:
                self._write_manifest(files=[*self.files, name])
                replace_file(path, content)
            else:
                stage(staged(path), content)
        self.files.append(name)

    def finish(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """Write the manifest with what was found, and return it."""
        if self._old is None:
            return self._write_manifest(found, files=self.files, complete=True)
        manifest = self._manifest(found, files=self.files, complete=True)
        levels = tuple(name for name in self._old if folder_of(name) == "levels")
        stale = tuple(name for name in self._old if name not in self.files)
        with self._one_line():
            stage(staged(self._directory / MANIFEST), _json(manifest))
            exchange = Exchange(levels, (*self.files, MANIFEST), stale)
            exchange.begin(self._directory, {**self._about, "files": sorted({*self._old, *self.files})})
            exchange.finish(self._directory)
        return manifest

    def _begin_anew(self, unfinished: Iterable[str]) -> None:
        """Remove the files of an export that was not finished."""
        with self._one_line():
            for name in unfinished:
                (self._directory / name).unlink(missing_ok=True)
        self._write_manifest(files=[])

    def _write_manifest(
        self, found: Mapping[str, Any] | None = None, *, files: list[str], complete: bool = False
    ) -> dict[str, Any]:
        manifest = self._manifest(found or {}, files=files, complete=complete)
        with self._one_line():
            replace_file(self._directory / MANIFEST, _json(manifest))
        return manifest

    def _manifest(self, found: Mapping[str, Any], *, files: list[str], complete: bool) -> dict[str, Any]:
        head = {"generator": GENERATOR, "version": __version__, "complete": complete}
        return {**head, **self._about, **found, "files": files}

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn whatever the system says against a file into CannotWrite."""
        try:
            yield
        except OSError as error:
            raise CannotWrite(f"{error.filename or self._directory}: {error.strerror or error}") from None


def _json(manifest: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(manifest, indent=2)}\n".encode()
