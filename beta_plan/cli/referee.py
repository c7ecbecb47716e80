"""``beta-plan referee``: what instances cost planners."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beta_plan.cli.interruption import Interruption
from beta_plan.cli.options import CountType, DurationType, MemoryType, PathType, json_option, quiet_option
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.errors import Interrupted, WrongOption

if TYPE_CHECKING:
    from beta_plan.referees.batch import Result
    from beta_plan.referees.protocol import Referee, RunLimits, Task

HEADER = ("problem", "referee", "status", "expansions", "evaluations", "cost", "length", "seconds", "MB", "")
WIDEST_NAME = 40


@click.command()
@click.argument("paths", metavar="DIR|PROBLEM..", type=PathType(), nargs=-1, required=True)
@click.option(
    "--planner", "planners", multiple=True, metavar="NAME|COMMAND",
    help="Planner for PDDL; may be repeated.  [default: lama-first]",
)  # fmt: skip
@click.option(
    "--solver", "solvers", multiple=True, metavar="NAME|COMMAND",
    help="Solver of Sokoban levels; may be repeated.  [default: sokoban-greedy]",
)  # fmt: skip
@click.option(
    "--domain", metavar="FILE", type=click.Path(path_type=Path),
    help="Domain of the problems, a file or a bundled name; by default the nearest domain.pddl above each.",
)  # fmt: skip
@click.option(
    "--overall-time-limit", "seconds", type=DurationType(), default="60s", metavar="TIME",
    help="CPU time limit of each run: 60s, 30m or 2h.",
)  # fmt: skip
@click.option(
    "--overall-memory-limit", "memory", type=MemoryType(), default="2G", metavar="SIZE",
    help="Memory limit of each run: 500M or 8G.",
)  # fmt: skip
@click.option("--jobs", type=CountType(1), default=1, metavar="N", help="Runs at the same time.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep verdicts of earlier runs.")
@click.option("--csv", "csv_file", metavar="FILE", type=PathType(), help="File to write with the table, too.")
@quiet_option
@json_option
def referee(
    paths: tuple[Path, ...], planners: tuple[str, ...], solvers: tuple[str, ...], domain: Path | None,
    seconds: int, memory: int, jobs: int, no_cache: bool, csv_file: Path | None, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure what instances cost planners: expansions, seconds, memory, and the cost of the plan.

    Instances are all problems and Sokoban levels (.pddl, .sok) of DIR and below it, or files. A planner is
    lama-first, astar-lmcut, astar-blind, gbfs-ff (Fast Downward), up:ENGINE (unified-planning), or a command with
    {domain} and {problem}; a solver is sokoban-greedy, sokoban-optimal, or a command with {level}. {plan} is a file
    for the plan, else it is what the command prints; {time} are seconds, {memory} megabytes. No shell sees the
    command.

    Every plan is replayed before it counts. A planner that fails is a row, no error: the status is solved, unsolvable,
    time-limit, memory-limit, wrong-plan, crashed or no-answer. Verdicts are kept in BETA_PLAN_CACHE_DIR, else among
    the user's caches. Ctrl-C ends the runs, and prints what is known.

    \b
    Examples:
      beta-plan referee out
      beta-plan referee out --planner lama-first --planner astar-lmcut --overall-time-limit 5m --jobs 2
      beta-plan referee p01.pddl p02.pddl --planner up:pyperplan --json
      beta-plan referee out --planner './my-planner {domain} {problem} {plan}' --csv out.csv
      beta-plan referee levels.sok --solver sokoban-optimal --solver 'my-solver {level} --seconds {time}'
    """
    from beta_plan.bundled import find_domain
    from beta_plan.output.file import check_file, write_file
    from beta_plan.referees.protocol import RunLimits
    from beta_plan.referees.table import HEADER, csv_text
    from beta_plan.referees.tasks import find_tasks

    if csv_file is not None:
        check_file(csv_file, kind="table", begins=HEADER.encode())
    tasks = find_tasks(paths, None if domain is None else find_domain(domain))
    chosen = _chosen(tasks, planners, solvers)
    found = _judged(tasks, chosen, RunLimits(seconds, memory), jobs, no_cache, Log(quiet=quiet))
    try:
        if as_json:
            click.echo(json.dumps({"results": [result.to_json() for result in found]}, indent=2))
        else:
            _print(found, chosen)
    finally:  # where one of the two cannot be written, the other one is
        if csv_file is not None:
            write_file(csv_file, csv_text(found).encode(errors="surrogateescape"))


