"""Damage to what a user hands over: to words, to bytes, to values of JSON; the rest of the text stays right.

Everything here draws from a ``random.Random``: one that is seeded gives the same text again, and one of hypothesis
(``st.randoms``) lets it find a smaller text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

HUGE = "9" * 5000
ESCAPE = "\x1b[31mred\x1b]0;title\x07"
SCRIPT = "</script><script>alert(1)</script>"

ODD_WORDS = (
    "", " ", "\t", "\n", "\r", "\r\n", "\f", "\v", "\x00", "\x1a", "\x1c", "\x7f", "\x85", "\x9b31m", "\u2028",
    "\u202e", "\ufeff", "(", ")", "()", "[", "]", "{", "}", '"', "'", '"""', "`", ";", ":", "::", ",", "=", "==", "-",
    "--",
    "- -", "+", "*", "/", "\\", "|", "#", "$", "%", "@", "&", "!", "?", "?x", "??", ".", "..", "...", "<", ">",
    "0", "-0", "-1", "1", "00", "1.5", "1e999", "nan", "inf", "Infinity", "0x10", "1_000", "2147483648",
    "18446744073709551616", HUGE, "not", "and", "or", "forall", "exists", "when", "imply", "either", "increase",
    "total-cost", "number", "object", "define", "true", "null", "None", "ä", "É", "ß", "²", "٣", "Ⅷ", "日本",
    "\U0001d518", "e\u0301",
    "../x", "/etc/passwd", "~", "con", "$(id)", "`id`", "; id", "%s%n", "{0}", "{domain}", "{level}", "--help", "-o",
    SCRIPT, ESCAPE, "x" * 3000, "a-" * 200,
)  # fmt: skip
"""Words that someone has forgotten to think of."""

_TOKEN = re.compile(r"\s+|[\w?-]+|.", re.DOTALL)


def damaged(chance: Random, text: str, *, times: int | None = None) -> bytes:
    """Return a text with a few words, and now and then a few bytes, out of order; sometimes as it was."""
    times = chance.choice((0, 1, 1, 1, 2, 3)) if times is None else times
    words = _TOKEN.findall(text)
    for _ in range(times):
        if words:
            chance.choice(_WORD_DAMAGE)(chance, words)
    data = encoded(chance, "".join(words))
    return bytes_damaged(chance, data) if times and chance.random() < 0.15 else data


def odd_word(chance: Random) -> str:
    """Return a word that nobody expects."""
    return chance.choice(ODD_WORDS)


def _drop(chance: Random, words: list[str]) -> None:
    del words[chance.randrange(len(words))]


def _drop_many(chance: Random, words: list[str]) -> None:
    begin = chance.randrange(len(words))
    del words[begin : begin + chance.randrange(1, 20)]


def _double(chance: Random, words: list[str]) -> None:
    at = chance.randrange(len(words))
    words[at] = f"{words[at]}{chance.choice(('', ' '))}{words[at]}"


def _repeat(chance: Random, words: list[str]) -> None:
    begin = chance.randrange(len(words))
    part = words[begin : begin + chance.randrange(1, 30)]
    words[begin:begin] = part * chance.choice((1, 1, 2, 50))


def _stretch(chance: Random, words: list[str]) -> None:
    """Repeat a word so often that whoever looks at every pair of places never comes to an end."""
    at = chance.randrange(len(words))
    words[at] = (words[at] * chance.choice((1000, 30_000)))[:100_000]


def _swap(chance: Random, words: list[str]) -> None:
    one, other = chance.randrange(len(words)), chance.randrange(len(words))
    words[one], words[other] = words[other], words[one]


def _replace(chance: Random, words: list[str]) -> None:
    words[chance.randrange(len(words))] = odd_word(chance)


def _insert(chance: Random, words: list[str]) -> None:
    words.insert(chance.randrange(len(words) + 1), odd_word(chance))


