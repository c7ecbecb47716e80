"""Pictures as PNG, drawn with Pillow at a multiple of their size and then made smaller, which smooths all edges."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from beta_plan.errors import NotInstalled, UnsupportedFeature
from beta_plan.pictures.scene import Circle, Lines, Picture, Point, Polygon, Rectangle, Text, flattened
from beta_plan.pictures.style import STYLES, rgb

_FINER = 3
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
MOST_PIXELS = 60_000_000
"""A larger picture is refused, before it fills the memory."""


def png_bytes(picture: Picture, width: int) -> bytes:
    """Return a picture as a PNG file; NotInstalled says what to install where Pillow is missing."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        message = "PNG needs Pillow, which is not installed"
        raise NotInstalled(message, extra="pictures", otherwise="write .svg or .pdf") from None
    height = max(1, round(picture.height * width / picture.width))
    if width * height * _FINER**2 > MOST_PIXELS:
        raise UnsupportedFeature(f"a PNG of {width} x {height} pixels is too large", remedy="choose .svg or .pdf")
    image = Image.new("RGB", (width * _FINER, height * _FINER), rgb("paper"))
    pen = _Pen(ImageDraw.Draw(image), width * _FINER / picture.width)
    for shape, x, y in flattened(picture.groups):
        pen.draw(shape, x, y)
    buffer = BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


class _Pen:
    """Draws shapes on one of Pillow's canvasses."""

    def __init__(self, canvas: Any, scale: float) -> None:
        self._canvas, self._scale = canvas, scale
        self._fonts: dict[float, Any] = {}

    def draw(self, shape: Any, x: float, y: float) -> None:
        style = STYLES[shape.style]
        fill = rgb(style.fill) if style.fill else None
        stroke = rgb(style.stroke) if style.stroke else None
        width = max(1, round(style.width * self._scale)) if stroke else 0
        match shape:
            case Lines(segments):
                for start, end in segments:
                    self._line((start[0] + x, start[1] + y), (end[0] + x, end[1] + y), stroke, width, style.dash)
            case Rectangle(left, top, wide, high, _, radius):
                box = self._box(left + x, top + y, wide, high, width)
                if style.dash:
                    self._canvas.rounded_rectangle(box, radius * self._scale, fill)
                    self._dashed(left + x, top + y, wide, high, stroke, width, style.dash)
                else:
                    self._canvas.rounded_rectangle(box, radius * self._scale, fill, stroke, width)
            case Circle(cx, cy, radius):
                box = self._box(cx + x - radius, cy + y - radius, 2 * radius, 2 * radius, width)
                self._canvas.ellipse(box, fill, stroke, width)
            case Polygon(points):
                self._canvas.polygon([self._at((px + x, py + y)) for px, py in points], fill, stroke, max(1, width))
            case Text(tx, ty, text, _, anchor):
                where = self._at((tx + x, ty + y))
                edge = round(self._scale * 0.25) if style.bold else 0
                self._canvas.text(where, text, fill, self._font(style.size), _ANCHORS[anchor], stroke_width=edge)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _box(self, x: float, y: float, wide: float, high: float, width: int) -> list[Point]:
        """Return the corners such that the outline has its middle on the edge, as in SVG."""
        half = width / 2 / self._scale
        return [self._at((x - half, y - half)), self._at((x + max(wide, 0) + half, y + max(high, 0) + half))]

    def _dashed(self, x: float, y: float, wide: float, high: float, stroke: Any, width: int, dash: float) -> None:
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self._line(start, end, stroke, width, dash)

    def _line(self, start: Point, end: Point, stroke: Any, width: int, dash: float) -> None:
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        parts = int(length // (2 * dash)) + 1 if dash and length else 1
        for part in range(parts):
            ends = [part * 2 * dash / length, min(1.0, (part * 2 + 1) * dash / length)] if dash and length else [0, 1]
            points = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in ends]
            self._canvas.line([self._at(point) for point in points], stroke, width)

    def _font(self, size: float) -> Any:
        if size not in self._fonts:
            from PIL import ImageFont

            self._fonts[size] = ImageFont.load_default(size * self._scale)
        return self._fonts[size]
