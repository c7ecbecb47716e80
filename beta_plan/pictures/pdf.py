"""Pictures as PDF: one page of vectors, with the Helvetica that every reader has; nothing is embedded."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from beta_plan.pictures.scene import Circle, Lines, Picture, Point, Polygon, Rectangle, Text, flattened
from beta_plan.pictures.style import STYLES, Style, rgb
from beta_plan.pictures.text import text_width

_ROUND = 0.5523
"""How far the control points of a Bezier curve are from its ends, for a quarter of a circle of radius one."""

_SCALE = 0.75
"""Points for each pixel of SVG."""


def pdf_bytes(picture: Picture) -> bytes:
    """Return a picture as a PDF file."""
    content = zlib.compress("\n".join(_content(picture)).encode("ascii"), 9)
    width, height = picture.width * _SCALE, picture.height * _SCALE
    fonts = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> "
    fonts += "/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
    page = f"/Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents 4 0 R"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< {page} /Resources << /Font << {fonts} >> >> >>".encode("ascii"),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content),
        f"<< /Title {_title(picture.title)} /Producer (beta-plan) >>".encode("ascii"),
    ]
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """Return the objects, numbered from one, with the table that says where each begins."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for index, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (index, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _title(text: str) -> str:
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"


def _content(picture: Picture) -> Iterator[str]:
    """Yield the operators that draw the page; the first one turns it, so that y grows downwards."""
    yield f"{_SCALE} 0 0 -{_SCALE} 0 {picture.height * _SCALE:.2f} cm"
    yield from _filled(_outline(Rectangle(0, 0, picture.width, picture.height, "paper"), 0, 0), STYLES["paper"])
    for shape, x, y in flattened(picture.groups):
        style = STYLES[shape.style]
        if isinstance(shape, Text):
            yield from _written(shape, style, x, y)
        elif not isinstance(shape, Lines):
            yield from _filled(_outline(shape, x, y), style)
        else:
            ways = (f"{_xy((a[0] + x, a[1] + y))} m {_xy((b[0] + x, b[1] + y))} l" for a, b in shape.segments)
            yield from _filled(ways, style)


def _filled(way: Iterable[str], style: Style) -> Iterator[str]:
    if style.fill:
        yield f"{_colour(style.fill)} rg"
    if style.stroke:
        dash = f"[{style.dash:g}]" if style.dash else "[]"
        yield f"{_colour(style.stroke)} RG {style.width:g} w {dash} 0 d"
    yield from way
    yield {(True, True): "B", (True, False): "f", (False, True): "S"}.get((bool(style.fill), bool(style.stroke)), "n")


def _written(shape: Text, style: Style, x: float, y: float) -> Iterator[str]:
    width = text_width(shape.text, style.size, bold=style.bold)
    left = x + shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
    coded = shape.text.encode("cp1252", "replace").hex()
    yield f"{_colour(style.fill)} rg BT /F{2 if style.bold else 1} {style.size:g} Tf"
    yield f"1 0 0 -1 {_xy((left, y + shape.y))} Tm <{coded}> Tj ET"


def _outline(shape: Rectangle | Circle | Polygon, x: float, y: float) -> Iterator[str]:
    match shape:
        case Polygon(points):
            first, *rest = [(px + x, py + y) for px, py in points]
            yield f"{_xy(first)} m {' '.join(f'{_xy(point)} l' for point in rest)} h"
        case Circle(cx, cy, radius):
            yield from _rounded(cx + x - radius, cy + y - radius, 2 * radius, 2 * radius, radius)
        case Rectangle(left, top, width, height, _, radius):
            if radius:
                yield from _rounded(left + x, top + y, width, height, min(radius, width / 2, height / 2))
            else:
                yield f"{_xy((left + x, top + y))} {width:.2f} {height:.2f} re"


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Iterator[str]:
    """Yield the outline of a rectangle with round corners, clockwise from its upper edge."""
    right, low, k = x + width, y + height, radius * (1 - _ROUND)
    yield f"{_xy((x + radius, y))} m {_xy((right - radius, y))} l"
    yield f"{_xy((right - k, y))} {_xy((right, y + k))} {_xy((right, y + radius))} c"
    yield f"{_xy((right, low - radius))} l"
    yield f"{_xy((right, low - k))} {_xy((right - k, low))} {_xy((right - radius, low))} c"
    yield f"{_xy((x + radius, low))} l"
    yield f"{_xy((x + k, low))} {_xy((x, low - k))} {_xy((x, low - radius))} c"
    yield f"{_xy((x, y + radius))} l"
    yield f"{_xy((x, y + k))} {_xy((x + k, y))} {_xy((x + radius, y))} c h"


def _xy(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


def _colour(name: str) -> str:
    return " ".join(f"{part / 255:.3f}" for part in rgb(name))
