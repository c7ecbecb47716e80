"""``beta-plan inspect``: what each stage makes of a task."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli import present
from beta_plan.cli.options import json_option
from beta_plan.pddl.sexpr import printable
from beta_plan.stages import Stages

if TYPE_CHECKING:
    from beta_plan.front_end import FrontEnd

COUNTS = ("variables", "facts", "actions", "atoms", "mutex_groups", "linear_invariants")


@click.command()
@click.argument("domain", type=click.Path(path_type=Path))
@click.argument("problem", type=click.Path(path_type=Path), required=False)
@click.option("--stage", type=click.Choice(list(present.STAGES)), help="Write what this stage has made.")
@json_option
def inspect(domain: Path, problem: Path | None, stage: str | None, as_json: bool) -> None:
    """Show what each stage makes of the task in the PDDL files DOMAIN and PROBLEM.

    Without options: a table of the stages with the size of their results and the seconds they took. Without PROBLEM:
    what is told from the schemas of DOMAIN alone, places and maps, what moves and what is moved, the natural state.

    \b
    Examples:
      beta-plan inspect domain.pddl problem.pddl
      beta-plan inspect domain.pddl
      beta-plan inspect --stage mutexes domain.pddl problem.pddl
      beta-plan inspect --json domain.pddl problem.pddl
    """
    from beta_plan.bundled import find_domain
    from beta_plan.front_end import load

    domain = find_domain(domain)
    if problem is None:
        _structure(domain, stage, as_json)
        return
    stages = Stages()
    front_end = load(domain, problem, stages)
    lines = present.STAGES[stage](front_end) if stage else None
    if as_json:
        shown = {} if lines is None else {"stage": stage, "lines": list(lines)}
        click.echo(json.dumps(summary(front_end, stages) | shown, indent=2))
    elif lines is not None:
        sys.stdout.writelines(f"{printable(line)}\n" for line in lines)
    else:
        present.print_stages(stages.finished)
        counts = summary(front_end, stages)
        click.echo(", ".join(f"{counts[key]} {key.replace('_', ' ')}" for key in COUNTS))
    for warning in front_end.warnings():
        click.echo(f"note: {warning}", err=True)


def _structure(domain: Path, stage: str | None, as_json: bool) -> None:
    """Write what the schemas of a domain tell."""
    from beta_plan.pddl.sexpr import load
    from beta_plan.skeleton.compose import structure_of
    from beta_plan.skeleton.words import words

    if stage is not None:
        raise click.UsageError("--stage needs a problem file beside the domain")
    lines = list(words(structure_of(load(domain))))
    click.echo(json.dumps({"structure": lines}, indent=2) if as_json else "\n".join(map(printable, lines)))


def summary(front_end: FrontEnd, stages: Stages) -> dict[str, Any]:
    """Return the numbers of a task; scripts rely on the names of the keys."""
    sas = front_end.sas
    return {
        "variables": len(sas.variables),
        "facts": sas.num_facts,
        "actions": len(sas.actions),
        "atoms": len(front_end.ground.atoms),
        "mutex_groups": len(front_end.groups.atoms),
        "linear_invariants": len(sas.linear_invariants),
        "notes": front_end.warnings(),
        "seconds": stages.seconds,
    }
