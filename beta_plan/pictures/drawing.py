"""The picture of an instance: a map with places, things at them, zones for what is nowhere, and the rest as text.

A drawing takes all states that are to be shown, so that everything has room and stays where it is from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from beta_plan.certify.conditions import Atom, State
from beta_plan.pictures.atlas import atlas
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.layout import GAP, WIDE, Frame, Size, frames
from beta_plan.pictures.roads import draw_roads
from beta_plan.pictures.roles import Roles, roles
from beta_plan.pictures.scene import Group, Lines, Picture, Rectangle, Shape, Text
from beta_plan.pictures.sketch import ONLY, ZONE, Sketch, goal_sketch, sketch
from beta_plan.pictures.style import SOFT, STRONG, STYLES
from beta_plan.pictures.text import shortened, text_width, wrapped
from beta_plan.pictures.tokens import LINE, SMALL_LINE, Block, Tokens, flow, spelled

MARGIN, EDGE, HEAD = 14.0, 6.0, 15.0
ROW, CELL_ROW, FLOOR_ROW = 150.0, 100.0, 330.0
"""About how wide the things at one place may be, beside each other: on a map, on a board, in a tower."""

TEXT_LINE = 14.0
GLUE = "\u00a0"
"""A blank at which no line ends."""

Zone = tuple[str, str]
"""What stands before the name of a zone ("goal", or nothing), and the zone."""


class Drawing:
    """Draws the states of one instance, all with the same layout."""

    def __init__(self, instance: Instance, states: Sequence[State]) -> None:
        self.instance = instance
        self._roles: Roles = roles(instance)
        self._atlas = atlas(instance, self._roles)
        areas = [name for name in self._atlas.areas if name and not self._atlas.is_joined]
        self._sketches = [sketch(instance, self._roles, state, areas) for state in states]
        wanted, self._other_goals = instance.goals
        self._goal = goal_sketch(instance, self._roles, wanted, areas)
        self._tones = self._toned()
        self._ghosts = Tokens(self._goal, self._tones, ghost=True)
        self._zones = list(dict.fromkeys(z for s in self._sketches for z in s.parent.values() if z.startswith(ZONE)))
        self._wanted_zones = list(dict.fromkeys(z for z in self._goal.parent.values() if z.startswith(ZONE)))

    def picture(self, number: int, title: str) -> Picture:
        """Return the picture of a state, by its number."""
        found = self._sketches[number]
        places, hulls, zones, wanted, top = self._layout
        groups = [
            *self._areas(hulls),
            *self._roads,
            *(self._card(found, place, frame) for place, frame in places.items()),
            *(_zone(zone, frame, "") for zone, frame in zones.items()),
            *(_zone(zone, frame, "goal") for zone, frame in wanted.items()),
            *self._things(found, places, zones, wanted),
            *self._text(found, top),
        ]
        said = f"{len(places)} places, {len(found.parent)} things; " + " ".join(
            map(spelled, (atom for atoms in (*found.facts.values(), found.listed) for atom in atoms))
        )
        return Picture(self._width, self._height, tuple(groups), title, said)

    def _toned(self) -> dict[str, str]:
        """Return a colour for each thing by its kind: strong for what moves by itself, grey for what never moves."""
        structure = self.instance.structure
        tones: dict[str, str] = {}
        if structure is not None:
            strong = (self._roles.movers | self._roles.carriers) - self._roles.places
            movers = [kind for kind in structure.kinds.names if kind in strong]
            still = self._roles.holders - set(structure.located) - self._roles.movers
            softs = [k for k in structure.kinds.names if k not in movers and k not in still | self._roles.places]
            shown = {self.instance.kind_of.get(thing) for each in self._sketches for thing in each.parent}
            drawn = [kind for kind in softs if kind in shown]
            tones = {kind: STRONG[n % len(STRONG)] for n, kind in enumerate(movers)}
            tones |= {kind: SOFT[n % len(SOFT)] for n, kind in enumerate(drawn)}
            if not structure.located and not movers:
                tones = {kind: SOFT[n % len(SOFT)] for n, kind in enumerate(structure.kinds.names)}
        found = {thing: tones.get(kind, "grey") for thing, kind in self.instance.kind_of.items()}
        return found | {ONLY + name: STRONG[0] for name in self._roles.only}

    @cached_property
    def _places(self) -> list[str]:
        return [place for places in self._atlas.areas.values() for place in places]

    @property
    def _row(self) -> float:
        return CELL_ROW if self._atlas.is_board else FLOOR_ROW if self._atlas.ranks else ROW

    def _block(self, found: Sketch, parent: str) -> Block:
        things = [thing for thing, at in found.parent.items() if at == parent]
        return Tokens(found, self._tones).of(things, _zone_row(things) if parent in self._zones else self._row)

    @cached_property
    def _wishes(self) -> dict[str, Block]:
        """The ghosts of places and areas, the same in all pictures."""
        return {place: self._wish(place) for place in (*self._places, *self._atlas.areas)}

    def _wish(self, place: str) -> Block:
        """Return the ghosts of what is to be at a place, and of what is to be said of it."""
        things = [thing for thing, at in self._goal.parent.items() if at == place]
        chips = [_chip(said, place) for said in self._remarks(self._goal, place)]
        return flow([*chips, *([self._ghosts.of(things, self._row)] if things else [])], self._row)

    def _remarks(self, found: Sketch, place: str) -> list[str]:
        return [*found.tags.get(place, []), *(bar[0] for bar in found.bars.get(place, []))]

    @cached_property
    def _rooms(self) -> dict[str, Size]:
        """How much room the things at a place, or in a zone, take at most."""
        found: dict[str, Size] = {}
        for parent in (*self._places, *self._zones):
            blocks = [self._block(each, parent) for each in self._sketches]
            found[parent] = max(b.width for b in blocks), max(b.height for b in blocks)
        return found

    def _size(self, place: str) -> Size:
        """Return how large the card of a place must be."""
        width, height = self._rooms[place]
        wish = self._wishes[place]
        remarks = [self._remarks(each, place) for each in self._sketches]
        widths = [text_width(said, STYLES["small"].size) for each in remarks for said in each]
        name = text_width(_name(place), STYLES["name"].size)
        lines = max((len(each) for each in remarks), default=0)
        full = HEAD + lines * SMALL_LINE + (height + EDGE if height else 0) + (wish.height + EDGE if wish.groups else 0)
        return max(name, width, wish.width, *widths, 20) + 2 * EDGE, max(full, HEAD + LINE) + (2 if lines else 0)

    @cached_property
    def _layout(self) -> tuple[dict[str, Frame], dict[str, Frame], dict[str, Frame], dict[str, Frame], float]:
        """Where places, areas, zones and zones of the goal are, and where the text begins."""
        wishes = {area: self._wishes[area] for area in self._atlas.areas}
        extra = {area: (wish.width, wish.height + EDGE) for area, wish in wishes.items() if wish.groups}
        places, hulls = frames(self._atlas, {place: self._size(place) for place in self._places}, extra)
        places, hulls = ({k: (x + MARGIN, y + MARGIN, w, h) for k, (x, y, w, h) in f.items()} for f in (places, hulls))
        right = max([x + w for x, _, w, _ in (*places.values(), *hulls.values())], default=0.0)
        y = max([y + h for _, y, _, h in (*places.values(), *hulls.values())], default=MARGIN - GAP) + GAP
        sizes = {("", zone): self._rooms[zone] for zone in self._zones}
        ghosts = {zone: self._wanted(zone) for zone in self._wanted_zones}
        sizes |= {("goal", zone): (block.width, block.height) for zone, block in ghosts.items()}
        every, y = _row(sizes, max(right, 360), y)
        zones, wanted = ({z: frame for (b, z), frame in every.items() if b == before} for before in ("", "goal"))
        return places, hulls, zones, wanted, y

    def _wanted(self, zone: str) -> Block:
        things = [thing for thing, at in self._goal.parent.items() if at == zone]
        return self._ghosts.of(things, _zone_row(things))

    @cached_property
    def _width(self) -> float:
        places, hulls, zones, wanted, _ = self._layout
        every = (*places.values(), *hulls.values(), *zones.values(), *wanted.values())
        said = max(text_width(" ".join(self._phrases(each)), STYLES["fact"].size) for each in self._sketches)
        return max([x + w for x, _, w, _ in every] + [MARGIN + min(said, WIDE)]) + MARGIN

    @cached_property
    def _height(self) -> float:
        top = self._layout[-1]
        lines = max(len(self._lines(each)) for each in self._sketches)
        return top - GAP + MARGIN + (lines * TEXT_LINE + 4 if lines else 0)

    @cached_property
    def _roads(self) -> tuple[Group, ...]:
        return tuple(draw_roads(self._atlas, self._layout[0]))

    def _areas(self, hulls: dict[str, Frame]) -> Iterator[Group]:
        for name, (x, y, width, height) in hulls.items():
            shapes = (Rectangle(0, 0, width, height, "area", 8), Text(8, 13, _name(name), "heading", "start"))
            yield Group(shapes, f"area:{name}", "area", x, y, name)

    def _card(self, found: Sketch, place: str, frame: Frame) -> Group:
        x, y, width, height = frame
        shapes: list[Shape] = [
            Rectangle(
                0, 0, width, height, self._atlas.tint(place), 0 if self._atlas.is_board or self._atlas.ranks else 5
            ),
            Text(EDGE, 11.5, shortened(_name(place), STYLES["name"].size, width - EDGE), "name", "start"),
        ]
        for number, said in enumerate(self._remarks(found, place)):
            shapes.append(Text(EDGE, HEAD + 7 + number * SMALL_LINE, said, "small", "start"))
        title = " ".join([place, *map(spelled, found.facts.get(place, []))])
        return Group(tuple(shapes), place, "place", x, y, title)

    def _things(
        self, found: Sketch, places: dict[str, Frame], zones: dict[str, Frame], wanted: dict[str, Frame]
    ) -> Iterator[Group]:
        """Yield ghosts and then tokens, each where it is."""
        for place, (x, y, _, height) in (*places.items(), *self._layout[1].items()):
            wish = self._wishes[place]
            yield from wish.moved(x + EDGE, y + height - EDGE - wish.height)
        for zone, (x, y, _, _) in wanted.items():
            yield from self._wanted(zone).moved(x + EDGE, y + HEAD + 2)
        for place, (x, y, _, height) in places.items():
            wish, block = self._wishes[place], self._block(found, place)
            low = height - EDGE - (wish.height + EDGE if wish.groups else 0)
            yield from block.moved(x + EDGE, y + low - block.height)
        for zone, (x, y, _, height) in zones.items():
            block = self._block(found, zone)
            yield from block.moved(x + EDGE, y + height - EDGE - block.height)

    def _phrases(self, found: Sketch) -> list[str]:
        """Return what is written below the picture, in pieces that stay on one line."""
        others = [*_grouped(self._goal.listed), *(part.replace(" ", GLUE) for part in self._other_goals)]
        return [
            *(["also:", *_grouped(found.listed)] if found.listed else []), *(["goal:", *others] if others else []),
        ]  # fmt: skip

    def _lines(self, found: Sketch) -> list[str]:
        return wrapped(self._phrases(found), STYLES["fact"].size, self._width - 2 * MARGIN)

    def _text(self, found: Sketch, top: float) -> Iterator[Group]:
        shapes = [
            Text(0, 9 + number * TEXT_LINE, line.replace(GLUE, " "), "fact", "start")
            for number, line in enumerate(self._lines(found))
        ]
        if shapes:
            yield Group(tuple(shapes), "facts", "facts", MARGIN, top - GAP + 8)


def _zone_row(things: list[str]) -> float:
    """Return about how wide a zone should be: the more there are, the wider, lest it becomes a column."""
    return min(WIDE, ROW * max(1.0, len(things) / 10))


def _name(item: str) -> str:
    return shortened(item, STYLES["name"].size, 130)


def _chip(said: str, place: str) -> Block:
    width = text_width(said, STYLES["small"].size) + 8
    shapes = (Rectangle(0, 0, width, 13, "green-ghost", 3), Text(width / 2, 9.3, said, "small"))
    return Block(width, 13, (Group(shapes, f"goal:{place}:{said}", "goal", title=f"goal: {place} {said}"),))


def _row(sizes: dict[Zone, Size], right: float, y: float) -> tuple[dict[Zone, Frame], float]:
    """Return frames of zones beside each other, and where the next row begins."""
    found: dict[Zone, Frame] = {}
    x, low = MARGIN, y
    for zone, (width, height) in sizes.items():
        label = text_width(_label(zone[1], zone[0]), STYLES["name"].size, bold=True)
        wide, high = max(width, label) + 2 * EDGE, height + HEAD + EDGE + 3
        if x > MARGIN and x + wide > right:
            x, y = MARGIN, low
        found[zone] = (x, y, wide, high)
        x, low = x + wide + GAP, max(low, y + high + GAP)
    return found, low


def _label(zone: str, before: str) -> str:
    return ": ".join(word for word in (before, zone.removeprefix(ZONE)) if word)


def _zone(zone: str, frame: Frame, before: str) -> Group:
    x, y, width, height = frame
    shapes = (
        Text(EDGE, 11.5, _label(zone, before), "heading" if before else "name", "start"),
        Lines((((0, height), (width, height)),), "ground" if not before else "path"),
    )
    return Group(shapes, f"{before}{zone}", "zone", x, y)


def _grouped(atoms: Iterable[Atom]) -> list[str]:
    """Return facts as phrases that stay on one line, those of one predicate together."""
    found: dict[str, list[str]] = {}
    for name, *words in atoms:
        found.setdefault(name, []).append(f"({GLUE.join([name, *words])})")
    return [phrase for phrases in found.values() for phrase in phrases]
