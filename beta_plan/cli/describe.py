"""``beta-plan describe``: the arguments for drawing tasks of a domain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from beta_plan.cli.options import PathType, json_option
from beta_plan.cli.say import say


@click.command()
@click.argument("domain", type=PathType())
@click.option("--skeleton", metavar="FILE", help="File that says how tasks are drawn, instead of the domain's own.")
@json_option
def describe(domain: Path, skeleton: str | None, as_json: bool) -> None:
    """Tell what can be chosen when `beta-plan generate DOMAIN` draws a task.

    DOMAIN is the name of a bundled domain, or a PDDL file. With --json every argument comes with
    its option, type, default and bounds.

    \b
    Examples:
      beta-plan describe logistics
      beta-plan describe logistics --json
      beta-plan describe my/domain.pddl --skeleton my/large.toml
    """
    from beta_plan.bundled import find_domain
    from beta_plan.skeleton.arguments import domain_name, drawing_arguments

    file = find_domain(domain)
    name, arguments = domain_name(file), drawing_arguments(file, skeleton)
    if as_json:
        click.echo(json.dumps({"domain": name, "file": str(file), "arguments": arguments}, indent=2))
        return
    rows = [(argument["option"], text(argument)) for argument in arguments]
    width = max(len(option) for option, _ in rows)
    for option, said in rows:
        say(f"{option:{width}}  {said}")


def text(argument: dict[str, Any]) -> str:
    """Return what there is to say about an argument, for people."""
    default = f"default {argument['default']}"
    if argument["type"] == "text":
        return default
    if argument["type"] == "choice":
        return f"{default}, one of {', '.join(argument['choices'])}"
    default += f" = {argument['formula']}" if "formula" in argument else ""
    if "maximum" not in argument:
        return f"{default}, 0 or more"
    return f"{default}, {_bound(argument, 'minimum')} to {_bound(argument, 'maximum')}"


def _bound(argument: dict[str, Any], name: str) -> str:
    """Return a bound for the defaults of all numbers, with the formula where others decide it."""
    formula = argument.get(f"{name}_formula")
    return f"{argument[name]}{'' if formula is None else f' ({formula})'}"
