"""Laws of domains in which stocks are used up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.legality.facts import Facts
from tests.legality.laws import Checker, at_most_one, chain, exactly_one, never, stock_of, symmetric


def _eaten(state: Facts) -> list[str]:
    """Return the sandwiches that are nowhere: whoever was served has them."""
    somewhere = ("unmade ?", "in-kitchen ?", "on ? *")
    return [s for s in state.of("sandwich") if not any(state.holds(pattern, s) for pattern in somewhere)]


def eaten_sandwiches_served_children(state: Facts) -> Iterator[str]:
    eaten, served = _eaten(state), [child for (child,) in state.rows("served *")]
    if len(eaten) != len(served):
        yield f"{len(served)} children have eaten {len(eaten)} sandwiches"
    allergic = [child for child in served if state.holds("allergic ?", child)]
    safe = [sandwich for sandwich in eaten if state.holds("safe ?", sandwich)]
    if len(allergic) > len(safe):
        yield f"{len(allergic)} allergic children have eaten {len(safe)} safe sandwiches"


def made_sandwiches_used_food(state: Facts) -> Iterator[str]:
    made = [s for s in state.of("sandwich") if not state.holds("unmade ?", s)]
    safe = [s for s in state.of("sandwich") if state.holds("safe ?", s)]
    yield from (f"sandwich {s} is safe and unmade" for s in safe if s not in made)
    for kind in ("bread", "filling"):
        used = [food for food in state.of(kind) if not state.holds("in-stock ?", food)]
        if len(used) != len(made):
            yield f"{len(made)} sandwiches were made from {len(used)} portions of {kind}"
        fit = [food for food in used if state.holds("gluten-free ?", food)]
        if len(safe) > len(fit):
            yield f"{len(safe)} safe sandwiches were made from {len(fit)} portions of gluten-free {kind}"


CHILDSNACK = Checker(
    goal=frozenset({"served"}),
    laws=(
        exactly_one("child", "hungry ?", "served ?"),
        exactly_one("child", "sits ? *"),
        exactly_one("tray", "at ? *"),
        at_most_one("sandwich", "unmade ?", "in-kitchen ?", "on ? *"),
        eaten_sandwiches_served_children,
        made_sandwiches_used_food,
    ),
    natural=(never("served *", "on * *", "in-kitchen *", "safe *"),),
    stock=(stock_of("unmade *"), stock_of("in-stock *"), stock_of("hungry *")),
)

_AMOUNTS = {"for-sale": "market", "bought": "market", "aboard": "truck", "stored": "depot"}
"""Where goods are, and at what."""


def every_amount_is_one_level(state: Facts) -> Iterator[str]:
    for predicate, kind in _AMOUNTS.items():
        for goods in state.of("goods"):
            for place in state.of(kind):
                if (count := state.count(f"{predicate} {goods} {place} *")) != 1:
                    yield f"({predicate} {goods} {place} ..) has {count} levels"


def amounts_in_all(state: Facts) -> Mapping[str, object]:
    ranks = state.ranks("one-more")
    return {
        f"amount of {goods}": sum(
            ranks.get(level, -1) for predicate in _AMOUNTS for *_, level in state.rows(f"{predicate} {goods} * *")
        )
        for goods in state.of("goods")
    }


def for_sale(state: Facts) -> Mapping[str, int]:
    ranks = state.ranks("one-more")
    return {f"{g} for sale at {m}": ranks.get(level, -1) for g, m, level in state.rows("for-sale * * *")}


def for_sale_or_bought(state: Facts) -> Mapping[str, int]:
    ranks = state.ranks("one-more")
    return {
        f"{goods} at {market}": sum(
            ranks.get(level, -1)
            for predicate in ("for-sale", "bought")
            for *_, level in state.rows(f"{predicate} {goods} {market} *")
        )
        for goods in state.of("goods")
        for market in state.of("market")
    }


def nothing_was_bought(state: Facts) -> Iterator[str]:
    ranks = state.ranks("one-more")
    for predicate in ("bought", "aboard", "stored"):
        for goods, place, level in state.rows(f"{predicate} * * *"):
            if ranks.get(level) != 0:
                yield f"({predicate} {goods} {place} {level}) in a natural state"


TPP = Checker(
    goal=frozenset({"stored"}),
    laws=(
        exactly_one("truck", "at ? *"),
        every_amount_is_one_level,
        chain("one-more", "level"),
        symmetric("road"),
    ),
    natural=(nothing_was_bought,),
    constant=(amounts_in_all,),
    stock=(for_sale, for_sale_or_bought),
)
