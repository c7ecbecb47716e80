"""The table of domains as Markdown and CSV: metrics, the referee's effort, and how it compares with random states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median, median_low
from typing import Any

from beta_plan import __version__
from beta_plan.experiments.csv_text import as_csv
from beta_plan.experiments.domains import RANDOM, DomainOutcomes, Judged
from beta_plan.experiments.methods import TERMS, Method
from beta_plan.experiments.tables import failure_section
from beta_plan.pddl.sexpr import counted

Effort = tuple[bool, int]
"""Whether a state was not solved, and the expansions, 0 where a planner that was ended told none: more is harder."""


@dataclass(frozen=True)
class Line:
    """A row of one domain: medians over its states; ``ratio`` and ``harder`` compare with random states.

    ``ratio`` is that of the median efforts, a lower bound where ours was not solved; None where the random median was
    not solved either, or ours was not and nobody knows what was tried. ``harder``: the row's median is above every
    random state, and all of these were solved; None where a state that was not judged may say otherwise. ``unjudged``
    counts the states that the planner has answered in no way that tells their effort, by its verdict.
    """

    domain: str
    method: Method
    states: int
    answers: int
    expanded: float | None
    values: dict[str, float | None]
    middle: Effort | None
    most: Effort | None
    ratio: float | None
    harder: bool | None
    unjudged: Counter[str]


def lines_of(found: DomainOutcomes) -> list[Line]:
    """Return a line for each domain and row."""
    return [_line(domain, method, found.states) for domain in found.domains for method in found.protocol.rows]


def _line(domain: str, method: Method, states: Sequence[Judged]) -> Line:
    mine = [state for state in states if (state.domain, state.row) == (domain, method.name)]
    usual = [state for state in states if (state.domain, state.row) == (domain, RANDOM)]
    rivals = sorted(effort for state in usual if (effort := state.effort) is not None)
    efforts = sorted(effort for state in mine if (effort := state.effort) is not None)
    middle = median_low(efforts) if efforts else None
    values = {term: _median([m.of("fresh").get(term) for s in mine if (m := s.metrics) is not None]) for term in TERMS}
    all_judged = len(efforts) + len(rivals) == len(mine) + len(usual)
    compared = middle is not None and rivals and method.name != RANDOM
    return Line(
        domain, method, len(mine), len(efforts), _median([state.expanded for state in mine]), values, middle,
        efforts[-1] if efforts else None,
        _ratio(middle, median_low(rivals)) if compared and middle else None,
        _is_harder(middle, rivals[-1], all_judged=all_judged) if compared and middle else None,
        Counter(state.verdict.status.value for state in mine if state.verdict is not None and state.effort is None),
    )  # fmt: skip


def _is_harder(ours: Effort, most: Effort, *, all_judged: bool) -> bool | None:
    """Tell whether ours is above the hardest random state; None: it is, but others are not judged."""
    is_harder = not most[0] and ours > most
    return None if is_harder and not all_judged else is_harder


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _ratio(ours: Effort, usual: Effort) -> float | None:
    return None if usual[0] or _told(ours) is None else max(ours[1], 1) / max(usual[1], 1)


def _told(effort: Effort | None) -> int | None:
    """Return the expansions of an effort; None where the planner did not tell them."""
    return None if effort is None or effort == (True, 0) else effort[1]


@dataclass(frozen=True)
class Compared:
    """A row against random states in all domains.

    ``mean`` is the geometric mean of the ratios in the ``domains`` in which every row has one, a lower bound where
    ``is_cut``; None where there are none. It is ``harder`` than all random states in so many domains of ``known``.
    """

    method: Method
    domains: int
    mean: float | None
    is_cut: bool
    harder: int
    known: int


def summary(found: DomainOutcomes) -> list[Compared]:
    """Return how each row compares that is compared anywhere: all of them by the same domains."""
    lines = [line for line in lines_of(found) if line.ratio is not None or line.harder is not None]
    rows = [method for method in found.protocol.rows if any(line.method is method for line in lines)]
    ratios = Counter(line.domain for line in lines if line.ratio is not None)
    shared = {domain for domain, count in ratios.items() if count == len(rows)}
    return [_compared([line for line in lines if line.method is method], shared) for method in rows]


def _compared(lines: Sequence[Line], shared: set[str]) -> Compared:
    """Return how a row compares, with a mean over shared domains."""
    mine = [line for line in lines if line.domain in shared]
    mean = exp(sum(log(line.ratio or 1.0) for line in mine) / len(mine)) if mine else None
    is_cut = any(line.middle is not None and line.middle[0] for line in mine)
    known = [line.harder for line in lines if line.harder is not None]
    return Compared(lines[0].method, len(mine), mean, is_cut, sum(known), len(known))


def texts(found: DomainOutcomes) -> dict[str, str]:
    """Return all files of the experiment by name."""
    return {"domains.md": markdown(found), "domains.csv": table_csv(found)}


def records(found: DomainOutcomes) -> list[dict[str, Any]]:
    """Return the lines for scripts."""
    return [
        {
            "domain": line.domain, "row": line.method.name, "method": line.method.title, "states": line.states,
            "judged": line.answers, "expanded": line.expanded, **{f"fresh_{t}": v for t, v in line.values.items()},
            "effort_solved": line.middle and not line.middle[0], "effort": _told(line.middle),
            "most_solved": line.most and not line.most[0], "most": _told(line.most),
            "ratio": line.ratio, "harder": line.harder, "unjudged": _told_verdicts(line.unjudged),
        }
        for line in lines_of(found)
    ]  # fmt: skip


def markdown(found: DomainOutcomes) -> str:
    """Return the table for people: what failed, the summary, then domain by domain."""
    lines = lines_of(found)
    parts = [_head(found), *failure_section(found.failures), *_unjudged(lines), *_summary(found)]
    for domain in found.domains:
        parts.append(f"## {domain}\n\n{_grid([line for line in lines if line.domain == domain])}")
    return "\n\n".join(parts) + "\n"


def _head(found: DomainOutcomes) -> str:
    partial = f"\n\n**Partial: {found.missing:,} of the jobs have not ended.**" if found.missing else ""
    seeds = counted(found.protocol.seeds, "seed")
    return (
        f"# Domains\n\nbeta-plan {__version__}, {seeds}; {found.protocol}. Medians over the states of a row;"
        " h and conflicts on fresh collections; effort is the planner's expansions, > where a limit ended it."
        f"{partial}"
    )


def _unjudged(lines: Sequence[Line]) -> Iterator[str]:
    """Yield what the planner has said of states whose effort nobody knows then; nothing where there are none."""
    grid = [
        f"| {each.domain} | {each.method.name} | {_told_verdicts(each.unjudged)} |" for each in lines if each.unjudged
    ]
    if grid:
        total = sum((each.unjudged for each in lines), Counter[str]())
        header = "| domain | row | verdicts |\n|---|---|---|\n"
        yield f"## Not judged: {_told_verdicts(total)}\n\n{header}" + "\n".join(grid)


def _told_verdicts(verdicts: Counter[str]) -> str:
    return ", ".join(f"{number} {status}" for status, number in sorted(verdicts.items()))


def _summary(found: DomainOutcomes) -> Iterator[str]:
    rows = summary(found)
    if rows:
        grid = ["| row | method | effort / random | harder than all random |", "|---|---|---:|---:|"]
        grid += [
            f"| {row.method.name} | {row.method.title} | {_mean(row)} | {row.harder} of {row.known} |" for row in rows
        ]
        domains = counted(rows[0].domains, "domain")
        yield (
            f"## Compared with random states\n\nGeometric means over {domains} in which all rows have a ratio, > where "
            "a limit ended one; and in how many domains a row is harder than all random states, of those in which that "
            "is known.\n\n" + "\n".join(grid)
        )


def _mean(row: Compared) -> str:
    return "-" if row.mean is None else f"{'>' if row.is_cut else ''}{row.mean:.1f}"


def _grid(lines: Sequence[Line]) -> str:
    columns = ["row", "method", "states", "expanded", *TERMS, "effort", "most", "/ random", "harder than all random"]
    grid = [f"| {' | '.join(columns)} |", f"|---|---|{'---:|' * (len(columns) - 2)}"]
    for line in lines:
        states = f"{line.states}" if line.answers == line.states else f"{line.answers} of {line.states} judged"
        cells = [line.method.name, line.method.title, states, "-" if line.expanded is None else f"{line.expanded:,.0f}"]
        cells += ["-" if (value := line.values[term]) is None else f"{value:.1f}" for term in TERMS]
        cells += [_effort(line.middle), _effort(line.most), "-" if line.ratio is None else f"{line.ratio:.1f}"]
        cells.append("-" if line.harder is None else "yes" if line.harder else "no")
        grid.append(f"| {' | '.join(cells)} |")
    return "\n".join(grid)


def _effort(effort: Effort | None) -> str:
    if effort is None:
        return "-"
    return "not solved" if _told(effort) is None else f"{'>' if effort[0] else ''}{effort[1]:,}"


def table_csv(found: DomainOutcomes) -> str:
    """Return a line for each domain and row; what is not known stays empty."""
    return as_csv(records(found))
