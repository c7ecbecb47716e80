"""The command ``beta-plan``: a table of commands, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from types import FrameType
from typing import IO, Any, NamedTuple, NoReturn

import click

from beta_plan import __version__
from beta_plan.cli.interruption import polite_signals
from beta_plan.cli.memory import check_address_space
from beta_plan.cli.say import say
from beta_plan.errors import BetaPlanError, CannotWrite, Interrupted, OutOfMemory
from beta_plan.pddl.sexpr import printable


class Entry(NamedTuple):
    """Where a command lives (``module:attribute``) and its line in the list of commands."""

    home: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "generate": Entry("beta_plan.cli.generate:generate", "Write hard initial states for a task."),
    "evaluate": Entry("beta_plan.cli.evaluate:evaluate", "Tell how hard given initial states are."),
    "referee": Entry("beta_plan.cli.referee:referee", "Measure what instances cost planners."),
    "domains": Entry("beta_plan.cli.domains:domains", "List the bundled domains."),
    "describe": Entry("beta_plan.cli.describe:describe", "Tell what can be chosen when a task is drawn."),
    "solve": Entry("beta_plan.cli.solve:solve", "Solve Sokoban levels."),
    "draw": Entry("beta_plan.cli.draw:draw", "Draw an instance as SVG, PDF or PNG."),
    "inspect": Entry("beta_plan.cli.inspect:inspect", "Show what each stage makes of a task."),
    "experiment": Entry("beta_plan.cli.experiment:experiment", "Run the paper's methods and write its table."),
    "verify": Entry("beta_plan.cli.verify:verify", "Replay the plans of a directory."),
    "report": Entry("beta_plan.cli.report:report", "Write a page about a directory."),
    "play": Entry("beta_plan.cli.play:play", "Play Sokoban levels."),
}


class LazyGroup(click.Group):
    """A group that imports a command only to run it, and reports errors in one line each."""

    def __init__(self, *, lazy: Mapping[str, Entry], **attributes: Any) -> None:
        super().__init__(**attributes)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the table."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, attribute = self.lazy[cmd_name].home.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of a misspelt one the nearest is named."""
        known, said = self.list_commands(ctx), args[0]
        if said not in known and not said.startswith("-") and (close := get_close_matches(said, known, n=1)):
            ctx.fail(f"No such command '{said}'. Did you mean '{close[0]}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.lazy.items()])

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the options before the command."""
        try:
            return super().make_context(*arguments, **extra)
        except click.UsageError as error:
            raise _one_line(error) from None

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; whatever it raises becomes one line on stderr and an exit code."""
        try:
            if set(ctx.help_option_names).isdisjoint(ctx.args):
                check_address_space()
            super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            raise _one_line(error) from None
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise  # click's own: help, exit, a reader that went away
        except (Exception, KeyboardInterrupt) as error:
            if ctx.params["debug"]:
                sys.excepthook(type(error), error, error.__traceback__)
            ctx.exit(_report(error))


class OneLine(click.ClickException):
    """Wrong usage, told in one line."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Write it to stderr; it quotes what was asked for."""
        click.echo(f"beta-plan: {printable(self.format_message())}", file=file, err=True)


def _one_line(error: click.UsageError) -> click.ClickException:
    """Return an error of click without the lines around it; who says nothing is still told what can be said."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error
    path = error.ctx.command_path if error.ctx is not None else "beta-plan"
    return OneLine(f"{' '.join(error.format_message().split()).rstrip('.')} ({path} --help tells more)")


@contextmanager
def _signals_interrupt() -> Iterator[None]:
    """Make SIGTERM, SIGHUP and SIGXCPU raise Interrupted, so that whoever holds results can still write them."""

    def interrupt(signum: int, frame: FrameType | None) -> NoReturn:
        raise Interrupted("terminated")

    before = {number: signal.signal(number, interrupt) for number in polite_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _report(error: BaseException) -> int:
    """Say what happened in one line on stderr, and return the exit code."""
    known = _as_beta_plan_error(error)
    with suppress(OSError):  # nobody listens
        say(f"beta-plan: {' '.join(str(known).splitlines())}", err=True)
    return known.exit_code


def _as_beta_plan_error(error: BaseException) -> BetaPlanError:
    """Name what happened in the words, and with the exit code, of our own errors."""
    if isinstance(error, BetaPlanError):
        return error
    if isinstance(error, KeyboardInterrupt):
        return Interrupted(str(error) or "interrupted")
    if (signalled := _signalled(error)) is not None:
        return signalled
    if isinstance(error, MemoryError):
        return OutOfMemory("out of memory")
    if isinstance(error, OSError):
        return CannotWrite(f"cannot write: {error.strerror or error}")
    return BetaPlanError(
        f"unexpected {type(error).__name__}: {error} - please report this with the output of BETA_PLAN_DEBUG=1"
    )


def _signalled(error: BaseException) -> Interrupted | None:
    """Return the answer to a signal that a compiler has taken for an error of its own."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, Interrupted):
        seen = seen.__cause__ or seen.__context__
    return seen


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True, "max_content_width": 110},
)
@click.version_option(__version__, prog_name="beta-plan", message="%(prog)s %(version)s")
@click.option(
    "--debug", is_flag=True, envvar="BETA_PLAN_DEBUG", show_envvar=True, help="Print the traceback of an error."
)
def cli(debug: bool) -> None:
    """Generate hard, guaranteed-solvable initial states for PDDL planning tasks.

    Results go to stdout, everything else to stderr.

    \b
    Examples:
      beta-plan generate domain.pddl problem.pddl
      beta-plan generate logistics --objects parcel=8
      beta-plan evaluate domain.pddl problem.pddl
      beta-plan verify out
      beta-plan referee out --planner lama-first
      beta-plan report out
      beta-plan inspect --stage sas domain.pddl problem.pddl

    \b
    Exit codes:
       0  done
       1  unexpected error, or nobody reads the output
       2  wrong usage
      11  nothing found
      12  verification failed
      31  out of time before anything was found
      32  out of memory before anything was found
      33  interrupted before anything was found
      41  input refused: cannot be read, is not what it should be, or is not installed
      42  input refused: a feature that is not supported
      43  input refused: no legal task
      51  cannot write the output
      61  a cluster's scheduler does not answer
    """


def _mend_streams() -> None:
    """Take the places of streams that are closed, so that no file gets their numbers; let every name be printed."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names of files may be no text
            stream.reconfigure(errors="surrogateescape" if stream.encoding == "utf-8" else "backslashreplace")


def main() -> None:
    """Enter from the shell; signals are answered from here on, also while modules are imported."""
    _mend_streams()
    if sys.stdout is None:
        sys.exit(_report(OSError("standard output is closed")))
    try:
        with _signals_interrupt():
            cli(prog_name="beta-plan")
    except (KeyboardInterrupt, Interrupted, OSError) as error:
        code = _report(error)
        sys.stdout = None  # whatever it still holds cannot be written
        sys.exit(code)
    finally:
        for number in (signal.SIGINT, *polite_signals()):  # all is done, and the exit code stands
            signal.signal(number, signal.SIG_IGN)
