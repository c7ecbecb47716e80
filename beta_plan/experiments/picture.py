"""The table as a picture (SVG): a line for each row, with our means and the paper's as points on common scales."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from beta_plan.experiments.rows import Row, rows_of
from beta_plan.experiments.table1 import Outcomes
from beta_plan.metrics import SOURCES
from beta_plan.pddl.sexpr import counted

LINE, TOP, LABELS, PANEL, GAP, BOTTOM = 22, 78, 250, 250, 48, 40
"""Pixels: the height of a row, above the rows, for their names, the width of a panel, between panels, below."""

Points = dict[str, float]
"""The values of a row in a panel, by the name of their mark."""

BLUE, RED, GREEN, PURPLE, OCHRE = "#1f5fa8", "#c0392b", "#2e8b57", "#8e44ad", "#b7791f"

MARKS: dict[str, str] = {
    "paper": f'<path d="M0 -8v16" stroke="{RED}" stroke-width="2.5"/>',
    "own": f'<circle r="5" fill="{BLUE}"/>',
    "fresh": f'<circle r="4.5" fill="none" stroke="{BLUE}" stroke-width="1.6"/>',
    "best": f'<path d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z" fill="{GREEN}"/>',
    "greedy": f'<circle r="5" fill="{PURPLE}"/>',
    "optimal": f'<rect x="-4.5" y="-4.5" width="9" height="9" fill="{OCHRE}"/>',
}
"""How a point is drawn; later ones cover earlier ones."""


@dataclass(frozen=True)
class Panel:
    """A column of the picture: its title, and for each row the points."""

    title: str
    points: Sequence[Points]

    @property
    def end(self) -> float:
        """The right end of the scale, a round number."""
        largest = max((value for points in self.points for value in points.values()), default=0.0)
        return next((end for end in _round_numbers() if end >= largest), 1.0)


def picture(found: Outcomes) -> str:
    """Return the picture: h^PDB4, the conflicts 2C to 4C, and the part of the mazes that is solved."""
    rows = rows_of(found)
    panels = [_values(rows, "PDB4", "h^PDB4"), *(_values(rows, f"{k}C", f"{k}C") for k in (2, 3, 4))]
    if found.protocol.modes:
        panels.append(_solved(rows, found.protocol.modes))
    width = LABELS + len(panels) * (PANEL + GAP)
    height = TOP + LINE * len(rows) + BOTTOM
    head = f"{counted(found.mazes, 'maze')}, {counted(found.protocol.seeds, 'seed')}; {found.protocol}"
    head += f"; PARTIAL, {found.missing:,} jobs missing" if found.missing else ""
    body = [*_titles(rows, head), *_marks_legend(panels)]
    for place, panel in enumerate(panels):
        body += _draw(panel, LABELS + place * (PANEL + GAP), len(rows))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    return "\n".join([opening, f'<rect width="{width}" height="{height}" fill="white"/>', *body, "</svg>", ""])


def _values(rows: Sequence[Row], term: str, title: str) -> Panel:
    points: list[Points] = []
    for row in rows:
        ours = {source: mean.value for source in SOURCES if (mean := row.values[source][term])}
        points.append(({"paper": row.method.paper.values[term]} if row.method.paper else {}) | ours)
    return Panel(title, points)


def _solved(rows: Sequence[Row], modes: Sequence[str]) -> Panel:
    points: list[Points] = []
    for row in rows:
        ours = {
            mode: 100 * solved.value / tried.value
            for mode in modes
            if (solved := row.solved[mode]) and (tried := row.tried[mode]) and tried.value
        }
        points.append(({"paper": 100 * row.method.paper.solved / 90} if row.method.paper else {}) | ours)
    return Panel("solved, % of the mazes", points)


def _round_numbers() -> Iterator[float]:
    """Yield numbers whose fourth part is round, too."""
    for power in range(12):
        yield from (factor * 10.0**power for factor in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8))


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'


def _mark(name: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{MARKS[name]}</g>'


def _titles(rows: Sequence[Row], head: str) -> Iterator[str]:
    yield _text(12, 22, head, 'font-size="14"')
    for place, row in enumerate(rows):
        y = TOP + LINE * place + LINE / 2
        if place % 2 == 0:
            yield f'<rect x="0" y="{y - LINE / 2:.1f}" width="100%" height="{LINE}" fill="#f3f5f8"/>'
        yield _text(12, y + 4, row.method.name)
        yield _text(62, y + 4, row.method.title)


def _marks_legend(panels: Sequence[Panel]) -> Iterator[str]:
    """Explain the marks that occur."""
    used = [name for name in MARKS if any(name in points for panel in panels for points in panel.points)]
    for place, name in enumerate(used):
        x = 18 + 80 * place
        yield _mark(name, x, 42)
        yield _text(x + 10, 46, name)


def _draw(panel: Panel, left: float, num_rows: int) -> Iterator[str]:
    """Draw a panel: scale, points of each row."""
    bottom = TOP + LINE * num_rows
    yield _text(left, TOP - 10, panel.title, 'font-weight="bold"')
    for part in range(5):
        x = left + PANEL * part / 4
        yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#d5dae0"/>'
        yield _text(x, bottom + 16, f"{panel.end * part / 4:g}", 'text-anchor="middle" fill="#555"')
    for place, points in enumerate(panel.points):
        y = TOP + LINE * place + LINE / 2
        for name in MARKS:
            if name in points:
                yield _mark(name, left + PANEL * points[name] / panel.end, y)
