"""``beta-plan experiment``: the paper's table, and single jobs of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.conduct import check_output, run_all, write_table
from beta_plan.cli.executors import Choice, executor_options
from beta_plan.cli.options import (
    CountType,
    DomainRowsType,
    DurationType,
    MemoryType,
    ModesType,
    NumbersType,
    PathType,
    RowsType,
    json_option,
    quiet_option,
)
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.errors import InputRefused, WrongOption

if TYPE_CHECKING:
    from beta_plan.experiments.jobs import Job, Result
    from beta_plan.experiments.protocol import Protocol
    from beta_plan.experiments.table1 import Table1

FILE = click.Path(path_type=Path)
RUNNING = ("retry", "prepare")
DOMAINS = ("blocks", "driverlog", "ferry", "gripper", "logistics", "zenotravel")
"""Bundled domains of which random states can be drawn, and of which planners solve most tasks of the usual size."""


@click.group()
def experiment() -> None:
    """Run experiments whose jobs are resumed where they were interrupted.

    \b
    Examples:
      beta-plan experiment table1 --levels levels.sok
      beta-plan experiment run table1/runs/generate/maze01-0123456789abcdef/spec.json
    """


@experiment.command()
@click.option("--levels", type=FILE, required=True, metavar="FILE", help="File of mazes: .sok, .xsb or .txt.")
@click.option("-o", "--output", type=PathType(), default="table1", metavar="DIR", help="Directory for runs and table.")
@click.option(
    "--protocol", "name", type=click.Choice(("quick", "paper")), default="quick", help="Defaults of the options below."
)
@click.option(
    "--rows",
    type=RowsType(),
    metavar="ROWS",
    help="Rows of the table: 1-21,bfs,rw,default,human.  [quick: 4,12,20,default,human; paper: 1-21,human]",
)
@click.option(
    "--mazes",
    type=NumbersType(),
    metavar="NUMBERS",
    help="Numbers of the mazes: 1-90.  [quick: three of the file; paper: all]",
)
@click.option(
    "--seeds", type=CountType(1, 1000), metavar="N", help="Runs of each row on each maze.  [quick: 1; paper: 5]"
)
@click.option(
    "--runs", type=CountType(1, 1000), metavar="N", help="Runs of row 20 for one of row 21.  [quick: 3; paper: 20]"
)
@click.option(
    "--time", "seconds", type=DurationType(), metavar="TIME", help="Time limit of a search.  [quick: 10s; paper: 1h]"
)
@click.option(
    "--max-expansions",
    type=CountType(1),
    metavar="N",
    help="Limit of expanded states, instead of --time: the same numbers on every machine.",
)
@click.option("--memory", type=MemoryType(), metavar="SIZE", help="Memory limit of a search.  [quick: 4G; paper: 8G]")
@click.option(
    "--mode",
    "modes",
    type=ModesType(),
    metavar="MODES",
    help="Modes of the solver: greedy,optimal, or none.  [default: greedy]",
)
@click.option(
    "--solver-time",
    "solver_seconds",
    type=DurationType(),
    metavar="TIME",
    help="Time limit of the solver.  [quick: 10s; paper: 10m]",
)
@click.option("--solver-memory", type=MemoryType(), metavar="SIZE", help="Memory limit of the solver.  [default: 4G]")
@click.option(
    "--records",
    "recorded",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="A runs.csv whose runs are not run again; may be repeated.",
)
@executor_options
@click.option("--retry", is_flag=True, help="Run failed jobs again.")
@click.option(
    "--prepare",
    is_flag=True,
    help="Run nothing: write specs, jobs.txt with a command for each, and the table of what is there.",
)
@quiet_option
@json_option
def table1(
    levels: Path, output: Path, name: str, recorded: tuple[Path, ...], quiet: bool, as_json: bool, **asked: Any
) -> None:
    """Run the paper's methods on mazes, and write its table with the paper's figures next to ours.

    Rows times mazes times seeds: each run is a process of its own with its limits, and has a directory in DIR/runs.
    What is finished there is not run again, so that the same command goes on after an interruption; Ctrl-C writes the
    table of what there is. A job that crashes or hangs is reported in the table. DIR/runs.csv has a line for each run,
    by which another machine knows that it is done (--records). Without further options it runs five rows on three
    mazes for some minutes.

    \b
    Examples:
      beta-plan experiment table1 --levels levels.sok
      beta-plan experiment table1 --levels levels.sok --rows 1-21,human --time 60s --seeds 5 --jobs 8 -o minutes
      beta-plan experiment table1 --levels levels.sok --protocol paper --prepare && parallel < table1/jobs.txt
    """
    from beta_plan.experiments import tables
    from beta_plan.experiments.protocol import protocol
    from beta_plan.experiments.records import Records
    from beta_plan.output.file import make_directory

    place, log = Choice.of(asked), Log(quiet=quiet)
    if not asked["prepare"]:
        place.require()
    check_output(output)
    table = _table(levels, protocol(name, _without(asked, RUNNING)), output / "runs")
    known = {path: Records.read(path) for path in recorded}
    make_directory(output)
    for path, runs in known.items():
        log.line(f"{path}: {table.adopt(runs):,} of {len(runs):,} runs are taken from there")
    run_all(table, output, place, log, asked)
    found = table.outcomes()
    write_table(output, tables.texts(found), tables.records(found), found, as_json=as_json)


def _table(path: Path, asked: Protocol, runs: Path) -> Table1:
    from beta_plan.experiments.table1 import Table1
    from beta_plan.sokoban.xsb import read_levels

    levels = read_levels(path)
    try:
        return Table1(asked, levels, runs)
    except ValueError as error:
        raise InputRefused(str(error), place=str(path), remedy=f"--mazes takes 1 to {len(levels)}") from None


@experiment.command()
@click.option("--domains", "names", default=",".join(DOMAINS), metavar="NAMES", help="Bundled domains, or files.")
@click.option("-o", "--output", type=PathType(), default="domains", metavar="DIR", help="Directory for runs and table.")
@click.option(
    "--rows",
    type=DomainRowsType(),
    metavar="ROWS",
    help="Rows of the table: 1-20,default,walk,random.  [default: 4,20,default,walk,random]",
)
@click.option(
    "--objects", multiple=True, metavar="KIND=N,..", help="Numbers of objects of the tasks, of a single domain."
)
@click.option("--states", type=CountType(1), default=30, metavar="N", help="Random initial states of each task.")
@click.option(
    "--task-seed", type=CountType(0), default=0, metavar="N", help="Random seed of the tasks and their random states."
)
@click.option("--seeds", type=CountType(1, 1000), metavar="N", help="Runs of each row on each task.  [default: 1]")
@click.option("--time", "seconds", type=DurationType(), metavar="TIME", help="Time limit of a search.  [default: 20s]")
@click.option(
    "--max-expansions",
    type=CountType(1),
    metavar="N",
    help="Limit of expanded states, instead of --time: the same numbers on every machine.",
)
@click.option("--memory", type=MemoryType(), metavar="SIZE", help="Memory limit of a search.  [default: 4G]")
@click.option("--referee", metavar="NAME", help="Planner, as in `beta-plan referee`.  [default: astar-lmcut]")
@click.option(
    "--referee-time",
    "referee_seconds",
    type=DurationType(),
    metavar="TIME",
    help="Time limit of the planner for a state.  [default: 60s]",
)
@click.option(
    "--referee-memory",
    type=MemoryType(),
    metavar="SIZE",
    help="Memory limit of the planner for a state.  [default: 3G]",
)
@executor_options
@click.option("--retry", is_flag=True, help="Run failed jobs again.")
@click.option(
    "--prepare",
    is_flag=True,
    help="Run nothing: write specs, jobs.txt with a command for each, and the table of what is there.",
)
@quiet_option
@json_option
def domains(names: str, output: Path, quiet: bool, as_json: bool, **asked: Any) -> None:
    """Compare orderings with random initial states and random walks in PDDL, by the effort of a planner.

    Of each domain a task is drawn; all rows have its objects, static facts and goal. Random states are drawn as the
    task's own was, and kept if they are legal in it and a plan exists. Jobs are resumed as those of table1.

    \b
    Examples:
      beta-plan experiment domains --domains logistics,ferry
      beta-plan experiment domains --domains logistics --objects parcel=7,city=3 --time 60s --referee lama-first
    """
    from beta_plan.bundled import find_domain
    from beta_plan.experiments.domain_tables import records, texts
    from beta_plan.experiments.domains import DomainProtocol, DomainTable
    from beta_plan.experiments.protocol import adjusted
    from beta_plan.experiments.references import reference
    from beta_plan.referees.protocol import Kind
    from beta_plan.referees.registry import find_referee, spelled

    place = Choice.of(asked)
    chosen = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not chosen:
        raise click.UsageError("--domains names none")
    if asked["objects"] and len(chosen) > 1:
        raise click.UsageError("--objects is for a single domain: name one with --domains")
    for name in chosen:
        find_domain(name)
    referee = find_referee(asked["referee"] or DomainProtocol.referee)
    if referee.kind is not Kind.PDDL:
        raise WrongOption(f"reads {referee.kind.value}, and tasks are PDDL", place=referee.name)
    if not asked["prepare"]:
        place.require()
        if place.runs_here:  # else it may be elsewhere
            referee.prepare()
    asked |= {"referee": spelled(referee), "identity": referee.identity}
    check_output(output)
    how = {"seed": asked["task_seed"], "count": asked["states"], "objects": asked["objects"]}
    limits = adjusted(DomainProtocol(), _without(asked, (*RUNNING, "objects", "states", "task_seed")))
    tasks = [reference(name, output / "tasks", **how) for name in chosen]
    name, number = Counter(task.name for task in tasks).most_common(1)[0]
    if number > 1:
        raise WrongOption("two domains have this name", place=name, remedy="rename the file, or the directory, of one")
    table = DomainTable(limits, tasks, output / "runs")
    run_all(table, output, place, Log(quiet=quiet), asked)
    found = table.outcomes()
    write_table(output, texts(found), records(found), found, as_json=as_json)


def _without(asked: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in asked.items() if key not in keys}


@experiment.command()
@click.argument("specs", type=FILE, nargs=-1, required=True, metavar="SPEC..")
@executor_options
@json_option
def run(specs: tuple[Path, ...], as_json: bool, **asked: Any) -> None:
    """Run the job of each SPEC, in the directory of that file; a finished job is not run again.

    The exit code is 0 when there are results, also those of jobs which have failed.

    \b
    Examples:
      beta-plan experiment run table1/runs/generate/maze01-0123456789abcdef/spec.json
      beta-plan experiment run table1/runs/*/*/spec.json --executor dask --scheduler tcp://127.0.0.1:8786
    """
    from beta_plan.experiments.jobs import read_spec

    place, jobs = Choice.of(asked), [read_spec(spec) for spec in specs]
    homes = {id(job): spec.parent for job, spec in zip(jobs, specs, strict=True)}
    found: dict[int, Result] = {}

    def tell(job: Job, result: Result) -> None:
        found[id(job)] = result
        if not as_json:
            say(f"{job.kind} {job.name} {job.key}  {result.status.value}  {result.seconds:.1f} s".rstrip())

    with place.opened(Log(quiet=False), memory=max(job.memory for job in jobs)) as executor:
        executor.run_all(jobs, Path(), folder=lambda job, runs: homes[id(job)], on_result=tell)
    if as_json:
        results = [found[id(job)].to_json() for job in jobs]
        click.echo(json.dumps(results[0] if len(specs) == 1 else results, indent=2))
