"""Sizes of the tasks of a suite: equal steps through a range, of which each class of tasks has a third.

A series of 5 with ``package=3..11`` has 3, 5, 7, 9 and 11 packages; of a split the easy tasks have 3 to 5, the medium
ones 6 to 8 and the hard ones 9 to 11.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from os import PathLike

from beta_plan.bundled import find_domain, is_maze_domain
from beta_plan.config import DEFAULT_SIZE, GeneratorConfig
from beta_plan.errors import InputRefused, WrongOption
from beta_plan.skeleton.counts import counts, fitted, parse_objects, usual_scale
from beta_plan.skeleton.find import skeleton_for
from beta_plan.skeleton.mazes import max_boxes
from beta_plan.splits import CLASSES

Scale = Mapping[str, tuple[int, int]]
"""The first and the last number of objects of each kind."""

USUAL_MAZES: Scale = {"width": (8, 15), "height": (7, 12), "boxes": (3, 9)}
"""From half as much room, and as many boxes, as a maze has of which nobody says more, to once and a half."""

_RANGE = re.compile(r"([\w-]+)=([0-9]{1,6})\.\.([0-9]{1,6})")


@dataclass(frozen=True)
class Member:
    """One task of a suite: what is asked for, its size in words, and the folder of its instance."""

    config: GeneratorConfig
    said: str
    folder: str = ""


def members(domain: str | PathLike[str], config: GeneratorConfig) -> list[Member]:
    """Return the tasks of a suite; in each section of a split they ascend in size.

    Where nobody says how tasks grow, they do so from half the usual numbers of objects to once and a half.
    """
    sizing = _Mazes(config) if is_maze_domain(find_domain(domain), config.skeleton) else _Tasks(domain, config)
    scale = parse_scale(config.scale) or sizing.usual_scale()
    if config.sections:
        wanted = [
            (section.folder, size)
            for section in config.sections
            for size in sizes(third(scale, section.difficulty), section.count)
        ]
    else:
        wanted = [("", size) for size in sizes(scale, config.series or 1)]
    plain = replace(config, scale=(), series=None, split=None)
    return [
        Member(sizing.requested(plain, size), ", ".join(f"{kind}={many}" for kind, many in size.items()), folder)
        for folder, size in wanted
    ]


def parse_scale(texts: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return the first and the last number of objects of each kind.

    >>> parse_scale(["location=4..20,package=3..12"])
    {'location': (4, 20), 'package': (3, 12)}
    """
    found: dict[str, tuple[int, int]] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise WrongOption(f"'{part}' is no range of numbers of objects", remedy="write package=3..12")
        if match[1] in found:
            raise WrongOption(f"two ranges for '{match[1]}'", remedy="leave one out")
        if int(match[3]) < int(match[2]):
            raise WrongOption(f"'{part}' shrinks", remedy="write the smaller number first")
        found[match[1]] = int(match[2]), int(match[3])
    return found


def sizes(scale: Scale, count: int) -> list[dict[str, int]]:
    """Return the numbers of objects of each task, from the first to the last in equal steps.

    >>> sizes({"package": (3, 12)}, 4)
    [{'package': 3}, {'package': 6}, {'package': 9}, {'package': 12}]
    """
    steps = max(count - 1, 1)
    return [
        {kind: first + round((last - first) * i / steps) for kind, (first, last) in scale.items()} for i in range(count)
    ]


def third(scale: Scale, difficulty: str) -> dict[str, tuple[int, int]]:
    """Return the part of a scale that a class has: a third of the numbers, none of which two classes share.

    >>> [third({"package": (3, 12), "truck": (1, 2)}, difficulty) for difficulty in ("easy", "medium", "hard")]
    [{'package': (3, 6), 'truck': (1, 1)}, {'package': (7, 9), 'truck': (2, 2)}, {'package': (10, 12), 'truck': (2, 2)}]
    """
    place = CLASSES.index(difficulty)
    found = {}
    for kind, (first, last) in scale.items():
        numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
        begin, end = (-(-len(numbers) * each // len(CLASSES)) for each in (place, place + 1))
        begin = min(begin, len(numbers) - 1)
        found[kind] = numbers[begin], numbers[max(begin, end - 1)]
    return found


class _Tasks:
    """Sizes of tasks that are drawn as a skeleton says."""

    def __init__(self, domain: str | PathLike[str], config: GeneratorConfig) -> None:
        self._given = parse_objects(config.objects)
        self._skeleton = skeleton_for(find_domain(domain), config.skeleton)
        self._is_usual = not config.scale

    def usual_scale(self) -> Scale:
        """Return how tasks grow where nobody says it."""
        found = {kind: ends for kind, ends in usual_scale(self._skeleton).items() if kind not in self._given}
        if all(first == last for first, last in found.values()):
            message = "easy and hard tasks would have the same size: no number of objects can be chosen"
            raise InputRefused(message, place=self._skeleton.place, remedy="give --scale, or a problem file")
        return found

    def requested(self, config: GeneratorConfig, size: Mapping[str, int]) -> GeneratorConfig:
        """Return what is asked of a task of this size."""
        if self._is_usual:
            size = fitted(self._skeleton, size, self._given)
        else:
            counts(self._skeleton, {**self._given, **size}, "--scale")
        return replace(config, objects=(*config.objects, ",".join(f"{kind}={many}" for kind, many in size.items())))


class _Mazes:
    """Sizes of mazes that are drawn."""

    def __init__(self, config: GeneratorConfig) -> None:
        self._size, self._boxes, self._is_usual = config.size, config.boxes, not config.scale
        width, _, height = (config.size or DEFAULT_SIZE).partition("x")
        self._sides = {"width": int(width), "height": int(height)}

    def usual_scale(self) -> Scale:
        """Return how mazes grow where nobody says it: in what is not given."""
        sides = {} if self._size else {name: USUAL_MAZES[name] for name in self._sides}
        if self._boxes:
            return sides
        most = max_boxes(**self._sides) if self._size else USUAL_MAZES["boxes"][1]
        return {**sides, "boxes": (min(USUAL_MAZES["boxes"][0], most), min(USUAL_MAZES["boxes"][1], most))}

    def requested(self, config: GeneratorConfig, size: Mapping[str, int]) -> GeneratorConfig:
        """Return what is asked of a maze of this size."""
        for name in size:
            if name not in USUAL_MAZES:
                known = ", ".join(USUAL_MAZES)
                raise WrongOption(f"--scale: a maze has no number of '{name}'", remedy=f"known: {known}")
        if (self._boxes and "boxes" in size) or (self._size and not self._sides.keys().isdisjoint(size)):
            raise WrongOption("--scale: two numbers for the same", remedy="leave out --size and --boxes")
        sides = {**self._sides, **{name: many for name, many in size.items() if name != "boxes"}}
        boxes = size.get("boxes", self._boxes)
        if self._is_usual and "boxes" in size:
            boxes = min(size["boxes"], max_boxes(**sides))
        return replace(config, size=f"{sides['width']}x{sides['height']}", boxes=boxes)
