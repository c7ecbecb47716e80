"""Squares that are linked in directions, laid out in rows and columns.

A *link* is a directed pair of squares with a label, the static facts that join the two. Labels that stand for the same
direction are found by use: those of one pair of squares, and those of the two halves of a push. Which of the
directions is called up is of no consequence; names decide it where they can, so that pictures look as expected.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from beta_plan.sokoban.maze import DIRECTIONS
from beta_plan.sokoban.static_facts import Unlike

Pair = tuple[int, int]
Labels = Mapping[Pair, Iterable[Hashable]]

_WORDS = (
    {"up", "north", "u", "n", "top"},
    {"right", "east", "r", "e"},
    {"down", "south", "d", "s", "bottom"},
    {"left", "west", "l", "w"},
)


@dataclass(frozen=True)
class Layout:
    """(row, column) of each square, and the direction of each link."""

    places: dict[int, tuple[int, int]]
    directions: dict[Pair, int]


class Classes:
    """Classes of things that are the same, joined two by two."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def of(self, item: Hashable) -> Hashable:
        """Return the thing that stands for the class of ``item``."""
        self._above.setdefault(item, item)
        while self._above[item] != item:
            self._above[item] = item = self._above[self._above[item]]
        return item

    def join(self, one: Hashable, other: Hashable) -> None:
        """Make two classes one."""
        self._above[self.of(other)] = self.of(one)


def lay_out(
    links: Labels, same: Iterable[tuple[Hashable, Hashable]], spelled: Mapping[Hashable, str], names: tuple[str, ...]
) -> Layout:
    """Return places for squares such that every link leads one square on in its direction; or raise Unlike.

    Args:
        links: the labels of each pair.
        same: labels that stand for the same direction.
        spelled: the words of a label, that may name a direction.
        names: those of the squares, for reasons.
    """
    classes = Classes()
    for labels in links.values():
        first, *others = labels
        for other in others:
            classes.join(first, other)
    for one, other in same:
        classes.join(one, other)
    label_of = {pair: classes.of(next(iter(labels))) for pair, labels in links.items()}
    opposite = _opposites(label_of, names)
    numbers = _numbers(opposite, spelled, classes)
    directions = {pair: numbers[label] for pair, label in label_of.items()}
    return Layout(_places(directions, names), directions)


def _opposites(label_of: Mapping[Pair, Hashable], names: tuple[str, ...]) -> dict[Hashable, Hashable]:
    """Return which direction leads back from which, in the order of the links."""
    opposite: dict[Hashable, Hashable] = {}
    for (source, target), label in label_of.items():
        if (target, source) not in label_of:
            raise Unlike(f"there is a way from {names[source]} to {names[target]}, and none back")
        back = label_of[target, source]
        if opposite.setdefault(label, back) != back or back == label:
            raise Unlike(f"the way back from {names[target]} to {names[source]} is in a direction that is not opposite")
    if len(opposite) > len(DIRECTIONS):
        raise Unlike(f"the squares are linked in {len(opposite)} directions, a grid has four")
    return opposite


def _numbers(
    opposite: Mapping[Hashable, Hashable], spelled: Mapping[Hashable, str], classes: Classes
) -> dict[Hashable, int]:
    """Return the numbers of the directions: as their names say if these make sense, else as they come."""
    named: dict[Hashable, set[int]] = {label: set() for label in opposite}
    for label, text in spelled.items():
        words = set(re.findall(r"[a-z]+", text.lower()))
        named.get(classes.of(label), set()).update(number for number, known in enumerate(_WORDS) if words & known)
    numbers = {label: min(each) for label, each in named.items() if len(each) == 1}
    every = len(set(numbers.values())) == len(opposite)
    if every and all(numbers[back] == (numbers[label] + 2) % 4 for label, back in opposite.items()):
        return numbers
    numbers = {}
    for label, back in opposite.items():
        if label not in numbers:
            numbers[label] = 1 - len(numbers) // 2
            numbers[back] = numbers[label] + 2
    return numbers


def _places(directions: Mapping[Pair, int], names: tuple[str, ...]) -> dict[int, tuple[int, int]]:
    """Return the places of all linked squares; parts of the maze that are not linked stand beside each other."""
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for (source, target), direction in directions.items():
        neighbours.setdefault(source, []).append((target, direction))
    places: dict[int, tuple[int, int]] = {}
    margin = 1
    for start in neighbours:
        if start not in places:
            part = _part(start, neighbours, names)
            top, left = (min(place[axis] for place in part.values()) for axis in (0, 1))
            places |= {square: (row - top + 1, column - left + margin) for square, (row, column) in part.items()}
            margin = max(column for _, column in places.values()) + 2
    return places


def _part(
    start: int, neighbours: Mapping[int, list[tuple[int, int]]], names: tuple[str, ...]
) -> dict[int, tuple[int, int]]:
    """Return places of the squares that are linked with ``start``, which is at (0, 0)."""
    part = {start: (0, 0)}
    taken = {(0, 0): start}
    waiting = [start]
    for square in waiting:
        row, column = part[square]
        for other, direction in neighbours[square]:
            rows, columns = DIRECTIONS[direction]
            place = (row + rows, column + columns)
            if other not in part:
                waiting.append(other)
            if part.setdefault(other, place) != place or taken.setdefault(place, other) != other:
                raise Unlike(f"the squares around {names[square]} and {names[other]} do not lie on a grid")
    return part
