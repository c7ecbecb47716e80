"""An experiment from its beginning to its table: what it will cost, its two phases, the files that it writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from beta_plan.experiments.jobs import RESULT, Job, Result, read_result
from beta_plan.output.file import write_file

Execute = Callable[[Sequence[Job]], None]
"""Runs jobs; an executor with everything but the jobs given."""


class Experiment(Protocol):
    """What has jobs in two phases: some find states, then others judge what was found."""

    @property
    def protocol(self) -> object:
        """What each run may use, in words as a text."""

    @property
    def memory(self) -> int:
        """Bytes that a job may take, whichever kind it is."""

    @property
    def judge(self) -> tuple[str, int]:
        """The kind of the jobs that judge, and the seconds that each of them may take."""

    def warm_up_jobs(self) -> list[Job]:
        """Return jobs after which no kernel is compiled in a job with a time limit; their results are of no use."""

    def search_jobs(self) -> list[Job]:
        """Return the jobs that find or evaluate states, each once."""

    def judge_jobs(self) -> list[Job]:
        """Return the jobs that judge the states which are known by now, each once."""

    def judge_jobs_to_come(self) -> int:
        """Return how many more there may be when all states are found."""


@dataclass(frozen=True)
class Cost:
    """What is still to be done: jobs by phase, and the seconds of one core that each kind of them may take, about."""

    search_jobs: int
    judge_jobs: int
    finished: int
    seconds: Mapping[str, int]

    def __str__(self) -> str:
        """Return the cost in a line."""
        jobs = f"{self.search_jobs:,} jobs that find or evaluate states"
        jobs += f", up to {self.judge_jobs:,} that judge them" if self.judge_jobs else ""
        before = f" ({self.finished:,} finished before)" if self.finished else ""
        return f"{jobs}{before}: about {sum(self.seconds.values()) / 3600:,.2f} core hours"


def pending(jobs: Iterable[Job], runs: Path) -> list[Job]:
    """Return the jobs that have no result yet."""
    return [job for job in jobs if read_result(job.directory(runs), job) is None]


def cost(experiment: Experiment, runs: Path) -> Cost:
    """Return what an experiment will cost from here on."""
    searches, judges = experiment.search_jobs(), experiment.judge_jobs()
    left, unjudged = pending(searches, runs), pending(judges, runs)
    finished = len(searches) + len(judges) - len(left) - len(unjudged)
    to_judge = len(unjudged) + experiment.judge_jobs_to_come()
    kind, each = experiment.judge
    seconds = Counter({kind: to_judge * each})
    for job in left:
        seconds[job.kind] += job.expected
    return Cost(len(left), to_judge, finished, seconds)


def conduct(experiment: Experiment, runs: Path, execute: Execute) -> None:
    """Run what is pending: first the jobs that find states, then those that judge what was found."""
    execute(pending(experiment.search_jobs(), runs))
    execute(pending(experiment.judge_jobs(), runs))


def forget_failures(experiment: Experiment, runs: Path) -> int:
    """Remove the results of jobs that have failed, so that they run again; return how many."""
    count = 0
    for job in [*experiment.judge_jobs(), *experiment.search_jobs()]:
        result = read_result(job.directory(runs))
        if result is not None and not result.is_done:
            (job.directory(runs) / RESULT).unlink()
            count += 1
    return count


def write_tables(texts: Mapping[str, str], directory: Path) -> list[str]:
    """Write the texts under their names, and return these."""
    for name, text in texts.items():
        write_file(directory / name, text.encode(), through_links=False)
    return list(texts)


class Remaining:
    """An estimate of the time that is left: what jobs are expected to take, as far as those of their kind took it."""

    def __init__(self, cost: Cost, parallel: int) -> None:
        self._jobs, self._left, self._parallel = cost.search_jobs + cost.judge_jobs, dict(cost.seconds), parallel
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
