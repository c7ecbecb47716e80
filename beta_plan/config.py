"""What a run of the generator is asked for, and how limits are written: ``30m``, ``8G``."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from beta_plan.splits import Section, evenly, parse_split, places

PARTITIONS = ("random", "redrawn", "best")
"""Policies for partitions of the movable variables: as the paper's text, as its program, the best that is found."""

SEARCHES = ("best-first", "bfs", "rw")
"""How to search backwards: in the given order, breadth-first, or by random walks."""

SELECTIONS = ("effort", "objective")
"""Which of the hardest states become instances: those that cost a forward search most, or the paper's."""

TOPOLOGIES = ("grid", "ring", "tree", "random", "complete")
"""Forms of the map of a task that is drawn."""

PORTFOLIO = "[w(PDB4),4C,PDB4]+[w(PDB1),PDB1]+beam[PDB4]"
"""The order that stands for ``portfolio``: what gives the hardest states in a minute, as far as was measured."""

AUDIENCES = ("planners", "people")
"""For whom instances are to be hard; for people only Sokoban levels can be."""

DEFAULT_SIZE, DEFAULT_BOXES = "12x10", 6
"""Of a maze of which nobody says more."""

LEARNERS_SIZE, LEARNERS_BOXES = "10x10", 4
"""Of levels in bulk: what learning environments expect."""

LEVEL_FORMATS = ("boxoban", "jumanji", "parquet")
SAMPLE_FORMATS = ("samples", "samples-parquet")
"""In which levels in bulk, and states with their costs, are written for learners."""

MOST_IN_SERIES = 9_999
"""Instances of a series, as in a class of a split: more places between easy and hard than a search has states."""

DEFAULT_TIME_LIMIT = 60
"""Seconds, where neither time nor expansions are limited."""

_DURATION = re.compile(r"([0-9]{1,9})\s*([smh]?)", re.IGNORECASE)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_MEMORY = re.compile(r"([0-9]{1,9})\s*([kmg]?)(?:i?b)?", re.IGNORECASE)
_BYTES = {"k": 2**10, "m": 2**20, "g": 2**30}


