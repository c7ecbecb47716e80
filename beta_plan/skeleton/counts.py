"""How many objects of each kind: what the skeleton says, with the numbers that a user gives instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from beta_plan.errors import InputRefused, WrongOption
from beta_plan.skeleton.spec import Kind, Skeleton

MOST_OBJECTS = 2_000
"""More of one kind are refused: nobody searches such a task."""

LARGEST_VALUE = 10**15
"""Of a sum of products; a larger one counts as this."""

MOST_STEPS = 20
"""So often numbers are changed that are out of bounds; whoever draws refuses what is still wrong then."""

_NUMBER = re.compile(r"[0-9]{1,9}")
_SIGNED = re.compile(r"(^|\+|\s-\s)([^+]+?)(?=$|\+|\s-\s)")
_FACTOR = re.compile(r"[^\s*+]+")


class Range(NamedTuple):
    """The number of objects of a kind by default, and the bounds of what a user may ask for."""

    default: int
    least: int
    most: int


def value_of(text: str, known: Mapping[str, int]) -> int:
    """Return the value of a sum of products; blanks around a minus tell it from a part of a name.

    >>> value_of("2*slow-lift + 1 - 3*block", {"slow-lift": 4, "block": 2})
    3
    """
    total = 0
    for sign, product in _SIGNED.findall(text):
        value = -1 if sign.strip() == "-" else 1
        for factor in _FACTOR.findall(product):
            value = _bounded(value * (int(factor) if _NUMBER.fullmatch(factor) else known[factor]))
        total = _bounded(total + value)
    return total


def _bounded(value: int) -> int:
    """Return a number, or the largest that counts: products of products could fill the memory."""
    return max(-LARGEST_VALUE, min(value, LARGEST_VALUE))


def names_in(text: str) -> list[str]:
    """Return the kinds that a sum of products mentions.

    >>> names_in("2*slow-lift + 1 - block")
    ['slow-lift', 'block']
    """
    return [word for word in _FACTOR.findall(text) if word != "-" and not _NUMBER.fullmatch(word)]


def parse_objects(texts: Iterable[str]) -> dict[str, int]:
    """Return the numbers of objects that a user gives.

    >>> parse_objects(["package=6,truck=2", "location=12"])
    {'package': 6, 'truck': 2, 'location': 12}
    """
    found: dict[str, int] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if not name or not equals or not _NUMBER.fullmatch(number):
            raise WrongOption(f"--objects: '{part}' is no number of objects", remedy="write package=6,truck=2")
        if name in found:
            raise WrongOption(f"--objects: '{name}' has two numbers", remedy="leave one out")
        found[name] = int(number)
    return found


def counts(skeleton: Skeleton, asked: Mapping[str, int], option: str = "--objects") -> dict[str, int]:
    """Return the number of objects of every kind; a kind that counts by another follows it.

    What is wrong with numbers that are asked for is a matter of the option, else of the file.

    >>> kinds = {name: Kind(name, name, count) for name, count in (("city", "2"), ("place", "3*city+1"))}
    >>> counts(Skeleton("", kinds), {"city": 4})
    {'city': 4, 'place': 13}
    """
    for name in asked:
        _check_may_ask(skeleton, name, option)
    found = _values(skeleton, asked)
    for kind in skeleton.kinds.values():
        if (remedy := _out_of_bounds(kind, found)) and asked:
            raise WrongOption(f"the number of '{kind.name}' is {found[kind.name]}", place=option, remedy=remedy)
        if remedy:
            message = f"[objects.{kind.name}] the number is {found[kind.name]}"
            raise InputRefused(message, place=skeleton.place, remedy=remedy)
    return found


def ranges(skeleton: Skeleton) -> dict[str, Range]:
    """Return default and bounds of the kinds that a user may give numbers for; bounds are those of the defaults."""
    found = counts(skeleton, {})
    return {
        name: Range(found[name], value_of(kind.least, found), _most(kind, found))
        for name, kind in skeleton.kinds.items()
        if not kind.fixed
    }


def usual_scale(skeleton: Skeleton) -> dict[str, tuple[int, int]]:
    """Return from how many to how many objects tasks grow: from half the default to once and a half.

    Kinds that count by others follow them.

    >>> usual_scale(Skeleton("", {name: Kind(name, name, count) for name, count in (("car", "7"), ("key", "car+1"))}))
    {'car': (4, 10)}
    """
    return {
        name: (max(least, -(-default // 2)), min(most, default * 3 // 2))
        for name, (default, least, most) in ranges(skeleton).items()
        if not names_in(skeleton.kinds[name].count)
    }


def fitted(skeleton: Skeleton, asked: Mapping[str, int], given: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of objects that are asked for, brought to their bounds; ``given`` are others, which stay.

    Where a kind that counts by others is out of bounds, those change by one until it is not.

    >>> kinds = {"row": Kind("row", "", "3"), "robot": Kind("robot", "", "2", most="row")}
    >>> fitted(Skeleton("", kinds), {"row": 2, "robot": 3}, {})
    {'row': 2, 'robot': 2}
    """
    found = dict(asked)
    for _ in range(MOST_STEPS):
        values = _values(skeleton, {**given, **found})
        before = dict(found)
        for name, kind in skeleton.kinds.items():
            step = max(value_of(kind.least, values) - values[name], 0) or min(_most(kind, values) - values[name], 0)
            if name in found:
                found[name] += step
            elif step:
                found |= {
                    word: max(found[word] + (step > 0) - (step < 0), 1)
                    for word in names_in(kind.count)
                    if word in found
                }
        if found == before:
            break
    return found