def _print(found: Sequence[Result], referees: Sequence[Referee]) -> None:
    """Write the table for people, and how many each referee has solved."""
    for line in lines(found):
        say(line)
    for each in referees:
        verdicts = [result.verdict for result in found if result.referee is each]
        say(f"{each.name}: {sum(verdict.is_solved for verdict in verdicts)} of {len(verdicts)} solved")


def _chosen(tasks: Sequence[Task], planners: Sequence[str], solvers: Sequence[str]) -> list[Referee]:
    """Return the referees that are asked for, or else one for each kind of instance that there is."""
    from beta_plan.referees.protocol import Kind
    from beta_plan.referees.registry import find_referee

    kinds = {task.kind for task in tasks}
    defaults = {Kind.PDDL: "lama-first", Kind.LEVEL: "sokoban-greedy"}
    if not planners and not solvers:
        return [find_referee(name) for kind, name in defaults.items() if kind in kinds]
    chosen = list(map(find_referee, dict.fromkeys([*planners, *solvers])))
    for each in chosen:
        option, named = ("--planner", planners) if each.kind is Kind.PDDL else ("--solver", solvers)
        if each.name not in named:
            raise click.UsageError(f"'{each.name}' reads {each.kind.value}: name it by {option}")
        if each.kind not in kinds:
            raise WrongOption(f"no instances are {each.kind.value}, which it reads", place=each.name)
    return chosen


def _judged(
    tasks: Sequence[Task], referees: Sequence[Referee], limits: RunLimits, jobs: int, no_cache: bool, log: Log
) -> list[Result]:
    """Return all results in the order of the instances, or those that are there when a signal comes."""
    from beta_plan.referees.batch import judge_all
    from beta_plan.referees.cache import Cache

    total = sum(task.kind is each.kind for task in tasks for each in referees)
    found: dict[tuple[int, int], Result] = {}
    interruption = Interruption()
    interruption.can_stop = True
    with interruption.listening(None):
        cache = None if no_cache else Cache.of_user()
        for result in judge_all(tasks, referees, limits, jobs=jobs, cache=cache, stop=interruption.requested):
            found[tasks.index(result.task), referees.index(result.referee)] = result
            said = f"{len(found)}/{total}  {result.task.name}  {result.referee.name}  {result.verdict.status.value}"
            log.line(f"{said}{'  (known)' if result.cached else ''}")
    if len(found) < total:
        if not found:
            raise Interrupted("interrupted before anything was measured")
        log.line(f"interrupted: {total - len(found)} of {total} runs are missing")
    return [result for _, result in sorted(found.items(), key=lambda item: item[0])]


def lines(found: Sequence[Result]) -> list[str]:
    """Return the table as aligned lines for people."""
    from beta_plan.pddl.sexpr import shorten

    rows = [HEADER, *(_row(result, shorten(result.referee.name, WIDEST_NAME)) for result in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    aligned = []
    for row in rows:
        texts, numbers = row[:3], row[3:-1]
        cells = [*map(str.ljust, texts, widths), *map(str.rjust, numbers, widths[3:])]
        aligned.append("  ".join([*cells, row[-1]]).rstrip())
    return aligned


def _row(result: Result, name: str) -> tuple[str, ...]:
    verdict = result.verdict
    counts = (verdict.expansions, verdict.evaluations, verdict.cost, verdict.plan_length)
    seconds = "-" if verdict.cpu_seconds is None else f"{verdict.cpu_seconds:.2f}"
    memory = "-" if verdict.peak_memory_bytes is None else f"{verdict.peak_memory_bytes / 2**20:.1f}"
    told = ("-" if number is None else f"{number:,}" for number in counts)
    return (result.task.name, name, verdict.status.value, *told, seconds, memory, verdict.detail)
