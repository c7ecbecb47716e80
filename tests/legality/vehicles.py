"""Laws of domains in which vehicles bring things to places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.legality.facts import Facts
from tests.legality.laws import (
    Checker,
    at_most_one,
    chain,
    exactly_one,
    just_one,
    never,
    symmetric,
    total_order,
)


def packed_is_with_the_bag(state: Facts) -> Iterator[str]:
    for item, bag in state.rows("packed * *"):
        if state.values("at ? *", item) != state.values("at ? *", bag):
            yield f"{item} is packed in {bag} and at another place"


BRIEFCASE = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("portable", "at ? *"),
        exactly_one("item", "loose ?", "packed ? *"),
        packed_is_with_the_bag,
    ),
    natural=(never("packed * *"),),
)

DRIVERLOG = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("driver", "at ? *", "steers ? *"),
        exactly_one("truck", "at ? *"),
        exactly_one("truck", "idle ?", "steers * ?"),
        exactly_one("goods", "at ? *", "loaded ? *"),
        symmetric("road"),
        symmetric("footpath"),
    ),
    natural=(never("steers * *", "loaded * *"),),
)


def load_is_number_of_riders(state: Facts) -> Iterator[str]:
    ranks = state.ranks("successor")
    for lift in state.of("lift"):
        load = state.value("load ? *", lift)
        if ranks.get(load) != state.count("rides * ?", lift):
            yield f"lift {lift} has load {load} with {state.count('rides * ?', lift)} people in it"
        if ranks.get(load) and not state.holds(f"fits ? {load}", lift):
            yield f"lift {lift} has load {load}, which does not fit"


def lifts_stand_where_they_stop(state: Facts) -> Iterator[str]:
    for lift, floor in state.rows("stands * *"):
        if ("serves", lift, floor) not in state:
            yield f"lift {lift} stands at {floor}, where it does not stop"


ELEVATORS = Checker(
    goal=frozenset({"waits"}),
    laws=(
        exactly_one("lift", "stands ? *"),
        exactly_one("lift", "load ? *"),
        exactly_one("person", "waits ? *", "rides ? *"),
        load_is_number_of_riders,
        lifts_stand_where_they_stop,
        chain("successor", "count"),
        total_order("higher", "floor"),
    ),
    natural=(never("rides * *"),),
)

FERRY = Checker(
    goal=frozenset({"ferry-at", "parked"}),
    laws=(
        just_one("ferry-at *"),
        just_one("deck-free", "carries *"),
        exactly_one("car", "parked ? *", "carries ?"),
    ),
    natural=(never("carries *"),),
)


def aeroplanes_are_at_airports(state: Facts) -> Iterator[str]:
    airports = state.of("airport")
    for plane in state.of("aeroplane"):
        if not set(state.values("at ? *", plane)) <= set(airports):
            yield f"aeroplane {plane} is at no airport"


def every_city_can_be_served(state: Facts) -> Iterator[str]:
    for city in state.of("city"):
        places = [place for place, _ in state.rows("located * ?", city)]
        if not set(places) & set(state.of("airport")):
            yield f"city {city} has no airport"
        if not any(state.value("at ? *", truck) in places for truck in state.of("truck")):
            yield f"city {city} has no truck"


def city_of_truck(state: Facts) -> Mapping[str, object]:
    return {f"city of {t}": state.value("located ? *", state.value("at ? *", t)) for t in state.of("truck")}


LOGISTICS = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("place", "located ? *"),
        exactly_one("carrier", "at ? *"),
        exactly_one("parcel", "at ? *", "aboard ? *"),
        aeroplanes_are_at_airports,
        every_city_can_be_served,
    ),
    natural=(never("aboard * *"),),
    constant=(city_of_truck,),
)


def passengers_want_elsewhere(state: Facts) -> Iterator[str]:
    for passenger in state.of("passenger"):
        if state.value("origin ? *", passenger) == state.value("destination ? *", passenger):
            yield f"passenger {passenger} is where they want to be"


def not_served(state: Facts) -> Mapping[str, int]:
    return {f"way to go of {p}": 1 for p in state.of("passenger") if not state.holds("served ?", p)}


MICONIC = Checker(
    goal=frozenset({"served"}),
    laws=(
        just_one("lift-at *"),
        exactly_one("passenger", "origin ? *"),
        exactly_one("passenger", "destination ? *"),
        at_most_one("passenger", "boarded ?", "served ?"),
        passengers_want_elsewhere,
        total_order("above", "floor"),
    ),
    natural=(never("boarded *", "served *"),),
    stock=(not_served,),
)


def fuel_in_tanks(state: Facts) -> Mapping[str, int]:
    ranks = dict.fromkeys(state.of("amount"), 0)
    for _ in ranks:  # the longest way down a table of sums, by as many rounds as there are amounts
        for rest, _, before in state.rows("sum * * *"):
            ranks[before] = max(ranks[before], ranks[rest] + (rest != before))
    return {f"fuel of {truck}": ranks.get(state.value("tank ? *", truck), -1) for truck in state.of("truck")}


NOMYSTERY = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("truck", "at ? *"),
        exactly_one("truck", "tank ? *"),
        exactly_one("parcel", "at ? *", "in ? *"),
    ),
    natural=(never("in * *"),),
    stock=(fuel_in_tanks,),
)


def capacities(state: Facts) -> Mapping[str, object]:
    ranks = state.ranks("one-more")
    return {
        f"capacity of {v}": ranks.get(state.value("room ? *", v), -1) + state.count("in * ?", v)
        for v in state.of("vehicle")
    }


def capacity_is_a_level(state: Facts) -> Iterator[str]:
    levels = range(1, len(state.of("level")))
    for name, capacity in capacities(state).items():
        if capacity not in levels:
            yield f"{name} is {capacity}, which is no level"


TRANSPORT = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("vehicle", "at ? *"),
        exactly_one("vehicle", "room ? *"),
        exactly_one("package", "at ? *", "in ? *"),
        capacity_is_a_level,
        chain("one-more", "level"),
        symmetric("road"),
    ),
    natural=(never("in * *"),),
    constant=(capacities,),
)


def bays_hold_one_parcel(state: Facts) -> Iterator[str]:
    for truck in state.of("truck"):
        for bay in state.of("bay"):
            if state.count(f"free {bay} {truck}") + state.count(f"in * {truck} {bay}") != 1:
                yield f"bay {bay} of {truck} is not either free or taken by one parcel"


def hours_left(state: Facts) -> Mapping[str, int]:
    ranks = state.ranks("next-hour")
    return {"hours left": max((len(ranks) - ranks.get(hour, -1) for (hour,) in state.rows("now *")), default=0)}


def not_delivered(state: Facts) -> Mapping[str, int]:
    return {f"delivery of {p}": 1 for p in state.of("parcel") if not state.holds("delivered ? *", p)}


TRUCKS = Checker(
    goal=frozenset({"delivered"}),
    laws=(
        just_one("now *"),
        exactly_one("truck", "at ? *"),
        exactly_one("parcel", "at ? *", "in ? * *", "delivered ? *"),
        bays_hold_one_parcel,
        chain("next-hour", "hour"),
        total_order("nearer", "bay"),
        symmetric("road"),
    ),
    natural=(never("in * * *", "delivered * *"),),
    stock=(hours_left, not_delivered),
)

ZENOTRAVEL = Checker(
    goal=frozenset({"at"}),
    laws=(
        exactly_one("plane", "at ? *"),
        exactly_one("plane", "tank ? *"),
        exactly_one("traveller", "at ? *", "seated ? *"),
        chain("one-more", "level"),
    ),
    natural=(never("seated * *"),),
)


def partners_are_couples(state: Facts) -> Iterator[str]:
    people = [person for row in state.rows("partners * * *") for person in row[1:]]
    if sorted(people) != sorted(state.of("person")):
        yield "people do not go in couples"


def stages_ahead(state: Facts) -> Mapping[str, int]:
    ranks = state.ranks("trail")
    return {
        f"stages ahead of {c}": len(ranks) - ranks.get(state.value("hiked-to ? *", c), -1) for c in state.of("couple")
    }


HIKING = Checker(
    goal=frozenset({"hiked-to"}),
    laws=(
        exactly_one("thing", "at ? *"),
        exactly_one("tent", "pitched ?", "packed ?"),
        exactly_one("couple", "hiked-to ? *"),
        exactly_one("couple", "partners ? * *"),
        partners_are_couples,
        chain("trail", "place"),
    ),
    natural=(never("pitched *"),),
    stock=(stages_ahead,),
)
