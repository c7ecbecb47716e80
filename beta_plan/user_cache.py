"""Where this system keeps the caches of a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_cache() -> Path:
    """Return the directory; RuntimeError where the user has no home."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    name = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    return Path(os.environ.get(name) or Path.home() / ".cache")
