"""What people read: lines in which no name, whoever chose it, steers the terminal."""

from __future__ import annotations

import click

from beta_plan.pddl.sexpr import printable


def say(text: str, *, err: bool = False) -> None:
    """Write a line; characters that cannot be shown become ``?``. Scripts read ``--json``, which loses nothing."""
    click.echo(printable(text), err=err)
