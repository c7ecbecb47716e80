"""Laws of domains in which things stand on each other."""

from __future__ import annotations

from collections.abc import Iterator

from tests.legality.facts import Facts
from tests.legality.laws import Checker, Law, at_most_one, constant_of, exactly_one, iff, just_one, never


def grounded(relation: str, kind: str) -> Law:
    """Whoever goes down from thing to thing gets to the ground: nothing stands on itself by way of others."""

    def law(state: Facts) -> Iterator[str]:
        for first in state.of(kind):
            seen, each = {first}, state.value(f"{relation} ? *", first)
            while each and each not in seen:
                seen.add(each)
                each = state.value(f"{relation} ? *", each)
            if each:
                yield f"{first} stands on itself, or on what does so"

    return law


BLOCKS = Checker(
    goal=frozenset({"on", "on-table"}),
    laws=(
        just_one("crane-free", "crane-holds *"),
        exactly_one("object", "on-table ?", "on ? *", "crane-holds ?"),
        exactly_one("object", "top ?", "on * ?", "crane-holds ?"),
        grounded("on", "object"),
    ),
    natural=(never("crane-holds *"),),
)


def crates_are_where_they_stand(state: Facts) -> Iterator[str]:
    for crate, below in state.rows("stacked * *"):
        if state.values("at ? *", crate) != state.values("at ? *", below):
            yield f"{crate} stands on {below} and is at another place"


DEPOTS = Checker(
    goal=frozenset({"stacked"}),
    laws=(
        exactly_one("truck", "at ? *"),
        exactly_one("hoist", "at ? *"),
        exactly_one("pallet", "at ? *"),
        exactly_one("hoist", "ready ?", "hangs * ?"),
        exactly_one("crate", "at ? *", "in ? *", "hangs ? *"),
        exactly_one("crate", "stacked ? *", "in ? *", "hangs ? *"),
        exactly_one("crate", "bare ?", "stacked * ?", "in ? *", "hangs ? *"),
        exactly_one("pallet", "bare ?", "stacked * ?"),
        crates_are_where_they_stand,
        grounded("stacked", "crate"),
    ),
    natural=(never("in * *", "hangs * *"),),
    constant=(constant_of("hoist", "at ? *"), constant_of("pallet", "at ? *")),
)


def second_row_is_behind_the_first(state: Facts) -> Iterator[str]:
    for car, front in state.rows("behind * *"):
        if not state.holds("first-row ?", front):
            yield f"{car} is behind {front}, which is not in the first row"


PARKING = Checker(
    goal=frozenset({"behind", "parked"}),
    laws=(
        exactly_one("car", "parked ? *", "behind ? *"),
        iff("car", "first-row ?", "parked ? *"),
        exactly_one("car", "unblocked ?", "behind * ?"),
        exactly_one("kerb", "vacant ?", "parked * ?"),
        at_most_one("car", "behind * ?"),
        second_row_is_behind_the_first,
    ),
)
