"""Roads between places: a line style for each map, arrows on one-way roads, lengths where they are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beta_plan.pictures.atlas import Atlas, Road
from beta_plan.pictures.layout import Frame
from beta_plan.pictures.scene import Group, Lines, Point, Polygon, Rectangle, Shape, Text
from beta_plan.pictures.style import STYLES
from beta_plan.pictures.text import text_width

_ARROW = 6.0


def draw_roads(atlas: Atlas, places: dict[str, Frame]) -> Iterator[Group]:
    """Yield the roads of each style as a group; a board shows by itself who are neighbours, and so does a tower."""
    area = {place: name for name, own in atlas.areas.items() for place in own}
    roads = [
        road for road in atlas.roads
        if not atlas.ranks and not atlas.is_complete and (not atlas.is_board or area[road.start] != area[road.end])
    ]  # fmt: skip
    pairs = Counter(frozenset((road.start, road.end)) for road in roads)
    for style in dict.fromkeys(road.style for road in roads):
        own = [road for road in roads if road.style == style]
        ends = [_ends(places, road, pairs[frozenset((road.start, road.end))] > 1) for road in own]
        marks: list[Shape] = []
        for road, (start, end) in zip(own, ends, strict=True):
            marks += _marks(road, _outside(places[road.start], start, end), _outside(places[road.end], end, start))
        yield Group((Lines(tuple(ends), style), *marks), f"roads:{style}", "roads")


def _ends(places: dict[str, Frame], road: Road, beside: bool) -> tuple[Point, Point]:
    """Return the ends of a road, in the middle of its places; one beside another is moved a little."""
    start, end = _middle(places[road.start]), _middle(places[road.end])
    if not beside:
        return start, end
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    side = (3.0 if road.style == "road" else -3.0) * (1 if (dx, dy) > (0, 0) else -1)
    move = (-dy / length * side, dx / length * side)
    return (start[0] + move[0], start[1] + move[1]), (end[0] + move[0], end[1] + move[1])


def _middle(frame: Frame) -> Point:
    return frame[0] + frame[2] / 2, frame[1] + frame[3] / 2


def _outside(frame: Frame, inner: Point, outer: Point) -> Point:
    """Return where a line from a point in a frame leaves it."""
    x, y, width, height = frame
    dx, dy = outer[0] - inner[0], outer[1] - inner[1]
    ways = [((x + width if dx > 0 else x) - inner[0]) / dx] if dx else []
    ways += [((y + height if dy > 0 else y) - inner[1]) / dy] if dy else []
    part = min(1.0, *ways) if ways else 0.0
    return inner[0] + dx * part, inner[1] + dy * part


def _marks(road: Road, start: Point, end: Point) -> Iterator[Shape]:
    """Yield the arrow and the length of a road, seen from where it leaves its places."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length < 1:
        return
    ux, uy = dx / length, dy / length
    if road.one_way:
        back = (end[0] - ux * _ARROW, end[1] - uy * _ARROW)
        half = _ARROW * 0.55
        left, right = (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)
        yield Polygon((end, left, right), "arrow")
    if road.label:
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        width = text_width(road.label, STYLES["length"].size) + 4
        yield Rectangle(x - width / 2, y - 5.5, width, 11, "halo", 2)
        yield Text(x, y + 3, road.label, "length")
