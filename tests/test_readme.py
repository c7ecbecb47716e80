"""The README tells the truth: its commands run, its output is what they print, its code works."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    \$ beta-plan (.*)\n((?:    [^$\n].*\n)*)", TEXT, re.MULTILINE)
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
PRINTED = [r"\(define \(problem transport-p01-p0", r"SequentialPlan:\n"]
"""What each example in Python prints twice."""


def without_seconds(text: str) -> list[str]:
    return [re.sub(r"\d+\.\d+", "?", line.removeprefix("    ").rstrip()) for line in text.splitlines()]


def run(command: str) -> str:
    result = CliRunner().invoke(cli, shlex.split(command))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A directory like a clone's, in which examples may write; they run in their order, as a reader's would."""
    folder = tmp_path_factory.mktemp("clone")
    shutil.copytree(ROOT / "domains", folder / "domains")
    return folder


def test_the_examples_print_what_they_show(monkeypatch, clone):
    monkeypatch.chdir(clone)
    assert len(EXAMPLES) >= 4
    for command, output in EXAMPLES:
        printed = run(command)
        if output:
            assert without_seconds(printed) == without_seconds(output)


def test_the_command_after_installation_runs(monkeypatch, clone):
    monkeypatch.chdir(clone)
    (installed,) = re.findall(r"&& \.venv/bin/beta-plan (.*)", TEXT)
    assert run(installed).startswith("transport-p01-seed0/p01.pddl  plan length ")


@pytest.mark.parametrize(("code", "printed"), list(zip(PYTHON, PRINTED, strict=True)))
def test_the_library_examples_work(monkeypatch, capsys, clone, code, printed):
    monkeypatch.chdir(clone)
    if "unified_planning" in code:
        pytest.importorskip("unified_planning", reason="needs the extra 'up'")
    exec(compile(code, "README.md", "exec"), {})
    assert len(re.findall(printed, capsys.readouterr().out)) == 2


def test_the_skeleton_is_the_one_that_is_bundled():
    (shown,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    bundled = (ROOT / "domains" / "ferry" / "skeleton.toml").read_text(encoding="utf-8")
    assert bundled.partition("\n")[2] == shown


def test_the_files_it_links_to_exist():
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
