"""What experiments read from the JSON that commands print; whatever is not there or of another kind raises."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from beta_plan.metrics import SOURCES, Metrics
from beta_plan.referees.verdict import Verdict

Report = Mapping[str, Any]


def metrics_of(report: Report) -> Metrics:
    """Return the metrics of the first instance of ``generate``, or of the first task of ``evaluate``."""
    listed = report["instances"] if "instances" in report else report["tasks"]
    return Metrics.from_json(listed[0]["metrics"])


def expanded_of(report: Report) -> int | None:
    """Return the expansions of ``generate``; None for a state that was given."""
    return int(report["search"]["expanded"]) if "search" in report else None


def spoiled(kind: str, report: Report) -> str:
    """Say why a report says less than was asked for, so that it does not count; nothing where it does.

    A signal has ended ``generate`` before its limits did, the machine did not let a planner do its work, or a level has
    no solution: that is no hard one.
    """
    if kind == "generate" and report["search"].get("status") == "interrupted":
        return "ended by a signal before its time"
    if kind == "referee" and not (verdict := verdict_of(report)).is_measured:
        return f"the planner {verdict.detail}"
    if kind == "solve" and report["levels"][0]["status"] == "unsolvable":
        return "the solver says that there is no solution"
    return ""


def notes_of(report: Report) -> list[str]:
    """Return what had to be given up, such as pattern databases for which there was no time."""
    about = report if "instances" in report else report["tasks"][0]
    return list(map(str, about.get("notes", ())))


def is_solved(report: Report) -> bool:
    """Tell whether ``solve`` has solved its level."""
    return str(report["levels"][0]["status"]) == "solved"


def effort_of(report: Report) -> int:
    """Return the expansions of ``solve``."""
    return int(report["levels"][0]["expanded"])


def metrics_of_all(report: Report) -> list[Metrics]:
    """Return the metrics of all tasks of ``evaluate``."""
    return [Metrics.from_json(task["metrics"]) for task in report["tasks"]]


def verdict_of(report: Report) -> Verdict:
    """Return what ``referee`` says about its first instance."""
    return Verdict.from_json(report["results"][0]["verdict"])


def check_report(kind: str, report: Report) -> None:
    """Raise KeyError, TypeError, ValueError, IndexError or AttributeError where a report lacks what tables read."""
    if kind in ("solve", "referee"):
        if kind == "solve":
            is_solved(report)
            effort_of(report)
        else:
            _check_verdict(verdict_of(report))
        return
    for metrics in [metrics_of(report)] if kind == "generate" else metrics_of_all(report):
        for source in SOURCES:
            for value in metrics.of(source).values():
                _check_number(value)
    metrics_of(report)
    notes_of(report)
    if kind == "generate":
        _check_number(int(report["search"]["expanded"]))


def _check_verdict(verdict: Verdict) -> None:
    for number in (verdict.expansions, verdict.evaluations, verdict.cost, verdict.plan_length, verdict.cpu_seconds):
        _check_number(number)


def _check_number(value: Any) -> None:
    """Raise TypeError or ValueError for what no mean can be made of; None is a number that is not known."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise TypeError(f"no number: {value}")
    if value is not None and not isfinite(value):
        raise ValueError(f"no number: {value}")
