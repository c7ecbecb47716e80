"""The same for PDDL: orderings against random initial states and random walks, judged by a planner.

Of each domain one task is drawn. All rows keep its objects, static facts and goal: ``random`` are initial states drawn
as the task's own was, if they are legal in it and its goal may be reached; ``walk`` is the best state of random walks
from the goal; the others are searches. The planner's expansions say how hard a state is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from beta_plan.config import duration_text, memory_text
from beta_plan.experiments.jobs import Job, Result, read_result
from beta_plan.experiments.methods import METHODS, ORDERINGS, Method, choose
from beta_plan.experiments.protocol import time_limit
from beta_plan.experiments.reports import expanded_of, metrics_of, metrics_of_all, verdict_of
from beta_plan.experiments.runs import OUTPUT
from beta_plan.experiments.table1 import (
    EXPANSIONS_PER_SECOND,
    SECONDS_FOR_COMPILING,
    SECONDS_WITHOUT_LIMIT,
    SETUP_SECONDS,
    WARM_UP_EXPANSIONS,
    Failure,
)
from beta_plan.metrics import Metrics
from beta_plan.referees.verdict import Status as Verdicts
from beta_plan.referees.verdict import Verdict

RANDOM, WALK = "random", "walk"
DOMAIN_FILE, PROBLEM_FILE = "domain.pddl", "problem.pddl"

DOMAIN_METHODS: Mapping[str, Method] = {
    **{name: replace(METHODS[name], paper=None) for name in (*ORDERINGS, "default")},
    WALK: Method(WALK, "best of random walks from the goal", METHODS["rw"].options),
    RANDOM: Method(RANDOM, "random initial states", None),
}


def parse_domain_rows(text: str) -> tuple[Method, ...]:
    """Return the methods of ``4,20,default,walk,random``, in the order of the table; ValueError for others."""
    return choose(text, DOMAIN_METHODS)


@dataclass(frozen=True)
class Reference:
    """A task of a domain, and problems that differ from it in the initial state alone."""

    name: str
    domain: str = field(repr=False)
    problem: str = field(repr=False)
    others: Sequence[str] = field(repr=False)


@dataclass(frozen=True)
class DomainProtocol:
    """Rows, seeds and limits; ``referee`` is a planner that ``beta-plan referee`` knows, ``identity`` which one it is.

    Verdicts of another version of the planner are not taken for those of this one.
    """

    rows: tuple[Method, ...] = parse_domain_rows("4,20,default,walk,random")
    seeds: int = 1
    seconds: int | None = 20
    max_expansions: int | None = None
    memory: int = 4 << 30
    referee: str = "astar-lmcut"
    identity: str = ""
    referee_seconds: int = 60
    referee_memory: int = 3 << 30

    def __str__(self) -> str:
        """Return the limits in words."""
        search = [duration_text(self.seconds)] if self.seconds else []
        search += [f"{self.max_expansions:,} expansions"] if self.max_expansions else []
        judge = f"{duration_text(self.referee_seconds)} and {memory_text(self.referee_memory)} for {self.referee}"
        return f"{' or '.join(search)} and {memory_text(self.memory)} for each search, {judge}"


@dataclass(frozen=True)
class Judged:
    """A state of a row: its metrics and what the referee says, if they are known."""

    row: str
    domain: str
    metrics: Metrics | None
    expanded: int | None = None
    verdict: Verdict | None = None

    @property
    def effort(self) -> tuple[bool, int] | None:
        """What the state cost the referee, as a key: not solved, and expansions; None where that is not known.

        A planner that has come to its limits without a word about expansions has not solved the state all the same.
        """
        verdict = self.verdict
        if verdict is None:
            return None
        if verdict.has_resisted:
            return True, verdict.expansions or 0
        return (False, verdict.expansions) if verdict.is_solved and verdict.expansions is not None else None


@dataclass(frozen=True)
class DomainOutcomes:
    """Everything that is known about the experiment; ``missing`` counts the jobs that have not ended."""

    protocol: DomainProtocol
    domains: Sequence[str]
    states: Sequence[Judged]
    failures: Sequence[Failure] = ()
    missing: int = 0

    @property
    def size(self) -> str:
        """How much is known, in words."""
        return f"{len(self.states):,} states"


class DomainTable:
    """The experiment: a protocol on the tasks of some domains, whose runs are in a directory."""

    def __init__(self, protocol: DomainProtocol, references: Sequence[Reference], runs: Path) -> None:
        self.protocol, self._references, self._runs = protocol, references, runs

    def warm_up_jobs(self) -> list[Job]:
        """Return a short job for each method that is timed: whoever is the first to use a kernel has to compile it."""
        if self.protocol.seconds is None:
            return []
        short = replace(self.protocol, seconds=None, max_expansions=WARM_UP_EXPANSIONS)
        options = [method.options for method in self.protocol.rows if method.options is not None]
        return [self._search_job(self._references[0], each, 0, short) for each in options]

    @property
    def memory(self) -> int:
        """What a search may take, or the planner, if that is more."""
        return max(self.protocol.memory, self.protocol.referee_memory)

    @property
    def judge(self) -> tuple[str, int]:
        """The command that judges states, and its seconds."""
        return "referee", self.protocol.referee_seconds

    def search_jobs(self) -> list[Job]:
        """Return the jobs that find or evaluate states."""
        return [job for _, _, job in self._searches()]

    def judge_jobs(self) -> list[Job]:
        """Return the jobs that ask the referee about the states which are known by now, each once."""
        jobs = (job for _, _, _, jobs in self._found() for job in jobs)
        return list({job.key: job for job in jobs}.values())

    def judge_jobs_to_come(self) -> int:
        """Return how many searches are not finished."""
        return sum(method.is_generated and self._result(job) is None for method, _, job in self._searches())

    def outcomes(self) -> DomainOutcomes:
        """Return what the directory of runs knows about the experiment."""
        states: list[Judged] = []
        failures: dict[str, Failure] = {}
        missing: set[str] = set()
        for method, reference, search, judges in self._found():
            for job in (search, *judges):
                result = self._result(job)
                if result is None:
                    missing.add(job.key)
                elif not result.is_done:
                    failures[job.key] = Failure(method.name, job, result)
            states += self._judged(method, reference, self._result(search), judges)
        names = [reference.name for reference in self._references]
        return DomainOutcomes(self.protocol, names, states, list(failures.values()), len(missing))

    def _judged(
        self, method: Method, reference: Reference, found: Result | None, judges: Sequence[Job]
    ) -> Iterator[Judged]:
        """Yield the states of one search, or all random ones; of these, those that no plan exists for are left out.

        Of a state that was found the plan is known: whoever says that there is none has not judged it.
        """
        if method.is_generated and (found is None or not found.is_done):
            return
        metrics: list[Metrics | None] = [None] * len(judges)
        expanded = None
        if found is not None and found.is_done:
            listed = [metrics_of(found.report)] if method.is_generated else metrics_of_all(found.report)
            metrics, expanded = [*listed], expanded_of(found.report)
        for job, numbers in zip(judges, metrics, strict=True):
            result = self._result(job)
            verdict = verdict_of(result.report) if result is not None and result.is_done else None
            if method.is_generated or verdict is None or verdict.status is not Verdicts.UNSOLVABLE:
                yield Judged(method.name, reference.name, numbers, expanded, verdict)

    def _searches(self) -> Iterator[tuple[Method, Reference, Job]]:
        """Yield the jobs that find states, seed by seed and domain by domain; random ones are evaluated by one job."""
        for seed in range(self.protocol.seeds):
            for reference in self._references:
                for method in self.protocol.rows:
                    if method.options is not None:
                        yield method, reference, self._search_job(reference, method.options, seed)
                    elif seed == 0 and reference.others:
                        yield method, reference, self._evaluation_job(reference)

    def _found(self) -> Iterator[tuple[Method, Reference, Job, list[Job]]]:
        """Yield every search with the jobs that judge what it has found."""
        for method, reference, search in self._searches():
            result = self._result(search)
            texts = reference.others if not method.is_generated else result.texts if result else ()
            yield method, reference, search, [self._referee_job(reference, text) for text in texts]

    def _result(self, job: Job) -> Result | None:
        return read_result(job.directory(self._runs), job)

    def _search_job(
        self, reference: Reference, options: tuple[str, ...], seed: int, asked: DomainProtocol | None = None
    ) -> Job:
        asked = asked or self.protocol
        command = ("generate", DOMAIN_FILE, PROBLEM_FILE, "-o", OUTPUT, *options, "--seed", str(seed))
        command += ("--json", "--quiet", "--overall-memory-limit", memory_text(asked.memory))
        most, expected = SECONDS_WITHOUT_LIMIT, SETUP_SECONDS
        if asked.max_expansions is not None:
            command += ("--max-expansions", str(asked.max_expansions))
            most += asked.max_expansions // 1000
            expected += asked.max_expansions // EXPANSIONS_PER_SECOND
        if asked.seconds is not None:
            command += time_limit(asked.seconds)
            most, expected = 2 * asked.seconds + SECONDS_FOR_COMPILING, asked.seconds
        files = {DOMAIN_FILE: reference.domain, PROBLEM_FILE: reference.problem}
        return Job(reference.name, command, files, most, asked.memory, expected)

    def _evaluation_job(self, reference: Reference) -> Job:
        others = {f"p{number:02}.pddl": text for number, text in enumerate(reference.others, 1)}
        command = ("evaluate", DOMAIN_FILE, *others, "--json", "--quiet")
        files = {DOMAIN_FILE: reference.domain, **others}
        seconds = SETUP_SECONDS * len(others)
        return Job(reference.name, command, files, SECONDS_WITHOUT_LIMIT, self.protocol.memory, seconds)

    def _referee_job(self, reference: Reference, problem: str) -> Job:
        seconds, memory = self.protocol.referee_seconds, self.protocol.referee_memory
        limits = ("--overall-time-limit", duration_text(seconds), "--overall-memory-limit", memory_text(memory))
        asked = (PROBLEM_FILE, "--domain", DOMAIN_FILE, "--planner", self.protocol.referee, *limits)
        files = {DOMAIN_FILE: reference.domain, PROBLEM_FILE: problem}
        command = ("referee", *asked, "--no-cache", "--json", "--quiet")
        most = 2 * seconds + SECONDS_FOR_COMPILING
        return Job(reference.name, command, files, most, memory, seconds, planner=self.protocol.identity)
