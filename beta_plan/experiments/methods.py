"""The methods of the paper's table of results as data, with the figures that it has for them.

Rows 1 to 20 are orderings, row 21 repeats row 20 and keeps the best state of each maze. Random walks and breadth-first
search are named in the paper's text. ``human`` are the states that come with the mazes; ``default`` is what
``beta-plan generate`` does by itself, which the paper does not have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

TERMS = ("PDB1", "PDB2", "PDB3", "PDB4", "2C", "3C", "4C")
"""The columns of numbers about a state, as in the paper."""

AGGREGATION, AGGREGATED, HUMAN, DEFAULT = "21", "20", "human", "default"
"""Row 21 is made of runs of row 20."""


@dataclass(frozen=True)
class Figures:
    """A row of the paper: means over 90 mazes and five runs; ``deviation`` is that of ``solved``."""

    expanded: float | None
    values: Mapping[str, float]
    solved: float
    deviation: float | None


@dataclass(frozen=True)
class Method:
    """A row: how ``beta-plan generate`` is asked for it, or None for states that are given.

    ``since`` is the version from which on the same run gives the same results: older ones are those of another method.
    Before ``fresh_since`` the numbers that are called fresh were not: they had a part in the choice of the state.
    """

    name: str
    title: str
    options: tuple[str, ...] | None
    paper: Figures | None = field(default=None, compare=False)
    since: str = "0.1.0"
    fresh_since: str = "0.1.0"

    @property
    def is_generated(self) -> bool:
        """Whether the states come from a search."""
        return self.options is not None


_ORDERINGS = (
    *(f"[PDB{k}]" for k in (1, 2, 3, 4)),
    *(f"[PDB{k},{k}C]" for k in (2, 3, 4)),
    *(f"[{k}C,PDB{k}]" for k in (2, 3, 4)),
    *(f"[w(PDB{k}),PDB{k}]" for k in (1, 2, 3, 4)),
    *(f"[w(PDB{k}),PDB{k},{k}C]" for k in (2, 3, 4)),
    *(f"[w(PDB{k}),{k}C,PDB{k}]" for k in (2, 3, 4)),
)

ORDERINGS: Mapping[str, str] = {str(row): text for row, text in enumerate(_ORDERINGS, 1)}
"""The orderings of rows 1 to 20, by row."""

AGGREGATED_OBJECTIVE = ("4C", "PDB4")
"""Of the runs that row 21 makes of row 20, the state with the largest of these, on each run's own numbers, is kept."""


def _figures(text: str) -> Figures:
    """Read a row: expanded, the seven TERMS, solved and its deviation; ``-`` where the paper has nothing."""
    expanded, *values, solved, deviation = (None if word == "-" else float(word) for word in text.split())
    assert solved is not None
    numbers = [value for value in values if value is not None]
    return Figures(expanded, dict(zip(TERMS, numbers, strict=True)), solved, deviation)


