"""Laws of domains in which machines take samples and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.legality.facts import Facts
from tests.legality.laws import Checker, at_most_one, constant_of, exactly_one, implies, never, stock_of, symmetric


def samples_were_dug_by_who_can(state: Facts) -> Iterator[str]:
    for rover, material, place in state.rows("has-analysis * * *"):
        if ("analyses", rover, material) not in state:
            yield f"rover {rover} has analysed {material}, which it cannot"
        if ("deposit", material, place) in state:
            yield f"{material} at {place} was dug and is still there"
        if state.count(f"has-analysis * {material} {place}") > 1:
            yield f"{material} at {place} was dug twice"


def pictures_were_taken_by_who_can(state: Facts) -> Iterator[str]:
    for rover, objective, mode in state.rows("has-picture * * *"):
        cameras = [camera for camera, _ in state.rows("mounted * ?", rover)]
        if not any(("supports", camera, mode) in state for camera in cameras):
            yield f"rover {rover} has a picture in {mode}, for which it has no camera"
        if not state.holds("visible ? *", objective):
            yield f"rover {rover} has a picture of {objective}, which nobody can see"


def what_was_told_is_known(state: Facts) -> Iterator[str]:
    for material, place in state.rows("reported * *"):
        if not state.holds(f"has-analysis * {material} {place}"):
            yield f"{material} at {place} was reported, and nobody has analysed it"
    for objective, mode in state.rows("shown * *"):
        if not state.holds(f"has-picture * {objective} {mode}"):
            yield f"{objective} in {mode} was shown, and nobody has a picture"


def samples(state: Facts) -> Mapping[str, object]:
    known = [row[-2:] for pattern in ("deposit * *", "has-analysis * * *") for row in state.rows(pattern)]
    return {"samples": tuple(sorted(known))}


ROVERS = Checker(
    goal=frozenset({"reported", "shown"}),
    laws=(
        exactly_one("machine", "at ? *"),
        exactly_one("rover", "bin-empty ?", "bin-full ?"),
        implies("rover", "bin-full ?", "has-analysis ? * *"),
        exactly_one("camera", "mounted ? *"),
        exactly_one("camera", "calibrates-on ? *"),
        samples_were_dug_by_who_can,
        pictures_were_taken_by_who_can,
        what_was_told_is_known,
        symmetric("path"),
    ),
    natural=(
        never("bin-full *", "calibrated *", "has-analysis * * *", "has-picture * * *", "reported * *", "shown * *"),
    ),
    constant=(constant_of("lander", "at ? *"), samples),
    stock=(stock_of("deposit * *"),),
)


def one_instrument_has_the_power(state: Facts) -> Iterator[str]:
    for satellite in state.of("satellite"):
        on = [i for _, i in state.rows("carries ? *", satellite) if state.holds("on ?", i)]
        if len(on) + state.count("power-left ?", satellite) != 1:
            yield f"satellite {satellite} has not either power or one instrument that is on"


def pictures_have_an_instrument(state: Facts) -> Iterator[str]:
    for direction, mode in state.rows("picture * *"):
        if not state.holds("supports * ?", mode):
            yield f"there is a picture of {direction} in {mode}, for which there is no instrument"


SATELLITE = Checker(
    goal=frozenset({"picture", "points"}),
    laws=(
        exactly_one("satellite", "points ? *"),
        exactly_one("instrument", "carries * ?"),
        exactly_one("instrument", "calibrates-on ? *"),
        at_most_one("satellite", "power-left ?"),
        one_instrument_has_the_power,
        pictures_have_an_instrument,
    ),
    natural=(never("on *", "calibrated *", "picture * *"),),
)
