"""``beta-plan evaluate``: how hard given initial states are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.levels import with_states
from beta_plan.cli.options import CountType, PathType, json_option, quiet_option, seed_option
from beta_plan.cli.present import metrics_lines
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.config import GeneratorConfig

if TYPE_CHECKING:
    from beta_plan.evaluation import Evaluation


@click.command()
@click.argument("domain", metavar="DOMAIN|LEVELS", type=PathType())
@click.argument("problems", metavar="[PROBLEM..]", type=PathType(), nargs=-1)
@click.option("--level", metavar="N", help="Number or title of the only level to evaluate.")
@click.option("--no-fast-path", is_flag=True, help="Treat Sokoban in PDDL like any other task.")
@click.option(
    "--table-limit", type=CountType(1), default=GeneratorConfig.table_limit,
    help="Largest pattern database, in abstract states.",
)  # fmt: skip
@seed_option
@quiet_option
@json_option
def evaluate(domain: Path, problems: tuple[Path, ...], quiet: bool, as_json: bool, **asked: Any) -> None:
    """Tell how hard given initial states are, by the measures that guide the search.

    Of the PDDL files PROBLEM.., or of the Sokoban levels of a file (.xsb, .sok, .txt): h^PDBk and kC for k up to 4, on
    one draw of random collections (own), on others (fresh, the mean of five), and with the best partitions that are
    found (best). A dead end can be seen by some of them; then there is no plan, and JSON has null for the number.

    \b
    Examples:
      beta-plan evaluate domain.pddl problem.pddl
      beta-plan evaluate --json domain.pddl p01.pddl p02.pddl
      beta-plan evaluate levels.sok --level 3
    """
    log = Log(quiet=quiet)
    tasks: list[dict[str, Any]] = []
    for found in _evaluations(domain, problems, asked, log):
        for note in found.notes:
            log.line(f"note: {found.name}: {note}")
        if not as_json:
            for line in metrics_lines(found.name, found.metrics):
                say(line)
        tasks.append({"name": found.name, "metrics": found.metrics.to_json(), "notes": list(found.notes)})
    if as_json:
        click.echo(json.dumps({"tasks": tasks}, indent=2))


def _evaluations(domain: Path, problems: tuple[Path, ...], asked: dict[str, Any], log: Log) -> Iterator[Evaluation]:
    from beta_plan.evaluation import evaluate as measured
    from beta_plan.evaluation import evaluate_levels
    from beta_plan.worlds.open import is_level_file

    level = asked.pop("level")
    if is_level_file(domain):
        if problems:
            raise click.UsageError("a file of levels takes no PROBLEM beside it")
        if level is None:
            with_states(domain, log)
        yield from evaluate_levels(domain, level=level, seed=asked["seed"])
        return
    if level is not None:
        raise click.UsageError("--level is for files of Sokoban levels")
    if not problems:
        raise click.UsageError("Missing argument 'PROBLEM..'.")
    for problem in problems:
        yield measured(domain, problem, **asked)
