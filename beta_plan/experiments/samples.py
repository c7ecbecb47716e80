"""What one run of a method on one maze with one seed gave, from the results of its jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beta_plan import __version__
from beta_plan.errors import BetaPlanError
from beta_plan.experiments.jobs import Result, Status
from beta_plan.experiments.methods import AGGREGATED_OBJECTIVE, METHODS
from beta_plan.experiments.reports import expanded_of, metrics_of, notes_of
from beta_plan.metrics import Metrics
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.xsb import parse_levels


@dataclass(frozen=True)
class Sample:
    """A state, how hard it is, and what finding it took.

    ``solved`` has an answer for each mode of the solver that has ended, ``effort`` the expansions that it took.
    ``version`` is that of the program that has found the state.
    """

    row: str
    maze: int
    seed: int
    metrics: Metrics
    expanded: int | None
    notes: Sequence[str] = ()
    board: str = ""
    solved: Mapping[str, bool] = field(default_factory=dict)
    effort: Mapping[str, int] = field(default_factory=dict)
    version: str = __version__


def sample(row: str, maze: int, seed: int, results: Sequence[Result], given: str = "") -> Sample | None:
    """Return the sample of the runs of a row; of several runs the best one's state, and all expansions.

    ``given`` is the board of a state that was only evaluated. None means that no run has given a state.
    """
    done = [result for result in results if result.is_done]
    if not done:
        return None
    chosen = best_of(done)
    effort = [expanded for result in done if (expanded := expanded_of(result.report)) is not None]
    notes = sorted({note for result in done for note in notes_of(result.report)})
    notes += [f"the best of {len(done)} runs: {len(results) - len(done)} have failed"] if done != list(results) else []
    board = given or board_of(level_of(chosen.texts[0]))
    return Sample(
        row, maze, seed, metrics_of(chosen.report), sum(effort) if effort else None, notes, board,
        version=str(chosen.report.get("version", __version__)),
    )  # fmt: skip


def best_of(results: Sequence[Result]) -> Result:
    """Return the result whose state maximises [4C, PDB4] on its own numbers; of equal ones the first (row 21)."""

    def key(result: Result) -> tuple[float, ...]:
        own = metrics_of(result.report).own
        values = (own.get(term) for term in AGGREGATED_OBJECTIVE)
        return tuple(float("-inf") if value is None else value for value in values)

    return max(results, key=key)


def result_of(found: Sample) -> Result:
    """Return the result of a job that has given a sample: what ``sample`` makes a sample of."""
    about = {"metrics": found.metrics.to_json()}
    if not METHODS[found.row].is_generated:
        return _recorded({"tasks": [{**about, "notes": list(found.notes)}], "version": found.version})
    report = {"instances": [about], "search": {"expanded": found.expanded}, "notes": list(found.notes)}
    return _recorded({**report, "version": found.version}, found.board)


def solver_result(found: Sample, mode: str) -> Result:
    """Return the result of the job that has tried to solve the state of a sample."""
    status = "solved" if found.solved[mode] else "limit"
    return _recorded({"levels": [{"status": status, "expanded": found.effort[mode]}]})


def _recorded(report: Mapping[str, Any], *texts: str) -> Result:
    return Result(Status.DONE, 0.0, 0, "", {**report, "recorded": True}, texts)


def level_of(text: str) -> Level | None:
    """Return the level of a text; None where it holds none."""
    try:
        return parse_levels(Source("an instance", text))[0]
    except BetaPlanError:
        return None


def board_of(level: Level | None) -> str:
    """Return the rows of a level, without what is said about it; "" where there is none."""
    return "" if level is None else "".join(f"{row}\n" for row in level.rows())
