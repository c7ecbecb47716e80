"""Verdicts as a table for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import fields

from beta_plan.referees.batch import Result
from beta_plan.referees.verdict import Verdict

_TOLD = tuple(field.name for field in fields(Verdict))
HEADER = ",".join(["problem", "referee", *_TOLD])


def csv_text(results: Iterable[Result]) -> str:
    """Return a line for each result; what a planner does not tell stays empty."""
    text = io.StringIO(f"{HEADER}\n")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\n")
    for result in results:
        told = result.verdict.to_json()
        writer.writerow([result.task.name, result.referee.name, *(told[name] for name in _TOLD)])
    return text.getvalue()
