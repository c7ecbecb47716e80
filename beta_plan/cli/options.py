"""Arguments and options that several commands share, each defined once."""

from __future__ import annotations

import re
from collections.abc import Callable
from errno import ENOENT, ENOTDIR
from os import strerror
from pathlib import Path
from typing import Any, TypeVar

import click

from beta_plan.config import PORTFOLIO, parse_duration, parse_memory
from beta_plan.splits import parse_split

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")


def check_is_directory(path: Path) -> None:
    """Raise InputRefused where a directory that is to be read is none."""
    from beta_plan.errors import InputRefused

    if not path.is_dir():
        reason = strerror(ENOTDIR if path.exists() else ENOENT)
        raise InputRefused(f"cannot be read: {reason}", place=str(path), remedy="name a directory that generate wrote")


def json_option(command: Function) -> Function:
    """Add ``--json``: the result as one JSON object on stdout."""
    return click.option("--json", "as_json", is_flag=True, help="Write the result as one JSON object.")(command)


def seed_option(command: Function) -> Function:
    """Add ``--seed``, of everything random."""
    return click.option("--seed", type=CountType(0), default=0, help="Random seed.")(command)


def quiet_option(command: Function) -> Function:
    """Add ``--quiet``: no log on stderr."""
    return click.option("-q", "--quiet", is_flag=True, help="Write no log to stderr.")(command)


class CountType(click.IntRange):
    """A whole number, in a range."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return int(super().convert(number, param, ctx))


class PathType(click.Path):
    """A file or a directory, which has a name."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; an empty name would be the current directory."""
        if str(value) == "":
            self.fail("the name is empty", param, ctx)
        return super().convert(value, param, ctx)


class DurationType(click.ParamType[int]):
    """Seconds, written ``60s``, ``30m`` or ``2h``."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seconds."""
        return _parsed(self, parse_duration, value, param, ctx)


class MemoryType(click.ParamType[int]):
    """Bytes, written ``500M`` or ``8G``."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the bytes."""
        return _parsed(self, parse_memory, value, param, ctx)


class OrderType(click.ParamType[str]):
    """An ordering as in the paper, several of them, or their name; what is passed on is the text without blanks."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text of the ordering."""
        from beta_plan.search.portfolio import Portfolio

        known = PORTFOLIO if value == "portfolio" else value
        return str(_parsed(self, Portfolio.parse, known, param, ctx))


class SizeType(click.ParamType[str]):
    """Width and height of a maze, written ``12x10``."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text in lower case."""
        if not re.fullmatch(r"[0-9]{1,3}x[0-9]{1,3}", str(value).lower()):
            self.fail(f"{value!r} is no size: write 12x10", param, ctx)
        return str(value).lower()


class NumbersType(click.ParamType[tuple[int, ...]]):
    """Numbers from one on, written ``1-3,7``."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers in ascending order."""
        from beta_plan.experiments.methods import parse_numbers

        return tuple(_parsed(self, parse_numbers, value, param, ctx))


class RowsType(click.ParamType[Any]):
    """Rows of the paper's table, written ``1-21,bfs,human``."""

    name = "rows"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the methods."""
        from beta_plan.experiments.methods import parse_rows

        return _parsed(self, parse_rows, value, param, ctx)


class DomainRowsType(click.ParamType[Any]):
    """Rows of the table of domains, written ``1-20,walk,random``."""

    name = "rows"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the methods."""
        from beta_plan.experiments.domains import parse_domain_rows

        return _parsed(self, parse_domain_rows, value, param, ctx)


class SlurmType(click.ParamType[Any]):
    """Options of Slurm, written ``partition=short,cores=8``."""

    name = "options"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the options by name."""
        from beta_plan.experiments.executors.clusters import parse_slurm

        return _parsed(self, parse_slurm, value, param, ctx)


class ModesType(click.ParamType[tuple[str, ...]]):
    """Modes of the solver, written ``greedy,optimal``; ``none`` is none of them."""

    name = "modes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the modes in their order."""
        from beta_plan.experiments.protocol import parse_modes

        return _parsed(self, parse_modes, value, param, ctx)


class SplitType(click.ParamType[str]):
    """Sets of easy, medium and hard instances, written ``training=easy:10,testing=easy:5,hard:5``."""

    name = "split"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text."""
        _parsed(self, parse_split, value, param, ctx)
        return str(value)


def _parsed(
    kind: click.ParamType[Any], parse: Callable[[str], Result], value: Any, param: click.Parameter | None,
    ctx: click.Context | None,
) -> Result:  # fmt: skip
    """Return what ``parse`` makes of a text; what it refuses is wrong usage."""
    try:
        return parse(value) if isinstance(value, str) else value
    except ValueError as error:
        kind.fail(str(error), param, ctx)
