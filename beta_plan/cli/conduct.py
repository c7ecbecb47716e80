"""What all experiments do: tell the cost, run or prepare the jobs, write the table."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.executors import Choice
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.config import memory_text
from beta_plan.errors import CannotWrite, Interrupted

if TYPE_CHECKING:
    from beta_plan.experiments.conduct import Experiment, Remaining
    from beta_plan.experiments.domains import DomainOutcomes
    from beta_plan.experiments.jobs import Job, Result
    from beta_plan.experiments.table1 import Outcomes


def check_output(output: Path) -> None:
    """Raise CannotWrite where a directory has files, and none of an experiment."""
    if not output.is_dir():
        return
    names = {entry.name for entry in output.iterdir()}
    if names and names.isdisjoint(("runs", "tasks")):
        remedy = "choose another directory, or empty it"
        raise CannotWrite(f"{output}: is not empty and holds no experiment ({remedy})")


def run_all(table: Experiment, output: Path, place: Choice, log: Log, asked: dict[str, Any]) -> None:
    """Tell the cost, and run all jobs, or prepare them; after a signal the rest is left for another time.

    Raises:
        Interrupted: there is nothing of which a table could be made.
        ClusterLost: the scheduler of a cluster is gone; results stay, and so does the table as it was.
    """
    from beta_plan.experiments.conduct import cost, forget_failures, pending
    from beta_plan.output.file import make_directory

    runs = output / "runs"
    make_directory(output)
    if asked["retry"]:
        log.line(f"{forget_failures(table, runs)} failed jobs are run again")
    log.line(f"{table.protocol}")
    memory = f"; {memory_text(place.jobs * table.memory)} of memory at most" if place.runs_here else ""
    log.line(f"{cost(table, runs)}{memory}")
    if asked["prepare"]:
        _prepare(table, output, log)
    elif _conduct(table, runs, place, log) and len(pending(searches := table.search_jobs(), runs)) == len(searches):
        raise Interrupted("interrupted before any run was finished (the same command begins again)")


def _conduct(table: Experiment, runs: Path, place: Choice, log: Log) -> bool:
    """Run all jobs; tell whether a signal has ended that."""
    from beta_plan.experiments.conduct import Remaining, conduct, cost, pending

    left = cost(table, runs)
    if not left.search_jobs + left.judge_jobs:
        return False
    short = table.warm_up_jobs() if pending(table.search_jobs(), runs) else []
    if short:
        log.line(f"warming up: {len(short)} short runs compile and load kernels, outside of all time limits")
    try:
        with place.opened(log, memory=table.memory, warm_up=short) as executor:
            remaining = Remaining(left, executor.parallel)

            def execute(jobs: Sequence[Job]) -> None:
                executor.run_all(jobs, runs, on_result=partial(_tell, remaining, log))

            conduct(table, runs, execute)
    except (KeyboardInterrupt, Interrupted):
        log.line("interrupted: the same command goes on from here")
        return True
    return False


def _tell(remaining: Remaining, log: Log, job: Job, result: Result) -> None:
    """Tell how far the run is."""
    remaining.note(job, result)
    if not result.is_done:
        log.line(f"{job.kind} {job.name} {job.key}: {result.status.value}: {result.complaint}")
    log.status(f"{remaining}; {job.kind} {job.name} took {result.seconds:.1f} s")


def _prepare(table: Experiment, output: Path, log: Log) -> None:
    """Write the specs of all jobs that are known and not finished, and the commands that run them."""
    from beta_plan.experiments.conduct import pending
    from beta_plan.experiments.jobs import write_spec
    from beta_plan.output.file import write_file

    runs = (output / "runs").resolve()
    jobs = pending([*table.search_jobs(), *table.judge_jobs()], runs)
    specs = [write_spec(job, job.directory(runs)) for job in jobs]
    lines = [shlex.join(["beta-plan", "experiment", "run", str(spec)]) for spec in specs]
    write_file(output / "jobs.txt", "".join(f"{line}\n" for line in lines).encode())
    log.line(f"{output / 'jobs.txt'}: {len(lines)} commands; states that are found are judged by a later --prepare")


def write_table(
    output: Path,
    texts: Mapping[str, str],
    rows: list[dict[str, Any]],
    found: Outcomes | DomainOutcomes,
    *,
    as_json: bool,
) -> None:
    """Write the files, and tell the result."""
    from beta_plan.experiments.conduct import write_tables

    files = write_tables(texts, output)
    if as_json:
        failed = [
            {"row": f.row, "key": f.job.key, "status": f.result.status.value, "complaint": f.result.complaint}
            for f in found.failures
        ]
        about = {"directory": str(output), "files": files, "missing_jobs": found.missing, "failed": failed}
        click.echo(json.dumps({**about, "rows": rows}, indent=2))
        return
    state = f"partial, {found.missing:,} jobs missing" if found.missing else "complete"
    say(f"{output / files[0]}  {found.size}, {len(found.failures):,} failed jobs, {state}")
