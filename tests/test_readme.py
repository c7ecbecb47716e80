"""The README tells the truth: its commands run, its output is what they print, its code works."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    \$ beta-plan (.*)\n((?:    [^$\n].*\n)*)", TEXT, re.MULTILINE)


def without_seconds(text: str) -> list[str]:
    return [re.sub(r"\d+\.\d+", "?", line.removeprefix("    ").rstrip()) for line in text.splitlines()]


def run(command: str) -> str:
    result = CliRunner().invoke(cli, shlex.split(command))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_an_example_prints_what_it_shows(monkeypatch, command, output):
    monkeypatch.chdir(ROOT)
    printed = run(command)
    if output:
        assert without_seconds(printed) == without_seconds(output)


def test_there_are_examples():
    assert len(EXAMPLES) >= 3


def test_the_command_after_installation_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (installed,) = re.findall(r"&& \.venv/bin/beta-plan (.*)", TEXT)
    assert "mutex groups" in run(installed)


def test_the_library_example_works(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "(define (problem one-step-away)" in capsys.readouterr().out


def test_the_files_it_links_to_exist():
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
