"""Links in a directory that somebody else may have made: what is written there must not end up elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from beta_plan.errors import CannotWrite
from beta_plan.output.layout import CHECKPOINT, SOLUTIONS, folders_with_problems

_EXPORTED = "levels"


def refuse_links(directory: Path) -> None:
    """Raise CannotWrite where a folder that a run may write into, below its directory, is a link.

    The directory itself may be one: whoever names it knows where it leads. A link in place of a file is replaced.
    """
    for folder in _folders(directory):
        if folder.is_symlink():
            raise CannotWrite(f"{folder}: is a link, and may lead elsewhere (remove it, or choose another directory)")


def _folders(directory: Path) -> Iterator[Path]:
    """Yield the folders of ours in a directory, and those above them."""
    yield from (directory / name for name in (SOLUTIONS, CHECKPOINT, _EXPORTED))
    for name in folders_with_problems(directory)[1:]:
        for top in (directory, directory / SOLUTIONS):
            yield from (top / Path(name).parent, top / name)


def open_itself(path: Path) -> IO[bytes]:
    """Open a file to be written from its beginning; a link by this name goes, and is never followed."""
    if path.is_symlink():
        path.unlink()
    return open(path, "wb", opener=_not_through_links)


def _not_through_links(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
