"""Options that say where the jobs of an experiment run, and the executor that they choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.options import CountType, Function, SlurmType

if TYPE_CHECKING:
    from beta_plan.cli.progress import Log
    from beta_plan.experiments.jobs import Job

OPTIONS = ("jobs", "executor", "scheduler", "slurm")


def executor_options(command: Function) -> Function:
    """Add ``--jobs``, ``--executor``, ``--scheduler`` and ``--slurm``."""
    for option in (
        click.option(
            "--slurm",
            type=SlurmType(),
            metavar="KEY=VALUE,..",
            help="Run jobs in Slurm with these options: partition=short,cores=8,jobs=20.",
        ),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Address of a dask scheduler, as tcp://host:8786; without it one is started here.",
        ),
        click.option("--executor", type=click.Choice(("local", "dask")), default="local", help="What runs the jobs."),
        click.option("--jobs", type=CountType(1), default=1, metavar="N", help="Jobs that run at the same time."),
    ):
        command = option(command)
    return command


@dataclass(frozen=True)
class Executor:
    """Runs jobs: the ``run_all`` of an executor with everything but jobs, directory and listener given."""

    run_all: Callable[..., None]
    parallel: int


@dataclass(frozen=True)
class Choice:
    """What the options say; ``slurm`` are the options of Slurm."""

    jobs: int
    executor: str
    scheduler: str | None
    slurm: Mapping[str, str] | None

    @classmethod
    def of(cls, asked: dict[str, Any]) -> Choice:
        """Take the options out of all that were given; raise UsageError where they do not fit together."""
        choice = cls(**{key: asked.pop(key) for key in OPTIONS})
        if choice.executor == "local" and (choice.scheduler or choice.slurm):
            raise click.UsageError("--scheduler and --slurm are for --executor dask")
        if choice.scheduler and choice.slurm:
            raise click.UsageError("--scheduler and --slurm exclude each other")
        return choice

    def require(self) -> None:
        """Raise NotInstalled where the library of the executor is missing, before anything is announced."""
        if self.executor == "dask":
            from beta_plan.experiments.executors import clusters

            clusters.require("distributed")
            if self.slurm:
                clusters.require("dask_jobqueue")

    @property
    def runs_here(self) -> bool:
        """Whether all jobs run on this machine, at most ``jobs`` at a time."""
        return not (self.scheduler or self.slurm)

    @contextmanager
    def opened(self, log: Log, *, memory: int, warm_up: Sequence[Job] = ()) -> Iterator[Executor]:
        """Open the executor; ``memory`` is what a job may take, and the ``warm_up`` is run before others are timed."""
        if self.executor == "local":
            from beta_plan.experiments.executors import local

            if warm_up:
                with TemporaryDirectory() as scratch:
                    local.run_all(warm_up, Path(scratch))
            yield Executor(partial(local.run_all, parallel=self.jobs), self.jobs)
            return
        from beta_plan.experiments.executors import dask

        with self._client(memory) as client:
            run_all = partial(dask.run_all, client=client, warm_up=warm_up, say=log.line)
            yield Executor(run_all, max(1, dask.num_threads(client)))

    def _client(self, memory: int) -> AbstractContextManager[Any]:
        from beta_plan.experiments.executors import clusters

        if self.slurm:
            return clusters.in_slurm(self.slurm, memory)
        return clusters.behind(self.scheduler) if self.scheduler else clusters.on_this_machine(self.jobs)
