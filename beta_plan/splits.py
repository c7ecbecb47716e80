"""Splits of a suite for learning and testing, in the layout of the learning track of IPC 2023: sets of three classes.

``training=easy:10,testing=easy:5,medium:5,hard:5`` asks for ``training/easy/p01`` and so on. Classes are thirds of a
range, of sizes or of hardness; the sets that share a class share its third, and no instance.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

CLASSES = ("easy", "medium", "hard")
"""From the first third to the last one."""

Each = TypeVar("Each")

_SET = re.compile(r"[a-z][a-z0-9_-]*")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_RESERVED = "solutions"
_EXAMPLE = "write training=easy:10,testing=easy:5,hard:5"


@dataclass(frozen=True)
class Section:
    """So many instances of one class in one set."""

    name: str
    difficulty: str
    count: int

    @property
    def folder(self) -> str:
        """Where they are, seen from the output directory."""
        return f"{self.name}/{self.difficulty}"


def parse_split(text: str) -> tuple[Section, ...]:
    """Return the sections of a split in their order; a text that is none raises ValueError.

    >>> [(section.folder, section.count) for section in parse_split("training=easy:10,testing=easy:5,hard:3")]
    [('training/easy', 10), ('testing/easy', 5), ('testing/hard', 3)]
    """
    found: list[Section] = []
    for part in (part.strip() for part in text.split(",")):
        before, equals, rest = part.rpartition("=")
        name = before if equals else found[-1].name if found else ""
        difficulty, _, count = rest.partition(":")
        if not _SET.fullmatch(name) or difficulty not in CLASSES or not _NUMBER.fullmatch(count):
            raise ValueError(f"'{part}' is no part of a split: {_EXAMPLE}")
        if name == _RESERVED:
            raise ValueError(f"a set cannot be called '{name}': plans are there")
        if any((section.name, section.difficulty) == (name, difficulty) for section in found):
            raise ValueError(f"two numbers for '{name}={difficulty}': leave one out")
        found.append(Section(name, difficulty, int(count)))
    return tuple(found)


def is_folder(text: str) -> bool:
    """Tell whether a split may have a section in this folder.

    >>> is_folder("training/easy"), is_folder("training/odd"), is_folder("../easy"), is_folder("solutions/easy")
    (True, False, False, False)
    """
    name, _, difficulty = text.partition("/")
    return _SET.fullmatch(name) is not None and name != _RESERVED and difficulty in CLASSES


def evenly(count: int) -> list[Fraction]:
    """Return places from 0 to 1 in equal steps; a single one is at the end."""
    return [Fraction(1)] if count == 1 else [Fraction(step, count - 1) for step in range(count)]


def places(sections: Sequence[Section]) -> list[Fraction]:
    """Return places between 0 and 1, ascending, one for each instance: those of a class are spread over its third.

    The easiest is at the very beginning, the hardest at the very end.

    >>> [str(place) for place in places(parse_split("a=easy:2,b=hard:2"))]
    ['0', '1/6', '5/6', '1']
    """
    found = []
    for third, difficulty in enumerate(CLASSES):
        count = _total(sections, difficulty)
        found += [(third + (step + Fraction(third, 2)) / count) / 3 for step in range(count)]
    return found


def deal(ascending: Sequence[Each], sections: Sequence[Section]) -> list[list[Each]]:
    """Return the instances of each section, ascending; where there are too few, each section has its part of them.

    The first ones are easy, and so on; of a class each set has a share that is spread over it.

    >>> deal("abcdef", parse_split("train=easy:3,test=easy:1,hard:2"))
    [['a', 'b', 'd'], ['c'], ['e', 'f']]
    """
    wanted = sum(section.count for section in sections)
    turns = [turn for difficulty in CLASSES for turn in _turns(sections, difficulty)]
    found: list[list[Each]] = [[] for _ in sections]
    for number, each in enumerate(ascending[:wanted]):
        found[turns[number * wanted // min(len(ascending), wanted)]].append(each)
    return found


def _turns(sections: Sequence[Section], difficulty: str) -> list[int]:
    """Return, for the instances of a class in ascending order, the numbers of the sections that have them."""
    own = [number for number, section in enumerate(sections) if section.difficulty == difficulty]
    keys = [
        (Fraction(2 * i + 1, 2 * sections[number].count), number)
        for number in own
        for i in range(sections[number].count)
    ]
    return [number for _, number in sorted(keys)]


def _total(sections: Sequence[Section], difficulty: str) -> int:
    return sum(section.count for section in sections if section.difficulty == difficulty)