def _values(skeleton: Skeleton, asked: Mapping[str, int]) -> dict[str, int]:
    said = {name: str(asked[name]) if name in asked else kind.count for name, kind in skeleton.kinds.items()}
    for name, kind in skeleton.kinds.items():
        for word in names_in(f"{said[name]} + {kind.least} + {kind.most or 0}"):
            if word not in said:
                remedy = f"known: {', '.join(said)}"
                raise InputRefused(f"[objects.{name}] no kind '{word}'", place=skeleton.place, remedy=remedy)
    found: dict[str, int] = {}
    try:
        for name in TopologicalSorter({name: names_in(text) for name, text in said.items()}).static_order():
            found[name] = value_of(said[name], found)
    except CycleError as error:
        ring = " and ".join(dict.fromkeys(error.args[1]))
        raise InputRefused(
            f"[objects] {ring} count by each other", place=skeleton.place, remedy="give one of them a number"
        ) from None
    return {name: found[name] for name in skeleton.kinds}


def _check_may_ask(skeleton: Skeleton, name: str, option: str) -> None:
    free = ", ".join(name for name, kind in skeleton.kinds.items() if not kind.fixed)
    if name not in skeleton.kinds:
        raise WrongOption(f"no kind of objects '{name}'", place=option, remedy=f"known: {free}")
    if skeleton.kinds[name].fixed:
        raise WrongOption(f"the number of '{name}' cannot be chosen", place=option, remedy=f"choose among {free}")


def _out_of_bounds(kind: Kind, found: Mapping[str, int]) -> str:
    """Return how many there may be of a kind that has too few or too many objects; nothing if it has not."""
    number, least, most = found[kind.name], value_of(kind.least, found), _most(kind, found)
    if number < least:
        reason = kind.least if _NUMBER.fullmatch(kind.least) else f"{kind.least} = {least}"
        return f"at least {reason}"
    if number > most:
        reason = f"{kind.most} = {most}" if kind.most and names_in(kind.most) else str(most)
        return f"at most {reason}"
    return ""


def _most(kind: Kind, found: Mapping[str, int]) -> int:
    return MOST_OBJECTS if kind.most is None else min(MOST_OBJECTS, value_of(kind.most, found))
