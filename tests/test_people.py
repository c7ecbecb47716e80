"""Levels for people: a choice among candidates, and numbers for every level."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan import GeneratorConfig
from beta_plan.cli.main import cli
from beta_plan.errors import InputRefused
from beta_plan.metrics import Metrics
from beta_plan.people import People, difficulty, rank_sums
from beta_plan.search.result import Way
from beta_plan.sokoban.human import HumanDifficulty, HumanMeasure
from beta_plan.worlds.sokoban import LevelWorld
from tests.sokoban.levels import HALL, level, pull_back
from tests.test_race import world

PEOPLE = GeneratorConfig(audience="people")
HALL_WORLD = LevelWorld(level(HALL), pddl=False, byte_limit=1 << 20)


def pulled(seed: int, pulls: int) -> Way:
    one, pushes = pull_back(level(HALL), seed, pulls)
    assert one.man is not None
    actions = [4 * square + direction for square, direction in pushes]
    return Way((*one.boxes, one.man), partial(list, actions))


WAYS = [pulled(seed, pulls) for seed in range(6) for pulls in (4, 15, 40)]


def test_whom_nobody_beats_comes_first_and_unmoved_boxes_last():
    measure = HumanMeasure(level(HALL).maze)
    ordered = People(PEOPLE, HALL_WORLD)(WAYS)
    numbers = [difficulty(measure, way) for way in ordered]
    assert sorted(map(id, ordered)) == sorted(map(id, WAYS))
    unmoved = [each.unmoved_boxes for each in numbers]
    assert unmoved == sorted(unmoved)
    assert unmoved[0] < unmoved[-1]
    sums = rank_sums(numbers)
    movers = sums[: unmoved.count(0)]
    assert movers == sorted(movers)


def test_ranks_are_shared_and_each_number_counts():
    base = HumanDifficulty(
        pushes=9, box_changes=4, counterintuitive=2, cut=2, decomposition=0.5, unmoved_boxes=0, boxes_on_goals=1,
        unused_squares=3,
    )  # fmt: skip
    assert rank_sums([base, base]) == [0, 0]
    for better in (
        {"box_changes": 5},
        {"counterintuitive": 3},
        {"cut": 3},
        {"boxes_on_goals": 0},
        {"unused_squares": 2},
    ):
        assert rank_sums([base, replace(base, **better), base]) == [1, 0, 1]


def test_without_being_asked_people_change_no_order_but_tell_numbers():
    nobody = People(GeneratorConfig(), HALL_WORLD)
    assert nobody(WAYS) == WAYS
    told = nobody.annotated(Metrics(1, 1), WAYS[0]).human
    assert told == difficulty(HumanMeasure(level(HALL).maze), WAYS[0]).to_json()


def test_only_levels_are_for_people():
    with pytest.raises(InputRefused, match="--for people: only Sokoban"):
        People(PEOPLE, world("ferry"))
    assert People(GeneratorConfig(), world("ferry")).annotated(Metrics(1, 1), WAYS[0]) == Metrics(1, 1)


def test_the_command_chooses_levels_in_which_every_box_moves(tmp_path: Path):
    (tmp_path / "hall.sok").write_text(HALL)
    asked = ["--for", "people", "-n", "3", "--order", "[w(PDB1),PDB1]", "--select", "objective"]
    asked += ["--max-expansions", "300", "-o", str(tmp_path / "out"), "--json", "-q"]
    result = CliRunner().invoke(cli, ["generate", str(tmp_path / "hall.sok"), *asked])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["instances"]
    assert [one["metrics"]["human"]["unmoved_boxes"] for one in found] == [0, 0, 0]
    assert all(one["metrics"]["human"]["pushes"] == one["metrics"]["plan_cost"] for one in found)
    plain = ["generate", str(tmp_path / "hall.sok"), *asked[2:-4], "--json", "-q", "-o", str(tmp_path / "plain")]
    others = json.loads(CliRunner().invoke(cli, plain).stdout)["instances"]
    first, hardest = (each[0]["metrics"] for each in (found, others))
    assert first["own"]["PDB1"] <= hardest["own"]["PDB1"]  # it was chosen among more than the hardest three
    assert first["human"]["box_changes"] > max(other["metrics"]["human"]["box_changes"] for other in others)
    assert "human_cut" in (tmp_path / "out" / "metrics.csv").read_text()
    assert "--for people" in json.loads((tmp_path / "out" / "manifest.json").read_text())["command"]
