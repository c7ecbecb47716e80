"""An experiment from its beginning to its table: what it will cost, its two phases, the files that it writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from beta_plan.experiments.jobs import RESULT, Job, Result, read_result
from beta_plan.experiments.picture import picture
from beta_plan.experiments.table1 import Outcomes, Table1
from beta_plan.experiments.tables import markdown, runs_csv, table_csv
from beta_plan.output.file import write_file

Execute = Callable[[Sequence[Job]], None]
"""Runs jobs; an executor with everything but the jobs given."""


@dataclass(frozen=True)
class Cost:
    """What is still to be done: jobs by phase, and the seconds of one core that each kind of them may take, about."""

    search_jobs: int
    solver_jobs: int
    finished: int
    seconds: Mapping[str, int]

    def __str__(self) -> str:
        """Return the cost in a line."""
        jobs = f"{self.search_jobs:,} jobs that find or evaluate states"
        jobs += f", up to {self.solver_jobs:,} that solve them" if self.solver_jobs else ""
        before = f" ({self.finished:,} finished before)" if self.finished else ""
        return f"{jobs}{before}: about {sum(self.seconds.values()) / 3600:,.2f} core hours"


def pending(jobs: Iterable[Job], runs: Path) -> list[Job]:
    """Return the jobs that have no result yet."""
    return [job for job in jobs if read_result(job.directory(runs)) is None]


def cost(table: Table1, runs: Path) -> Cost:
    """Return what an experiment will cost from here on."""
    searches, solves = table.search_jobs(), table.solver_jobs()
    left, unsolved = pending(searches, runs), pending(solves, runs)
    finished = len(searches) + len(solves) - len(left) - len(unsolved)
    to_solve = len(unsolved) + len(table.protocol.modes) * table.unfinished_runs()
    seconds = Counter({"solve": to_solve * table.protocol.solver_seconds})
    for job in left:
        seconds[job.kind] += job.expected
    return Cost(len(left), to_solve, finished, seconds)


def conduct(table: Table1, runs: Path, execute: Execute) -> None:
    """Run what is pending: first the jobs that find states, then those that solve what was found."""
    execute(pending(table.search_jobs(), runs))
    execute(pending(table.solver_jobs(), runs))


def forget_failures(table: Table1, runs: Path) -> int:
    """Remove the results of jobs that have failed, so that they run again; return how many."""
    failures = table.outcomes().failures
    for failure in failures:
        (failure.job.directory(runs) / RESULT).unlink()
    return len(failures)


def write_table(found: Outcomes, directory: Path) -> list[str]:
    """Write what is known as table1.md, .csv and .svg, and the runs as runs.csv; return the names of the files."""
    files = {
        "table1.md": markdown(found),
        "table1.csv": table_csv(found),
        "table1.svg": picture(found),
        "runs.csv": runs_csv(found),
    }
    for name, text in files.items():
        write_file(directory / name, text.encode())
    return list(files)


class Remaining:
    """An estimate of the time that is left: what jobs are expected to take, as far as those of their kind took it."""

    def __init__(self, cost: Cost, parallel: int) -> None:
        self._jobs, self._left, self._parallel = cost.search_jobs + cost.solver_jobs, dict(cost.seconds), parallel
        self._took: Counter[str] = Counter()
        self._expected: Counter[str] = Counter()
        self.done = self.failed = 0

    def note(self, job: Job, result: Result) -> None:
        """Take a result into account."""
        self.done += 1
        self.failed += not result.is_done
        self._took[job.kind] += round(1000 * result.seconds)
        self._expected[job.kind] += 1000 * job.expected
        self._left[job.kind] = max(self._left.get(job.kind, 0) - job.expected, 0)

    def left(self) -> float:
        """Return the seconds that are left."""
        rate = {kind: self._took[kind] / expected for kind, expected in self._expected.items() if expected}
        return sum(seconds * rate.get(kind, 1.0) for kind, seconds in self._left.items()) / self._parallel

    def __str__(self) -> str:
        """Return how far the run is, such as ``12 of up to 90 jobs, 1 failed, about 0:12:30 left``."""
        seconds = round(self.left())
        failed = f", {self.failed} failed" if self.failed else ""
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return f"{self.done:,} of up to {self._jobs:,} jobs{failed}, about {clock} left"
