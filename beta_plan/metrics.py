"""The numbers of one instance, and how they are written as JSON, CSV and a comment."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_TERM = re.compile(r"PDB([0-9]+)|([0-9]+)C")

SOURCES = ("own", "fresh", "best")
"""Which pattern databases a number comes from: the search's own, fresh random ones, the best partition found."""

OPTIONAL = ("effort", "referee", "human")
"""What only some instances have."""

Number = int | float | None
Values = Mapping[str, Number]
"""Hardness by its name in the paper: ``PDB1``, ``PDB2``, .. and the conflicts ``2C``, ``3C``, ..; None: a dead end."""


@dataclass(frozen=True)
class Metrics:
    """How hard an instance is: hardness by three kinds of pattern databases, and the plan that was found.

    A search overfits the random collections that guide it, so its ``own`` numbers are never given alone: ``fresh``
    are those of collections drawn anew, ``best`` those of the best partitions found. The plan is the way back that the
    search took; it proves that the instance is solvable and need not be a shortest one. Of an instance that is only
    evaluated no plan is known: None. ``effort`` are the expansions of the forward searches by which it was chosen, each
    with whether they were enough. ``referee`` is what a planner said of it, if one was asked: its name, a status,
    and numbers that are the same on every machine. ``human`` are the numbers of a Sokoban level for people.
    """

    plan_length: int | None
    plan_cost: int | None
    own: Values = field(default_factory=dict)
    fresh: Values = field(default_factory=dict)
    best: Values = field(default_factory=dict)
    effort: Mapping[str, Mapping[str, int | bool]] | None = None
    referee: Mapping[str, Any] | None = None
    human: Mapping[str, int | float] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object that scripts rely on."""
        values: dict[str, Any] = {source: self.of(source) for source in SOURCES}
        values |= {"plan_length": self.plan_length, "plan_cost": self.plan_cost}
        values |= {name: dict(said) for name in OPTIONAL if (said := getattr(self, name)) is not None}
        return values

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Metrics:
        """Return what ``to_json`` has written."""
        known: dict[str, Any] = {name: value[name] for name in ("plan_length", "plan_cost", *SOURCES)}
        known |= {name: value.get(name) for name in OPTIONAL}
        return cls(**known)

    def of(self, source: str) -> dict[str, Number]:
        """Return the numbers of one source, which is one of SOURCES: heuristics, then conflicts, each by k."""
        values: Values = getattr(self, source)
        return dict(sorted(values.items(), key=_by_term))

    def by_source(self) -> Iterator[tuple[str, dict[str, Number]]]:
        """Yield the numbers of each source that has any."""
        return ((source, values) for source in SOURCES if (values := self.of(source)))

    def terms(self) -> list[str]:
        """Return the names of all numbers that some source has: heuristics, then conflicts, each by k."""
        return [
            name
            for name, _ in sorted({name: 0 for _, values in self.by_source() for name in values}.items(), key=_by_term)
        ]

    def flat(self, kind: str) -> dict[str, Any]:
        """Return what is known of a kind in OPTIONAL as columns of a table."""
        if kind == "effort":
            return {f"{name}_{what}": it for name, said in (self.effort or {}).items() for what, it in said.items()}
        return dict(getattr(self, kind) or {})

    def remarks(self) -> Iterator[tuple[str, str]]:
        """Yield what else is known: what it cost forward searches, what a planner said, and the numbers for people."""
        if self.effort is not None:
            told = [f"{name} {_at_least(said['solved'])}{said['expanded']}" for name, said in self.effort.items()]
            yield "expansions", ", ".join(told)
        if self.referee is not None:
            yield self.referee["name"], _listed(item for item in self.referee.items() if item[0] != "name")
        if self.human is not None:
            yield "human", _listed(self.human.items())

    def __str__(self) -> str:
        """Return one line, such as ``own PDB1 = 3; plan length 12, cost 30``."""
        parts = [
            f"{source} {', '.join(_told(*item) for item in values.items())}" for source, values in self.by_source()
        ]
        if self.plan_length is not None:
            parts.append(f"plan length {self.plan_length}, cost {self.plan_cost}")
        return "; ".join([*parts, *(f"{title} {said}" for title, said in self.remarks())])


def metrics_csv(rows: Iterable[tuple[str, Metrics]]) -> str:
    """Return a table with a line for each (problem, metrics); a number that an instance lacks stays empty."""
    listed = list(rows)
    columns = [
        (source, name)
        for source in SOURCES
        for name, _ in sorted({name: 0 for _, metrics in listed for name in metrics.of(source)}.items(), key=_by_term)
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    found = ((kind, name) for kind in ("human", "effort", "referee") for _, m in listed for name in m.flat(kind))
    others = list(dict.fromkeys(found))
    writer.writerow(["problem", "plan_length", "plan_cost", *map("_".join, [*columns, *others])])
    for problem, metrics in listed:
        values: list[Any] = [metrics.of(source).get(name, "") for source, name in columns]
        values += [metrics.flat(kind).get(name, "") for kind, name in others]
        writer.writerow([problem, metrics.plan_length, metrics.plan_cost, *values])
    return text.getvalue()


def _at_least(solved: int | bool) -> str:
    return "" if solved else "more than "


def _listed(items: Iterable[tuple[str, Any]]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in items)


def _told(name: str, value: Number) -> str:
    return f"{name} = {'dead end' if value is None else value}"


def _by_term(item: tuple[str, Number | int]) -> tuple[bool, int, str]:
    """Return a sorting key: heuristics before conflicts, each by k, whatever else at the end."""
    found = _TERM.fullmatch(item[0])
    if found is None:
        return True, 2**31, item[0]
    return found[1] is None, int(found[1] or found[2]), item[0]
