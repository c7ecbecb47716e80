"""Splits: what is written, where the places are, and how instances are dealt out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from beta_plan.splits import CLASSES, Section, deal, parse_split, places

LEARNING = parse_split("training=easy:10,testing=easy:5,medium:5,hard:5")


def test_a_set_goes_on_until_the_next_one_is_named():
    assert (
        Section("training", "easy", 10),
        Section("testing", "easy", 5),
        Section("testing", "medium", 5),
        Section("testing", "hard", 5),
    ) == LEARNING
    assert [section.folder for section in parse_split(" a=hard:1 , easy:2,b=easy:3 ")] == ["a/hard", "a/easy", "b/easy"]


@pytest.mark.parametrize(
    "text",
    [
        "", "training", "easy:3", "training=easy", "training=easy:0", "training=easy:-1", "training=easy:x",
        "training=odd:3", "training=easy:3,", "=easy:3", "a=b=easy:3", "a/b=easy:3", "..=easy:3", "A=easy:3",
        "training=easy:3,testing", "training=easy:99999", "training=easy:1.5", "training=easy:3;testing=easy:3",
    ],
)  # fmt: skip
def test_what_is_no_split_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"is no part of a split: write training=easy:10,testing=easy:5,hard:5"):
        parse_split(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("a=easy:1,easy:2", "two numbers for 'a=easy'"), ("solutions=easy:1", "cannot be called 'solutions'")],
)
def test_a_section_that_cannot_be_is_refused(text, complaint):
    with pytest.raises(ValueError, match=complaint):
        parse_split(text)


@pytest.mark.parametrize("text", ["a=easy:1", "a=hard:3,b=hard:1", "a=medium:2", "a=easy:9,b=easy:4,medium:7,hard:1"])
def test_the_places_of_a_class_are_in_its_third(text):
    sections = parse_split(text)
    found = places(sections)
    wanted = [
        name for name in CLASSES for section in sections if section.difficulty == name for _ in range(section.count)
    ]
    assert found == sorted(found)
    assert len(set(found)) == len(found) == len(wanted)
    for place, difficulty in zip(found, wanted, strict=True):
        third = CLASSES.index(difficulty)
        assert Fraction(third, 3) <= place <= Fraction(third + 1, 3)


def test_the_ends_are_the_easiest_and_the_hardest():
    assert [places(LEARNING)[0], places(LEARNING)[-1]] == [Fraction(0), Fraction(1)]


@pytest.mark.parametrize("count", range(30))
def test_everything_is_dealt_once_and_no_easier_class_has_what_is_harder(count):
    found = deal(range(count), LEARNING)
    assert sorted(item for own in found for item in own) == list(range(min(count, 25)))
    by_class = [
        [item for s, own in zip(LEARNING, found, strict=True) if s.difficulty == d for item in own] for d in CLASSES
    ]
    assert [item for own in by_class for item in sorted(own)] == list(range(min(count, 25)))
    assert all(own == sorted(own) and len(own) <= s.count for s, own in zip(LEARNING, found, strict=True))


def test_sets_that_share_a_class_are_spread_over_it_alike():
    training, testing = deal(range(12), parse_split("training=easy:8,testing=easy:4"))
    assert abs(sum(training) / 8 - sum(testing) / 4) < 1
