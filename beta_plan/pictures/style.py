"""How things look: one palette for all pictures, by the names of styles.

In SVG a style is a class and a colour a CSS variable with a default, so that a page can choose others:
``--bp-paper`` is the colour ``paper``. PDF and PNG take the colours as they are here.
"""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = {
    "paper": "#ffffff",
    "ink": "#23272e",
    "muted": "#69717c",
    "rule": "#b4bac3",
    "place": "#f4f5f7",
    "area": "#e9edf2",
    "tint-1": "#e6eef6",
    "tint-2": "#eef3e4",
    "tint-3": "#f7ece6",
    "road": "#98a1ad",
    "light": "#ffffff",
    "blue": "#35618e",
    "violet": "#6a5599",
    "teal": "#2f7d78",
    "amber": "#f0bd5e",
    "green": "#a5cb8b",
    "coral": "#eba08a",
    "sky": "#a9cbe8",
    "grey": "#d7dbe1",
    "wall": "#6f5f55",
    "mortar": "#8d7c70",
    "floor": "#f1ece3",
    "grid": "#e4ddd0",
    "goal": "#c2513c",
    "box": "#dba45c",
    "box-edge": "#7d5220",
    "stored": "#8db66b",
    "stored-edge": "#43672a",
    "man": "#35618e",
    "skin": "#f4d3b0",
}

STRONG = ("blue", "violet", "teal")
"""Tones for what moves by itself; their text is light."""

SOFT = ("amber", "green", "coral", "sky")
"""Tones for what is moved."""


@dataclass(frozen=True)
class Style:
    """Colours by name, empty for none; ``size`` is that of text, ``dash`` the length of dashes."""

    fill: str = ""
    stroke: str = ""
    width: float = 1
    dash: float = 0
    size: float = 0
    bold: bool = False


STYLES = {
    "paper": Style("paper"),
    "place": Style("place", "rule"),
    "place-1": Style("tint-1", "rule"),
    "place-2": Style("tint-2", "rule"),
    "place-3": Style("tint-3", "rule"),
    "area": Style("area", "rule", 0.8),
    "road": Style("", "road", 1.8),
    "path": Style("", "road", 1.4, 4),
    "track": Style("", "road", 1.2, 1.5),
    "rule": Style("", "rule", 0.8),
    "ground": Style("", "muted", 1.6),
    "name": Style("muted", size=10),
    "label": Style("ink", size=10.5),
    "light-label": Style("light", size=10.5),
    "small": Style("ink", size=8.5),
    "light-small": Style("light", size=8.5),
    "fact": Style("muted", size=10),
    "heading": Style("ink", size=10, bold=True),
    "tag": Style("paper", "rule", 0.7),
    "bar": Style("ink"),
    "bar-frame": Style("", "ink", 0.7),
    "light-bar": Style("light"),
    "light-bar-frame": Style("", "light", 0.7),
    "arrow": Style("road"),
    "halo": Style("paper"),
    "length": Style("muted", size=8.5),
    "wall": Style("wall"),
    "mortar": Style("", "mortar", 1.1),
    "floor": Style("floor"),
    "grid": Style("", "grid", 0.8),
    "goal": Style("goal"),
    "goal-ring": Style("", "goal", 1.4),
    "box": Style("box", "box-edge", 1.6),
    "box-board": Style("", "box-edge", 1.2),
    "stored": Style("stored", "stored-edge", 1.6),
    "stored-board": Style("", "stored-edge", 1.2),
    "man": Style("man"),
    "head": Style("skin", "man", 1.4),
    **{tone: Style(tone, "ink", 0.6) for tone in (*STRONG, *SOFT, "grey")},
    **{f"{tone}-ghost": Style("paper", tone, 1.6, 3) for tone in (*STRONG, *SOFT, "grey")},
}


def css() -> str:
    """Return the styles as rules of CSS, each class with the prefix ``bp-``."""
    return "".join(f".bp-{name}{{{_rule(style)}}}" for name, style in STYLES.items())


def _rule(style: Style) -> str:
    if style.size:
        weight = ";font-weight:bold" if style.bold else ""
        return f"fill:{_colour(style.fill)};font-size:{style.size:g}px{weight}"
    parts = [f"fill:{_colour(style.fill)}"]
    if style.stroke:
        parts += [f"stroke:{_colour(style.stroke)}", f"stroke-width:{style.width:g}"]
    if style.dash:
        parts.append(f"stroke-dasharray:{style.dash:g}")
    return ";".join(parts)


def _colour(name: str) -> str:
    return f"var(--bp-{name},{COLOURS[name]})" if name else "none"


def rgb(name: str) -> tuple[int, int, int]:
    """Return a colour as three numbers up to 255."""
    code = COLOURS[name]
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
