"""``beta-plan draw``: pictures of instances."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beta_plan.cli.options import CountType, PathType, json_option
from beta_plan.cli.say import say

if TYPE_CHECKING:
    from beta_plan.pictures import Animation, Picture

FORMATS = (".svg", ".png", ".pdf")


@click.command()
@click.argument("instance", type=PathType())
@click.option(
    "-o", "--output", metavar="FILE", type=PathType(),
    help="File to write: .svg, .png or .pdf, or - for SVG on stdout; by default INSTANCE with .svg.",
)  # fmt: skip
@click.option(
    "--domain", metavar="FILE", help="Domain of a problem, a file or a bundled name; by default domain.pddl beside it."
)
@click.option("--level", metavar="N", help="Number or title of the level, in a file of several.")
@click.option(
    "--step", metavar="K", type=CountType(0), help="Draw the state after K actions of the plan in solutions/."
)
@click.option("--width", type=CountType(16, 20_000), default=800, help="Width of a PNG in pixels.")
@json_option
def draw(
    instance: Path, output: Path | None, domain: str | None, level: str | None, step: int | None, width: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Draw an instance: its initial state and its goal.

    INSTANCE is a problem in PDDL, or a file of Sokoban levels (.xsb, .sok, .txt). What things are is told from the
    schemas of the domain, whatever they are called. Dashed outlines are what the goal asks for; what cannot be drawn
    is written below. PNG needs Pillow: pip install '.[pictures]' in the clone.

    \b
    Examples:
      beta-plan draw out/p01.pddl
      beta-plan draw out/p01.pddl -o p01.pdf
      beta-plan draw out/p01.pddl --step 7 -o p01.png
      beta-plan draw levels.sok --level 3 -o - > level.svg
    """
    from beta_plan.output.file import check_file, write_file

    name = instance.stem + (f"-{level}" if level and level.isalnum() else "")
    to_stdout = output is not None and str(output) == "-"
    path = instance.with_name(f"{name}.svg") if output is None or to_stdout else output
    if path.suffix.lower() not in FORMATS:
        raise click.BadParameter(f"'{path.name}' ends in none of {', '.join(FORMATS)}", param_hint="'-o'")
    if to_stdout and as_json:
        raise click.UsageError("-o - and --json both write to stdout")
    if not to_stdout:
        check_file(path)
    picture = _picture(instance, domain, level, step)
    content = _content(picture, path.suffix.lower(), width)
    if to_stdout:
        click.echo(content, nl=False)
        return
    write_file(path, content, through_links=output is not None)
    said = {"picture": str(path), "title": picture.title, "width": picture.width, "height": picture.height}
    if as_json:
        click.echo(json.dumps(said, indent=2))
    else:
        say(str(path))


def _picture(instance: Path, domain: str | None, level: str | None, step: int | None) -> Picture:
    """Return the picture that is asked for; of a plan that is not needed nothing is read."""
    from beta_plan.output.layout import plan_of
    from beta_plan.pddl.sexpr import load
    from beta_plan.pictures import animate, animate_level, draw_level
    from beta_plan.worlds.open import is_level_file

    if is_level_file(instance):
        if domain is not None:
            raise click.UsageError("--domain is for problems in PDDL")
        if step is None:
            return draw_level(instance, level)
        beside = instance.parent / plan_of(instance.name)
        lurd = "".join(load(beside).text.split()) if beside.is_file() and level is None else None
        return _after(animate_level(instance, lurd, level), step, str(instance))
    if level is not None:
        raise click.UsageError("--level is for files of Sokoban levels")
    problem = load(instance)
    plan = "" if not step else load(instance.parent / plan_of(instance.name)).text
    return _after(animate(_domain_file(instance, domain), problem, plan), step or 0, str(instance))


def _domain_file(instance: Path, domain: str | None) -> Path:
    from beta_plan.bundled import find_domain
    from beta_plan.errors import InputRefused

    if domain is not None:
        return find_domain(domain)
    beside = instance.with_name("domain.pddl")
    if not beside.is_file():
        raise InputRefused("no domain.pddl beside it", place=str(instance), remedy="name the domain with --domain")
    return beside


def _after(animation: Animation, step: int, place: str) -> Picture:
    from beta_plan.errors import InputRefused

    if step > len(animation.steps):
        remedy = f"--step takes 0 to {len(animation.steps)}"
        raise InputRefused(f"there is no step {step}", place=place, remedy=remedy)
    return animation.pictures[step]


def _content(picture: Picture, ending: str, width: int) -> bytes:
    if ending == ".pdf":
        return picture.pdf()
    return picture.png(width) if ending == ".png" else picture.svg().encode("utf-8")