@dataclass(frozen=True)
class GeneratorConfig:
    """Everything that decides which instances a search gives for a task.

    Attributes:
        order: lexicographic key of the open list, as in the paper; without w it is what instances are chosen by. Of
            several, joined by ``+``, each has a share of the search.
        search: one of SEARCHES.
        partitions: one of PARTITIONS.
        select: one of SELECTIONS.
        referee: a planner that has the last word on which states are the hardest, by name or as a command.
        candidates: how many states are shown to it.
        audience: one of AUDIENCES; for people, levels are chosen that are good to play.
        seed: of everything random.
        overall_time_limit: seconds, or None: DEFAULT_TIME_LIMIT where max_expansions is None, too.
        overall_memory_limit: bytes, of the whole process.
        database_memory: the limit by which pattern databases go, of a run that was begun with another one.
        max_expansions: states to expand, or None. Same seed and same number give the same bytes.
        count: how many of the hardest instances.
        series: instead, how many instances of ascending hardness.
        split: instead, sets of easy, medium and hard ones, such as ``training=easy:10,testing=easy:5,hard:5``.
        any_state: also states that are not natural (packages in trucks where the reference has none).
        keep: predicates whose atoms must be as in the reference.
        level: number or title of the level, in a file of several.
        pddl: levels are written as PDDL, too.
        no_fast_path: a PDDL task is searched as a SAS+ task, also where there is a faster way.
        objects: numbers of objects of a task that is drawn, such as ``package=6,truck=2``.
        topology: the form of its map.
        skeleton: the file that says how it is drawn.
        scale: numbers of objects of a series, or a split, of tasks that are drawn, such as ``package=3..12``.
        size: of a maze that is drawn, such as ``12x10``.
        boxes: in a maze that is drawn.
        novelty_cap: novelty is exact up to this size.
        max_goal_states: of more goal states a sample is taken.
        table_limit: abstract states in one pattern database.
    """

    order: str = PORTFOLIO
    search: str = "best-first"
    partitions: str = "random"
    select: str = "effort"
    referee: str | None = None
    candidates: int = 20
    audience: str = "planners"
    seed: int = 0
    overall_time_limit: int | None = None
    overall_memory_limit: int = 8 << 30
    database_memory: int | None = None
    max_expansions: int | None = None
    count: int = 1
    series: int | None = None
    split: str | None = None
    any_state: bool = False
    keep: tuple[str, ...] = ()
    level: str | None = None
    pddl: bool = False
    no_fast_path: bool = False
    objects: tuple[str, ...] = ()
    topology: str | None = None
    skeleton: str | None = None
    scale: tuple[str, ...] = ()
    size: str | None = None
    boxes: int | None = None
    novelty_cap: int = 2
    max_goal_states: int = 10_000
    table_limit: int = 2**20

    def __post_init__(self) -> None:
        """Raise ValueError where a value makes no sense."""
        choices = {"partitions": PARTITIONS, "search": SEARCHES, "select": SELECTIONS, "audience": AUDIENCES}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name}: {getattr(self, name)!r} is none of {', '.join(known)}")
        if self.seed < 0:
            raise ValueError(f"seed: {self.seed} is negative")
        if self.scale and self.series is None and self.split is None:
            raise ValueError("scale: how many tasks, series or split must say")
        numbers = {"count": self.count != 1, "series": self.series is not None, "split": self.split is not None}
        if len(given := [name for name, is_given in numbers.items() if is_given]) > 1:
            raise ValueError(f"{' and '.join(given)} exclude each other")
        if self.series is not None and self.series > MOST_IN_SERIES:
            raise ValueError(f"series: {self.series} is more than {MOST_IN_SERIES}")
        if self.split is not None:
            parse_split(self.split)
        if self.referee is not None and self.places is not None and not self.scale:
            raise ValueError("referee: it looks for the hardest, and a series ascends")
        if self.audience == "people" and (self.places is not None or self.referee is not None):
            raise ValueError("audience: people are asked neither with a series nor with a referee")
        for name in (
            "overall_time_limit", "overall_memory_limit", "database_memory", "max_expansions", "count", "series",
            "novelty_cap", "max_goal_states", "table_limit", "candidates",
        ):  # fmt: skip
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name}: {value} is less than one")

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the split; none without one."""
        return () if self.split is None else parse_split(self.split)

    @property
    def total(self) -> int:
        """How many instances are asked for."""
        return sum(section.count for section in self.sections) or self.series or self.count

    @property
    def places(self) -> list[Fraction] | None:
        """Where the instances are between the easiest state, 0, and the hardest, 1; None: the hardest are asked for."""
        if self.split is not None:
            return places(self.sections)
        return None if self.series is None else evenly(self.series)

    @property
    def seconds(self) -> int | None:
        """The time limit, or None: there is none."""
        if self.overall_time_limit is None and self.max_expansions is None:
            return DEFAULT_TIME_LIMIT
        return self.overall_time_limit

    @property
    def memory_for_databases(self) -> int:
        """The memory limit by which pattern databases go: the one with which the run began."""
        return self.overall_memory_limit if self.database_memory is None else self.database_memory

    def with_order(self, order: str) -> GeneratorConfig:
        """Return the same with another order."""
        return replace(self, order=order)

    @property
    def needs_candidates(self) -> bool:
        """Whether somebody chooses who must see more states than become instances."""
        return self.referee is not None or self.audience == "people"

    def command(self, domain: str, problem: str | None = None) -> str:
        """Return the command line that asks for this, the same on every machine.

        ``domain`` and ``problem`` are names of files without their directories. Options that have their
        default value are left out, except the seed and the order. The memory limit is that of the databases: with
        another one the same command would give other states.

        >>> GeneratorConfig(overall_time_limit=1800, order="[2C]").command("domain.pddl", "p01.pddl")
        "beta-plan generate domain.pddl p01.pddl --overall-time-limit 30m --order '[2C]' --seed 0"
        """
        words = ["beta-plan", "generate", domain, *([problem] if problem else [])]
        said = replace(self, overall_memory_limit=self.memory_for_databases, database_memory=None)
        for field in fields(said):
            value = getattr(said, field.name)
            if field.name not in ("order", "seed") and value != field.default:
                words += _option(field.name, value)
        return shlex.join([*words, "--order", self.order, "--seed", str(self.seed)])


def _option(name: str, value: Any) -> list[str]:
    option = {"count": "-n", "audience": "--for"}.get(name, f"--{name.replace('_', '-')}")
    if value is True:
        return [option]
    if isinstance(value, tuple):
        return [word for item in value for word in (option, str(item))]
    spell = {"overall_time_limit": duration_text, "overall_memory_limit": memory_text}.get(name, str)
    return [option, spell(value)]


def parse_duration(text: str) -> int:
    """Return the seconds of ``90``, ``60s``, ``30m`` or ``2h``; anything else raises ValueError.

    >>> parse_duration("30m")
    1800
    """
    found = _DURATION.fullmatch(text.strip())
    seconds = int(found[1]) * _SECONDS[found[2].lower() or "s"] if found else 0
    if not seconds:
        raise ValueError(f"{text!r} is no duration: write 60s, 30m or 2h")
    return seconds


def duration_text(seconds: int) -> str:
    """Return seconds as ``parse_duration`` reads them, in the largest unit that is exact."""
    return _in_units(seconds, {"h": 3600, "m": 60, "s": 1})


def parse_memory(text: str) -> int:
    """Return the bytes of ``500M``, ``8G`` or ``900000K``; anything else raises ValueError.

    As Fast Downward's driver reads it: units are powers of 1024, and a number without one counts megabytes.

    >>> parse_memory("8G") == 8 * 2**30
    True
    """
    found = _MEMORY.fullmatch(text.strip())
    size = int(found[1]) * _BYTES[found[2].lower() or "m"] if found else 0
    if not size:
        raise ValueError(f"{text!r} is no memory limit: write 500M or 8G")
    return size


def memory_text(size: int) -> str:
    """Return bytes as ``parse_memory`` reads them, in the largest unit that is exact, or else rounded up."""
    return _in_units(-(-size // 2**10) * 2**10, {"G": 2**30, "M": 2**20, "K": 2**10})


def _in_units(value: int, units: dict[str, int]) -> str:
    return next(f"{value // size}{unit}" for unit, size in units.items() if value % size == 0)
