"""Writers: SVG is escaped, PDF is a file that readers can open, PNG has the size that is asked for."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from xml.etree import ElementTree

import pytest

from beta_plan.errors import NotInstalled, UnsupportedFeature
from beta_plan.pictures import Picture, draw_instance, draw_level
from beta_plan.pictures.scene import Circle, Group, Lines, Polygon, Rectangle, Text
from beta_plan.pictures.style import COLOURS, STYLES, rgb
from tests.bundled import texts

LABEL = "caf\u00e9 & <b>"
SHAPES = Picture(
    100, 50,
    (
        Group((Rectangle(0, 0, 9, 9, "place", 3), Rectangle(30, 0, 9, 9, "amber-ghost", 3)), "a", "place", 5, 5, "t"),
        Group((Lines((((0, 0), (9, 9)),), "path"), Circle(5, 5, 3, "man"), Polygon(((0, 0), (5, 0), (5, 5)), "goal"))),
        Group((Text(50, 40, LABEL, "label"), Text(0, 20, "x", "heading", "start"))),
    ),
    "title",
)  # fmt: skip
HOSTILE = "\n".join(["#####", "#@$.#", "#####", "Title: <script>alert('x')</script> & \"quotes\""])


def test_hostile_titles_are_escaped():
    picture = draw_level(HOSTILE)
    svg = picture.svg()
    assert "<script" not in svg
    assert ElementTree.fromstring(svg)[0].text == picture.title
    assert "<script>alert('x')</script> & \"quotes\"" in picture.title


def test_keys_and_titles_of_groups_are_escaped():
    hostile = "\"'<>&\x00\ud800"
    svg = Picture(
        1, 1, (Group((Text(0, 0, hostile, "name"),), hostile, hostile, title=hostile),), hostile, hostile
    ).svg()
    assert ElementTree.fromstring(svg.encode("utf-8")).find(".//*[@data-key]") is not None


def test_every_style_has_its_colours_and_its_rule():
    svg = SHAPES.svg()
    for name, style in STYLES.items():
        assert {style.fill, style.stroke} <= {"", *COLOURS}, name
        assert f".bp-{name}{{" in svg


def test_svg_has_a_title_and_a_role_for_readers_of_screens():
    root = ElementTree.fromstring(draw_instance(*texts("ferry")).svg())
    assert root.get("role") == "img"
    assert [child.tag.rpartition("}")[2] for child in root[:2]] == ["title", "desc"]
    assert root[0].text == "ferry-p01"


@pytest.mark.parametrize("picture", [SHAPES, draw_instance(*texts("transport")), draw_level(HOSTILE)], ids=str)
def test_pdf_says_truly_where_its_objects_are(picture):
    data = picture.pdf()
    assert data.startswith(b"%PDF-1.4\n")
    (start,) = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", data)
    table = data[int(start) :]
    assert table.startswith(b"xref\n0 6\n")
    for number, offset in enumerate(re.findall(rb"(\d{10}) 00000 n ", table), 1):
        assert data[int(offset) :].startswith(b"%d 0 obj\n" % number)
    (length,) = re.findall(rb"/Length (\d+)", data)
    (stream,) = re.findall(rb"stream\n(.*)\nendstream", data, re.DOTALL)
    assert len(stream) == int(length)
    assert zlib.decompress(stream).startswith(b"0.75 0 0 -0.75 0 ")


def test_pdf_writes_text_in_its_own_alphabet():
    (stream,) = re.findall(rb"stream\n(.*)\nendstream", SHAPES.pdf(), re.DOTALL)
    assert f"<{LABEL.encode('cp1252').hex()}> Tj".encode() in zlib.decompress(stream)


@pytest.mark.parametrize("width", [64, 333])
def test_png_has_the_width_that_is_asked_for(width):
    pytest.importorskip("PIL")
    data = SHAPES.png(width)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (width, round(width / 2))


def test_png_of_a_board_has_its_colours():
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    board = image.open(BytesIO(draw_level(HOSTILE).png(150))).convert("RGB")
    for place, colour in (((105, 45), "goal"), ((66, 36), "box"), ((45, 52), "man"), ((75, 14), "wall")):
        assert max(abs(a - b) for a, b in zip(board.getpixel(place), rgb(colour), strict=True)) < 25, colour


def test_png_without_pillow_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(NotInstalled, match=r"pip install '\.\[pictures\]' in the clone, or write \.svg or \.pdf"):
        SHAPES.png(10)


def test_a_png_that_would_fill_the_memory_is_refused():
    pytest.importorskip("PIL")
    with pytest.raises(UnsupportedFeature, match="too large"):
        SHAPES.png(20_000)
