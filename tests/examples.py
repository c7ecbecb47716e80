"""The examples in a page of Markdown: commands with what they print, and code."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.metrics import SOURCES

ROOT = Path(__file__).parent.parent


def commands(page: Path) -> list[tuple[str, str]]:
    """Return the arguments of each ``$ beta-plan ..`` in a page, and the output below it: empty where none is shown."""
    found = re.findall(r"^    \$ beta-plan (.*)\n((?:    [^$\n].*\n)*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [(command, re.sub("^    ", "", output, flags=re.MULTILINE)) for command, output in found]


def code(page: Path, language: str) -> list[str]:
    """Return the blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def clone(folder: Path) -> Path:
    """Make a folder look like a clone, for examples that read bundled files and write beside them."""
    shutil.copytree(ROOT / "domains", folder / "domains")
    return folder


def run(command: str) -> str:
    """Return what a command prints."""
    result = CliRunner().invoke(cli, shlex.split(command))
    assert result.exit_code == 0, f"{command}: {result.output}"
    return result.stdout


def assert_they_print_what_they_show(page: Path) -> None:
    """Run the examples of a page one after the other, as its reader would."""
    for command, output in commands(page):
        printed = run(command)
        if output:
            assert _without_seconds(printed) == _without_seconds(output), command


def _without_seconds(text: str) -> list[str]:
    """Return lines without what depends on the machine: seconds, megabytes and rates, but not measures of hardness."""
    return [
        line.rstrip() if line.split()[:1] in ([source] for source in SOURCES)
        else re.sub(r"\d+\.\d+|[\d,]+/s", "?", line.rstrip())
        for line in text.splitlines()
    ]  # fmt: skip
