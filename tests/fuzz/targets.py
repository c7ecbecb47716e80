"""Everything that reads what a user hands over, and what it may say about it.

A *finding* is an exception that is not documented, a command that ends in an unexpected way or with more than one
line, a character that steers a terminal, or a file outside of the directory in which a command works.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from click.testing import CliRunner

from beta_plan.certify.plan import parse_plan
from beta_plan.certify.replay import replay
from beta_plan.certify.sokoban import replay_levels
from beta_plan.cli.main import cli
from beta_plan.config import parse_duration, parse_memory
from beta_plan.errors import BetaPlanError, OutOfMemory
from beta_plan.experiments.jobs import read_spec
from beta_plan.experiments.methods import parse_rows
from beta_plan.experiments.runs import run
from beta_plan.experiments.tables import records, texts
from beta_plan.front_end import read_sources
from beta_plan.pddl.sexpr import Source, decode, parse
from beta_plan.referees.protocol import Files, RunLimits
from beta_plan.referees.registry import find_referee
from beta_plan.search.portfolio import Portfolio
from beta_plan.sizes import parse_scale
from beta_plan.skeleton.counts import parse_objects
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import parse_skeleton
from beta_plan.sokoban.solution import expand_lurd
from beta_plan.sokoban.xsb import collection_text, parse_levels
from beta_plan.splits import parse_split
from tests.fuzz import commands, directories, levels, pddl, skeletons, words
from tests.fuzz.damage import damaged

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x80-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that do something to a terminal, or to the order in which it shows a line."""

EXPECTED = {0, 2, 11, 12, 31, 41, 42, 43}
"""Exit codes that an input may lead to; those of memory (unless limited), signals and the disk it may not."""


_IS_STRANGE = re.compile("is not empty and holds no output of beta-plan")
_IS_NOTE = re.compile(": unfinished, what is there is replayed")
_IS_BUG = re.compile("unexpected|Traceback")


class Finding(AssertionError):
    """What should not have happened."""


@dataclass(frozen=True)
class Target:
    """A part of beta-plan that reads: ``calls`` it directly, or writes files and returns the words of a command.

    Of ``share`` inputs of a hundred or so each target has its part.
    """

    name: str
    share: int
    calls: Callable[[Random, Path], None] | None = None
    words: Callable[[Random, Path], Sequence[str]] | None = None


def try_input(target: Target, chance: Random, base: Path, *, as_process: bool = False) -> None:
    """Give a target one input, in a new directory ``base/in``; raise Finding."""
    folder = base / "in"
    folder.mkdir()
    with _inside(folder):
        if target.words is not None:
            asked = target.words(chance, folder)
            (_run_process if as_process else _run)(asked)
        elif target.calls is not None:
            with suppress(BetaPlanError):
                target.calls(chance, folder)
    if others := [name for name in os.listdir(base) if name != "in"]:
        raise Finding(f"written elsewhere: {others}")


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _run(asked: Sequence[str]) -> None:
    """Run a command in this process."""
    result = CliRunner().invoke(cli, asked)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise Finding(f"{asked}: {result.exception!r}") from result.exception
    _check(asked, result.exit_code, result.stdout, result.stderr)


def _run_process(asked: Sequence[str]) -> None:
    """Run a command as a user does."""
    done = subprocess.run([sys.executable, "-m", "beta_plan", *asked], capture_output=True, check=False, timeout=120)
    _check(
        asked, done.returncode, *(text.decode("utf-8", errors="surrogateescape") for text in (done.stdout, done.stderr))
    )


def _check(asked: Sequence[str], code: int, stdout: str, stderr: str) -> None:
    said = f"{asked}: exit {code}: {stderr[-500:]!r}"
    out_of_memory = code == OutOfMemory.exit_code and "--overall-memory-limit" in asked
    if not (code in EXPECTED or out_of_memory or _IS_STRANGE.search(stderr)) or _IS_BUG.search(stderr):
        raise Finding(said)
    if found := STEERING.search(stdout + stderr):
        raise Finding(f"{said}: steers the terminal with {found[0]!r}")
    lines = [line for line in stderr.splitlines() if not _IS_NOTE.search(line)]
    if code != 0 and (len(lines) != 1 or not lines[0].startswith("beta-plan: ")):
        raise Finding(f"{said}: not one line")
    if code == 0 and "--json" in asked:
        json.loads(stdout)


