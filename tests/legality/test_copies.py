"""Copies differ in the names of interchangeable objects only."""

from __future__ import annotations

import pytest

from tests.bundled import texts
from tests.legality.copies import are_copies, copies, interchangeable
from tests.legality.general import Written


def ferry(*ports: str) -> Written:
    """Return a ferry with cars at these ports; the first two cars go to one port, which makes them interchangeable."""
    domain, _ = texts("ferry")
    cars = [f"car{number}" for number, _ in enumerate(ports, 1)]
    parked = " ".join(f"(parked {car} {port})" for car, port in zip(cars, ports, strict=True))
    goal = " ".join(f"(parked {car} {'a' if car in cars[:2] else 'b'})" for car in cars)
    objects = f"a b c d - port {' '.join(cars)} - car"
    head = f"(define (problem f) (:domain ferry) (:objects {objects})"
    return Written(domain, f"{head} (:init (ferry-at a) (deck-free) {parked}) (:goal (and {goal})))")


def test_what_goes_to_one_place_is_interchangeable_and_where_nothing_goes_too():
    classes = interchangeable(ferry("b", "c", "a"))
    assert classes["car1"] == classes["car2"] != classes["car3"]
    assert classes["c"] == classes["d"]
    assert len({classes[port] for port in "abc"}) == 3


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("b", "c", "a"), ("c", "b", "a"), True),
        (("b", "c", "a"), ("d", "b", "a"), True),
        (("c", "c", "d"), ("c", "d", "d"), False),
        (("c", "c", "d"), ("d", "d", "c"), True),
        (("b", "c", "a"), ("b", "c", "d"), False),
        (("b", "b", "a"), ("a", "a", "a"), False),
    ],
)
def test_copies_are_found(one, other, expected):
    assert are_copies(ferry(*one), ferry(*other)) == expected


def test_objects_that_schemas_name_are_not_interchangeable():
    classes = interchangeable(Written(*texts("childsnack")))
    assert [name for name, first in classes.items() if first == "kitchen"] == ["kitchen"]


def test_copies_in_a_directory_are_named():
    instances = {"p01": ferry("b", "c", "a"), "p02": ferry("b", "b", "a"), "p03": ferry("d", "b", "a")}
    assert list(copies(instances)) == ["p03 is a copy of p01"]
