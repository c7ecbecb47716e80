"""Files of Sokoban levels: rows of ``#@+$*.`` with headers and solutions around them, many levels to a file.

Written in many dialects over thirty years: run lengths or not, the title on a line before the level (``; 7``) or as
``Title:`` after or before it, solutions below. Everything that is read is written back, in one dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from os import PathLike

from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import Source, counted, load, shorten
from beta_plan.sokoban.board import read_board
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.lines import COMMENT_ENDS, Kind, Line, sections_of
from beta_plan.sokoban.solution import expand_lurd

MAX_SQUARES = 10_000_000
"""More places in all levels of a file together are refused: run lengths could fill the memory."""

_BINARY = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_WIDTH = 78


@dataclass
class Draft:
    """A level as it stands in a text; whether its board is a maze is seen when it is asked for."""

    source: Source
    number: int
    rows: list[Line]
    title: str = ""
    heading: str = ""
    author: str = ""
    entries: list[tuple[str, str]] = field(default_factory=list)
    solution: tuple[int, str] | None = None

    @property
    def name(self) -> str:
        """What the author calls the level: its title, or else the line before it."""
        return self.title or self.heading

    def add(self, key: str, value: str) -> None:
        """Take an entry; of several titles or authors the first one counts."""
        if key.lower() == "title" and value and not self.title:
            self.title = value
        elif key.lower() == "author" and value and not self.author:
            self.author = value
        elif key.lower() not in COMMENT_ENDS:
            self.entries.append((key, value))

    def level(self) -> Level:
        """Return the level; raise InputRefused or IllegalTask with the place of what is wrong."""
        board = read_board(self.source, [(row.offset, row.text) for row in self.rows])
        return Level(
            maze=board.maze,
            drawing=board.drawing,
            boxes=board.boxes,
            man=board.man,
            title=self.name,
            author=self.author,
            entries=tuple(self.entries),
            solution=self.solution and expand_lurd(self.solution[1], self.source, self.solution[0]),
            number=self.number,
            place=f"{self.source.name}:{self.rows[0].number}:1",
        )


def read_levels(path: str | PathLike[str]) -> list[Level]:
    """Return all levels of a file; one that is no maze refuses the whole file."""
    return parse_levels(load(path))


def read_states(path: str | PathLike[str]) -> list[Level]:
    """Read the levels of a file of which mazes alone are left out, unless there is nothing else."""
    levels = read_levels(path)
    return [level for level in levels if not level.is_maze_alone] or levels


def read_level(path: str | PathLike[str], choice: int | str | None = None) -> Level:
    """Return one level of a file, by number or by title; the others may be as they are."""
    return select(drafts(load(path)), choice).level()


def parse_levels(source: Source) -> list[Level]:
    """Return all levels of a text."""
    found, squares = [], 0
    for draft in drafts(source):
        level = draft.level()
        squares += sum(map(len, level.drawing))
        if squares > MAX_SQUARES:
            raise InputRefused(f"more than {MAX_SQUARES:,} places", place=source.name, remedy="choose some levels")
        found.append(level)
    return found


def select(choices: Sequence[Draft], choice: int | str | None = None) -> Draft:
    """Return the level with a number, from one, or else with a title; None means the only one."""
    place = choices[0].source.name
    there_are = f"there {'is' if len(choices) == 1 else 'are'} {counted(len(choices), 'level')}"
    if choice is None:
        if len(choices) > 1:
            raise InputRefused(
                there_are, place=place, remedy=f"choose one with --level: 1 to {len(choices)}, or its title"
            )
        return choices[0]
    said = str(choice).strip()
    if said.isascii() and said.isdigit() and len(said) < 10 and 1 <= int(said) <= len(choices):
        return choices[int(said) - 1]
    named = [draft for draft in choices if draft.name.casefold() == said.casefold() != ""]
    if not named:
        remedy = f"a number from 1 to {len(choices)}, or a title"
        raise InputRefused(f"no level '{shorten(said)}': {there_are}", place=place, remedy=remedy)
    return next((draft for draft in named if draft.name == said), named[0])


def drafts(source: Source) -> list[Draft]:
    """Return the levels of a text as they stand in it, at least one."""
    source = Source(source.name, source.text.removeprefix("\ufeff").rstrip("\x1a"))
    if binary := _BINARY.search(source.text):
        code = f"a character of code {ord(binary[0])}"
        raise InputRefused(f"not a text file: {code}", place=source.place(binary.start()))
    parts = [
        (is_board, list(part)) for is_board, part in groupby(sections_of(source), lambda line: line.kind is Kind.ROW)
    ]
    boards = [part for is_board, part in parts if is_board]
    if not boards:
        raise InputRefused("holds no level", place=source.name, remedy="expected rows of # wall, @ man, $ box, . goal")
    found = [Draft(source, number, rows) for number, rows in enumerate(boards, 1)]
    gaps: list[list[Line]] = [[] for _ in range(len(boards) + 1)]
    seen = 0
    for is_board, part in parts:
        seen += is_board
        if not is_board:
            gaps[seen] = part
    _share(found, gaps)
    return found


def _share(levels: Sequence[Draft], gaps: Sequence[Sequence[Line]]) -> None:
    """Give each level what is said about it in the gaps before, between and after the levels.

    Entries stand before their level where there are some before the first one and none behind the last one; else they
    stand after it. Then those before the first level are the collection's, and so they are where there are no others,
    unless they are a title: of them its author counts for levels without one.
    """
    keys = [[line.key.lower() for line in gap if line.kind is Kind.ENTRY] for gap in gaps]
    before = bool(keys[0]) and not keys[-1] and ("title" in keys[0] or any(keys[1:-1]))
    for number, gap in enumerate(gaps):
        above = levels[number - 1] if number else None
        below = levels[number] if number < len(levels) else None
        if below is not None:
            below.heading = next((x.value for x in reversed(gap) if x.kind is Kind.TEXT and _says(x.value)), "")
        taker, solved = below if before else above, above or below
        for line in gap:
            if line.kind is Kind.SOLUTION and line.value and solved is not None:
                solved.solution = solved.solution or (line.offset, line.value)
            if line.kind is Kind.ENTRY and taker is not None:
                taker.add(line.key, line.value)
    if not before:
        _take_header(levels, gaps[0])


def _take_header(levels: Sequence[Draft], gap: Sequence[Line]) -> None:
    """Let the entries before all levels speak for a single level, and the author there for all."""
    entries = [(line.key, line.value) for line in gap if line.kind is Kind.ENTRY]
    if len(levels) == 1:
        for key, value in entries:
            levels[0].add(key, value)
    author = next((value for key, value in entries if key.lower() == "author"), "")
    for level in levels:
        level.author = level.author or author


def _says(text: str) -> bool:
    """Tell whether a line can be a title, rather than an ornament."""
    return any(symbol.isalnum() for symbol in text)


def level_text(level: Level) -> str:
    """Return a level as text: rows, headers and the solution."""
    headers = [("Title", level.title), ("Author", level.author)]
    said = [(key, " ".join(value.split())) for key, value in [*(h for h in headers if h[1]), *level.entries]]
    lines = [*level.rows(), *(f"{key}: {value}".rstrip() for key, value in said)]
    if level.solution is not None:
        moves = level.solution
        lines += ["Solution:", *(moves[at : at + _WIDTH] for at in range(0, len(moves), _WIDTH))]
    return "".join(f"{line}\n" for line in lines)


def collection_text(levels: Iterable[Level]) -> str:
    """Return levels as one text, an empty line between them."""
    return "\n".join(map(level_text, levels))
