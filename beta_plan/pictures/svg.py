"""Pictures as SVG: files that look right alone, with classes and variables for pages that want another look.

Groups carry ``data-key`` and ``data-role``, not ``id``: several pictures may stand in one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from beta_plan.pictures.scene import Circle, Drawn, Group, Lines, Picture, Polygon, Rectangle, Shape, Text
from beta_plan.pictures.style import css

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_ALIENS = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file may hold, not even escaped."""


def svg_text(picture: Picture) -> str:
    """Return a picture as SVG."""
    width, height = number(picture.width), number(picture.height)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bp" {size} role="img" font-family="{_FONT}">',
        f"<title>{plain(picture.title)}</title>",
    ]
    if picture.description:
        lines.append(f"<desc>{plain(picture.description)}</desc>")
    lines.append(f"<style>{css()}</style>")
    lines.append(f'<rect class="bp-paper" width="{width}" height="{height}"/>')
    lines += [group_svg(group) for group in picture.groups]
    return "\n".join([*lines, "</svg>", ""])


def group_svg(group: Group) -> str:
    """Return a group with everything in it."""
    names = [f'data-key="{plain(group.key)}"'] if group.key else []
    names += [f'data-role="{plain(group.role)}"'] if group.role else []
    names += [f'transform="translate({number(group.x)} {number(group.y)})"'] if group.x or group.y else []
    return f"<g{''.join(' ' + name for name in names)}>{inner_svg(group)}</g>"


def inner_svg(group: Group) -> str:
    """Return what is in a group, with its title."""
    title = f"<title>{plain(group.title)}</title>" if group.title else ""
    return title + "".join(shapes_svg(group.shapes))


def shapes_svg(shapes: Iterable[Shape]) -> Iterable[str]:
    """Yield shapes as elements."""
    for shape in shapes:
        yield group_svg(shape) if isinstance(shape, Group) else _element(shape)


def _element(shape: Drawn) -> str:
    look = f'class="bp-{shape.style}"'
    match shape:
        case Lines(segments):
            way = "".join(f"M{_point(start)}L{_point(end)}" for start, end in segments)
            return f'<path {look} d="{way}"/>'
        case Rectangle(x, y, width, height, _, radius):
            corners = f' rx="{number(radius)}"' if radius else ""
            size = f'width="{number(width)}" height="{number(height)}"'
            return f'<rect {look} x="{number(x)}" y="{number(y)}" {size}{corners}/>'
        case Circle(x, y, radius):
            return f'<circle {look} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        case Polygon(points):
            return f'<polygon {look} points="{" ".join(map(_point, points))}"/>'
        case Text(x, y, text, _, anchor):
            where = f'x="{number(x)}" y="{number(y)}"' + (f' text-anchor="{anchor}"' if anchor != "start" else "")
            return f"<text {look} {where}>{plain(text)}</text>"


def _point(point: tuple[float, float]) -> str:
    return f"{number(point[0])},{number(point[1])}"


def number(value: float) -> str:
    """Return a number with at most one digit after the point: the same on every machine.

    >>> number(3.14159), number(2.0), number(-0.01)
    ('3.1', '2', '0')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def plain(text: str) -> str:
    """Return a text with all that means something in XML escaped, and without what XML cannot hold."""
    return escape(_ALIENS.sub("\ufffd", text))
