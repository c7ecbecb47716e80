"""A series of tasks in growing sizes: sizes as asked for, distinct, certified, the same for the same seed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from beta_plan import suites
from beta_plan.certify.directory import certify_directory
from beta_plan.config import GeneratorConfig
from beta_plan.errors import IllegalTask, InputRefused, Interrupted
from beta_plan.pipeline import generate
from beta_plan.suites import generate_suite, parse_scale, sizes

SMALL = GeneratorConfig(order="[PDB1]", series=3, scale=("ball=2..4",), objects=("room=2",), max_expansions=300)


def test_sizes_go_from_the_first_to_the_last_in_steps_that_differ_by_at_most_one():
    found = [each["x"] for each in sizes({"x": (4, 21)}, 7)]
    steps = [b - a for a, b in pairwise(found)]
    assert (found[0], found[-1]) == (4, 21)
    assert max(steps) - min(steps) <= 1


def test_one_task_has_the_first_size():
    assert sizes({"x": (4, 21)}, 1) == [{"x": 4}]


@pytest.mark.parametrize("text", ["x", "x=1", "x=1..", "x=a..b", "=1..2", "x=1..2,,", "x=1..2,x=3..4"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(InputRefused, match=r"no range|two ranges"):
        parse_scale([text])


def test_a_suite_has_the_sizes_in_ascending_order_and_is_the_same_twice():
    first, again = (generate_suite("gripper", SMALL) for _ in range(2))
    texts = [instance.problem for instance in first.instances]
    assert [len(re.findall(r"\(ball ", text)) for text in texts] == [2, 3, 4]
    assert texts == [instance.problem for instance in again.instances]
    assert first.search.expanded > 0
    assert [re.findall(r"problem ([\w-]+)", text)[0] for text in texts] == ["gripper-p01", "gripper-p02", "gripper-p03"]


def test_a_suite_is_written_and_verifies(tmp_path):
    generate_suite("gripper", SMALL).write(tmp_path / "out")
    assert [each.verified for each in certify_directory(tmp_path / "out")] == [True] * 3


def test_a_size_of_which_no_task_can_be_drawn_leaves_the_others(monkeypatch):
    def unwilling(domain, problem, config, **more):
        if "ball=3" in ",".join(config.objects):
            raise IllegalTask("no task was drawn that could be solved")
        return generate(domain, problem, config, **more)

    monkeypatch.setattr(suites, "generate", unwilling)
    found = generate_suite("gripper", SMALL)
    assert [len(re.findall(r"\(ball ", instance.problem)) for instance in found.instances] == [2, 4]
    assert "gripper-p02" in found.instances[1].problem
    assert any("no instance with ball=3: no task was drawn" in note for note in found.notes)


def test_a_kind_that_there_is_not_ends_a_suite_at_once():
    with pytest.raises(InputRefused, match="no kind of objects 'cat'"):
        generate_suite("gripper", replace(SMALL, scale=("cat=1..2",)))


def test_who_is_told_to_stop_at_once_has_nothing():
    with pytest.raises(Interrupted, match="before anything was found"):
        generate_suite("gripper", SMALL, stop=lambda: True)


def test_a_scale_needs_a_series():
    with pytest.raises(ValueError, match="series"):
        GeneratorConfig(scale=("x=1..2",))
