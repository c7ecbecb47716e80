"""The directory of an export: files that are written one by one, each whole or not at all, and a manifest.

The manifest lists every file before it is written, and says ``"complete": true`` at the end. A directory that holds an
older export is taken over; of its files those that were listed go.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.errors import CannotWrite
from beta_plan.output.file import write_file
from beta_plan.output.layout import GENERATOR, MANIFEST, is_inside, read_manifest
from beta_plan.output.write import check_directory


def check_export_directory(directory: Path) -> None:
    """Raise CannotWrite where an export would be refused: what is there is something else."""
    check_directory(directory)
    manifest = read_manifest(directory)
    if manifest is not None and "format" not in manifest:
        raise CannotWrite(f"{directory}: holds instances, not an export (choose another directory)")


class ExportDirectory:
    """One export while it is written; ``about`` are entries of its manifest, among them ``format``."""

    def __init__(self, directory: Path, about: Mapping[str, Any]) -> None:
        check_export_directory(directory)
        self._directory, self._about = directory, dict(about)
        listed = (read_manifest(directory) or {}).get("files")
        old = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
        self.files: list[str] = []
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._write_manifest({}, files=old)
            for name in old:
                if is_inside(name):
                    (directory / name).unlink(missing_ok=True)
        except (OSError, ValueError) as error:
            raise CannotWrite(f"{directory}: {getattr(error, 'strerror', None) or error}") from None
        self._write_manifest({}, files=[])

    def put(self, name: str, content: bytes) -> None:
        """Write a file."""
        self._write_manifest({}, files=[*self.files, name])
        try:
            (self._directory / name).parent.mkdir(exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"{self._directory / name}: {error.strerror or error}") from None
        write_file(self._directory / name, content, through_links=False)
        self.files.append(name)

    def finish(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """Write the manifest with what was found, and return it."""
        return self._write_manifest(found, files=self.files, complete=True)

    def _write_manifest(self, found: Mapping[str, Any], *, files: list[str], complete: bool = False) -> dict[str, Any]:
        head = {"generator": GENERATOR, "version": __version__, "complete": complete}
        manifest = {**head, **self._about, **found, "files": files}
        write_file(self._directory / MANIFEST, f"{json.dumps(manifest, indent=2)}\n".encode(), through_links=False)
        return manifest
