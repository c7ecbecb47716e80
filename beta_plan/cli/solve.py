"""``beta-plan solve``: solutions of Sokoban levels."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.interruption import Interruption
from beta_plan.cli.levels import with_states
from beta_plan.cli.options import DurationType, MemoryType, PathType, json_option, quiet_option, seed_option
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.cli.watch import COMPILING
from beta_plan.errors import CannotWrite, IllegalTask, InputRefused, Interrupted

if TYPE_CHECKING:
    from beta_plan.search.budget import Budget
    from beta_plan.sokoban.level import Level
    from beta_plan.sokoban.solver import LevelSolution

MODES = ("greedy", "optimal")


@click.command()
@click.argument("levels", type=PathType())
@click.option("--level", metavar="N", help="Number or title of the only level to solve.")
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default=MODES[0],
    help="Find some solution (greedy), or one of fewest pushes (optimal).",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=PathType(),
    help="File to write with the solved levels, as .sok.",
)
@click.option(
    "--overall-time-limit", "seconds", type=DurationType(), default="60s", metavar="TIME",
    help="Time limit of each level: 60s, 30m or 2h.",
)  # fmt: skip
@click.option(
    "--overall-memory-limit", "memory", type=MemoryType(), default="4G", metavar="SIZE",
    help="Memory limit of the search: 500M or 8G.",
)  # fmt: skip
@seed_option
@quiet_option
@json_option
def solve(levels: Path, level: str | None, output: Path | None, quiet: bool, as_json: bool, **asked: Any) -> None:
    """Solve the Sokoban levels of a file (.xsb, .sok, .txt).

    Greedy search finds some solution, from the goals backwards and from the level forwards by turns; A* finds one of
    fewest pushes, and solves less. Every solution is replayed over the text of the level. A level that is not solved
    within its limits is a result, too. Ctrl-C ends the run with what was solved until then.

    \b
    Examples:
      beta-plan solve levels.sok
      beta-plan solve levels.sok --level 3 --mode optimal --overall-time-limit 10m
      beta-plan solve levels.sok -o solved.sok --json
    """
    log, interruption = Log(quiet=quiet), Interruption()
    with interruption.listening(None):
        chosen = _read(levels, level, log)
        if output is not None:
            _check_output(output, levels)
        found = _solve_all(chosen, log, interruption, as_json, asked)
    if not any(each.pushes is not None for each in found) and interruption.requested():
        raise Interrupted("interrupted before anything was solved")
    if output is not None:
        _write(output, found)
    if as_json:
        click.echo(json.dumps({"levels": [entry(each) for each in found]}, indent=2))
    else:
        click.echo(f"{sum(each.pushes is not None for each in found)} of {len(found)} solved")


def _check_output(output: Path, levels: Path) -> None:
    """Refuse a file that is read, and one that is there and holds no levels."""
    from beta_plan.output.file import check_file
    from beta_plan.pddl.sexpr import load
    from beta_plan.sokoban.xsb import parse_levels

    check_file(output, reads=[levels])
    if output.is_file() and output.stat().st_size:
        try:
            parse_levels(load(output))
        except InputRefused:
            raise CannotWrite(f"{output}: is there, and holds no levels (remove it, or choose another name)") from None


def _read(path: Path, choice: str | None, log: Log) -> list[Level]:
    """Return the levels, or the chosen one; what cannot be solved for its form is refused before the work begins."""
    from beta_plan.sokoban.solver import check_level
    from beta_plan.sokoban.xsb import read_level

    levels = [read_level(path, choice)] if choice is not None else with_states(path, log)
    for level in levels:
        check_level(level)
    return levels


def _solve_all(
    levels: list[Level], log: Log, interruption: Interruption, as_json: bool, asked: dict[str, Any]
) -> list[LevelSolution]:
    """Solve one level after the other, each with its own time; a signal ends it, and the level at hand is left out."""
    from beta_plan.jit import is_first_use, note_use
    from beta_plan.search.budget import Budget
    from beta_plan.sokoban.solver import prepare

    if is_first_use(f"solver-{asked['mode']}"):
        log.line(COMPILING)
    prepare(asked["mode"])
    note_use(f"solver-{asked['mode']}")
    found: list[LevelSolution] = []
    for level in levels:
        budget = Budget(
            deadline=monotonic() + asked["seconds"], memory=asked["memory"], stop=interruption.requested
        )  # fmt: skip
        one = _solve_one(level, budget, log, asked)
        if interruption.requested() and one.pushes is None:
            break
        found.append(one)
        interruption.can_stop = interruption.can_stop or one.pushes is not None
        if not as_json:
            say(line(one))
        elif len(levels) > 1:
            log.line(line(one))
    return found


def _solve_one(level: Level, budget: Budget, log: Log, asked: dict[str, Any]) -> LevelSolution:
    """Solve a level; one that is more than the solver can do is not the end of the others."""
    from beta_plan.sokoban import solver

    begin, progress = monotonic(), log.counts(f"level {level.name}")
    try:
        return solver.solve_level(level, mode=asked["mode"], budget=budget, seed=asked["seed"], on_progress=progress)
    except IllegalTask as error:
        log.line(f"note: level {level.name}: {error}")
        return solver.LevelSolution.none(level, seconds=monotonic() - begin)


def _write(output: Path, found: list[LevelSolution]) -> None:
    """Write the levels that were solved, with their solutions."""
    from beta_plan.output.file import write_file
    from beta_plan.sokoban.xsb import collection_text

    write_file(output, collection_text(each.solved_level for each in found if each.pushes is not None).encode())


def line(found: LevelSolution) -> str:
    """Return what was found about a level as a line for people."""
    effort = f"{found.expanded:,} expanded, {found.seconds:.2f} s"
    if found.pushes is None:
        return f"{found.level.name}  {found.outcome.value}: {effort}"
    return f"{found.level.name}  solved: pushes {found.pushes}, moves {len(found.lurd)}; {effort}"


def entry(found: LevelSolution) -> dict[str, Any]:
    """Return the same for scripts, which rely on the names of the keys."""
    return {
        "name": found.level.name,
        "number": found.level.number,
        "status": found.outcome.value,
        "pushes": found.pushes,
        "moves": None if found.pushes is None else len(found.lurd),
        "solution": None if found.pushes is None else found.lurd,
        "expanded": found.expanded,
        "generated": found.generated,
        "seconds": round(found.seconds, 3),
        "peak_memory_bytes": found.peak_memory,
    }
