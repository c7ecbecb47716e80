"""Which world a task lives in: levels and recognised Sokoban in a maze, everything else in SAS+."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import beta_plan
from beta_plan import GeneratorConfig
from beta_plan.certify.directory import certify_directory
from beta_plan.errors import IllegalTask, InputRefused, NothingFound, UnsupportedFeature
from beta_plan.front_end import read, read_text
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS
from tests.outputs import content
from tests.sokoban.encodings import ENCODINGS
from tests.sokoban.levels import CORNER, HALL
from tests.sokoban.test_labelled_goals import LABELLED

QUICK = GeneratorConfig(order="[w(PDB1),PDB1]", max_expansions=40, count=2, select="objective", seed=3)
SPELLINGS = {**ENCODINGS, **{f"labelled {name}": encoding for name, encoding in LABELLED.items()}}


def written(folder: Path, name: str) -> tuple[Path, Path]:
    (folder / "domain.pddl").write_text(SPELLINGS[name].domain)
    (folder / "p.pddl").write_text(SPELLINGS[name].problem())
    return folder / "domain.pddl", folder / "p.pddl"


def bundled(name: str) -> tuple[Path, Path]:
    return DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"


def verified(directory: Path) -> int:
    found = list(certify_directory(directory))
    assert all(one.verified for one in found), [one.why for one in found]
    return len(found)


@pytest.mark.parametrize("name", SPELLINGS)
def test_sokoban_is_taken_whatever_it_is_called(name, tmp_path):
    domain, problem = written(tmp_path, name)
    stages = Stages()
    found = beta_plan.generate(domain, problem, QUICK, stages=stages)
    assert found.space == "sokoban"
    assert [stage.text for stage in stages.finished if stage.name == "recognise"] == ["sokoban"]
    assert "ground" not in stages.seconds
    found.write(tmp_path / "out")
    assert verified(tmp_path / "out") == len(found.instances) == 2
    assert (tmp_path / "out" / "domain.pddl").read_bytes() == domain.read_bytes()
    assert any("a goal of its own" in note for note in found.notes) == name.startswith("labelled")
    goal = read(domain, problem).lifted.goal
    for instance in found.instances:
        assert read_text(domain.read_text(), instance.problem).lifted.goal == goal
        assert instance.metrics.plan_cost


def test_the_bundled_sokoban_is_taken_unless_that_is_declined(tmp_path):
    for no_fast_path, space in ((False, "sokoban"), (True, "sas")):
        stages = Stages()
        found = beta_plan.generate(*bundled("sokoban"), replace(QUICK, no_fast_path=no_fast_path), stages=stages)
        assert found.space == found.to_json()["space"] == space
        assert ("recognise" in stages.seconds) != no_fast_path
        found.write(tmp_path / space)
        assert verified(tmp_path / space) == 2


@pytest.mark.parametrize("name", ["labelled typed", "untyped"])
def test_the_same_request_gives_the_same_bytes(name, tmp_path):
    domain, problem = written(tmp_path, name)
    config = GeneratorConfig(order="[w(PDB2),2C,PDB2]", max_expansions=300, count=2, seed=9)
    for out in ("one", "two"):
        beta_plan.generate(domain, problem, config).write(tmp_path / out)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_another_task_takes_the_general_path_and_the_log_says_why():
    stages = Stages()
    world = open_world(*bundled("gripper"), Request(), stages)
    assert world.name == "sas"
    (said,) = [stage.text for stage in stages.finished if stage.name == "recognise"]
    assert said.startswith("not sokoban: ")
    assert len(said) > len("not sokoban: ")


def test_what_the_maze_cannot_do_goes_the_general_way(tmp_path):
    kept = open_world(*bundled("sokoban"), Request(keep=("at",)), Stages())
    assert kept.name == "sas"
    domain, problem = written(tmp_path, "labelled typed")
    assert open_world(domain, problem, Request(), Stages()).name == "sokoban"
    assert open_world(domain, problem, Request(given_state=True), Stages()).name == "sas"


CIRCLE = """(define (domain c) (:requirements :action-costs) (:predicates (at ?x) (n ?x ?y))
  (:functions (total-cost) - number (c ?x ?y) - number)
  (:action m :parameters (?x ?y) :precondition (and (at ?x) (n ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (c ?x ?y)))))"""


@pytest.mark.parametrize(("costs", "code"), [((2**31 - 1,) * 4, 42), ((20_000_003, 7, 11, 13), 42), ((9,) * 4, 0)])
def test_costs_that_no_database_can_hold_are_refused_with_file_and_remedy(costs, code, tmp_path):
    (tmp_path / "domain.pddl").write_text(CIRCLE)
    places = "abcde"
    facts = [f"(n {x} {y}) (= (c {x} {y}) {cost})" for x, y, cost in zip(places, places[1:], costs, strict=False)]
    problem = tmp_path / "p.pddl"
    problem.write_text(
        f"(define (problem p) (:domain c) (:objects a b c d e) (:init (at a) (n e a) (= (c e a) 0) (= (total-cost) 0) "
        f"{' '.join(facts)}) (:goal (at e)) (:metric minimize (total-cost)))"
    )
    if not code:
        assert open_world(tmp_path / "domain.pddl", problem, Request(), Stages()).name == "sas"
        return
    with pytest.raises(UnsupportedFeature, match=rf"^{re.escape(str(problem))}: action costs up to .* \(divide all"):
        open_world(tmp_path / "domain.pddl", problem, Request(), Stages())


@pytest.mark.parametrize("goal", ["(and)", "(road a b)", "(or (at a) (road a b))"])
def test_a_goal_that_holds_in_every_state_is_refused(goal, tmp_path):
    domain, problem = tmp_path / "domain.pddl", tmp_path / "p.pddl"
    domain.write_text("""(define (domain d) (:predicates (at ?x) (road ?x ?y)) (:action go :parameters (?x ?y)
        :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))""")
    problem.write_text(
        f"(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b) (road b a)) (:goal {goal}))"
    )
    with pytest.raises(
        NothingFound, match=rf"^{re.escape(str(problem))}: the goal holds in every state.* \(state a goal\)"
    ):
        open_world(domain, problem, Request(), Stages())
    assert open_world(domain, problem, Request(given_state=True), Stages()).name == "sas"


def test_a_problem_with_static_facts_alone_has_no_reference(tmp_path):
    (tmp_path / "domain.pddl").write_text(ENCODINGS["typed"].domain)
    (tmp_path / "p.pddl").write_text(ENCODINGS["typed"].problem(static_only=True))
    world = open_world(tmp_path / "domain.pddl", tmp_path / "p.pddl", Request(), Stages())
    assert (world.name, world.reference) == ("sokoban", None)
    found = beta_plan.generate(tmp_path / "domain.pddl", tmp_path / "p.pddl", QUICK)
    found.write(tmp_path / "out")
    assert verified(tmp_path / "out") == 2


@pytest.mark.parametrize("suffix", [".xsb", ".sok", ".txt", ".XSB"])
def test_levels_are_known_by_the_ending_of_their_file(suffix, tmp_path):
    file = tmp_path / f"level{suffix}"
    file.write_text(CORNER)
    world = open_world(file, None, Request(), Stages())
    assert (world.name, world.domain) == ("sokoban", None)
    assert open_world(file, None, Request(pddl=True), Stages()).domain == bundled("sokoban")[0].read_bytes()


def test_files_and_options_that_do_not_go_together_are_refused(tmp_path):
    (tmp_path / "l.xsb").write_text(CORNER)
    domain, problem = bundled("sokoban")
    (tmp_path / "domain.pddl").write_bytes(domain.read_bytes())
    for first, second, request, complaint in (
        (tmp_path / "l.xsb", problem, Request(), "takes no problem file"),
        (tmp_path / "domain.pddl", None, Request(), "pushes things"),
        (tmp_path / "l.xsb", None, Request(size="9x9"), "--size is for mazes"),
        (tmp_path / "l.xsb", None, Request(objects=("car=3",)), "--objects is for tasks that are drawn"),
        (domain, None, Request(level="7"), "--level is for files of Sokoban levels"),
        (domain, None, Request(keep=("at",)), "--keep is for tasks in PDDL"),
        (domain, problem, Request(topology="ring"), "--topology is for tasks that are drawn"),
        (domain, problem, Request(level="1"), "--level is for files of Sokoban levels"),
        (domain, problem, Request(pddl=True), "--pddl is for files of Sokoban levels"),
    ):
        with pytest.raises(InputRefused, match=complaint):
            open_world(first, second, request, Stages())


def test_a_level_without_man_and_boxes_is_a_maze_and_half_a_state_is_none(tmp_path):
    (tmp_path / "maze.xsb").write_text(HALL)
    assert open_world(tmp_path / "maze.xsb", None, Request(), Stages()).reference is None
    (tmp_path / "half.xsb").write_text(HALL.replace("# #      #", "# # $    #"))
    with pytest.raises(IllegalTask, match="no man"):
        _ = open_world(tmp_path / "half.xsb", None, Request(), Stages()).reference
    (tmp_path / "whole.xsb").write_text(CORNER)
    world = open_world(tmp_path / "whole.xsb", None, Request(), Stages())
    assert world.reference is not None
    assert len(world.reference) == world.space.num_variables
