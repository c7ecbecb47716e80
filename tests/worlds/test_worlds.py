"""What every world does for the pipeline, a maze and a SAS+ task alike; and names that make trouble."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import beta_plan
from beta_plan import GeneratorConfig
from beta_plan.certify.directory import certify_directory
from beta_plan.certify.replay import replay
from beta_plan.certify.sokoban import replay_level
from beta_plan.evaluators.measure import fresh_seed
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import read_text
from beta_plan.metrics import Metrics
from beta_plan.output.layout import PDDL
from beta_plan.search.astar import Outcome
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.budget import Budget
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.to_pddl import domain_bytes
from beta_plan.sokoban.xsb import read_level
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_levels, open_world
from beta_plan.worlds.sokoban import LevelWorld, MazeWorld
from beta_plan.worlds.world import Request, World
from tests.bundled import DOMAINS
from tests.sokoban.levels import CORNER, level
from tests.sokoban.test_labelled_goals import LABELLED

METRICS = Metrics(1, 1, own={"PDB1": 1})
KINDS = ["level", "level in pddl", "maze in pddl", "sas"]

HOSTILE = [
    "two words",
    'say "cheese"',
    "it's (not) PDDL)",
    "Größe 北 \U0001f4e6",
    "first line\nsecond; line",
    "",
    "7",
    "define",
    "Solution: lurd",
    "####",
    "a" * 300,
    "\x85 next\u2028line",
]


def world_of(kind: str, folder: Path) -> World:
    if kind.startswith("level"):
        (folder / "l.xsb").write_text(CORNER)
        return open_world(folder / "l.xsb", None, Request(pddl=kind.endswith("pddl")), Stages())
    request = Request(no_fast_path=kind == "sas")
    return open_world(DOMAINS / "sokoban" / "domain.pddl", DOMAINS / "sokoban" / "p01.pddl", request, Stages())


@pytest.mark.parametrize("kind", KINDS)
def test_the_manifest_shows_the_state_of_a_level_that_has_one(kind, tmp_path):
    told = world_of(kind, tmp_path).about()
    rows = CORNER.splitlines()
    assert told == ({"source_level": {"title": "1", "author": "", "rows": rows}} if "level" in kind else {})


def test_the_manifest_shows_no_maze_alone():
    maze = replace(level(CORNER), boxes=(), man=None)
    assert LevelWorld(maze, pddl=False, byte_limit=1 << 20).about() == {}


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_becomes_an_instance_that_is_certified(kind, tmp_path):
    world = world_of(kind, tmp_path)
    found = search_backward(world.space, Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=200))
    for number in (found.num_states - 1, found.num_states // 2):
        planned = world.planned(found.way(number))
        assert planned.way.state == found.state(number)
        instance = world.instance(planned, METRICS, name="it-p01", comment="one\ntwo")
        assert instance.plan == planned.plan
        for writing in instance.writings:
            if writing.form is PDDL:
                assert world.domain is not None
                result = replay(world.domain.decode(), writing.problem, writing.plan)
                assert "(problem it-p01)" in writing.problem
                assert "two" in writing.problem.splitlines()[1]
            else:
                result = replay_level(writing.problem)
                assert {"Title: it-p01", "Comment: one", "Comment: two"} <= set(writing.problem.splitlines())
            assert result.cost == planned.cost
            assert result.length == planned.length
        assert (instance.pddl is not None) == (kind == "level in pddl")


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_pipeline_relies_on_holds(kind, tmp_path):
    world = world_of(kind, tmp_path)
    assert world.name == ("sas" if kind == "sas" else "sokoban")
    assert (world.domain is None) == (kind == "level")
    assert world.allowed.shape == (world.space.num_facts,)
    assert world.reference is not None
    assert world.has_judges
    found = [judge.solve(world.reference, Budget()) for judge in world.judges(seed=0)]
    assert [each.outcome for each in found] == [Outcome.SOLVED] * 2
    assert min(each.num_expanded for each in found) > 0
    assert world.notes() == []
    evaluators = world.evaluators((1, 2), seed=1)
    assert (evaluators.ks, sorted(evaluators.h(world.reference))) == ((1, 2), [1, 2])
    own = world.evaluators((1, 2), seed=1).h(world.reference)
    assert own == evaluators.h(world.reference)
    assert world.best(world.reference, 1, seed=0) == own[1]


@pytest.mark.parametrize("kind", KINDS)
def test_who_scores_looks_at_other_partitions_than_the_search(kind, tmp_path):
    """Of a maze; of a SAS+ task there are none at once. The best partition is no worse than those that are drawn."""
    world = world_of(kind, tmp_path)
    assert world.reference is not None
    drawn = world.evaluators((1, 2), seed=fresh_seed(1, 1))  # builds the databases
    scorers = world.scorers((1, 2), seed=1)
    assert len(scorers) == (0 if kind == "sas" else 2)
    for fresh, best in [scorers] if scorers else []:
        assert fresh.h(world.reference) == drawn.h(world.reference)
        assert best.h(world.reference)[2] >= fresh.h(world.reference)[2]


def test_who_scores_builds_nothing(tmp_path):
    """What was not built for want of time is not built now."""
    world = world_of("level", tmp_path)
    assert isinstance(world, MazeWorld)
    world.evaluators((2,), seed=0, stop=lambda: True)
    before = set(world._boxes.pdbs.sizes)
    world.scorers((2,), seed=0)
    assert set(world._boxes.pdbs.sizes) == before == {1}


def test_a_maze_is_measured_with_the_databases_that_there_are():
    one = MazeWorld(level(CORNER).maze, byte_limit=1 << 20)
    one.evaluators((1,), seed=0)
    assert one.builds_for_metrics == 2  # pairs of squares next to single ones
    one.evaluators((1, 4), seed=0)
    assert one.builds_for_metrics == 0


def test_copies_of_a_state_are_equal(tmp_path):
    """Boxes of a SAS+ task may change their names; in a maze they have none."""
    sas, maze = world_of("sas", tmp_path), world_of("maze in pddl", tmp_path)
    found = search_backward(sas.space, Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=50))
    states = [found.state(number) for number in range(found.num_states)]
    assert len({sas.canonical(state) for state in states}) < len(states)
    other = search_backward(maze.space, Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=50))
    states = [other.state(number) for number in range(other.num_states)]
    assert len({maze.canonical(state) for state in states}) == len(states)
    assert maze.naturalise(other, Evaluators.blind(), Budget()) == []


def titled(title: str) -> Level:
    return replace(level(CORNER), title=title)


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_a_level_is_called_its_instances_are_read_back(title, tmp_path):
    world = LevelWorld(titled(title), pddl=True, byte_limit=1 << 20)
    found = search_backward(world.space, Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=20))
    way = found.way(found.num_states - 1)
    name = f"{world.title}-p01"
    instance = world.instance(world.planned(way), METRICS, name=name, comment=f"command: beta-plan generate {title}")
    (tmp_path / "p01.sok").write_text(instance.problem, encoding="utf-8")
    again = read_level(tmp_path / "p01.sok")
    assert (again.boxes, again.man) == (tuple(way.state[:-1]), way.state[-1])
    assert again.title == " ".join(name.split())
    assert again.solution == instance.plan.strip()
    assert instance.pddl is not None
    domain = domain_bytes().decode()
    assert read_text(domain, instance.pddl.problem).lifted.objects
    assert replay(domain, instance.pddl.problem, instance.pddl.plan).cost == len(way.path)


@pytest.mark.parametrize("title", ["it's (not) PDDL) \N{PACKAGE}", '"; #'])
def test_a_hostile_title_goes_all_the_way_to_a_verified_directory(title, tmp_path):
    (tmp_path / "levels.sok").write_text(f"{CORNER}Title: {title}\n", encoding="utf-8")
    config = GeneratorConfig(order="[PDB1]", max_expansions=30, level=title, pddl=True, select="objective")
    found = beta_plan.generate(tmp_path / "levels.sok", None, config)
    found.write(tmp_path / "out")
    assert [one.verified for one in certify_directory(tmp_path / "out")] == [True, True]


def test_a_labelled_task_says_that_its_numbers_are_those_of_boxes_without_names(tmp_path):
    (tmp_path / "d.pddl").write_text(LABELLED["typed"].domain)
    (tmp_path / "p.pddl").write_text(LABELLED["typed"].problem())
    (note,) = open_world(tmp_path / "d.pddl", tmp_path / "p.pddl", Request(), Stages()).notes()
    assert "every box has a goal of its own" in note


def test_levels_of_a_file_are_opened_in_order_or_one_alone(tmp_path):
    (tmp_path / "l.sok").write_text(f"{CORNER}Title: one\n\n{CORNER}Title: two\n")
    assert [world.title for world in open_levels(tmp_path / "l.sok", None, Request())] == ["one", "two"]
    assert [world.title for world in open_levels(tmp_path / "l.sok", "two", Request())] == ["two"]