_PAPER = {
    "1": "36844914.09 179.68 185.94 187.88 190.49 6.27 1.93 2.61 33.0 0.0",
    "2": "35746724.37 178.70 190.33 190.45 193.35 11.63 0.11 2.90 35.0 0.0",
    "3": "16762063.67 166.28 175.87 178.09 180.63 9.58 2.22 2.54 33.8 1.8",
    "4": "19683953.17 168.01 177.78 179.26 183.63 9.77 1.48 4.37 32.4 2.8",
    "5": "35279521.51 179.08 191.31 191.32 194.31 12.23 0.01 2.99 36.0 0.0",
    "6": "14896276.53 167.41 176.91 179.70 182.31 9.49 2.79 2.62 33.2 1.9",
    "7": "10127736.49 157.09 166.24 167.84 172.41 9.15 1.60 4.57 33.0 2.5",
    "8": "23465651.94 136.89 158.97 154.48 158.78 22.08 0 4.30 26.0 0.0",
    "9": "10075985.22 111.44 117.76 126.85 127.69 6.31 9.10 0.83 28.8 0.8",
    "10": "6066057.87 101.95 111.48 112.42 123.57 9.54 0.94 11.15 31.0 4.9",
    "11": "24852925.84 223.43 231.11 233.79 237.11 7.68 2.68 3.32 26.6 0.5",
    "12": "23764256.42 219.52 233.19 234.14 238.07 13.67 0.96 3.92 29.8 0.4",
    "13": "12320342.90 215.49 226.89 230.16 233.44 11.40 3.27 3.28 25.4 1.1",
    "14": "12643046.69 190.76 202.03 204.12 210.70 11.27 2.08 6.59 25.8 1.5",
    "15": "26994420.86 216.29 230.81 231.22 235.19 14.52 0.40 3.97 27.0 0.0",
    "16": "11842771.67 211.28 222.30 225.45 228.89 11.02 3.15 3.45 26.0 1.2",
    "17": "7650277.40 207.38 218.77 221.24 227.21 11.39 2.47 5.97 26.2 2.9",
    "18": "15280827.99 175.46 201.34 196.69 202.62 25.89 0 5.93 22.8 0.4",
    "19": "7412556.34 154.76 162.73 175.78 175.85 7.96 13.06 0.07 20.6 2.1",
    "20": "3986192.80 148.37 159.96 161.09 176.33 11.60 1.14 15.24 19.5 2.4",
    AGGREGATION: "79699027.84 151.46 163.07 161.78 187.00 11.63 0.77 25.22 16.4 1.3",
    "rw": "77942578.73 12.42 14.16 14.07 14.45 1.74 0.12 0.38 86.5 1.8",
    "bfs": "29057981.78 38.90 41.27 41.65 42.42 2.37 0.38 0.77 85.2 0.5",
    HUMAN: "- 188.02 199.58 205.62 211.41 11.56 6.04 5.79 18 -",
}


UNPRINTED = ("bfs", "rw")
"""Rows whose figures the paper has left out of its table; they are comments in its source."""


def _method(name: str, title: str, *options: str) -> Method:
    return Method(name, title, options, _figures(_PAPER[name]))


_ROW_20 = ("--order", ORDERINGS[AGGREGATED], "--select", "objective")

METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        *(_method(row, order, "--order", order, "--select", "objective") for row, order in ORDERINGS.items()),
        _method(AGGREGATION, "best of several runs of row 20", *_ROW_20),
        _method("bfs", "breadth-first search", "--search", "bfs", "--order", "[PDB4]", "--select", "objective"),
        _method("rw", "random walks", "--search", "rw", "--order", "[PDB4]", "--select", "objective"),
        Method(DEFAULT, "what beta-plan does by itself", (), since="0.3.0", fresh_since="0.3.1"),
        Method(HUMAN, "the states in the file", None, _figures(_PAPER[HUMAN])),
    )
}
"""All rows by name, in the order of the table."""

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def parse_numbers(text: str) -> list[int]:
    """Return the numbers of ``1-3,7`` in ascending order; anything else raises ValueError.

    >>> parse_numbers("7, 1-3")
    [1, 2, 3, 7]
    """
    found: set[int] = set()
    for word in text.split(","):
        match = _RANGE.fullmatch(word.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= 100_000:
            raise ValueError(f"{word.strip()!r} is neither a number nor a range: write 1-3,7")
        found.update(range(first, last + 1))
    return sorted(found)


def parse_rows(text: str) -> tuple[Method, ...]:
    """Return the methods of ``1-21,bfs,human``, each once, in the order of the table; ValueError for others.

    >>> [method.title for method in parse_rows("human,2,1-2")]
    ['[PDB1]', '[PDB2]', 'the states in the file']
    """
    return choose(text, METHODS)


def choose(text: str, methods: Mapping[str, Method]) -> tuple[Method, ...]:
    """Return those methods that a text names, by name or by ranges of rows; ValueError for others."""
    names: list[str] = []
    for word in (word.strip() for word in text.split(",")):
        found = [str(number) for number in parse_numbers(word)] if _RANGE.fullmatch(word) else [word]
        unknown = [name for name in found if name not in methods]
        if unknown:
            rows = [int(name) for name in methods if name.isdigit()]
            words = ", ".join(name for name in methods if not name.isdigit())
            raise ValueError(
                f"{unknown[0]!r} is no row: write numbers from 1 to {max(rows)}, as in 1-4,20, and {words}"
            )
        names += found
    return tuple(method for name, method in methods.items() if name in names)
