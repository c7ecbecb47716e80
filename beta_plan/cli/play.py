"""``beta-plan play``: Sokoban levels in the browser or in the terminal."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beta_plan.cli.options import PathType
from beta_plan.cli.say import say

if TYPE_CHECKING:
    from beta_plan.sokoban.level import Level


@click.command()
@click.argument("levels", metavar="LEVEL", type=PathType())
@click.option("--level", "choice", metavar="N", help="Number or title of the only level to play.")
@click.option("--terminal", is_flag=True, help="Play in the terminal, not in the browser.")
@click.option("-o", "--output", metavar="FILE", type=PathType(), help="File to write; by default a temporary one.")
@click.option("--no-open", is_flag=True, help="Write the page, and open no browser.")
def play(levels: Path, choice: str | None, terminal: bool, output: Path | None, no_open: bool) -> None:
    """Play the Sokoban levels of a file (.xsb, .sok, .txt), or those of a directory that beta-plan has written.

    They become one page, which is opened in the browser; it works from the disk, and shows the way where the file
    has a solution. With --terminal the game is played in the terminal, and ends by writing the moves to stdout.

    \b
    Examples:
      beta-plan play levels.sok
      beta-plan play levels.sok --level 3 -o page.html --no-open
      beta-plan play --terminal out
    """
    from beta_plan.play.levels import chosen_levels

    found = chosen_levels(levels, choice)
    if terminal:
        _play_here(found)
        return
    page = _write(levels, found, output)
    say(str(page))
    if not no_open and not webbrowser.open(page.resolve().as_uri()):
        click.echo("no browser was found: open the page yourself", err=True)


def _write(levels: Path, found: list[Level], output: Path | None) -> Path:
    """Write the page, to a temporary file unless one is named."""
    from beta_plan.report.write import write_levels

    if output is None:
        with tempfile.NamedTemporaryFile(prefix="beta-plan-", suffix=".html", delete=False) as file:
            output = Path(file.name)
    write_levels(levels.resolve().stem, found, output)
    return output


def _play_here(found: list[Level]) -> None:
    """Play in the terminal, and tell how the game ended."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--terminal needs a terminal: leave it out, and play in the browser")
    try:
        from beta_plan.play.terminal import play as play_in_terminal
    except ImportError:
        raise click.UsageError("--terminal needs a terminal of Unix: leave it out, and play in the browser") from None
    game = play_in_terminal(found)
    counts = game.counts
    click.echo(f"{'solved' if game.is_solved else 'not solved'}: pushes {counts.pushes}, moves {counts.moves}")
    if game.is_solved:
        click.echo(game.lurd)
