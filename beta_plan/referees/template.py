"""Any planner or solver, by the command that the user writes for it."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path

from beta_plan.errors import InputRefused, WrongOption
from beta_plan.pddl.sexpr import shorten
from beta_plan.referees.effort import efforts
from beta_plan.referees.plans import plan_files, printed_plans, printed_solutions, solution_files
from beta_plan.referees.protocol import Answer, Command, Files, Kind, Run, RunLimits
from beta_plan.referees.verdict import Status

PLACES = ("domain", "problem", "plan", "level", "time", "memory")
"""What a command may leave to be filled in."""

_PLACEHOLDER = re.compile(rf"\{{({'|'.join(PLACES)})\}}")
_IN_BRACES = re.compile(r"\{([A-Za-z_][\w-]*)\}")
_NEEDED = {Kind.PDDL: ("domain", "problem"), Kind.LEVEL: ("level",)}
_UNSOLVABLE = re.compile(
    r"\W*(?:(?:the|this|simplified|translated)\s+)*(?:(?:problem|task|instance|level)\s*(?:is|was|:)?\s*)?"
    r"(?:(?:proven|proved|trivially|to|be)\s+)*unsolvable\W*(?:[,.;:!].*)?",
    re.IGNORECASE,
)
"""A line that says so and nothing else; not one that tells what could not be proven."""

_END = 2000
_LARGEST_DIGESTED = 256 << 20


@dataclass(frozen=True)
class Template:
    """A command with places for file names: ``{domain} {problem}`` or ``{level}``.

    Also ``{plan}``, where the plan is to be written, ``{time}`` in seconds and ``{memory}`` in megabytes. The text is
    split as a shell would, and never seen by one. It is run in a directory of its own; words that are files from
    where the user is are found there all the same, and nothing is filled into them. The program is one on the PATH,
    unless a directory is named with it: ``./planner``.

    Without ``{plan}`` the plan is what is written to ``sas_plan``, or else the lines ``(action argument ..)`` that
    are printed. Of a level, lines of LURD there are a solution. Expansions are known where they are
    printed as Fast Downward does.
    """

    name: str
    words: tuple[str, ...]
    kind: Kind
    files: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Template:
        """Read a command; raise InputRefused where it is none."""
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise WrongOption(f"no command: {error}", place=shorten(text), remedy="look at its quotes") from None
        words = [word if _is_program(place, word) else _found_from_anywhere(word) for place, word in enumerate(words)]
        files = frozenset(word for word in words if _is_file(word))
        used = {name for word in words if word not in files for name in _PLACEHOLDER.findall(word)}
        _refuse_unknown(text, (word for word in words if word not in files))
        kind = Kind.LEVEL if "level" in used else Kind.PDDL
        for name in _NEEDED[kind]:
            if name not in used:
                remedy = "write 'planner {domain} {problem}', or 'solver {level} {time}'"
                raise WrongOption(f"the command has no {{{name}}}", place=shorten(text), remedy=remedy)
        return cls(text, tuple(words), kind, files)

    @cached_property
    def identity(self) -> str:
        """The words, and digests of those that are files."""
        program = shutil.which(self.words[0]) or self.words[0]
        return "\n".join(f"{word} {_digest(Path(word))}" for word in (program, *self.words[1:]))

    @property
    def is_told_limits(self) -> bool:
        """Whether there is a place for one of them."""
        words = [word for word in self.words if word not in self.files]
        return any(name in ("time", "memory") for word in words for name in _PLACEHOLDER.findall(word))

    def prepare(self) -> None:
        """Look for the program."""
        if shutil.which(self.words[0]) is None:
            place = shorten(self.words[0], 200)
            remedy = "is the planner installed, and on the PATH? one that is here is called ./planner"
            raise InputRefused("no such program", place=place, remedy=remedy)

    def command(self, files: Files, limits: RunLimits) -> Command:
        """Fill the places in."""
        values = {
            "domain": files.domain, "problem": files.problem, "plan": files.plan, "level": files.level,
            "time": max(ceil(limits.seconds), 1), "memory": limits.memory >> 20,
        }  # fmt: skip
        return Command(
            tuple(
                word if word in self.files else _PLACEHOLDER.sub(lambda found: str(values[found[1]]), word)
                for word in self.words
            )
        )

    def read(self, run: Run, files: Files) -> Answer:
        """Look for plans in files and in the output; only an output without any may say that there is none."""
        if self.kind is Kind.LEVEL:
            plans = solution_files(files.plan) or printed_solutions(run.stdout)
        else:
            plans = plan_files(files.plan) or printed_plans(run.stdout)
        said = f"{run.stdout[-_END:]}\n{run.stderr[-_END:]}"
        is_unsolvable = not plans and any(map(_UNSOLVABLE.fullmatch, said.splitlines()))
        return Answer(plans, Status.UNSOLVABLE if is_unsolvable else None, efforts=efforts(run.stdout))


def _refuse_unknown(text: str, words: Iterable[str]) -> None:
    """Raise WrongOption where a command has a name in braces that nothing is known for."""
    for name in (name for word in words for name in _IN_BRACES.findall(word)):
        if name not in PLACES:
            remedy = f"known are {', '.join(f'{{{known}}}' for known in PLACES)}"
            raise WrongOption(f"the command has {{{name}}}, which is not known", place=shorten(text), remedy=remedy)


def _is_program(place: int, word: str) -> bool:
    """Tell whether a word is to be looked for on the PATH: the first one, without a directory."""
    return place == 0 and os.path.basename(word) == word


def _found_from_anywhere(word: str) -> str:
    """Return the absolute name of a word that names a file here."""
    return os.path.abspath(word) if _is_file(word) else word


def _is_file(word: str) -> bool:
    """Tell whether a word is the name of a file; one that is too long for a name is none."""
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _digest(path: Path) -> str:
    """Return a name for the content of a file, or for its age where it is large; empty for what is no file."""
    try:
        status = path.stat()
        if not path.is_file():
            return ""
        if status.st_size > _LARGEST_DIGESTED:
            return f"{status.st_size} {status.st_mtime_ns}"
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""
