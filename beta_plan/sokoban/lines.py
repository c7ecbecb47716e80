"""What a line in a file of levels is: a row, a header, the beginning of a solution, or plain text.

Nothing marks the rows of a level, so this is a matter of judgement. A line of which most looks like a row is taken
for one, so that a wrong character in it is reported instead of the level silently ending there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile

from beta_plan.pddl.sexpr import Source


class Kind(Enum):
    """The kinds of lines."""

    BLANK = "blank"
    ROW = "row"
    ENTRY = "entry"
    SOLUTION = "solution"
    REMARK = "remark"
    TEXT = "text"


@dataclass(frozen=True)
class Line:
    """A line: what it is, its number from one, the offset of its first character; of an entry also key and value.

    The value of a text is the text without ``;`` before it. That of the line that begins a solution is whatever of it
    stands on this line, and there ``offset`` is that of the value.
    """

    kind: Kind
    number: int
    offset: int
    text: str
    key: str = ""
    value: str = ""


COMMENT_ENDS = ("comment-end", "comment_end")
"""Keys that end a comment over several lines, in small letters."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_PLAIN = re.compile(r"[#@+$*. \t_-]+")
_ROW = re.compile(r"[#@+$*. \t_0-9pPbBo()|-]*")
_FROM_WALL = re.compile(r"[\s0-9(|_-]*#")
_EMPTY_ROW = re.compile(r"[0-9 \t_-]*[_-]\s*")
_SEPARATOR = re.compile(r"\s*(?:-{2,}|\*+)\s*")
_MAN = re.compile(r"[@+]")
_SIGNS = frozenset("#@+$*.-_")
_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z]+)*) *:(?!//)(.*)", re.DOTALL)
_SOLUTION = re.compile(r"\s*\(?solution\b(?P<about>[^:]*)(?P<colon>:?)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_LURD = re.compile(r"[lurdLURD0-9()\s]*")


def is_lurd(text: str) -> bool:
    """Tell whether a line can be a part of a solution.

    >>> is_lurd("3r(uL)"), is_lurd("by me"), is_lurd("")
    (True, False, False)
    """
    return _LURD.fullmatch(text) is not None and any(letter in "lurdLURD()" for letter in text)


def lines_of(source: Source) -> Iterator[Line]:
    """Yield the lines of a text in order."""
    begin, inside = 0, False
    ends = [*_LINE_END.finditer(source.text), None]
    for number, end in enumerate(ends, 1):
        text = source.text[begin : end.start() if end else len(source.text)]
        kind, offset, key, value = _classify(text, inside)
        line = Line(kind, number, begin + offset, text, key, value)
        inside = line.kind is Kind.ROW
        yield line
        begin = end.end() if end else begin


def sections_of(source: Source) -> Iterator[Line]:
    """Yield the lines of a text; a solution over several lines is one, a comment over several lines as many entries."""
    lines = _without_separators(list(lines_of(source)))
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.kind is Kind.SOLUTION:
            line, number = _whole_solution(source, lines, number)
        if line.kind is Kind.ENTRY and line.key.lower() == "comment" and not line.value:
            end = _comment_end(lines, number)
            for said in lines[number:end]:
                if said.text.strip():
                    yield replace(said, kind=Kind.ENTRY, key=line.key, value=" ".join(said.text.split()))
            number = end
        else:
            yield line


def _without_separators(lines: list[Line]) -> list[Line]:
    """Return the lines; what looks like a row and stands between two levels, or below the last one, becomes text.

    Such a line is of ``-`` or of ``*`` alone, below a level with a man whose wall is closed. One of ``-`` without a
    second man below it is an empty row in the middle of a level.
    """
    found, begin = list(lines), 0
    for number, line in enumerate(found):
        if line.kind is not Kind.ROW:
            begin = number + 1
        elif _SEPARATOR.fullmatch(line.text) and _is_closed([row.text for row in found[begin:number]]):
            below = [row.text for row in takewhile(lambda row: row.kind is Kind.ROW, found[number + 1 :])]
            if "*" in line.text or not below or _MAN.search("".join(below)):
                found[number] = replace(line, kind=Kind.TEXT, value=line.text.strip())
                begin = number + 1
    return found


def _is_closed(rows: Sequence[str]) -> bool:
    """Tell whether rows have a man, who cannot walk out."""
    place_of = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    men = [place for place, sign in place_of.items() if sign in "@+"]
    if not men or not all(map(_PLAIN.fullmatch, rows)):
        return False
    seen, waiting = set(men), men
    while waiting:
        row, column = waiting.pop()
        for there in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if there not in place_of:
                return False
            if there not in seen and place_of[there] != "#":
                seen.add(there)
                waiting.append(there)
    return True


def _whole_solution(source: Source, lines: Sequence[Line], after: int) -> tuple[Line, int]:
    """Return the solution that begins before a line, with all its lines, and the number of the line after them.

    Empty lines may stand in it.
    """
    line = lines[after - 1]
    begin, end = line.offset, line.offset + len(line.value)
    for number in range(after, len(lines)):
        follower = lines[number]
        if is_lurd(follower.text):
            begin = begin if end > line.offset else follower.offset
            end, after = follower.offset + len(follower.text), number + 1
        elif follower.kind is not Kind.BLANK:
            break
    return replace(line, offset=begin, value=source.text[begin:end]), after


def _comment_end(lines: Sequence[Line], begin: int) -> int:
    """Return the line that ends the comment that begins at a line; without any, where its lines of text end."""
    for number in range(begin, len(lines)):
        key = lines[number].key.lower()
        if key in COMMENT_ENDS:
            return number
        if key == "comment":
            break
    return next((n for n in range(begin, len(lines)) if lines[n].kind is not Kind.TEXT), len(lines))


def _classify(text: str, inside: bool) -> tuple[Kind, int, str, str]:
    """Return the kind of a line, the offset in it that counts, key and value; ``inside``: a row stands above it."""
    stripped = text.strip()
    if not stripped:
        return Kind.BLANK, 0, "", ""
    if stripped.startswith("::"):
        return Kind.REMARK, 0, "", ""
    if (solution := _SOLUTION.match(text)) and (begun := _begun_solution(solution)):
        return Kind.SOLUTION, begun[0], "", begun[1]
    if entry := _ENTRY.fullmatch(stripped):
        return Kind.ENTRY, 0, entry[1], " ".join(entry[2].split())
    if _is_row(text, inside):
        return Kind.ROW, 0, "", ""
    return Kind.TEXT, 0, "", " ".join(stripped.lstrip(";").split())


def _begun_solution(found: re.Match[str]) -> tuple[int, str] | None:
    """Return where in its first line a solution begins, and how; None where something else is said of one."""
    group = "rest" if found["colon"] else "about"
    given = found[group]
    if found["colon"] and given.strip() and not is_lurd(given):
        return None
    return found.start(group), given if is_lurd(given) else ""


def _is_row(text: str, inside: bool) -> bool:
    """Tell whether a line is meant as a row of a level."""
    stripped = text.strip()
    if inside and (_PLAIN.fullmatch(text) or _EMPTY_ROW.fullmatch(text)):
        return True
    if "#" not in stripped:
        return False
    if _ROW.fullmatch(text):
        return bool(_PLAIN.fullmatch(text) or _FROM_WALL.match(text)) and (inside or not stripped[-1].isdigit())
    share = sum(sign in _SIGNS for sign in stripped) / sum(not sign.isspace() for sign in stripped)
    if inside:
        return _FROM_WALL.match(text) is not None and share >= 1 / 2
    return stripped[0] == "#" and len(stripped) > 1 and (stripped[-1] == "#" or share >= 2 / 3)
