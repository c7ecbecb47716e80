"""``beta-plan inspect``: what each stage makes of a task."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli import present
from beta_plan.cli.options import PathType, json_option, seed_option
from beta_plan.errors import InputRefused, WrongOption
from beta_plan.pddl.sexpr import printable
from beta_plan.stages import Stages

if TYPE_CHECKING:
    from beta_plan.front_end import FrontEnd

COUNTS = ("variables", "facts", "actions", "atoms", "mutex_groups", "linear_invariants")


@click.command()
@click.argument("domain", metavar="DOMAIN|LEVELS", type=PathType())
@click.argument("problem", type=PathType(), required=False)
@click.option("--stage", type=click.Choice(list(present.STAGES)), help="Show what this stage has made.")
@click.option("--level", metavar="N", help="Number or title of the level, in a file of several.")
@seed_option
@json_option
def inspect(domain: Path, problem: Path | None, stage: str | None, level: str | None, seed: int, as_json: bool) -> None:
    """Show what each stage makes of the task in the PDDL files DOMAIN and PROBLEM.

    Without options: a table of the stages with the size of their results and the seconds they took. Without PROBLEM:
    what is told from the schemas of DOMAIN alone, places and maps, what moves and what is moved, the natural state;
    and the sizes of the task that is drawn with the seed, null in JSON where none can be drawn. A level of a file
    (.xsb, .sok, .txt) is shown as PDDL is.

    \b
    Examples:
      beta-plan inspect domain.pddl problem.pddl
      beta-plan inspect domain.pddl
      beta-plan inspect --stage mutexes domain.pddl problem.pddl
      beta-plan inspect --json levels.sok --level 3
    """
    from beta_plan.bundled import find_domain, is_maze_domain
    from beta_plan.worlds.open import is_level_file, open_front_end

    domain, stages = find_domain(domain), Stages()
    if problem is None and stage is None and not (is_level_file(domain) or is_maze_domain(domain)):
        _domain_alone(domain, level, seed, as_json)
        return
    front_end = open_front_end(domain, problem, stages, level=level, seed=seed)
    lines = present.STAGES[stage](front_end) if stage else None
    if as_json:
        shown = {} if lines is None else {"stage": stage, "lines": list(lines)}
        click.echo(json.dumps(summary(front_end, stages) | shown, indent=2))
    elif lines is not None:
        _write(lines)
    else:
        present.print_stages(stages.finished)
        click.echo(_counts(summary(front_end, stages)))
    _note(front_end.warnings())


def _domain_alone(domain: Path, level: str | None, seed: int, as_json: bool) -> None:
    """Write what the schemas of a domain tell, and how large a task is that is drawn for it.

    Where none can be drawn a note says so, and its numbers are null: what was understood helps whoever writes the
    domain.
    """
    from beta_plan.pddl.sexpr import load
    from beta_plan.skeleton.compose import structure_of
    from beta_plan.skeleton.words import sizes_of, words
    from beta_plan.worlds.open import open_drawn

    structure, stages = structure_of(load(domain)), Stages()
    sizes = None
    try:
        drawn = open_drawn(domain, stages, level=level, seed=seed)
        found = summary(drawn.front_end, stages)
        sizes = sizes_of(structure.kinds, drawn.skeleton, drawn.front_end.lifted)
    except WrongOption:
        raise
    except InputRefused as error:
        notes = [f"no task is drawn: {error}"]
        found = {**dict.fromkeys(COUNTS), "notes": notes, "seconds": stages.seconds}
    told = list(words(structure, sizes))
    if as_json:
        click.echo(json.dumps({"structure": told} | found, indent=2))
    else:
        _write([*told, *([] if sizes is None else [f"task drawn with seed {seed}", f"  {_counts(found)}"])])
    _note(found["notes"])


def _write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{printable(line)}\n" for line in lines)


def _note(notes: Iterable[str]) -> None:
    for note in notes:
        click.echo(f"note: {printable(note)}", err=True)


def _counts(found: dict[str, Any]) -> str:
    return ", ".join(f"{found[key]} {key.replace('_', ' ')}" for key in COUNTS)


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
