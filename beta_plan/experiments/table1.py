"""The paper's table: its jobs, in two phases, and the rows that their results make.

States come first, by ``generate`` or, for the human ones, by ``evaluate``; then ``solve`` tries each of them. The jobs
go seed by seed and maze by maze, so that a table that was interrupted compares rows on the same mazes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from beta_plan.config import duration_text, memory_text
from beta_plan.experiments.jobs import Job, Result, read_result, write_result, write_spec
from beta_plan.experiments.methods import AGGREGATED, AGGREGATION, Method
from beta_plan.experiments.protocol import Protocol, time_limit
from beta_plan.experiments.records import Records
from beta_plan.experiments.reports import effort_of, is_solved
from beta_plan.experiments.runs import OUTPUT
from beta_plan.experiments.samples import Sample, board_of, result_of, sample, solver_result
from beta_plan.sokoban.level import Level

SECONDS_FOR_COMPILING = 300
"""Until a job counts as hanging, it has twice its time limit and these: the first one compiles kernels."""

SECONDS_WITHOUT_LIMIT = 3600
"""The same, and a second for each thousand expansions, where only these are limited."""

SETUP_SECONDS, EXPANSIONS_PER_SECOND = 4, 50_000
"""Of a search that only expansions limit, for the estimate of its cost."""

WARM_UP_EXPANSIONS = 100


@dataclass(frozen=True)
class Run:
    """A row on a maze with a seed, and the jobs that find its state: one, or several of which the best counts."""

    method: Method
    maze: int
    seed: int
    jobs: tuple[Job, ...]


@dataclass(frozen=True)
class Failure:
    """A job without a result that could be used."""

    row: str
    job: Job
    result: Result


@dataclass(frozen=True)
class Outcomes:
    """Everything that is known about an experiment; ``missing`` counts the jobs that have not ended.

    ``boards`` are the levels as they are given, ``parts`` runs of row 20 that are there as parts of row 21 alone.
    """

    protocol: Protocol
    mazes: int
    samples: Sequence[Sample]
    failures: Sequence[Failure] = ()
    missing: int = 0
    expected: Mapping[str, int] = field(default_factory=dict)
    boards: Mapping[int, str] = field(default_factory=dict, repr=False)
    parts: Sequence[Sample] = ()

    @property
    def size(self) -> str:
        """How much is known, in words."""
        return f"{len(self.samples):,} runs"


class Table1:
    """The experiment: a protocol on levels, whose runs are in a directory."""

    def __init__(self, protocol: Protocol, levels: Sequence[Level], runs: Path) -> None:
        self.protocol, self._runs = protocol, runs
        self._levels = {number: levels[number - 1] for number in protocol.chosen(len(levels))}
        self._boards = {number: board_of(level) for number, level in self._levels.items()}

    def runs(self) -> Iterator[Run]:
        """Yield the runs of all rows, seed by seed, maze by maze; human states are evaluated once."""
        for seed in range(self.protocol.seeds):
            for maze in self._boards:
                for method in self.protocol.rows:
                    if method.is_generated or (seed == 0 and not self._levels[maze].is_maze_alone):
                        yield Run(method, maze, seed, tuple(self._search_jobs(method, maze, seed)))

    def search_jobs(self) -> list[Job]:
        """Return the jobs that find or evaluate states, each once."""
        return list({job.key: job for run in self.runs() for job in run.jobs}.values())

    def adopt(self, records: Records) -> int:
        """Take what is recorded for the results of jobs that have none, or a failure; return of how many runs.

        What the solver said counts with the run that it belongs to: a verdict of another machine on the same state, or
        on another state, is left.
        """
        count = 0
        for run in self.runs():
            for row, seed, job in self._parts(run):
                found = records.sample(row, run.maze, seed, self.protocol, self._levels[run.maze])
                if found is None:
                    continue
                result = result_of(found)
                taken = [self._adopt(job, result)]
                if taken[0] or self._is_known(job, result):
                    taken += [self._adopt(self._solver_job(found, m), solver_result(found, m)) for m in found.solved]
                count += any(taken)
        return count

    def _adopt(self, job: Job | None, result: Result) -> bool:
        known = self._result(job)
        if job is None or (known is not None and known.is_done):
            return False
        write_spec(job, job.directory(self._runs))
        write_result(job.directory(self._runs), result)
        return True

    def _is_known(self, job: Job, result: Result) -> bool:
        """Tell whether a job has just this result: the record has been taken before."""
        known = self._result(job)
        return known is not None and (known.report, known.texts) == (result.report, result.texts)

    def _parts(self, run: Run) -> Iterator[tuple[str, int, Job]]:
        """Yield the jobs of a run as those of a row, with their seeds: row 21 has those of row 20."""
        row = AGGREGATED if run.method.name == AGGREGATION else run.method.name
        for seed, job in zip(self._seeds(run.method, run.seed), run.jobs, strict=True):
            yield row, seed, job

    def warm_up_jobs(self) -> list[Job]:
        """Return a short job for each method that is timed: whoever is the first to use a kernel has to compile it."""
        if self.protocol.seconds is None:
            return []
        short = replace(self.protocol, seconds=None, max_expansions=WARM_UP_EXPANSIONS)
        maze = min(self._boards, key=lambda number: len(self._boards[number]))
        methods = [method for method in self.protocol.rows if method.is_generated]
        return list({job.key: job for job in (self._search_job(each, maze, 0, short) for each in methods)}.values())

    @property
    def memory(self) -> int:
        """What a search may take, or the solver, if that is more."""
        return max(self.protocol.memory, self.protocol.solver_memory if self.protocol.modes else 0)

    @property
    def judge(self) -> tuple[str, int]:
        """The command that judges states, and its seconds."""
        return "solve", self.protocol.solver_seconds

    def judge_jobs(self) -> list[Job]:
        """Return the jobs that solve the states which are known by now, each once."""
        jobs = (self._solver_job(found, mode) for _, found in self._found() for mode in self.protocol.modes)
        return list({job.key: job for job in jobs if job}.values())

    def judge_jobs_to_come(self) -> int:
        """Return how many more there may be: a state for each run that is not finished, solved in each mode."""
        unfinished = sum(any(self._result(job) is None for job in run.jobs) for run in self.runs())
        return unfinished * len(self.protocol.modes)

    def outcomes(self) -> Outcomes:
        """Return what the directory of runs knows about the experiment."""
        failures: dict[tuple[str, str], Failure] = {}
        missing: set[str] = set()
        samples: list[Sample] = []
        expected: dict[str, int] = {}
        for run, found in self._found():
            expected[run.method.name] = expected.get(run.method.name, 0) + 1
            jobs = [*run.jobs, *(self._solver_job(found, mode) for mode in self.protocol.modes)]
            for job in jobs:
                result = self._result(job) if job else None
                if job and result is None:
                    missing.add(job.key)
                elif job and result and not result.is_done:
                    failures.setdefault((run.method.name, job.key), Failure(run.method.name, job, result))
            if found:
                samples.append(self._tried(found))
        return Outcomes(
            self.protocol, len(self._boards), samples, list(failures.values()), len(missing), expected, self._boards,
            list(self._parts_alone()),
        )  # fmt: skip

    def _parts_alone(self) -> Iterator[Sample]:
        """Yield what is known of runs of row 20 that are no runs of that row here, but parts of row 21."""
        listed = {job.key for run in self.runs() if run.method.name != AGGREGATION for job in run.jobs}
        for run in self.runs():
            for row, seed, job in self._parts(run):
                result = self._result(job)
                if job.key not in listed and result and (found := sample(row, run.maze, seed, [result])):
                    yield self._tried(found)

    def _found(self) -> Iterator[tuple[Run, Sample | None]]:
        """Yield every run with its sample; None where it is not finished, or has failed."""
        for run in self.runs():
            results = [self._result(job) for job in run.jobs]
            given = "" if run.method.is_generated else self._boards[run.maze]
            ended = [result for result in results if result]
            complete = len(ended) == len(results)
            yield run, sample(run.method.name, run.maze, run.seed, ended, given) if complete else None

    def _tried(self, found: Sample) -> Sample:
        """Return a sample with what the solver says about it."""
        results = {mode: self._result(self._solver_job(found, mode)) for mode in self.protocol.modes}
        reports = {mode: result.report for mode, result in results.items() if result and result.is_done}
        solved = {mode: is_solved(report) for mode, report in reports.items()}
        return replace(found, solved=solved, effort={mode: effort_of(report) for mode, report in reports.items()})

    def _result(self, job: Job | None) -> Result | None:
        return read_result(job.directory(self._runs), job) if job else None

    def _search_jobs(self, method: Method, maze: int, seed: int) -> Iterator[Job]:
        """Yield the one job of a run, or those of an aggregation: runs of row 20, which that row may have, too."""
        for each in self._seeds(method, seed):
            yield self._search_job(method, maze, each)

    def _seeds(self, method: Method, seed: int) -> range:
        """Return the seeds of the jobs of a run."""
        count = self.protocol.runs if method.name == AGGREGATION else 1
        return range(count * seed, count * (seed + 1))

    def _search_job(self, method: Method, maze: int, seed: int, asked: Protocol | None = None) -> Job:
        asked = asked or self.protocol
        file = f"maze{maze:02}.sok"
        common = ("--seed", str(seed), "--json", "--quiet")
        if method.options is None:
            command: tuple[str, ...] = ("evaluate", file, *common)
            return self._job(command, self._boards[maze], asked.memory, SECONDS_WITHOUT_LIMIT, SETUP_SECONDS)
        command = ("generate", file, "-o", OUTPUT, *method.options, *common)
        command += ("--overall-memory-limit", memory_text(asked.memory))
        most, expected = SECONDS_WITHOUT_LIMIT, SETUP_SECONDS
        if asked.max_expansions is not None:
            command += ("--max-expansions", str(asked.max_expansions))
            most += asked.max_expansions // 1000
            expected += asked.max_expansions // EXPANSIONS_PER_SECOND
        if asked.seconds is not None:
            command += time_limit(asked.seconds)
            most, expected = 2 * asked.seconds + SECONDS_FOR_COMPILING, asked.seconds
        return self._job(command, self._boards[maze], asked.memory, most, expected)

    def _solver_job(self, found: Sample | None, mode: str) -> Job | None:
        """Return the job that solves a state; equal states of a maze, by whichever method, have one job."""
        if found is None or not found.board:
            return None
        seconds, memory = self.protocol.solver_seconds, self.protocol.solver_memory
        limits = ("--overall-time-limit", duration_text(seconds), "--overall-memory-limit", memory_text(memory))
        command = ("solve", f"maze{found.maze:02}.sok", "--mode", mode, *limits, "--json", "--quiet")
        return self._job(command, found.board, memory, 2 * seconds + SECONDS_FOR_COMPILING, seconds)

    def _job(self, command: tuple[str, ...], board: str, memory: int, seconds: int, expected: int) -> Job:
        name = command[1].removesuffix(".sok")
        return Job(name, command, {command[1]: board}, seconds, memory, expected)
