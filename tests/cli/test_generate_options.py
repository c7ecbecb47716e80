"""``beta-plan generate``: what each option changes, and that none is without a test."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from click.testing import CliRunner

from beta_plan.certify.directory import certify_directory
from beta_plan.cli.generate import generate as command
from beta_plan.cli.main import cli
from beta_plan.sokoban.xsb import read_level
from tests.bundled import DOMAINS
from tests.outputs import content

SMALL = ["--order", "[w(PDB1),PDB1]", "--table-limit", "4096", "--quiet", "--json"]


def generate(*arguments: object) -> Any:
    result = CliRunner().invoke(cli, ["generate", *SMALL, *map(str, arguments)])
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


def task(name: str) -> list[Path]:
    return [DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"]


def problems(directory: Path) -> list[str]:
    """Return the texts of the instances of a directory, each of which verifies."""
    found = list(certify_directory(directory))
    assert all(certificate.verified for certificate in found)
    return [(directory / certificate.problem).read_text() for certificate in found]


def test_every_option_occurs_in_a_test():
    texts = "".join(path.read_text() for path in Path(__file__).parent.parent.rglob("test_*.py"))
    options = [parameter.opts for parameter in command.params if parameter.param_type_name == "option"]
    assert len(options) > 20
    assert [names for names in options if not any(f'"{name}"' in texts for name in names)] == []


def test_any_state_also_gives_packages_in_vans(tmp_path):
    generate(*task("transport"), "-n", 40, "--max-expansions", 3000, "-o", tmp_path / "natural")
    generate(*task("transport"), "-n", 40, "--max-expansions", 3000, "-o", tmp_path / "any", "--any-state")
    assert not any(re.search(r"\(in \w+ \w+\)", text) for text in problems(tmp_path / "natural"))
    assert any(re.search(r"\(in \w+ \w+\)", text) for text in problems(tmp_path / "any"))


def test_what_is_kept_stays(tmp_path):
    wanted = "(ferry-at west)"
    assert wanted in task("ferry")[1].read_text()
    for name, options in (("kept", ["--keep", "ferry-at"]), ("free", [])):
        generate(*task("ferry"), "-n", 20, "--max-expansions", 500, "-o", tmp_path / name, *options)
    kept, free = ([wanted in text for text in problems(tmp_path / name)] for name in ("kept", "free"))
    assert all(kept)
    assert len(kept) > 1
    assert not all(free)


def test_goal_states_are_limited(tmp_path):
    found = generate(*task("transport"), "--max-goal-states", 2, "--max-expansions", 50, "-o", tmp_path / "out")
    assert found["search"]["goal_states"] == 2
    assert any("2 goal states" in note for note in found["notes"])
    more = generate(*task("transport"), "--max-expansions", 50, "-o", tmp_path / "out")
    assert more["search"]["goal_states"] > 2


def test_novelty_is_exact_up_to_a_cap(tmp_path):
    capped, exact = (
        generate(*task("driverlog"), "--novelty-cap", cap, "--max-expansions", 600, "-o", tmp_path / str(cap))
        for cap in (1, 2)
    )
    assert capped["search"]["generated"] != exact["search"]["generated"]


def test_the_fast_path_can_be_avoided(tmp_path):
    options = ["--max-expansions", 50, "--select", "objective", "-o", tmp_path / "out"]
    assert generate(*task("sokoban"), *options)["space"] == "sokoban"
    assert generate(*task("sokoban"), *options, "--no-fast-path")["space"] == "sas"


def test_a_maze_has_its_size_and_its_boxes(tmp_path):
    found = generate("sokoban", "--size", "9x8", "--boxes", 3, "--max-expansions", 50, "--output", tmp_path / "out")
    assert found["directory"] == str(tmp_path / "out")
    level = read_level(tmp_path / "out" / "p01.sok")
    assert len(level.boxes) == 3
    assert (max(map(len, level.rows())), len(level.rows())) == (9, 8)


def test_tables_are_limited(tmp_path):
    few, many = (
        generate(*task("depots"), "--max-expansions", 50, "-o", tmp_path / "out", "--table-limit", limit)
        for limit in (2, 100_000)
    )
    assert few["notes"] != many["notes"]


def test_quiet_can_be_short(tmp_path):
    out = ["-o", str(tmp_path / "out"), "--max-expansions", "20", "--order", "[PDB1]"]
    result = CliRunner().invoke(cli, ["generate", *map(str, task("ferry")), *out, "-q"])
    assert (result.exit_code, result.stderr) == (0, "")


SPLIT = ["--split", "training=easy:2,testing=easy:1,medium:1,hard:2"]
FOLDERS = ["training/easy", "training/easy", "testing/easy", "testing/medium", "testing/hard", "testing/hard"]


def folders(found: Any) -> list[str]:
    return [entry["problem"].rpartition("/")[0] for entry in found["instances"]]


def test_a_problem_is_split_by_hardness(tmp_path):
    options = [*task("transport"), *SPLIT, "--max-expansions", 9000]
    found = generate(*options, "-o", tmp_path / "out")
    assert folders(found) == FOLDERS
    costs = [entry["metrics"]["plan_cost"] for entry in found["instances"]]
    assert mean(costs[:3]) < mean(costs[4:])  # not each of them: also a long plan may be easy to find
    assert len({re.sub(r";.*|problem .*", "", text) for text in problems(tmp_path / "out")}) == 6
    generate(*options, "-o", tmp_path / "again")
    assert content(tmp_path / "out") == content(tmp_path / "again")


def test_a_problem_is_split_by_the_objective_if_that_selects(tmp_path):
    options = [*task("transport"), *SPLIT, "--select", "objective", "--max-expansions", 3000]
    values = [entry["metrics"]["own"]["PDB1"] for entry in generate(*options, "-o", tmp_path / "out")["instances"]]
    assert max(values[:3]) <= values[3] <= min(values[4:])
    assert values[4:] == sorted(values[4:])


def test_a_level_is_split(tmp_path):
    levels = DOMAINS / "sokoban" / "levels.sok"
    found = generate(levels, "--level", 1, "--pddl", *SPLIT, "--max-expansions", 500, "-o", tmp_path / "out")
    assert folders(found) == FOLDERS
    assert found["instances"][0]["plan"] == "solutions/training/easy/p01.lurd"
    assert found["instances"][0]["pddl_problem"] == "training/easy/p01.pddl"
    assert len(problems(tmp_path / "out")) == 12


def test_drawn_mazes_are_split(tmp_path):
    options = ["--scale", "boxes=1..3", "--size", "8x8", "--max-expansions", 50]
    found = generate("sokoban", *SPLIT, *options, "-o", tmp_path / "out")
    assert folders(found) == FOLDERS
    boxes = [len(read_level(tmp_path / "out" / entry["problem"]).boxes) for entry in found["instances"]]
    assert boxes == [1, 1, 1, 2, 3, 3]


def test_drawn_tasks_are_split(tmp_path):
    for name in ("out", "again"):
        found = generate("ferry", *SPLIT, "--max-expansions", 50, "-o", tmp_path / name)
        assert folders(found) == FOLDERS
    assert content(tmp_path / "out") == content(tmp_path / "again")
    assert len(problems(tmp_path / "out")) == 6


def test_a_series_of_drawn_tasks_is_the_same_twice(tmp_path):
    for name in ("out", "again"):
        generate("ferry", "--series", 3, "--scale", "car=2..4", "--max-expansions", 50, "-o", tmp_path / name)
    assert content(tmp_path / "out") == content(tmp_path / "again")
    assert [len(set(re.findall(r"car\d+", text))) for text in problems(tmp_path / "out")] == [2, 3, 4]


def test_a_referee_has_the_last_word_on_some_candidates(tmp_path):
    """The instance that is written costs the planner no less than any other that it was asked about."""
    if find_spec("up_fast_downward") is None:
        pytest.skip("needs the extra 'planners'")
    asked = ("-n", 3, "--max-expansions", 500, "--referee", "astar-blind", "--candidates", 3, "-o", tmp_path / "out")
    generate(*task("ferry"), *asked)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    said = [entry["metrics"]["referee"] for entry in manifest["instances"]]
    assert [each["name"] for each in said] == ["astar-blind"] * 3
    expansions = [each["expansions"] for each in said]
    assert expansions == sorted(expansions, reverse=True)


def test_a_referee_does_not_go_with_a_series():
    result = CliRunner().invoke(
        cli, ["generate", *map(str, task("ferry")), "--series", "3", "--referee", "astar-blind"]
    )
    assert result.exit_code == 2
    assert "--referee looks for the hardest" in result.stderr


def test_candidates_need_a_referee():
    result = CliRunner().invoke(cli, ["generate", *map(str, task("ferry")), "--candidates", "3"])
    assert result.exit_code == 2
    assert "name one with --referee" in result.stderr
