"""Verdicts that are known already, one file each, named by a digest of what they depend on.

Of a planner and a task there are two at most: its answer, and that it has come to its limits without one. A verdict
that larger limits would not change is reused for larger ones; any other for limits at most as large. The plan of a
planner that a limit has ended, or that is told its limits, depends on just these. What may be the machine's fault is
not kept: crashes, plans that do not replay (a disk that is full cuts them), and what the clock has ended before it had
its CPU time.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from beta_plan.errors import CannotWrite
from beta_plan.output.file import write_file
from beta_plan.referees.protocol import Referee, RunLimits, Task
from beta_plan.referees.verdict import MOST_WORK, Status, Verdict
from beta_plan.user_cache import user_cache

VARIABLE = "BETA_PLAN_CACHE_DIR"
"""Of the environment: a directory for verdicts, in place of one among the user's caches."""

LARGER_LIMITS = "in a run with larger limits"
"""The detail of what is known of such a run: its numbers are more than was asked for."""

FORMAT = 2
"""Changes when verdicts get another meaning."""


@dataclass(frozen=True)
class Cache:
    """A directory of verdicts; what cannot be read or written there is not known."""

    folder: Path

    @classmethod
    def of_user(cls) -> Cache | None:
        """Return the user's cache; None for one who has no home."""
        chosen = os.environ.get(VARIABLE)
        try:
            return cls(Path(chosen) if chosen else user_cache() / "beta-plan" / "verdicts")
        except RuntimeError:
            return None

    def find(self, referee: Referee, task: Task, limits: RunLimits) -> Verdict | None:
        """Return a known verdict that would be the same with these limits."""
        both = (self._find(self._file(referee, task, final=final), referee, limits) for final in (True, False))
        return next(filter(None, both), None)

    @staticmethod
    def _find(file: Path, referee: Referee, limits: RunLimits) -> Verdict | None:
        try:
            entry = json.loads(file.read_bytes())
            verdict, before = Verdict.from_json(entry["verdict"]), RunLimits(**entry["limits"])
        except (OSError, ValueError, LookupError, TypeError):
            return None
        if not verdict.status.is_final:
            fits = before.covers(limits)
            verdict = verdict if limits == before else replace(verdict, detail=verdict.detail or LARGER_LIMITS)
        elif verdict.is_cut or referee.is_told_limits:
            fits = limits == before
        else:
            fits = limits.covers(before)
        return verdict if fits else None

    def keep(self, referee: Referee, task: Task, limits: RunLimits, verdict: Verdict) -> None:
        """Remember a verdict, beside one of the other kind; another process may do the same at the same time."""
        if not (verdict.status.is_final or (verdict.has_resisted and _has_worked(verdict, limits))):
            return
        file = self._file(referee, task, final=verdict.status.is_final)
        entry = {"referee": referee.name, "limits": asdict(limits), "verdict": verdict.to_json()}
        with suppress(OSError, CannotWrite):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, json.dumps(entry, indent=1).encode())

    def _file(self, referee: Referee, task: Task, *, final: bool) -> Path:
        parts = json.dumps([FORMAT, referee.identity, task.domain, task.problem])
        digest = hashlib.sha256(parts.encode("utf-8", errors="surrogatepass")).hexdigest()
        return self.folder / digest[:2] / f"{digest[2:34]}{'' if final else '-limit'}.json"


def _has_worked(verdict: Verdict, limits: RunLimits) -> bool:
    """Tell whether no clock has ended a run long before its CPU time was used."""
    return verdict.status is not Status.TIME_LIMIT or (verdict.cpu_seconds or 0.0) >= MOST_WORK * limits.seconds
