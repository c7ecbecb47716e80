"""Writing reports, and pages of levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from beta_plan.output.file import check_file, write_file
from beta_plan.output.layout import GENERATED, REPORT
from beta_plan.report.directory import directory_data
from beta_plan.report.level import levels_data
from beta_plan.report.page import page
from beta_plan.report.pddl import picture_style
from beta_plan.sokoban.level import Level


def write_report(directory: Path, file: Path | None = None) -> Path:
    """Write the report of an output directory, into it unless another file is named; return where it is."""
    target = directory / REPORT if file is None else file
    if file is None:  # a place of ours, whatever is there
        check_file(target)
    else:
        _check(target)
    _write(target, directory_data(directory), through_links=file is not None)
    return target


def write_levels(title: str, levels: Sequence[Level], file: Path) -> None:
    """Write a page on which levels can be played."""
    _check(file)
    _write(file, levels_data(title, levels))


def _check(file: Path) -> None:
    check_file(file, kind="page", begins=GENERATED)


def _write(file: Path, data: Mapping[str, Any], *, through_links: bool = True) -> None:
    text = page(f"{data['title']} | beta-plan", data, picture_style())
    write_file(file, text.encode(), through_links=through_links)
