"""The front end in two calls: what is read once, and what is grounded only if it must be."""

from __future__ import annotations

import pytest

from beta_plan.errors import IllegalTask
from beta_plan.front_end import ground_all, load, read, read_text
from beta_plan.stages import Stages
from tests.bundled import DOMAINS, front_end, texts

FOLDER = DOMAINS / "gripper"


def test_reading_does_not_ground():
    stages = Stages()
    reading = read(FOLDER / "domain.pddl", FOLDER / "p01.pddl", stages)
    assert [stage.name for stage in stages.finished] == ["normalise"]
    assert reading.lifted == read_text(*texts("gripper")).lifted


def test_reading_and_grounding_is_loading():
    stages, at_once = Stages(), Stages()
    grounded = ground_all(read(FOLDER / "domain.pddl", FOLDER / "p01.pddl", stages), stages)
    load(FOLDER / "domain.pddl", FOLDER / "p01.pddl", at_once)
    assert [(s.name, s.sizes) for s in stages.finished] == [(s.name, s.sizes) for s in at_once.finished]
    names, expected = grounded.ground.names, front_end("gripper").ground.names
    assert [names[number] for number in range(grounded.ground.num_actions)] == [
        expected[number] for number in range(front_end("gripper").ground.num_actions)
    ]


def test_an_instance_can_be_written_before_grounding():
    whole, reading = front_end("gripper"), read_text(*texts("gripper"))
    assert whole.sas.init is not None
    fluents = [whole.sas.atoms[atom] for atom in whole.sas.decode(whole.sas.init)]
    assert reading.instance(fluents, name="x") == whole.instance(whole.sas.init, name="x")


def test_what_grounding_refuses_names_the_problem_file(tmp_path):
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text("(define (domain d) (:predicates (p) (q)) (:action a :effect (p)))")
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (and (p) (q))))")
    reading = read(domain, problem)
    with pytest.raises(IllegalTask, match=r"p\.pddl: "):
        ground_all(reading)
