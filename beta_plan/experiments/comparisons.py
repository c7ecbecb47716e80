"""Sections of the table that compare rows: the paper's findings, the order of rows, and duels of the default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beta_plan.experiments.duels import Duel, duels
from beta_plan.experiments.patterns import Finding, Order, findings, orders
from beta_plan.experiments.table1 import Outcomes

SHOWN_PAIRS = 10


def comparisons(found: Outcomes) -> Iterator[str]:
    """Yield the sections for which there are at least two rows to compare."""
    modes = found.protocol.modes
    known = [finding for finding in findings(found.samples, modes) if finding.pairs]
    if known:
        yield (
            "## What the paper finds\n\nPairs of rows that differ, on the mazes and seeds that both have, and bear it "
            "out; in brackets those that do not.\n\n"
            + _grid(("finding", "ours", "the paper's"), [_finding_cells(finding) for finding in known])
        )
    ordered = [order for order in orders(found.samples, modes) if len(order.ours) > 1]
    if ordered:
        yield (
            "## Order of rows\n\nThe largest first, on the runs that all rows have; pairs of rows that are the other "
            "way round in the paper.\n\n"
            + _grid(
                ("column", "runs", "ours", "the paper's", "other way round"), [_order_cells(order) for order in ordered]
            )
        )
    fought = list(duels(found.samples, [method.name for method in found.protocol.rows], modes))
    if fought:
        yield (
            "## The default against each row\n\n"
            "Mazes on which the one or the other is harder with more of the seeds that both have: by whether it is "
            "solved, and by the expansions that this takes, where a state that is not solved is harder than all that "
            "are. States that are given stand against the default's of each seed by itself. How likely a row that is "
            "equally hard differs so much: sign test, two-sided; among twenty such rows expect one with 0.05.\n\n"
        ) + _grid(
            ("mode", "row", "by", "default is harder", "row is harder", "equal", "chance"),
            [_duel_cells(duel) for duel in fought],
        )


def _finding_cells(finding: Finding) -> Sequence[str]:
    total = len(finding.pairs)
    return finding.text, *(
        f"{total - len(contrary)} of {total}{_pairs(contrary)}" for contrary in (finding.ours, finding.paper)
    )


def _order_cells(order: Order) -> Sequence[str]:
    pairs = len(order.ours) * (len(order.ours) - 1) // 2
    told = f"{len(order.swapped)} of {pairs}{_pairs(order.swapped)}"
    return order.column, str(order.runs), " ".join(order.ours), " ".join(order.paper), told


def _duel_cells(duel: Duel) -> Sequence[str]:
    counts = duel.default_harder, duel.other_harder, duel.equal
    other = duel.other if duel.seed is None else f"{duel.other} (seed {duel.seed})"
    return duel.mode, other, duel.measure, *map(str, counts), f"{duel.chance:.2g}"


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    if not pairs:
        return ""
    shown = ", ".join(f"{a}/{b}" for a, b in pairs[:SHOWN_PAIRS])
    return f" ({shown}{', ..' if len(pairs) > SHOWN_PAIRS else ''})"


def _grid(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    told = [columns, ["---"] * len(columns), *lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in told)
