"""PDDL text as nested lists of words, with the place of each word at hand for messages.

Words are lower-cased, because PDDL does not tell ``Truck`` from ``truck``; the user's spelling is read back
from the text when it is wanted. Places cost nothing until they are asked for: a list knows only where it
begins and ends, and its words are looked for again from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import NoReturn

from beta_plan.errors import InputRefused, UnsupportedFeature

MAX_BYTES = 32_000_000
"""A longer file is refused unread; also what stops the reader of an endless device."""

MAX_DEPTH = 100
"""Deeper parentheses are refused; no task that people write comes near."""

MAX_LISTS = 800_000
"""More parenthesised expressions are refused, before they fill the memory."""

_COMMENT = re.compile(r";[^\r\n]*")
_PARENTHESIS = re.compile(r"[()]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_WORD = re.compile(r"\?[^\s()?]*|[^\s()?]+")
_TIGHT_VARIABLE = re.compile(r"[^\s()]\?")
_ITEM = re.compile(rf"[()]|{_WORD.pattern}")
_UPPER = re.compile(r"[A-Z]+")


class SList(list["Node"]):
    """A parenthesised expression; ``start`` and ``end`` are the offsets of its text, parentheses included."""

    __slots__ = ("end", "start")

    start: int
    end: int


Node = str | SList
"""A word in lower case, or a parenthesised expression."""


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one file and the name under which messages speak of it."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def code(self) -> str:
        """The text with blanks for comments, so that every offset stays the same."""
        return _COMMENT.sub(lambda comment: " " * len(comment[0]), self.text)

    @cached_property
    def clean(self) -> str:
        """The text with blanks for comments and small letters for capitals, all offsets the same."""
        code = self.code
        return code.lower() if code.isascii() else _UPPER.sub(lambda upper: upper[0].lower(), code)

    @cached_property
    def is_lower(self) -> bool:
        """Whether the user wrote no capital letter outside comments."""
        return self.code == self.clean

    def place(self, offset: int) -> str:
        """Return ``file:line:column`` of an offset; lines and columns count from one."""
        line, line_start = 1, 0
        for end in _LINE_END.finditer(self.text, 0, offset):
            line, line_start = line + 1, end.end()
        return f"{self.name}:{line}:{offset - line_start + 1}"

    def spans(self, node: SList) -> list[tuple[int, int]]:
        """Return where each child of a list begins and ends."""
        found: list[tuple[int, int]] = []
        at = node.start + 1
        for child in node:
            if isinstance(child, SList):
                found.append((child.start, child.end))
            else:
                word = _WORD.search(self.clean, at)
                assert word is not None
                found.append(word.span())
            at = found[-1][1]
        return found

    def spelling(self, node: SList) -> list[str]:
        """Return the children of a list as the user spelled them."""
        if self.is_lower and not any(isinstance(child, SList) for child in node):
            return [str(child) for child in node]
        return [self.text[begin:end] for begin, end in self.spans(node)]

    def refuse(self, message: str, node: SList, child: int | None = None, remedy: str = "") -> NoReturn:
        """Raise InputRefused with the place of a list, or of one of its children."""
        raise InputRefused(message, place=self._place_of(node, child), remedy=remedy)

    def unsupported(self, feature: str, node: SList, child: int | None = None, remedy: str = "") -> NoReturn:
        """Raise UnsupportedFeature with the place of a list, or of one of its children."""
        raise UnsupportedFeature(f"{feature} not supported", place=self._place_of(node, child), remedy=remedy)

    def _place_of(self, node: SList, child: int | None) -> str:
        if child is None:
            return self.place(node.start)
        return self.place(self.spans(node)[child][0] if child < len(node) else node.end - 1)


def load(path: str | PathLike[str], *, limit: int = MAX_BYTES) -> Source:
    """Read a file of at most ``limit`` bytes; whatever the system says against it becomes InputRefused."""
    return source_of(path, load_bytes(path, limit=limit))


def source_of(path: str | PathLike[str], data: bytes) -> Source:
    """Return the text of a file of which the bytes are known."""
    return Source(printable(str(path)), decode(data))


def load_bytes(path: str | PathLike[str], *, limit: int = MAX_BYTES) -> bytes:
    """Read the bytes of a file; whatever the system says against it becomes InputRefused."""
    name = printable(str(path))
    try:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputRefused(f"cannot be read: {reason}", place=name) from None
    if len(data) > limit:
        raise InputRefused(f"longer than {limit:,} bytes", place=name)
    return data


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8 with or without byte order mark, or else one byte per character."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def parse(source: Source) -> SList:
    """Return the one parenthesised expression that a PDDL file consists of."""
    if binary := _BINARY.search(source.clean):
        code = f"a character of code {ord(binary[0])}"
        raise InputRefused(f"not a text file: {code}", place=source.place(binary.start()))
    root = SList()
    _nest(source, root)
    if not root:
        raise InputRefused("empty: no '(define ...)' in this file", place=source.place(0))
    (definition,) = root
    assert isinstance(definition, SList)
    return definition


def _nest(source: Source, root: SList) -> None:
    """Put the expression of a text into ``root``; words between two parentheses are split in one step."""
    clean = source.clean
    split = _WORD.findall if _TIGHT_VARIABLE.search(clean) else str.split
    stack: list[SList] = []
    current, last, lists = root, 0, 0
    for match in _PARENTHESIS.finditer(clean):
        at = match.start()
        if at > last and (words := split(clean[last:at])):
            if not stack:
                break
            current.extend(words)
        if clean[at] == "(":
            if root and not stack:
                break
            lists += 1
            if len(stack) == MAX_DEPTH or lists > MAX_LISTS:
                _refuse_excess(source, at, lists)
            stack.append(current)
            current = SList()
            current.start = at
            stack[-1].append(current)
        elif stack:
            current.end = at + 1
            current = stack.pop()
        else:
            break
        last = at + 1
    if stack:
        raise InputRefused("this parenthesis is never closed", place=source.place(current.start))
    if outside := _ITEM.search(clean, last):
        _refuse_outside(source, outside[0], outside.start(), after=bool(root))


def _refuse_outside(source: Source, word: str, offset: int, *, after: bool) -> NoReturn:
    what = "an unmatched ')'" if word == ")" else f"'{shorten(word)}'"
    message = f"{what} after the end of the definition" if after else f"expected '(define ...)', found {what}"
    remedy = "one definition to a file; look for a parenthesis closed too early" if after else ""
    raise InputRefused(message, place=source.place(offset), remedy=remedy)


def _refuse_excess(source: Source, offset: int, lists: int) -> NoReturn:
    deep = f"parentheses nested deeper than {MAX_DEPTH}"
    many = f"more than {MAX_LISTS:,} parenthesised expressions"
    raise InputRefused(many if lists > MAX_LISTS else deep, place=source.place(offset))


def shorten(word: str, limit: int = 40) -> str:
    """Return a word fit for a one-line message."""
    word = printable(word)
    return word if len(word) <= limit else word[: limit - 3] + "..."


def show(node: Node, limit: int = 40) -> str:
    """Return a node as text fit for a one-line message."""
    pieces: list[str] = []
    length = 0
    for piece in _pieces(node):
        pieces.append(piece)
        length += len(piece) + 1
        if length > limit:
            break
    return shorten(" ".join(pieces).replace("( ", "(").replace(" )", ")"), limit)


def counted(number: int, noun: str) -> str:
    """Return ``1 argument``, ``2 arguments``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _pieces(node: Node) -> Iterator[str]:
    if isinstance(node, str):
        yield node
        return
    yield "("
    for child in node:
        yield from _pieces(child)
    yield ")"


def printable(text: str) -> str:
    """Return a text with ``?`` for every character that steers a terminal, or that is none."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)
