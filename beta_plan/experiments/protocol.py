"""What an experiment on mazes is asked for: rows, mazes, seeds and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from beta_plan.config import duration_text, memory_text
from beta_plan.experiments.methods import METHODS, Method, parse_rows

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

AnyProtocol = TypeVar("AnyProtocol", bound="DataclassInstance")

MODES = ("greedy", "optimal")
"""How ``beta-plan solve`` solves."""


def time_limit(seconds: int) -> tuple[str, ...]:
    """Return options of a search with so much time, none of it for checkpoints: no job goes on with one."""
    text = duration_text(seconds)
    return "--overall-time-limit", text, "--checkpoint", text


@dataclass(frozen=True)
class Protocol:
    """Rows times mazes times seeds, and what each run may use.

    Attributes:
        rows: the methods.
        mazes: numbers of levels in the file; None means all.
        spread: if so many are fewer than there are, this number of them, spread evenly over the file.
        seeds: runs of each method on each maze, with seeds from 0 on.
        seconds: for a search, setup included; None: until ``max_expansions``.
        max_expansions: of a search, or None.
        memory: bytes for a search.
        runs: how many runs of row 20 make one run of row 21.
        modes: of the solver; none means that nothing is solved.
        solver_seconds: for a state and a mode.
        solver_memory: bytes for the solver.
    """

    rows: tuple[Method, ...] = parse_rows("4,12,20,default,human")
    mazes: tuple[int, ...] | None = None
    spread: int | None = 3
    seeds: int = 1
    seconds: int | None = 10
    max_expansions: int | None = None
    memory: int = 4 << 30
    runs: int = 3
    modes: tuple[str, ...] = ("greedy",)
    solver_seconds: int = 10
    solver_memory: int = 4 << 30

    def chosen(self, number_of_levels: int) -> Sequence[int]:
        """Return the numbers of the mazes in a file of so many levels.

        Raises:
            ValueError: a number that the file does not have.
        """
        if self.mazes is not None:
            beyond = [maze for maze in self.mazes if maze > number_of_levels]
            if beyond:
                raise ValueError(f"no maze {beyond[0]}: there are {number_of_levels}")
            return self.mazes
        count = min(self.spread or number_of_levels, number_of_levels)
        return [1 + place * number_of_levels // count for place in range(count)]

    @property
    def search_limits(self) -> str:
        """The limits of a search in words."""
        search = [duration_text(self.seconds)] if self.seconds else []
        search += [f"{self.max_expansions:,} expansions"] if self.max_expansions else []
        return f"{' or '.join(search)} and {memory_text(self.memory)}"

    @property
    def solver_limits(self) -> str:
        """The limits of the solver in words."""
        return f"{duration_text(self.solver_seconds)} and {memory_text(self.solver_memory)}"

    def __str__(self) -> str:
        """Return all limits in words."""
        solver = f", {self.solver_limits} for the solver ({', '.join(self.modes)})" if self.modes else ""
        return f"{self.search_limits} for each search{solver}"


PAPER = Protocol(
    rows=tuple(method for method in METHODS.values() if method.paper and method.name not in ("bfs", "rw")),
    spread=None, seeds=5, seconds=3600, memory=8 << 30, runs=20, solver_seconds=600,
)  # fmt: skip

PROTOCOLS: Mapping[str, Protocol] = {"quick": Protocol(), "paper": PAPER}
"""By name: one that ends in minutes, and that of the paper, where the solver is ours."""


def protocol(name: str, asked: Mapping[str, Any]) -> Protocol:
    """Return a protocol by name with what is asked for in place of its own."""
    return adjusted(PROTOCOLS[name], asked)


def adjusted(base: AnyProtocol, asked: Mapping[str, Any]) -> AnyProtocol:
    """Return a protocol with what is asked for in place of its own; what is None is not asked for.

    Expansions in place of seconds: who limits the former alone wants the same result on every machine.
    """
    said = {key: value for key, value in asked.items() if value is not None}
    if "max_expansions" in said and "seconds" not in said:
        said["seconds"] = None
    return replace(base, **said)


def parse_modes(text: str) -> tuple[str, ...]:
    """Return the modes of ``greedy,optimal``, none for ``none``; anything else raises ValueError."""
    words = [word.strip() for word in text.split(",")]
    known = (*MODES, "none")
    for word in words:
        if word not in known:
            raise ValueError(f"{word!r} is none of {', '.join(known)}")
    if "none" in words and len(words) > 1:
        raise ValueError(f"{text!r} has a mode beside 'none'")
    return tuple(mode for mode in MODES if mode in words)
