"""How many objects of each kind: what the skeleton says, with the numbers that a user gives instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from beta_plan.errors import InputRefused
from beta_plan.skeleton.spec import Skeleton

MOST_OBJECTS = 2_000
"""More of one kind are refused: nobody searches such a task."""

_WORD = re.compile(r"[\w-]+")


def parse_objects(texts: Iterable[str]) -> dict[str, int]:
    """Return the numbers of objects that a user gives.

    >>> parse_objects(["package=6,truck=2", "location=12"])
    {'package': 6, 'truck': 2, 'location': 12}
    """
    found: dict[str, int] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if not name or not equals or not number.isdecimal() or len(number) > 9:
            raise InputRefused(f"'{part}' is no number of objects", remedy="write package=6,truck=2")
        found[name] = int(number)
    return found


def counts(skeleton: Skeleton, asked: Mapping[str, int]) -> dict[str, int]:
    """Return the number of objects of every kind; a kind that counts by another follows it.

    >>> from beta_plan.skeleton.spec import Kind
    >>> kinds = {name: Kind(name, name, count) for name, count in (("city", "2"), ("place", "3*city+1"))}
    >>> counts(Skeleton("", kinds), {"city": 4})
    {'city': 4, 'place': 13}
    """
    for name in asked:
        if name not in skeleton.kinds:
            known = ", ".join(skeleton.kinds)
            raise InputRefused(f"no kind of objects '{name}'", place=skeleton.place, remedy=f"known: {known}")
    said = {name: str(asked[name]) if name in asked else kind.count for name, kind in skeleton.kinds.items()}
    uses = {name: [w for w in _WORD.findall(text) if not w.isdigit()] for name, text in said.items()}
    for name, words in uses.items():
        for word in words:
            if word not in said:
                raise InputRefused(f"[objects.{name}] no kind '{word}'", place=skeleton.place)
    found: dict[str, int] = {}
    try:
        for name in TopologicalSorter(uses).static_order():
            found[name] = _value(said[name], found)
    except CycleError as error:
        raise InputRefused(
            f"[objects] {' and '.join(error.args[1])} count by each other", place=skeleton.place
        ) from None
    for name, number in found.items():
        if number > MOST_OBJECTS:
            raise InputRefused(f"{number} objects '{name}'", place=skeleton.place, remedy=f"{MOST_OBJECTS} at most")
    return {name: found[name] for name in skeleton.kinds}


def _value(text: str, known: Mapping[str, int]) -> int:
    """Return the value of a sum of products."""
    total = 0
    for product in text.split("+"):
        value = 1
        for factor in product.split("*"):
            word = factor.strip()
            value *= int(word) if word.isdigit() else known[word]
        total += value
    return total
