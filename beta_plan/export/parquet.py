"""Tables of levels and of samples as Parquet files, for pandas, polars and datasets; needs the extra ``data``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from beta_plan.errors import NotInstalled
from beta_plan.export.level import LearnersLevel
from beta_plan.export.samples import Sample


def require_pyarrow() -> Any:
    """Return the library; raise NotInstalled where it is not installed. Ask before a long search."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NotInstalled("needs pyarrow, which is not installed", extra="data", place="parquet") from None
    return pyarrow


def levels_parquet(levels: Sequence[LearnersLevel]) -> bytes:
    """Return a row for each level: ``board`` (its rows as lines), ``solution``, ``split``, ``maze``, numbers."""
    return _table(
        [
            {"board": "\n".join(level.rows), "solution": level.solution, "split": level.split, "maze": level.maze}
            | dict(level.metrics)
            for level in levels
        ]
    )


def samples_parquet(samples: Sequence[Sample]) -> bytes:
    """Return a row for each sample, with the columns of its JSON object; ``state`` is a list of strings."""
    return _table([sample.to_json() for sample in samples])


def _table(rows: Sequence[Mapping[str, object]]) -> bytes:
    arrow = require_pyarrow()
    content = BytesIO()
    arrow.parquet.write_table(arrow.Table.from_pylist(list(rows)), content)
    return content.getvalue()