def _borrow(chance: Random, words: list[str]) -> None:
    words[chance.randrange(len(words))] = words[chance.randrange(len(words))]


def _cut(chance: Random, words: list[str]) -> None:
    del words[chance.randrange(len(words)) :]


def _nest(chance: Random, words: list[str]) -> None:
    """Put many brackets around a word, closed or not."""
    at, (left, right) = chance.randrange(len(words)), chance.choice(("()", "[]", "{}", ("(and ", ")"), ("(not ", ")")))
    deep = chance.choice((2, 40, 150, 3000))
    words[at] = left * deep + words[at] + right * chance.choice((deep, deep, 0))


_WORD_DAMAGE: tuple[Callable[[Random, list[str]], None], ...] = (
    _drop, _drop, _drop_many, _double, _repeat, _swap, _swap, _replace, _replace, _replace, _insert, _borrow, _borrow,
    _cut, _nest, _stretch,
)  # fmt: skip


def encoded(chance: Random, text: str) -> bytes:
    """Return a text as an editor may have saved it."""
    if chance.random() < 0.05:
        text = re.sub(r"\r?\n", chance.choice(("\r\n", "\r")), text)
    if chance.random() < 0.95:
        return text.encode("utf-8", errors="surrogateescape")
    mark = chance.choice((b"\xef\xbb\xbf", b"", b"\xef\xbb\xbf\xef\xbb\xbf"))
    return mark + text.encode(chance.choice(("utf-8", "latin-1", "utf-16", "utf-32-le")), errors="replace")


def bytes_damaged(chance: Random, data: bytes) -> bytes:
    """Return bytes of which a few are lost, changed, or strange."""
    found = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(4):
            case 0:
                found[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[at : at + chance.randrange(1, 9)]
            case 2:
                found[at:at] = chance.choice((b"\x00", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"))
            case 3:
                found[at:at] = found[: chance.randrange(1, 64)]
    return bytes(found)


def odd_json(chance: Random) -> Any:
    """Return a value that is JSON, and mostly not the one that was expected."""
    simple: tuple[Any, ...] = (
        None, True, False, 0, 1, -1, 2.5, 1e308, float("inf"), float("nan"), 10**25, [], {}, [[]], {"": {}}, "",
        "p01.pddl", ["p01.sok"], {"problem": "p01.pddl"}, "\ud800", "a\x00b", "p².pddl", f"p{'1' * 4400}.pddl",
        "/dev/zero",
        "../../../../etc/passwd", "solutions", "domain.pddl", "manifest.json",
    )  # fmt: skip
    if chance.random() < 0.3:
        return odd_word(chance)
    return chance.choice(simple)


def json_damaged(chance: Random, value: Any) -> Any:
    """Return a value in which one part, at any depth, is lost, doubled, or another one."""
    if not isinstance(value, (dict, list)) or not value or chance.random() < 0.1:
        return odd_json(chance)
    if isinstance(value, list):
        at = chance.randrange(len(value))
        match chance.randrange(6):
            case 0:
                return [*value[:at], *value[at + 1 :]]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], json_damaged(chance, value[at]), *value[at + 1 :]]
    key = chance.choice(list(value))
    match chance.randrange(6):
        case 0:
            return {other: each for other, each in value.items() if other != key}
        case 1:
            return {**value, odd_word(chance): odd_json(chance)}
        case _:
            return {**value, key: json_damaged(chance, value[key])}


def json_text(chance: Random, value: Any) -> bytes:
    """Return a value as JSON, damaged once or twice; sometimes so deep that no reader gets to its end."""
    for _ in range(chance.choice((0, 1, 1, 2))):
        value = json_damaged(chance, value)
    text = json.dumps(value, indent=chance.choice((None, 1)))
    if chance.random() < 0.05:
        deep = chance.choice((50, 5000, 200_000))
        text = f"{'[' * deep}{text}{']' * deep}"
    return damaged(chance, text) if chance.random() < 0.2 else text.encode("utf-8", errors="replace")
