"""How wide text is, in Helvetica, and how it is broken into lines."""

from __future__ import annotations

from collections.abc import Iterable

_FIRST = 32
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
"""Of each printable ASCII character, in thousandths of the size."""

_OTHERS = 600
_BOLDER = 1.07

ELLIPSIS = "\u2026"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is.

    >>> text_width("Sokoban", 10)
    39.47
    """
    total = sum(_WIDTHS[ord(c) - _FIRST] if 0 <= ord(c) - _FIRST < len(_WIDTHS) else _OTHERS for c in text)
    return round(total * size / 1000 * (_BOLDER if bold else 1), 2)


def shortened(text: str, size: float, width: float) -> str:
    """Return a text that is no wider than ``width``; what does not fit is cut off in the middle.

    >>> shortened("distribution-centre-east", 10, 60)
    'distribu\u2026east'
    """
    if text_width(text, size) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        tail = kept * 2 // 5
        found = f"{text[: kept - tail]}{ELLIPSIS}{text[len(text) - tail :]}"
        if text_width(found, size) <= width:
            return found
    return text[:1]


def wrapped(words: Iterable[str], size: float, width: float) -> list[str]:
    """Return words as lines that are no wider than ``width``, except for a word that is so alone.

    A word that ends in a colon begins a line.
    """
    lines: list[str] = []
    for word in words:
        joined = f"{lines[-1]} {word}" if lines else ""
        if lines and not word.endswith(":") and text_width(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines
