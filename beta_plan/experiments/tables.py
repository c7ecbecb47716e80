"""The table as Markdown, as CSV and as JSON; what failed comes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from beta_plan import __version__
from beta_plan.experiments.comparisons import comparisons
from beta_plan.experiments.csv_text import as_csv
from beta_plan.experiments.methods import TERMS, UNPRINTED, Method
from beta_plan.experiments.picture import picture
from beta_plan.experiments.records import record
from beta_plan.experiments.rows import Mean, Row, rows_of
from beta_plan.experiments.table1 import Failure, Outcomes
from beta_plan.metrics import SOURCES
from beta_plan.pddl.sexpr import counted

SHOWN_FAILURES = 20

_ABOUT = {
    "own": "on the collections that guided the search (another draw for human states), and the paper's in brackets",
    "fresh": "on collections drawn anew, the mean of five draws",
    "best": "with the best partitions that are found",
}


def texts(found: Outcomes) -> dict[str, str]:
    """Return all files of the experiment by name."""
    tables = {"table1.md": markdown(found), "table1.csv": table_csv(found)}
    return tables | {"table1.svg": picture(found), "runs.csv": runs_csv(found)}


def markdown(found: Outcomes) -> str:
    """Return the table for people: a word about what was run, what failed, the numbers by source, and notes."""
    rows = rows_of(found)
    parts = [_head(found), *failure_section(found.failures)]
    for source in SOURCES:
        parts.append(f"## h and conflicts, {source}\n\nMeans {_ABOUT[source]}.\n\n{_grid(found, rows, source)}")
    return "\n\n".join([*parts, *_legend(found, rows), *comparisons(found), *_notes(found)]) + "\n"


def _head(found: Outcomes) -> str:
    asked = found.protocol
    partial = f"\n\n**Partial: {found.missing:,} of the jobs have not ended.**" if found.missing else ""
    size = f"{counted(len(asked.rows), 'row')}, {counted(found.mazes, 'maze')}, {counted(asked.seeds, 'seed')}"
    return (
        f"# Table 1\n\nbeta-plan {__version__}: {size}; {asked}. "
        "The paper: 90 mazes of xSokoban, 5 seeds, 1h and 8G for each search, 10m and 4G for its own solver."
        f"{partial}"
    )


def failure_section(failures: Sequence[Failure]) -> Iterator[str]:
    """Yield what is said about jobs that have failed; nothing where there are none."""
    if not failures:
        return
    counts = Counter(failure.result.status.value for failure in failures)
    told = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    lines = [
        f"| {f.row} | {f.job.kind} {f.job.name} | {f.result.status.value} | {_cell(f.result.complaint)} | {f.job.key} |"
        for f in failures[:SHOWN_FAILURES]
    ]
    header = "| row | job | status | complaint | key |\n|---|---|---|---|---|\n"
    more = len(failures) - SHOWN_FAILURES
    yield f"## Failed: {told}\n\n{header}" + "\n".join(lines) + (f"\n\n.. and {more} more" if more > 0 else "")


def _grid(found: Outcomes, rows: Sequence[Row], source: str) -> str:
    own = source == SOURCES[0]
    modes = found.protocol.modes if own else ()
    columns = ["row", "method", "runs", *(["expanded"] if own else []), *TERMS, *(f"solved, {mode}" for mode in modes)]
    lines = [f"| {' | '.join(columns)} |", f"|---|---|{'---:|' * (len(columns) - 2)}"]
    for row in rows:
        figures = row.method.paper if own else None
        cells = [row.method.name, row.method.title, f"{row.samples}/{row.expected}"]
        cells += [_bracketed(_count(row.expanded), _count(figures.expanded) if figures else None)] if own else []
        for term in TERMS:
            paper = f"{figures.values[term]:.2f}" if figures else None
            cells.append(_bracketed(_mean(row.values[source][term], row), paper))
        cells += [_bracketed(_solved(row, mode), _paper_solved(row.method)) for mode in modes]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _legend(found: Outcomes, rows: Sequence[Row]) -> Iterator[str]:
    lines = ["± is the sample standard deviation over seeds."] if found.protocol.modes else []
    if any(_is_short(mean, row) for row in rows for terms in row.values.values() for mean in terms.values()):
        lines.append("\\* mean over fewer runs than the row has: the others lack the number.")
    if any(row.method.name in UNPRINTED for row in rows):
        lines.append(
            f"The paper's figures of {' and '.join(UNPRINTED)} are in comments of its source, not in its table."
        )
    if lines:
        yield " ".join(lines)


def _notes(found: Outcomes) -> Iterator[str]:
    notes = Counter(note for sample in found.samples for note in sample.notes)
    if notes:
        told = "\n".join(f"- {number} runs: {note}" for note, number in notes.most_common())
        yield f"## Notes\n\n{told}"


def _is_short(mean: Mean | None, row: Row) -> bool:
    return mean is not None and mean.count < row.samples


def _mean(mean: Mean | None, row: Row) -> str:
    return "" if mean is None else f"{mean.value:.2f}{'*' if _is_short(mean, row) else ''}"


def _count(value: Mean | float | None) -> str:
    number = value.value if isinstance(value, Mean) else value
    return "" if number is None else f"{number:,.0f}"


def _solved(row: Row, mode: str) -> str:
    solved, tried = row.solved[mode], row.tried[mode]
    if solved is None or tried is None:
        return ""
    spread = "" if solved.deviation is None else f" ± {solved.deviation:.1f}"
    return f"{solved.value:.1f}{spread} of {tried.value:g}"


def _paper_solved(method: Method) -> str | None:
    if method.paper is None:
        return None
    spread = "" if method.paper.deviation is None else f" ± {method.paper.deviation:.1f}"
    return f"{method.paper.solved:.1f}{spread} of 90"


def _bracketed(ours: str, paper: str | None) -> str:
    return f"{ours or '-'} ({paper})" if paper else ours or "-"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def records(found: Outcomes) -> list[dict[str, Any]]:
    """Return the rows for scripts, every number under a name of its own; None where there is none."""
    return [_record(row, found.protocol.modes) for row in rows_of(found)]


def _record(row: Row, modes: Sequence[str]) -> dict[str, Any]:
    figures = row.method.paper
    record: dict[str, Any] = {"row": row.method.name, "method": row.method.title}
    record |= {"runs": row.samples, "expected_runs": row.expected, "failed_jobs": row.failed}
    record |= {"expanded": _value(row.expanded), "paper_expanded": figures and figures.expanded}
    for source in SOURCES:
        for term in TERMS:
            record[f"{source}_{term}"] = _value(row.values[source][term])
    record |= {f"paper_{term}": figures and figures.values[term] for term in TERMS}
    for mode in modes:
        solved, tried = row.solved[mode], row.tried[mode]
        record[f"solved_{mode}"] = _value(solved)
        record[f"solved_{mode}_deviation"] = solved and solved.deviation and round(solved.deviation, 4)
        record[f"tried_{mode}"] = _value(tried)
    return record | {"paper_solved": figures and figures.solved, "paper_deviation": figures and figures.deviation}


def _value(mean: Mean | None) -> float | None:
    return None if mean is None else round(mean.value, 4)


def table_csv(found: Outcomes) -> str:
    """Return the rows as CSV; what is not known stays empty."""
    return as_csv(records(found))


def runs_csv(found: Outcomes) -> str:
    """Return a line for each run that gave a state, and for those of row 20 of which row 21 is made."""
    samples = [*found.samples, *found.parts]
    return as_csv([record(sample, found.protocol, found.boards.get(sample.maze, "")) for sample in samples])
