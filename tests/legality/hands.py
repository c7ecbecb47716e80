"""Laws of domains in which hands take one thing at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.legality.facts import Facts
from tests.legality.laws import (
    Checker,
    arguments,
    chain,
    constant_of,
    exactly_one,
    iff,
    implies,
    just_one,
    never,
    stock_of,
    symmetric,
)


def glasses_hold_what_they_were_used_for(state: Facts) -> Iterator[str]:
    for glass in state.of("glass"):
        if state.values("contains ? *", glass) not in ([], state.values("used ? *", glass)):
            yield f"glass {glass} contains what it was not used for"


def shakers_are_in_a_stage_of_work(state: Facts) -> Iterator[str]:
    """Empty; one or two ingredients that are not shaken; or what is left of a shaken cocktail."""
    ranks, ingredients, cocktails = state.ranks("one-more"), state.of("ingredient"), state.of("cocktail")
    for shaker in state.of("shaker"):
        level = ranks.get(state.value("filled ? *", shaker), -1)
        drinks = state.values("contains ? *", shaker)
        is_unshaken = all(d in ingredients for d in drinks) and 1 <= len(drinks) <= level
        is_shaken = len(drinks) == 1 and drinks[0] in cocktails
        if state.holds("empty ?", shaker) and (drinks or level != 0):
            yield f"shaker {shaker} is empty with {drinks} at level {level}"
        if state.holds("unshaken ?", shaker) and not is_unshaken:
            yield f"shaker {shaker} is unshaken with {drinks} at level {level}"
        if state.holds("shaken ?", shaker) and not is_shaken:
            yield f"shaker {shaker} is shaken with {drinks}"


BARMAN = Checker(
    goal=frozenset({"contains"}),
    laws=(
        exactly_one("hand", "hand-empty ?", "holds ? *"),
        exactly_one("vessel", "on-bar ?", "holds * ?"),
        exactly_one("glass", "empty ?", "contains ? *"),
        exactly_one("glass", "clean ?", "used ? *"),
        implies("glass", "clean ?", "empty ?"),
        glasses_hold_what_they_were_used_for,
        exactly_one("shaker", "clean ?", "soiled ?"),
        exactly_one("shaker", "empty ?", "unshaken ?", "shaken ?"),
        exactly_one("shaker", "filled ? *"),
        implies("shaker", "clean ?", "empty ?"),
        shakers_are_in_a_stage_of_work,
        exactly_one("cocktail", "recipe ? * *"),
        exactly_one("dispenser", "dispenses ? *"),
        chain("one-more", "level"),
    ),
    natural=(never("holds * *", "contains * *", "used * *", "soiled *", "shaken *", "unshaken *"),),
)


def robot_is_in_an_open_room(state: Facts) -> Iterator[str]:
    for (room,) in state.rows("robot *"):
        if not state.holds("open ?", room):
            yield f"the robot is in {room}, which is not open"


GRID = Checker(
    goal=frozenset({"lies"}),
    laws=(
        just_one("robot *"),
        just_one("arm-empty", "holding *"),
        exactly_one("key", "lies ? *", "holding ?"),
        exactly_one("key", "key-shape ? *"),
        exactly_one("room", "open ?", "locked ?"),
        implies("room", "locked ?", "lock-shape ? *"),
        robot_is_in_an_open_room,
        symmetric("door"),
    ),
    natural=(never("holding *"), iff("room", "locked ?", "lock-shape ? *")),
    stock=(stock_of("locked *"),),
)


def everything_is_of_one_kind(state: Facts) -> Iterator[str]:
    for each in state.of("object"):
        if sum(state.count(kind, each) for kind in ("room ?", "ball ?", "hand ?")) != 1:
            yield f"{each} is not either a room, a ball or a hand"


GRIPPER = Checker(
    goal=frozenset({"lies-in"}),
    laws=(
        just_one("robot-in *"),
        exactly_one("ball", "lies-in ? *", "holds * ?"),
        exactly_one("hand", "empty ?", "holds ? *"),
        everything_is_of_one_kind,
        arguments("robot-in", "room"),
        arguments("lies-in", "ball", "room"),
        arguments("empty", "hand"),
        arguments("holds", "hand", "ball"),
    ),
    natural=(never("holds * *"),),
)


def worn_spanners_tightened_nuts(state: Facts) -> Iterator[str]:
    worn = [s for s in state.of("spanner") if not state.holds("usable ?", s)]
    if len(worn) != state.count("tight *"):
        yield f"{len(worn)} spanners are worn by {state.count('tight *')} nuts"
    yield from (f"spanner {s} is worn and nobody has it" for s in worn if not state.holds("carries * ?", s))


def nobody_went_back(state: Facts) -> Iterator[str]:
    """The way leads in one direction: nuts that are tight and spanners at hand are not ahead."""
    ranks = state.ranks("path")
    reached = max((ranks.get(state.value("at ? *", man), -1) for man in state.of("man")), default=-1)
    for (nut,) in state.rows("tight *"):
        if ranks.get(state.value("at ? *", nut), -1) > reached:
            yield f"nut {nut} is tight, and nobody has been there"


def way_ahead(state: Facts) -> Mapping[str, int]:
    ranks = state.ranks("path")
    return {f"way ahead of {m}": len(ranks) - ranks.get(state.value("at ? *", m), -1) for m in state.of("man")}


SPANNER = Checker(
    goal=frozenset({"tight"}),
    laws=(
        exactly_one("man", "at ? *"),
        exactly_one("nut", "at ? *"),
        exactly_one("spanner", "at ? *", "carries * ?"),
        exactly_one("nut", "loose ?", "tight ?"),
        worn_spanners_tightened_nuts,
        nobody_went_back,
        chain("path", "place"),
    ),
    natural=(never("carries * *", "tight *"),),
    constant=(constant_of("nut", "at ? *"),),
    stock=(stock_of("usable *"), stock_of("loose *"), way_ahead),
)
