"""``beta-plan report``: a page about a directory."""

from __future__ import annotations

import json
from pathlib import Path

import click

from beta_plan.cli.options import PathType, check_is_directory, json_option
from beta_plan.cli.say import say


@click.command()
@click.argument("directory", metavar="DIR", type=PathType())
@click.option("-o", "--output", metavar="FILE", type=PathType(), help="File to write, instead of DIR/report.html.")
@json_option
def report(directory: Path, output: Path | None, as_json: bool) -> None:
    """Write one page about all instances of DIR, and of directories in it, to DIR/report.html.

    The page shows each instance with its numbers and its plan as an animation, plots of the search, and Sokoban
    levels to be played. It needs no network and no other file; its links lead to the files of DIR.

    \b
    Examples:
      beta-plan report out
      beta-plan report out -o page.html
      beta-plan report --json out
    """
    from beta_plan.output.exchange import finish_writing
    from beta_plan.report.write import write_report

    check_is_directory(directory)
    finish_writing(directory)
    written = write_report(directory, output)
    say(json.dumps({"report": str(written)}) if as_json else str(written))
