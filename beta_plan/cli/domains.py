"""``beta-plan domains``: what is bundled."""

from __future__ import annotations

import json

import click

from beta_plan.cli.options import json_option


@click.command()
@json_option
def domains(as_json: bool) -> None:
    """List the bundled domains, with what can be chosen when a task of them is drawn.

    The numbers are the defaults of --objects; a topology is that of the map that --topology changes.

    \b
    Examples:
      beta-plan domains
      beta-plan domains --json
    """
    from beta_plan.skeleton.arguments import bundled_summaries

    found = bundled_summaries()
    if as_json:
        click.echo(json.dumps({"domains": [summary.to_json() for summary in found]}, indent=2))
        return
    width = max(len(summary.name) for summary in found)
    for summary in found:
        click.echo(f"{summary.name:{width}}  {summary.about}")
        words = [f"{kind}={number}" for kind, number in (summary.objects or {}).items()]
        topology = [] if summary.topology is None else [f"topology={summary.topology}"]
        click.echo(f"{'':{width}}  {' '.join([*words, *topology]) or 'mazes: --size 12x10 --boxes 6'}")
