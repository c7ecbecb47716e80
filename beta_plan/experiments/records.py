"""Runs as lines of a table, ``runs.csv``: what people read, and what other machines need not run again.

A line has the numbers of a run, what the solver said, and all by which the run is known again: version, limits, a
digest of the level, and the state that was found as squares of its maze, the man's first. The walls are not in it, so
records can be given away where levels cannot. A version counts for the rows that later ones have left as they were.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from beta_plan import __version__
from beta_plan.errors import InputRefused
from beta_plan.experiments.methods import METHODS, TERMS
from beta_plan.experiments.protocol import MODES, Protocol
from beta_plan.experiments.samples import Sample, board_of, level_of
from beta_plan.metrics import SOURCES, Metrics, Values
from beta_plan.sokoban.level import Level

MOST_BYTES = 1 << 28
"""Of a file of records."""

BETWEEN_NOTES = "; "

Line = Mapping[str, str]
Key = tuple[str, int, int]
"""Row, maze and seed."""

_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")


def record(sample: Sample, protocol: Protocol, given: str) -> dict[str, Any]:
    """Return the line of a run on a level, whose board is ``given``."""
    line: dict[str, Any] = {"row": sample.row, "maze": sample.maze, "seed": sample.seed, "expanded": sample.expanded}
    line |= {f"{source}_{term}": sample.metrics.of(source).get(term) for source in SOURCES for term in TERMS}
    line |= {f"solved_{mode}": int(sample.solved[mode]) if mode in sample.solved else None for mode in MODES}
    line |= {f"expanded_{mode}": sample.effort.get(mode) for mode in MODES}
    line |= {"plan_length": sample.metrics.plan_length, "plan_cost": sample.metrics.plan_cost}
    line |= {"state": _squares(sample), **_conditions(sample.row, protocol, given), "version": sample.version}
    return line | {"solver_limits": protocol.solver_limits, "notes": BETWEEN_NOTES.join(sample.notes)}


def _squares(sample: Sample) -> str:
    """Return man and boxes; nothing for a state that the file of levels has."""
    level = level_of(sample.board) if METHODS[sample.row].is_generated else None
    return "" if level is None or level.man is None else " ".join(map(str, (level.man, *level.boxes)))


def _conditions(row: str, protocol: Protocol, given: str) -> dict[str, str]:
    """Return what the state of a run depends on, beside its seed; one that is given depends on no search."""
    limits = protocol.search_limits if METHODS[row].is_generated else ""
    return {"level": sha256(given.encode()).hexdigest()[:12], "limits": limits}


def is_as_now(version: str, row: str) -> bool:
    """Tell whether a version has given the results that this one would give."""
    return _is_between(METHODS[row].since, version)


def _is_between(since: str, version: str) -> bool:
    """Tell whether a version is this one, or at least another one and not later than this one."""
    if version == __version__:
        return True
    try:
        first, then, now = (tuple(map(int, text.split("."))) for text in (since, version, __version__))
    except ValueError:
        return False
    return first <= then <= now


class Records:
    """The lines of a file, by row, maze and seed; of several for one run the first that suits counts."""

    def __init__(self, lines: Iterable[Line], place: str = "records") -> None:
        self._lines, self._place = dict[Key, list[Line]](), place
        for line in lines:
            self._lines.setdefault((line["row"], _count(line["maze"]), _count(line["seed"])), []).append(line)

    @classmethod
    def read(cls, path: Path) -> Records:
        """Return the records in a file; raise InputRefused where it holds something else."""
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise ValueError("too long")
            lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), strict=True))
            if any(None in line or None in line.values() for line in lines) or (data and not lines):
                raise ValueError("lines of another length, or none")
            return cls(lines, str(path))
        except OSError as error:
            raise InputRefused(f"cannot be read: {error.strerror or error}", place=str(path)) from None
        except (ValueError, KeyError, csv.Error):
            remedy = "the runs.csv of another experiment table1"
            raise InputRefused("no records of runs", place=str(path), remedy=remedy) from None

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._lines)

    def sample(self, row: str, maze: int, seed: int, protocol: Protocol, level: Level) -> Sample | None:
        """Return what a run gave; None where it is not recorded, or was another one: limits, level or method differ.

        What the solver said with other limits than its own now is not in it, nor fresh numbers that were not fresh.
        """
        asked = _conditions(row, protocol, board_of(level)).items()
        lines = (
            line
            for line in self._lines.get((row, maze, seed), ())
            if all(line.get(key) == said for key, said in asked) and is_as_now(line.get("version", ""), row)
        )
        line = next(lines, None)
        try:
            return None if line is None else _sample(line, row, maze, seed, protocol, level)
        except (ValueError, KeyError):
            place = f"{self._place}: row {row}, maze {maze}, seed {seed}"
            raise InputRefused("no record of a run", place=place, remedy="leave the line out") from None


def _sample(line: Line, row: str, maze: int, seed: int, protocol: Protocol, level: Level) -> Sample:
    is_generated = METHODS[row].is_generated
    own, fresh, best = (_values(line, source) for source in SOURCES)
    fresh = fresh if _is_between(METHODS[row].fresh_since, line["version"]) else {}
    length, cost = (_count(line[name]) if line[name] else None for name in ("plan_length", "plan_cost"))
    told = MODES if line["solver_limits"] == protocol.solver_limits else ()
    solved = {mode: {"0": False, "1": True}[said] for mode in told if (said := line[f"solved_{mode}"])}
    return Sample(
        row,
        maze,
        seed,
        Metrics(length, cost, own, fresh, best),
        _count(line["expanded"]) if is_generated else None,
        tuple(filter(None, line["notes"].split(BETWEEN_NOTES))),
        board_of(_with_squares(level, line["state"]) if is_generated else level),
        solved,
        {mode: _count(line[f"expanded_{mode}"]) for mode in solved},
        line["version"],
    )


def _with_squares(level: Level, text: str) -> Level:
    """Return a level with another state; raise ValueError where a text holds none."""
    man, *boxes = map(_count, text.split())
    squares = {man, *boxes}
    if len(boxes) != level.maze.num_boxes or len(squares) != len(boxes) + 1:
        raise ValueError("no state of the level")
    if not squares <= set(range(level.maze.num_squares)):
        raise ValueError("no square of the level")
    return level.with_state(boxes, man)


def _values(line: Line, source: str) -> Values:
    said = {term: line[f"{source}_{term}"] for term in TERMS}
    return {term: _number(text) for term, text in said.items() if text}


def _number(text: str) -> int | float:
    """Return what a text says in plain digits; ValueError for anything else."""
    if not (match := _NUMBER.fullmatch(text)):
        raise ValueError(f"no number: {text[:20]}")
    return float(text) if match[1] else int(text)


def _count(text: str) -> int:
    """Return a whole number; ValueError for anything else."""
    number = _number(text)
    if isinstance(number, float):
        raise ValueError(f"no whole number: {text}")
    return number
