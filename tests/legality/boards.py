"""Laws of domains whose things stand on the squares of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.legality.facts import Facts
from tests.legality.laws import Checker, chain, exactly_one, iff, just_one, never, symmetric


def directed_map_has_ways_back(state: Facts) -> Iterator[str]:
    """``next from to direction`` leads back in one other direction, and to one place in each."""
    for here, there, heading in state.rows("next * * *"):
        if state.count(f"next {there} {here} *") != 1:
            yield f"(next {here} {there} {heading}) has no way back"
        if state.count(f"next {here} * {heading}") != 1:
            yield f"{heading} of {here} are several places"


def unpainted(state: Facts) -> Mapping[str, int]:
    return {f"bare tile {tile}": 1 for tile in state.of("tile") if not state.holds("painted ? *", tile)}


FLOORTILE = Checker(
    goal=frozenset({"painted"}),
    laws=(
        exactly_one("robot", "at ? *"),
        exactly_one("robot", "loaded ? *"),
        exactly_one("tile", "at * ?", "clear ?", "painted ? *"),
        directed_map_has_ways_back,
    ),
    natural=(never("painted * *"),),
    stock=(unpainted,),
)

NPUZZLE = Checker(
    goal=frozenset({"at"}),
    laws=(
        just_one("gap *"),
        exactly_one("tile", "at ? *"),
        exactly_one("cell", "at * ?", "gap ?"),
        symmetric("adjacent"),
    ),
)


def as_many_targets_as_boxes(state: Facts) -> Iterator[str]:
    if len(state.of("box")) > state.count("target *"):
        yield f"{len(state.of('box'))} boxes have {state.count('target *')} targets"


def stored_is_on_a_target(state: Facts) -> Iterator[str]:
    for box in state.of("box"):
        if state.holds("stored ?", box) != state.holds("target ?", state.value("at ? *", box)):
            yield f"box {box} does not count as stored as its square says"


SOKOBAN = Checker(
    goal=frozenset({"stored"}),
    laws=(
        exactly_one("thing", "at ? *"),
        exactly_one("square", "at * ?", "clear ?"),
        exactly_one("square", "target ?", "plain ?"),
        as_many_targets_as_boxes,
        stored_is_on_a_target,
        directed_map_has_ways_back,
    ),
)


def crates_are_inside_their_building(state: Facts) -> Iterator[str]:
    for crate in state.of("crate"):
        spot = state.value("at ? *", crate)
        if state.values("inside ? *", crate) != (state.values("belongs ? *", spot) if spot else []):
            yield f"crate {crate} is not inside the building of its spot"


def crates_are_in_buildings(state: Facts) -> Iterator[str]:
    for crate in state.of("crate"):
        if state.holds("at ? *", crate) and not state.holds("inside ? *", crate):
            yield f"crate {crate} is in no building, where nobody can lift it"


STORAGE = Checker(
    goal=frozenset({"inside"}),
    laws=(
        exactly_one("hoist", "at ? *"),
        exactly_one("hoist", "idle ?", "hangs * ?"),
        exactly_one("crate", "at ? *", "hangs ? *"),
        exactly_one("spot", "at * ?", "free ?"),
        crates_are_inside_their_building,
        crates_are_in_buildings,
        symmetric("beside"),
    ),
    natural=(never("hangs * *"),),
)


def depot_is_flat(state: Facts) -> Iterator[str]:
    ranks = state.ranks("one-more")
    for (depot,) in state.rows("depot *"):
        if ranks.get(state.value("height ? *", depot)) != 0:
            yield f"there are blocks on the depot {depot}"


TERMES = Checker(
    goal=frozenset({"height", "unladen"}),
    laws=(
        just_one("robot *"),
        just_one("carrying", "unladen"),
        just_one("depot *"),
        exactly_one("cell", "height ? *"),
        depot_is_flat,
        chain("one-more", "level"),
        symmetric("beside"),
    ),
    natural=(never("carrying"),),
)


def seen_cells_are_one_trail(state: Facts) -> Iterator[str]:
    """The walker has come from cell to cell: what was seen hangs together, and the cell of the walker was seen."""
    seen = {cell for (cell,) in state.rows("seen *")}
    trail = [cell for (cell,) in state.rows("here *")]
    for cell in trail:
        if cell not in seen:
            yield f"the walker is at {cell}, which was not seen"
        trail += [other for _, other in state.rows("adjacent ? *", cell) if other in seen and other not in trail]
    yield from (f"cell {cell} was seen, and no trail leads there" for cell in sorted(seen.difference(trail)))


def unseen(state: Facts) -> Mapping[str, int]:
    return {f"unseen {cell}": 1 for cell in state.of("cell") if not state.holds("seen ?", cell)}


VISITALL = Checker(
    goal=frozenset({"seen"}),
    laws=(just_one("here *"), seen_cells_are_one_trail, symmetric("adjacent")),
    natural=(iff("cell", "seen ?", "here ?"),),
    stock=(unseen,),
)
