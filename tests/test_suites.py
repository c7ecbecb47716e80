"""Series and splits of tasks in growing sizes: sizes as asked for, distinct, certified, the same for the same seed."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

import pytest

import beta_plan
from beta_plan import suites
from beta_plan.certify.directory import certify_directory
from beta_plan.config import GeneratorConfig
from beta_plan.errors import IllegalTask, InputRefused, Interrupted
from beta_plan.fingerprint import fingerprint
from beta_plan.pipeline import generate
from beta_plan.stages import Stages
from beta_plan.suites import generate_suite
from tests.bundled import DOMAINS
from tests.outputs import content

SMALL = GeneratorConfig(order="[PDB1]", series=3, scale=("ball=2..4",), objects=("room=2",), max_expansions=300)


def test_a_suite_has_the_sizes_in_ascending_order_and_is_the_same_twice():
    first, again = (generate_suite("gripper", SMALL) for _ in range(2))
    texts = [instance.problem for instance in first.instances]
    assert [len(re.findall(r"\(ball ", text)) for text in texts] == [2, 3, 4]
    assert texts == [instance.problem for instance in again.instances]
    assert first.search.expanded > 0
    assert [re.findall(r"problem ([\w-]+)", text)[0] for text in texts] == [
        "gripper-seed0",
        "gripper-seed1",
        "gripper-seed2",
    ]


def test_a_suite_is_written_and_verifies(tmp_path):
    generate_suite("gripper", SMALL).write(tmp_path / "out")
    assert [each.verified for each in certify_directory(tmp_path / "out")] == [True] * 3


def test_a_size_of_which_no_task_can_be_drawn_leaves_the_others(monkeypatch):
    def unwilling(domain, problem, config, **more):
        if "ball=3" in ",".join(config.objects):
            raise IllegalTask("no task was drawn that could be solved")
        return generate(domain, problem, config, **more)

    monkeypatch.setattr(suites, "generate_one", unwilling)
    found = generate_suite("gripper", SMALL)
    assert [len(re.findall(r"\(ball ", instance.problem)) for instance in found.instances] == [2, 4]
    assert "gripper-seed2" in found.instances[1].problem
    assert any("no instance with ball=3: no task was drawn" in note for note in found.notes)


def test_a_kind_that_there_is_not_ends_a_suite_at_once():
    with pytest.raises(InputRefused, match="no kind of objects 'cat'"):
        generate_suite("gripper", replace(SMALL, scale=("cat=1..2",)))


SPLIT = replace(SMALL, series=None, split="training=easy:3,testing=easy:2,medium:1,hard:2", scale=("ball=3..8",))


def test_a_split_has_folders_sizes_that_ascend_and_no_copies(tmp_path):
    found = beta_plan.generate("gripper", config=SPLIT)
    sizes = defaultdict(list)
    for instance in found.instances:
        sizes[instance.folder].append(len(re.findall(r"\(ball ", instance.problem)))
    assert sizes == {"training/easy": [3, 3, 4], "testing/easy": [3, 4], "testing/medium": [5], "testing/hard": [7, 8]}
    assert len({fingerprint(instance.problem) for instance in found.instances}) == 8
    found.write(tmp_path / "out")
    assert [each.verified for each in certify_directory(tmp_path / "out")] == [True] * 8
    beta_plan.generate("gripper", config=SPLIT).write(tmp_path / "again")
    assert content(tmp_path / "out") == content(tmp_path / "again")


def test_every_instance_has_a_seed_of_its_own_and_says_how_to_get_it_again():
    found = generate_suite("gripper", replace(SPLIT, seed=3))
    seeds = [int(re.findall(r"; seed: (\d+)", instance.problem)[0]) for instance in found.instances]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) == 3000
    assert all(f"--seed {seed}\n" in instance.problem for seed, instance in zip(seeds, found.instances, strict=True))


def test_of_one_size_the_easier_come_first():
    found = generate_suite("gripper", replace(SMALL, series=6, scale=("ball=3..4",)))
    values = [(len(re.findall(r"\(ball ", i.problem)), i.metrics.fresh["PDB4"]) for i in found.instances]
    assert values == sorted(values)
    assert len({value for _, value in values}) > 1


def test_copies_are_drawn_again_and_then_left_out():
    config = replace(SMALL, objects=("tray=1,child=2,sandwich=2",), series=4, scale=("place=1..1",))
    found = generate_suite("childsnack", config)
    assert len({fingerprint(instance.problem) for instance in found.instances}) == len(found.instances) < 4
    assert any("copies of others" in note for note in found.notes)


def test_a_split_that_is_stopped_has_what_was_found_before():
    calls: list[str] = []

    class Counted(Stages):
        def __call__(self, name):
            if name == "certify":
                calls.append(name)
            return super().__call__(name)

    config = replace(SPLIT, objects=("port=4",), scale=("car=4..9",))
    found = generate_suite("ferry", config, stop=lambda: len(calls) >= 2, stages=Counted())
    assert [instance.folder for instance in found.instances] == ["training/easy"] * 2
    assert "stopped after 2 of 8 tasks" in found.notes


def test_a_scale_for_a_given_task_is_refused():
    with pytest.raises(InputRefused, match="--scale is for tasks that are drawn"):
        beta_plan.generate(DOMAINS / "gripper" / "domain.pddl", DOMAINS / "gripper" / "p01.pddl", SMALL)


def test_who_is_told_to_stop_at_once_has_nothing():
    with pytest.raises(Interrupted, match="before anything was found"):
        generate_suite("gripper", SMALL, stop=lambda: True)


def test_a_scale_needs_a_series():
    with pytest.raises(ValueError, match="series"):
        GeneratorConfig(scale=("x=1..2",))
