"""Scenes: shapes as frozen values. They know their place and the name of their style, nothing of any file format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]


@dataclass(frozen=True)
class Lines:
    """Straight lines, each from one point to another."""

    segments: tuple[tuple[Point, Point], ...]
    style: str


@dataclass(frozen=True)
class Rectangle:
    """A rectangle, with round corners if ``radius`` is more than zero."""

    x: float
    y: float
    width: float
    height: float
    style: str
    radius: float = 0


@dataclass(frozen=True)
class Circle:
    """A circle around a point."""

    x: float
    y: float
    radius: float
    style: str


@dataclass(frozen=True)
class Polygon:
    """A closed outline of straight lines."""

    points: tuple[Point, ...]
    style: str


@dataclass(frozen=True)
class Text:
    """One line of text; ``y`` is its base line, ``x`` where it starts, has its middle, or ends."""

    x: float
    y: float
    text: str
    style: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True)
class Group:
    """Shapes that belong together, moved by (x, y).

    ``key`` names the thing that is shown and is the same in all pictures of an animation; ``role`` says what it is
    (place, thing, facts ..), ``title`` what is to be known about it.
    """

    shapes: tuple[Shape, ...]
    key: str = ""
    role: str = ""
    x: float = 0
    y: float = 0
    title: str = ""


Drawn = Lines | Rectangle | Circle | Polygon | Text
Shape = Drawn | Group


@dataclass(frozen=True)
class Picture:
    """A scene of some size, ready to be written.

    >>> Picture(20, 10, (Group((Circle(5, 5, 4, "man"),)),), "a man").svg().splitlines()[0][:28]
    '<svg xmlns="http://www.w3.or'
    """

    width: float
    height: float
    groups: tuple[Group, ...]
    title: str = ""
    description: str = field(default="")

    def svg(self) -> str:
        """Return the picture as an SVG file of its own, which may also stand inside an HTML page."""
        from beta_plan.pictures.svg import svg_text

        return svg_text(self)

    def pdf(self) -> bytes:
        """Return the picture as a PDF file of one page, all vectors, with the page's size that of the picture."""
        from beta_plan.pictures.pdf import pdf_bytes

        return pdf_bytes(self)

    def png(self, width: int = 800) -> bytes:
        """Return the picture as a PNG file, so many pixels wide; this needs the extra ``pictures``."""
        from beta_plan.pictures.png import png_bytes

        return png_bytes(self, width)


def flattened(shapes: Iterable[Shape], x: float = 0, y: float = 0) -> Iterator[tuple[Drawn, float, float]]:
    """Yield every shape that is no group, with how far the groups around it move it."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flattened(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield shape, x, y
