"""Things as tokens: a label, remarks, amounts as bars, what is inside, and what stands on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from beta_plan.certify.conditions import Atom
from beta_plan.pictures.scene import Group, Rectangle, Shape, Text
from beta_plan.pictures.sketch import ONLY, Sketch
from beta_plan.pictures.style import STRONG, STYLES
from beta_plan.pictures.text import shortened, text_width

LINE, SMALL_LINE, BAR_LINE = 18.0, 10.0, 15.0
EDGE, SPACE = 5.0, 4.0
LABEL_WIDTH = 110.0
"""Longer labels are shortened."""


@dataclass(frozen=True)
class Block:
    """Groups that together take some room, placed from (0, 0) on."""

    width: float
    height: float
    groups: tuple[Group, ...]

    def moved(self, x: float, y: float) -> tuple[Group, ...]:
        """Return the groups somewhere else."""
        return tuple(replace(group, x=group.x + x, y=group.y + y) for group in self.groups)


EMPTY = Block(0, 0, ())


@dataclass(frozen=True, eq=False)
class Tokens:
    """Makes the tokens of one sketch; ``tones`` are colours of things. Ghosts are outlines, for what is wanted."""

    sketch: Sketch
    tones: Mapping[str, str]
    ghost: bool = False

    def of(self, things: Iterable[str], width: float) -> Block:
        """Return things beside each other, in rows no wider than ``width`` if that can be."""
        children = self.sketch.children()
        return flow([self._block(thing, children, width) for thing in things], width)

    def _block(self, thing: str, children: Mapping[str, list[str]], width: float) -> Block:
        own = children.get(thing, [])
        inside = flow([self._block(c, children, width - 2 * EDGE) for c in own if c not in self.sketch.stacked], width)
        token = self._token(thing, inside)
        above = flow([self._block(c, children, width) for c in own if c in self.sketch.stacked], width)
        if not above.groups:
            return token
        full = max(token.width, above.width)
        groups = (
            *token.moved((full - token.width) / 2, above.height + 1),
            *above.moved((full - above.width) / 2, 0),
        )
        return Block(full, token.height + above.height + 1, groups)

    def _token(self, thing: str, inside: Block) -> Block:
        tone = self.tones.get(thing, "grey")
        light = "light-" if tone in STRONG and not self.ghost else ""
        label = shortened(thing.removeprefix(ONLY), STYLES["label"].size, LABEL_WIDTH)
        tags, bars = self.sketch.tags.get(thing, []), self.sketch.bars.get(thing, [])
        widths = [text_width(label, STYLES["label"].size) + 12, inside.width + 2 * EDGE if inside.groups else 0, 24]
        widths += [text_width(said, STYLES["small"].size) + 10 for said in (*tags, *(bar[0] for bar in bars))]
        width, y = max(widths), LINE
        shapes: list[Shape] = [Text(width / 2, 12.8, label, f"{light}label")]
        for said in tags:
            shapes.append(Text(width / 2, y + 6, said, f"{light}small"))
            y += SMALL_LINE
        for said, rank, most in bars:
            shapes.append(Text(width / 2, y + 6, said, f"{light}small"))
            shapes += _bar(EDGE + 1, y + 8.5, width - 2 * EDGE - 2, rank, most, light)
            y += BAR_LINE
        y += 1 if tags or bars else 0
        height = y + (inside.height + EDGE if inside.groups else 0)
        frame = Rectangle(0, 0, width, height, f"{tone}-ghost" if self.ghost else tone, 4)
        role = "goal" if self.ghost else "mover" if tone in STRONG else "thing"
        group = Group((frame, *shapes), f"goal:{thing}" if self.ghost else thing, role, title=self._title(thing))
        left = (width - inside.width) / 2
        return Block(width, height, (group, *inside.moved(left, y)))

    def _title(self, thing: str) -> str:
        said = " ".join(map(spelled, self.sketch.facts.get(thing, [])))
        return f"goal: {said or thing}" if self.ghost else said or thing.removeprefix(ONLY)


def _bar(x: float, y: float, width: float, rank: int, most: int, light: str) -> list[Shape]:
    filled = width * rank / most if most else 0.0
    frame: list[Shape] = [Rectangle(x, y, width, 3.4, f"{light}bar-frame")]
    return [Rectangle(x, y, filled, 3.4, f"{light}bar"), *frame] if filled else frame


def spelled(atom: Atom) -> str:
    """Return an atom as PDDL writes it."""
    return f"({' '.join(atom)})"


def flow(blocks: Sequence[Block], width: float) -> Block:
    """Return blocks in rows, those of a row standing on one line."""
    rows: list[list[Block]] = []
    for block in blocks:
        if rows and sum(b.width + SPACE for b in rows[-1]) + block.width <= width:
            rows[-1].append(block)
        else:
            rows.append([block])
    groups: list[Group] = []
    full = y = 0.0
    for row in rows:
        high, x = max(block.height for block in row), 0.0
        for block in row:
            groups += block.moved(x, y + high - block.height)
            x += block.width + SPACE
        full, y = max(full, x - SPACE), y + high + SPACE
    return Block(full, max(0.0, y - SPACE), tuple(groups))
