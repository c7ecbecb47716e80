"""Run lengths: ``3#2-`` stands for ``###--`` and ``2(r3u)`` for ``ruuuruuu``, in rows of levels and in solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MAX_DIGITS = 7


class RunsRefused(Exception):
    """What is wrong with a text of run lengths, and where in it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


@dataclass
class _Group:
    """What an open parenthesis has collected so far; ``times`` is how often it is to be repeated."""

    times: int
    opened: int
    symbols: list[str]
    offsets: list[int]

    def add(self, symbols: Sequence[str], offsets: Sequence[int], times: int, limit: int, at: int) -> None:
        if len(self.symbols) + times * len(symbols) > limit:
            raise RunsRefused(f"stands for more than {limit:,} characters", at)
        self.symbols.extend(list(symbols) * times)
        self.offsets.extend(list(offsets) * times)


def expand(text: str, limit: int) -> tuple[list[str], list[int]]:
    """Return the characters that a text stands for, and at which offset of it each was written.

    Nothing is said about which characters there may be, except for digits and parentheses. What stands for more
    than ``limit`` characters is refused before it is made, and so is a number or a parenthesis that stands alone.

    >>> "".join(expand("2(3(#-)#).", limit=100)[0])
    '#-#-#-##-#-#-#.'
    """
    groups = [_Group(1, 0, [], [])]
    at = 0
    while at < len(text):
        begin, times = at, 1
        if text[at] in "0123456789":
            times, at = _number(text, at)
        symbol = text[at]
        if symbol == "(":
            groups.append(_Group(times, at, [], []))
        elif symbol == ")" and at > begin:
            raise RunsRefused("a number before ')' repeats nothing", begin)
        elif symbol == ")" and len(groups) == 1:
            raise RunsRefused("this ')' closes no parenthesis", at)
        elif symbol == ")":
            group = groups.pop()
            groups[-1].add(group.symbols, group.offsets, group.times, limit, group.opened)
        else:
            groups[-1].add(symbol, [at], times, limit, begin)
        at += 1
    if len(groups) > 1:
        raise RunsRefused("this parenthesis is never closed", groups[-1].opened)
    return groups[0].symbols, groups[0].offsets


def _number(text: str, begin: int) -> tuple[int, int]:
    """Return the number that begins at an offset, and the offset after it, where something must follow."""
    end = begin
    while end < len(text) and text[end] in "0123456789":
        end += 1
    if end == len(text):
        raise RunsRefused("a number at the end repeats nothing", begin)
    if end - begin > _MAX_DIGITS:
        raise RunsRefused("a run length this large is no level", begin)
    return int(text[begin:end]), end
