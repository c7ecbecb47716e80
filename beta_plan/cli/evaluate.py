"""``beta-plan evaluate``: how hard given initial states are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from beta_plan.cli.options import json_option, quiet_option, seed_option
from beta_plan.cli.progress import Log
from beta_plan.config import GeneratorConfig


@click.command()
@click.argument("domain", type=click.Path(path_type=Path))
@click.argument("problems", metavar="PROBLEM..", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--table-limit", type=click.IntRange(1), default=GeneratorConfig.table_limit, help="Abstract states of a PDB."
)
@seed_option
@quiet_option
@json_option
def evaluate(domain: Path, problems: tuple[Path, ...], table_limit: int, seed: int, quiet: bool, as_json: bool) -> None:
    """Tell how hard the initial states of the PDDL files PROBLEM.. are, by the measures that guide the search.

    h^PDBk and kC for k up to 4: on one draw of random collections (own), on others (fresh, the mean of five), and with
    the best partitions that are found (best). A dead end can be seen by some of them; then there is no plan.

    \b
    Examples:
      beta-plan evaluate domain.pddl problem.pddl
      beta-plan evaluate --json domain.pddl p01.pddl p02.pddl
    """
    from beta_plan.evaluation import evaluate as measured

    log = Log(quiet=quiet)
    tasks: list[dict[str, Any]] = []
    for problem in problems:
        found = measured(domain, problem, seed=seed, table_limit=table_limit)
        for note in found.notes:
            log.line(f"note: {problem}: {note}")
        if not as_json:
            click.echo(f"{problem}  {found.metrics}")
        tasks.append({"name": str(problem), "metrics": found.metrics.to_json(), "notes": list(found.notes)})
    if as_json:
        click.echo(json.dumps({"tasks": tasks}, indent=2))
