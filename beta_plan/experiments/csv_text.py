"""Tables as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any


def as_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return records with the same keys as CSV; None stays empty."""
    text = io.StringIO()
    if lines:
        writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    return text.getvalue()
