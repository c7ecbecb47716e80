"""Write docs/reference.md: what ``--help`` says of every command.

Run ``python docs/reference.py`` after a change of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from beta_plan.cli.main import cli

WIDTH = 100
HEAD = """# Reference

What `beta-plan --help` and `beta-plan COMMAND --help` say. Written by `python docs/reference.py`.
"""


def commands(command: click.Command, context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command, and of those inside it."""
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inside = command.get_command(context, name)
            assert inside is not None
            yield from commands(
                inside, click.Context(inside, info_name=name, parent=context, **inside.context_settings)
            )


def page() -> str:
    """Return the text of docs/reference.md."""
    parts = [HEAD]
    top = click.Context(cli, info_name="beta-plan", **cli.context_settings)
    for context in commands(cli, top):
        context.max_content_width = context.terminal_width = WIDTH
        parts.append(f"## {context.command_path}\n\n```text\n{context.command.get_help(context).rstrip()}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    (Path(__file__).parent / "reference.md").write_text(page(), encoding="utf-8")
