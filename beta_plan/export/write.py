"""Writing levels in one of the formats as they come, so that whoever stops has what is complete."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import Any

from beta_plan.export.boxoban import LEVELS_OF_A_FILE, boxoban_text, solutions_text
from beta_plan.export.directory import ExportDirectory, check_export_directory
from beta_plan.export.jumanji import npy_bytes
from beta_plan.export.level import LearnersLevel
from beta_plan.export.parquet import levels_parquet, require_pyarrow, samples_parquet
from beta_plan.export.samples import Sample, json_lines


def write_levels(
    directory: Path, levels: Iterable[LearnersLevel], form: str, about: Mapping[str, Any]
) -> dict[str, Any]:
    """Write levels in one of ``beta_plan.config.LEVEL_FORMATS``, and return the manifest.

    Boxoban: ``levels/000.txt``, ``levels/001.txt``, .. ; jumanji: ``levels.npy``; both with ``solutions/000.lurd``, ..,
    a line for each level, a thousand to a file. Parquet: ``levels.parquet``.
    """
    if form == "parquet":
        require_pyarrow()
    check_export_directory(directory)
    coming = iter(levels)
    first = list(islice(coming, 1))  # where there is none, nothing is written
    with ExportDirectory(directory, {"format": form, **about}) as output:
        summary = _put_levels(output, chain(first, coming), form)
        return output.finish(summary.to_json())


def _put_levels(output: ExportDirectory, levels: Iterable[LearnersLevel], form: str) -> _Summary:
    """Write levels; those of Boxoban as soon as there is a file of them."""
    summary = _Summary()
    kept: list[LearnersLevel] = []
    number = 0
    for level in levels:
        summary.add(level)
        kept.append(level)
        if form == "boxoban" and len(kept) == LEVELS_OF_A_FILE:
            _put_boxoban(output, number, kept)
            kept, number = [], number + 1
    if kept and form == "boxoban":
        _put_boxoban(output, number, kept)
    elif kept and form == "jumanji":
        output.put("levels.npy", npy_bytes(kept))
        for begin in range(0, len(kept), LEVELS_OF_A_FILE):
            _put_solutions(output, begin // LEVELS_OF_A_FILE, kept[begin : begin + LEVELS_OF_A_FILE])
    elif kept:
        output.put("levels.parquet", levels_parquet(kept))
    return summary


def _put_boxoban(output: ExportDirectory, number: int, levels: list[LearnersLevel]) -> None:
    _put_solutions(output, number, levels)
    output.put(f"levels/{number:03}.txt", boxoban_text(levels).encode())


def _put_solutions(output: ExportDirectory, number: int, levels: list[LearnersLevel]) -> None:
    output.put(f"solutions/{number:03}.lurd", solutions_text(levels).encode())


class _Summary:
    """How many levels there were of how many mazes, and how their numbers are spread."""

    def __init__(self) -> None:
        self._mazes: set[int] = set()
        self._values: dict[str, list[int | float]] = {}
        self._count = 0

    def add(self, level: LearnersLevel) -> None:
        """Count a level."""
        self._count += 1
        self._mazes.add(level.maze)
        for name, value in level.metrics.items():
            self._values.setdefault(name, []).append(value)

    def to_json(self) -> dict[str, Any]:
        """Return the entries of the manifest."""
        spread = {
            name: {"least": min(values), "median": median(values), "most": max(values)}
            for name, values in self._values.items()
        }
        return {"levels": self._count, "mazes": len(self._mazes), "metrics": spread}


def write_samples(directory: Path, samples: list[Sample], about: Mapping[str, Any], *, parquet: bool) -> dict[str, Any]:
    """Write samples as ``samples.parquet``, or else as ``samples.jsonl``; return the manifest."""
    content = samples_parquet(samples) if parquet else json_lines(samples).encode()
    with ExportDirectory(directory, {"format": "samples", **about}) as output:
        output.put(f"samples.{'parquet' if parquet else 'jsonl'}", content)
        return output.finish({"samples": len(samples)})
