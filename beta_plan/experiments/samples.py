"""What one run of a method on one maze with one seed gave, from the results of its jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from beta_plan.errors import BetaPlanError
from beta_plan.experiments.jobs import Result
from beta_plan.experiments.methods import AGGREGATED_OBJECTIVE
from beta_plan.experiments.reports import expanded_of, metrics_of, notes_of
from beta_plan.metrics import Metrics
from beta_plan.pddl.sexpr import Source
from beta_plan.sokoban.xsb import parse_levels


@dataclass(frozen=True)
class Sample:
    """A state, how hard it is, and what finding it took; ``solved`` has an answer for each mode that has ended."""

    row: str
    maze: int
    seed: int
    metrics: Metrics
    expanded: int | None
    notes: Sequence[str] = ()
    board: str = ""
    solved: Mapping[str, bool] = field(default_factory=dict)


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
    board = given or _board(chosen.texts[0])
    return Sample(row, maze, seed, metrics_of(chosen.report), sum(effort) if effort else None, notes, board)


def best_of(results: Sequence[Result]) -> Result:
    """Return the result whose state maximises [4C, PDB4] on its own numbers; of equal ones the first (row 21)."""

    def key(result: Result) -> tuple[float, ...]:
        own = metrics_of(result.report).own
        values = (own.get(term) for term in AGGREGATED_OBJECTIVE)
        return tuple(float("-inf") if value is None else value for value in values)

    return max(results, key=key)


def _board(text: str) -> str:
    """Return the rows of a level, without what is said about it; "" where the text is no level."""
    try:
        return "".join(f"{row}\n" for row in parse_levels(Source("an instance", text))[0].rows())
    except BetaPlanError:
        return ""
