"""Help of a command with many options: they stand in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click


class Grouped(click.Command):
    """A command whose help has its options in ``sections``: by title, the names of their parameters.

    What no section names, such as the option ``--help`` itself, stands in the last one.
    """

    def __init__(self, *arguments: Any, sections: Mapping[str, Sequence[str]], **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        left = {each.name: record for each in options if (record := each.get_help_record(ctx)) is not None}
        rows = {title: [left.pop(name) for name in names] for title, names in self.sections.items()}
        rows[next(reversed(rows))] += left.values()
        for title, records in rows.items():
            with formatter.section(title):
                formatter.write_dl(records)
