"""The command line: names, exit codes, what is imported when."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import beta_plan
from beta_plan import errors
from beta_plan.cli.main import COMMANDS, LazyGroup, cli


def run(*arguments, **environment):
    return CliRunner(env=environment).invoke(cli, arguments, prog_name="beta-plan")


def run_raising(error, *options):
    """Run a command that raises ``error`` behind the real group."""

    @click.command()
    def fail():
        raise error

    group = LazyGroup(lazy={}, name="beta-plan", params=cli.params, commands={"fail": fail})
    return CliRunner().invoke(group, [*options, "fail"])


def descendants(kind):
    return [kind, *(leaf for child in kind.__subclasses__() for leaf in descendants(child))]


def test_help_lists_every_command():
    result = run("--help")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for name, entry in COMMANDS.items():
        assert f"{name} {entry.summary}" in lines


def test_help_documents_every_exit_code():
    text = run("-h").stdout
    codes = {0, 1, 2} | {kind.exit_code for kind in descendants(errors.BetaPlanError)}
    documented = {
        int(line.split()[0]) for line in text.split("Exit codes:")[1].splitlines() if line.strip()[:1].isdigit()
    }
    assert documented == codes


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_an_example(name):
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"\n    beta-plan {name} " in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_readme_mentions_every_command(name):
    readme = Path(__file__).parent.parent / "README.md"
    assert f"beta-plan {name} " in readme.read_text(encoding="utf-8")


def test_version():
    assert run("--version").stdout == f"beta-plan {beta_plan.__version__}\n"


@pytest.mark.parametrize(
    "arguments", [["unheard-of"], ["--unheard-of"], ["inspect"], ["evaluate", "a.pddl"], ["draw", ""], []]
)
def test_wrong_usage_is_2(arguments):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.BetaPlanError("so"), 1),
        (errors.NothingFound("so"), 11),
        (errors.VerificationFailed("so"), 12),
        (errors.OutOfTime("so"), 31),
        (errors.OutOfMemory("so"), 32),
        (errors.Interrupted("so"), 33),
        (errors.InputRefused("so", place="d.pddl:3", remedy="do this"), 41),
        (errors.UnsupportedFeature("so"), 42),
        (errors.IllegalTask("so"), 43),
        (errors.CannotWrite("so"), 51),
        (KeyboardInterrupt(), 33),
        (MemoryError(), 32),
        (ZeroDivisionError("two\nlines"), 1),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_errors_are_one_line_and_an_exit_code(error, code):
    result = run_raising(error)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("beta-plan: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("said", "meant"), [("generat", "generate"), ("solved", "solve"), ("experiments", "experiment")]
)
def test_of_a_misspelt_command_the_nearest_is_named(said, meant):
    result = CliRunner().invoke(cli, [said, "x"], prog_name="beta-plan")
    assert (result.exit_code, result.stdout) == (2, "")
    hint = f"No such command '{said}'. Did you mean '{meant}'? (beta-plan --help tells more)"
    assert result.stderr == f"beta-plan: {hint}\n"
    assert "Did you mean" not in CliRunner().invoke(cli, ["xyz"]).stderr


@pytest.mark.parametrize(
    "words",
    [
        ["generate", "ferry"], ["solve", "x.sok"], ["draw", "x.pddl"], ["report", "x"], ["play", "x.sok"],
        ["experiment", "table1", "--levels", "x.sok"], ["experiment", "domains"],
    ],
)  # fmt: skip
def test_a_place_to_write_to_has_a_name(words):
    result = CliRunner().invoke(cli, [*words, "-o", ""])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for '-o' / '--output': the name is empty" in result.stderr


def test_refused_input_names_the_place_and_the_remedy():
    error = errors.InputRefused("no such type 'truc'", place="d.pddl:3", remedy="declare it in :types")
    assert run_raising(error).stderr == "beta-plan: d.pddl:3: no such type 'truc' (declare it in :types)\n"


def test_traceback_only_on_demand(monkeypatch):
    error = ValueError("odd")
    assert "Traceback" not in run_raising(error).stderr
    assert "Traceback" in run_raising(error, "--debug").stderr
    monkeypatch.setenv("BETA_PLAN_DEBUG", "1")
    assert "Traceback" in run_raising(error).stderr


def python(code, **options):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, **options).stdout


def test_start_imports_nothing_heavy():
    heavy = {"clingo", "networkx", "numba", "numpy", "rich", "tarski"}
    loaded = python("import sys, beta_plan.cli.main; print(*{name.split('.')[0] for name in sys.modules})")
    assert heavy.isdisjoint(loaded.split())


def test_public_names_are_there():
    for name in beta_plan.__all__:
        assert getattr(beta_plan, name)
    with pytest.raises(AttributeError, match="unheard_of"):
        _ = beta_plan.unheard_of


WAITING = """
import click, sys, time
from beta_plan.cli.main import cli, main
@cli.command()
def wait():
    print("ready", flush=True)
    time.sleep(60)
sys.argv = ["beta-plan", "wait"]
main()
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["inspect", "--json"]])
def test_a_full_disk_is_a_word_and_51(arguments, domains):
    task = [domains / "gripper" / name for name in ("domain.pddl", "p01.pddl")] if "inspect" in arguments else []
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "beta_plan", *arguments, *task]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (51, "beta-plan: cannot write: No space left on device\n")


def _default_interrupt() -> None:
    """Undo what a shell, or nohup, does for jobs in the background: they ignore Ctrl-C, or the end of the terminal."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("number", "word"),
    [(signal.SIGTERM, "terminated"), (signal.SIGHUP, "terminated"), (signal.SIGINT, "interrupted")],
)
def test_signals_end_with_a_word_and_33(number, word):
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=_default_interrupt,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        _, complaint = process.communicate(timeout=30)
    assert (process.returncode, complaint) == (33, f"beta-plan: {word}\n")


def test_a_reader_that_goes_away_is_no_error_message():
    code = """
import click
from beta_plan.cli.main import LazyGroup, cli
@click.command()
def talk():
    for _ in range(100_000):
        print("word")
LazyGroup(lazy={}, params=cli.params, commands={"talk": talk})(["talk"])
"""
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, "")
