"""What ``--help`` says of options: each has a phrase of its own that can be understood alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from beta_plan.cli.generate import SECTIONS, generate
from beta_plan.cli.main import cli

FRAGMENTS = ("Of", "For", "As", "In", "At", "Else", "Else,", "Without", "Instead:", "Instead,")
"""With these begins what continues something."""


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inside = command.get_command(context, name)
        assert inside is not None
        yield from commands(inside, f"{path} {name}")


OPTIONS = [
    pytest.param(option, id=f"{path} {option.opts[-1]}")
    for path, command in commands(cli, "beta-plan")
    for option in command.params
    if isinstance(option, click.Option)
]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_told_in_a_phrase_that_stands_alone(option):
    said = re.sub(r"  \[.*\]$", "", option.help or "")
    first, *others = said.split()
    assert said[0].isupper()
    assert said.endswith(".")
    assert others
    assert first not in FRAGMENTS


@pytest.mark.parametrize("option", OPTIONS)
def test_a_number_is_called_by_a_letter(option):
    if isinstance(option.type, click.IntRange):
        assert option.make_metavar(click.Context(generate)) in ("N", "K")


def test_options_of_generate_stand_in_groups_each_once():
    named = [name for names in SECTIONS.values() for name in names]
    assert sorted(named) == sorted(option.name for option in generate.params if isinstance(option, click.Option))
    shown = CliRunner().invoke(cli, ["generate", "--help"]).stdout
    assert re.findall(r"^(\w[\w ]*):$", shown, re.MULTILINE) == [*SECTIONS]
    assert "INTEGER" not in shown


@pytest.mark.parametrize("text", ["x", "1.5", "", "1e3"])
def test_what_is_no_number_is_told_in_plain_words(text):
    result = CliRunner().invoke(cli, ["generate", "ferry", "-n", text])
    assert result.exit_code == 2
    assert f"Invalid value for '-n' / '--count': {text!r} is not a whole number" in result.stderr
