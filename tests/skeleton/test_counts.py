"""Numbers of objects: what a skeleton says, what a user asks for, and the bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.errors import InputRefused
from beta_plan.skeleton.counts import Range, counts, names_in, parse_objects, ranges, value_of
from beta_plan.skeleton.spec import Kind, Skeleton

CITIES = Skeleton(
    "s.toml",
    {
        "city": Kind("city", "city", "3", least="2"),
        "place": Kind("place", "place", "2*city + 1", most="4*city"),
        "truck": Kind("truck", "truck", "city", least="city"),
        "level": Kind("level", "level", "2", names=("low", "high"), fixed=True),
    },
)
TERMS = st.lists(st.tuples(st.sampled_from("+-"), st.lists(st.integers(0, 9), min_size=1, max_size=3)), min_size=1)


@given(TERMS, st.sampled_from(["*", " * "]), st.sampled_from(["+", " + "]))
def test_sums_of_products_are_those_of_python(terms, times, plus):
    terms = [("+", terms[0][1]), *terms[1:]]
    text, code = "", "0"
    for number, (sign, factors) in enumerate(terms):
        joiner = "" if not number else " - " if sign == "-" else plus
        text += joiner + times.join(map(str, factors))
        code += sign + "*".join(map(str, factors))
    assert value_of(text, {}) == eval(code)


def test_a_minus_without_blanks_is_part_of_a_name():
    assert value_of("2*slow-lift - 1", {"slow-lift": 3}) == 5
    assert names_in("2*slow-lift - 1 + block") == ["slow-lift", "block"]


def test_kinds_follow_those_they_count_by():
    assert counts(CITIES, {}) == {"city": 3, "place": 7, "truck": 3, "level": 2}
    assert counts(CITIES, {"city": 5}) == {"city": 5, "place": 11, "truck": 5, "level": 2}
    assert counts(CITIES, {"place": 4, "truck": 9}) == {"city": 3, "place": 4, "truck": 9, "level": 2}


def test_the_order_of_kinds_is_that_of_the_file():
    kinds = {name: Kind(name, name, count) for name, count in (("b", "a"), ("a", "2"))}
    assert list(counts(Skeleton("", kinds), {})) == ["b", "a"]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"tree": 3}, "--objects: no kind of objects 'tree' (known: city, place, truck)"),
        ({"level": 3}, "--objects: the number of 'level' cannot be chosen (choose among city, place, truck)"),
        ({"city": 1}, "--objects: the number of 'city' is 1 (at least 2)"),
        ({"truck": 2}, "--objects: the number of 'truck' is 2 (at least city = 3)"),
        ({"place": 13}, "--objects: the number of 'place' is 13 (at most 4*city = 12)"),
        ({"city": 2001}, "--objects: the number of 'city' is 2001 (at most 2000)"),
    ],
)
def test_what_cannot_be_is_refused(asked, complaint):
    with pytest.raises(InputRefused) as refused:
        counts(CITIES, asked)
    assert str(refused.value) == complaint


def test_ranges_are_those_of_the_kinds_that_may_be_chosen():
    assert ranges(CITIES) == {"city": Range(3, 2, 2000), "place": Range(7, 1, 12), "truck": Range(3, 3, 2000)}


def test_a_number_within_its_range_is_accepted():
    for name, bounds in ranges(CITIES).items():
        if name != "city":
            for number in (bounds.least, bounds.default, bounds.most):
                assert counts(CITIES, {name: number})[name] == number


def test_objects_are_read_as_they_are_written():
    assert parse_objects(["a=1, b=02", "c = 3"]) == {"a": 1, "b": 2, "c": 3}
    assert parse_objects([]) == {}


@pytest.mark.parametrize("text", ["a", "a=", "=3", "a=-1", "a=1.5", "a=x", "", "a=1,,b=2", "a=²", "a=1234567890"])
def test_what_is_no_number_of_objects_is_refused(text):
    with pytest.raises(InputRefused, match=r"is no number of objects .*package=6,truck=2"):
        parse_objects([text])


def test_two_numbers_of_one_kind_are_refused():
    with pytest.raises(InputRefused, match="'a' has two numbers"):
        parse_objects(["a=1", "a=2"])
