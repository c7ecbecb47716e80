"""The sizes of the tasks of a suite."""

from __future__ import annotations

from itertools import pairwise

import pytest

from beta_plan.bundled import bundled_domain, bundled_names
from beta_plan.config import GeneratorConfig
from beta_plan.errors import InputRefused
from beta_plan.sizes import members, parse_scale, sizes, third
from beta_plan.skeleton.counts import counts, parse_objects
from beta_plan.skeleton.mazes import max_boxes
from beta_plan.skeleton.toml import SKELETON, read_skeleton
from beta_plan.splits import CLASSES

SPLIT = "training=easy:4,medium:3,hard:4,testing=easy:2,medium:3,hard:2"
SKELETONS = [name for name in bundled_names() if bundled_domain(name).with_name(SKELETON).is_file()]


def test_sizes_go_from_the_first_to_the_last_in_steps_that_differ_by_at_most_one():
    found = [each["x"] for each in sizes({"x": (4, 21)}, 7)]
    steps = [b - a for a, b in pairwise(found)]
    assert (found[0], found[-1]) == (4, 21)
    assert max(steps) - min(steps) <= 1


def test_one_task_has_the_first_size():
    assert sizes({"x": (4, 21)}, 1) == [{"x": 4}]


@pytest.mark.parametrize("text", ["x", "x=1", "x=1..", "x=a..b", "=1..2", "x=1..2,,", "x=1..2,x=3..4", "x=5..2"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(InputRefused, match=r"no range|two ranges|shrinks"):
        parse_scale([text])


@pytest.mark.parametrize("last", range(3, 15))
def test_thirds_are_a_scale_without_gaps_and_without_sharing(last):
    ends = [third({"x": (3, last)}, difficulty)["x"] for difficulty in CLASSES]
    if last >= 5:
        assert [number for first, end in ends for number in range(first, end + 1)] == list(range(3, last + 1))
    assert (ends[0][0], ends[-1][-1]) == (3, last)
    assert ends == sorted(ends)


def test_a_scale_may_fall():
    assert [third({"x": (9, 1)}, difficulty)["x"] for difficulty in CLASSES] == [(9, 7), (6, 4), (3, 1)]


@pytest.mark.parametrize("name", SKELETONS)
def test_usual_sizes_of_every_bundled_domain_are_possible_and_grow_from_class_to_class(name):
    skeleton = read_skeleton(bundled_domain(name).with_name(SKELETON))
    found = members(name, GeneratorConfig(split=SPLIT))
    totals: dict[str, list[int]] = {difficulty: [] for difficulty in CLASSES}
    for member in found:
        numbers = counts(skeleton, parse_objects(member.config.objects))
        totals[member.folder.partition("/")[2]].append(sum(numbers.values()))
    assert len(found) == 18
    assert max(totals["easy"]) <= min(totals["medium"])
    assert max(totals["medium"]) <= min(totals["hard"])
    assert max(totals["easy"]) < min(totals["hard"])


def test_usual_mazes_have_room_for_their_boxes_and_grow():
    found = [member.config for member in members("sokoban", GeneratorConfig(split=SPLIT))]
    assert found[0].boxes is not None
    for config in found:
        width, height = map(int, str(config.size).split("x"))
        assert 1 <= (config.boxes or 0) <= max_boxes(width, height)
    assert (found[0].boxes, found[0].size) < (found[10].boxes, found[10].size)
    assert (found[10].size, found[10].boxes) == ("15x12", 9)


@pytest.mark.parametrize(
    ("asked", "sizes_and_boxes"),
    [
        ({"size": "10x9"}, [("10x9", 3), ("10x9", 6)]),
        ({"boxes": 3}, [("8x7", 3), ("14x11", 3)]),
        ({"scale": ("boxes=2..6",)}, [("12x10", 2), ("12x10", 6)]),
        ({"scale": ("boxes=2..6",), "size": "11x11"}, [("11x11", 2), ("11x11", 6)]),
        ({"scale": ("width=8..10,height=9..12",), "boxes": 4}, [("8x9", 4), ("10x12", 4)]),
    ],
)
def test_mazes_grow_in_what_is_not_given(asked, sizes_and_boxes):
    found = members("sokoban", GeneratorConfig(split="a=easy:1,hard:1", **asked))
    assert [(member.config.size, member.config.boxes) for member in found] == sizes_and_boxes


@pytest.mark.parametrize(
    ("name", "asked", "complaint"),
    [
        ("sokoban", {"scale": ("car=2..4",)}, "a maze has no number of 'car'"),
        ("sokoban", {"scale": ("boxes=2..4",), "boxes": 3}, "two numbers for the same"),
        ("sokoban", {"scale": ("width=8..9",), "size": "9x9"}, "two numbers for the same"),
        ("ferry", {"objects": ("car=2,port=3",)}, "easy and hard tasks would have the same size"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(name, asked, complaint):
    with pytest.raises(InputRefused, match=complaint):
        members(name, GeneratorConfig(split="a=easy:1,hard:1", **asked))


def test_numbers_that_are_given_stay():
    found = members("ferry", GeneratorConfig(split="a=easy:1,hard:1", objects=("port=3",)))
    assert [parse_objects(member.config.objects) for member in found] == [{"port": 3, "car": 4}, {"port": 3, "car": 9}]