def _read_pddl(chance: Random, folder: Path) -> None:
    domain, problem = pddl.task(chance)
    for name, data in (("domain.pddl", domain), ("problem.pddl", problem)):
        with suppress(BetaPlanError):
            parse(Source(name, decode(data)))
    read_sources(Source("domain.pddl", decode(domain)), Source("problem.pddl", decode(problem)))


def _read_levels(chance: Random, folder: Path) -> None:
    """Read levels; what was read and is written must be read as the same."""
    data = decode(levels.level_file(chance))
    with suppress(BetaPlanError):
        replay_levels(data)
    found = parse_levels(Source("file", data))
    again = parse_levels(Source("again", collection_text(found)))
    if [level.rows() for level in found] != [level.rows() for level in again]:
        raise Finding("a level is not what it was")


def _read_skeleton(chance: Random, folder: Path) -> None:
    found = parse_skeleton(decode(skeletons.skeleton(chance)))
    draw_problem(found, "ride", seed=chance.randrange(9), objects=None)


def _read_plan(chance: Random, folder: Path) -> None:
    files = chance.choice([each for each in directories.outputs() if "p01.pddl" in each])
    domain, problem, plan = (decode(files[name]) for name in ("domain.pddl", "p01.pddl", "solutions/p01.plan"))
    wrong = decode(damaged(chance, plan))
    with suppress(BetaPlanError):
        parse_plan(wrong)
    replay(domain, problem, wrong)


def _read_words(chance: Random, folder: Path) -> None:
    readers: tuple[tuple[Callable[[str], object], Callable[[Random], str]], ...] = (
        (Portfolio.parse, words.order), (parse_split, words.split), (parse_duration, words.duration),
        (parse_memory, words.memory), (parse_rows, words.rows), (expand_lurd, levels.lurd),
        (lambda text: parse_scale([text]), words.scale), (lambda text: parse_objects([text]), words.objects),
    )  # fmt: skip
    for read, write in readers:
        with suppress(BetaPlanError, ValueError):
            read(write(chance))


def _read_order_twice(chance: Random, folder: Path) -> None:
    """Read a portfolio; what was read and is written must be read as the same."""
    try:
        found = Portfolio.parse(words.order(chance))
    except ValueError:
        return
    if Portfolio.parse(str(found)) != found:
        raise Finding(f"{found} is not what it was")


def _read_template(chance: Random, folder: Path) -> None:
    """Fill a template in; a placeholder never becomes two words."""
    referee = find_referee(words.template(chance))
    odd = Files(folder / "a b'c\"d$(id);-x")
    if hasattr(referee, "words") and len(referee.command(odd, RunLimits()).words) != len(referee.words):
        raise Finding("a word became two")


def _read_spec(chance: Random, folder: Path) -> None:
    spec = directories.write_spec(chance, folder / "job")
    run(read_spec(spec), spec.parent, program=("true",))


def _read_results(chance: Random, folder: Path) -> None:
    directories.write_results(chance, folder / "runs")
    table = directories.table(folder / "runs")
    table.judge_jobs()
    found = table.outcomes()
    texts(found)
    json.dumps(records(found))


TARGETS: tuple[Target, ...] = (
    Target("pddl", 14, _read_pddl),
    Target("levels", 14, _read_levels),
    Target("skeleton", 12, _read_skeleton),
    Target("words", 8, _read_words),
    Target("order", 4, _read_order_twice),
    Target("plan", 8, _read_plan),
    Target("template", 4, _read_template),
    Target("spec", 3, _read_spec),
    Target("results", 5, _read_results),
    Target("inspect", 6, words=commands.inspect),
    Target("describe", 5, words=commands.describe),
    Target("verify", 8, words=commands.verify),
    Target("report", 3, words=commands.report),
    Target("play", 3, words=commands.play),
    Target("draw", 3, words=commands.draw),
    Target("experiment", 2, words=commands.experiment),
    Target("referee", 1, words=commands.referee),
    Target("options", 2, words=commands.options),
    Target("solve", 2, words=commands.solve),
    Target("evaluate", 1, words=commands.evaluate),
    Target("generate", 1, words=commands.generate),
)


def target_of(chance: Random) -> Target:
    """Return a target; each comes as often as its share says."""
    return chance.choices(TARGETS, [target.share for target in TARGETS])[0]
