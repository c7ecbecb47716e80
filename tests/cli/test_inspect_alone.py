"""``inspect`` with a domain alone, a level or a maze: sizes of the task that ``generate`` would search."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from beta_plan.cli.inspect import COUNTS, summary
from beta_plan.cli.main import cli
from beta_plan.front_end import load_text
from beta_plan.sokoban.to_pddl import level_to_pddl
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import draw
from beta_plan.worlds.world import Request
from tests.bundled import DOMAINS
from tests.sokoban.levels import CORNER, HALL, levels

FERRY = DOMAINS / "ferry" / "domain.pddl"


def inspect(*arguments):
    return CliRunner().invoke(cli, ["inspect", *map(str, arguments)])


def numbers(*arguments) -> dict[str, int]:
    result = inspect(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    return {key: found[key] for key in COUNTS}


def numbers_of(front_end) -> dict[str, int]:
    found = summary(front_end, Stages())
    return {key: found[key] for key in COUNTS}


@pytest.fixture
def two_levels(tmp_path):
    (tmp_path / "two.xsb").write_text(f"{HALL}Title: hall\n\n{CORNER}Title: corner\n")
    return tmp_path / "two.xsb"


@pytest.mark.parametrize("seed", [0, 3])
def test_a_domain_alone_has_the_numbers_of_the_task_that_is_drawn_for_it(seed):
    drawn = draw(DOMAINS / "transport" / "domain.pddl", Request(seed=seed), Stages())
    assert numbers("transport", "--seed", seed) == numbers_of(drawn.front_end)


def test_the_structure_of_a_domain_stands_above_the_numbers_of_its_task():
    shown = inspect(FERRY, "--seed", 3)
    assert shown.exit_code == 0
    *structure, title, counts = shown.stdout.splitlines()
    found = json.loads(inspect(FERRY, "--seed", 3, "--json").stdout)
    assert structure == found["structure"]
    assert structure[:2] == ["kinds", "  port (5): places"]
    assert title == "task drawn with seed 3"
    assert counts.startswith(f"  {found['variables']} variables, {found['facts']} facts, ")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("ferry", {"port": 5, "car": 7}),  # by type
        ("gripper", {"room": 4, "ball": 7, "hand": 2}),  # without types: by name
        ("blocks", {"thing": 8}),  # by the labels of what the skeleton calls blocks
    ],
)
def test_the_sizes_are_those_of_the_task(name, kinds):
    shown = inspect(DOMAINS / name / "domain.pddl").stdout
    found = {kind: int(number) for kind, number in re.findall(r"^  (\S+) \((\d+)\)", shown, re.MULTILINE)}
    assert kinds.items() <= found.items()


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_where_no_task_can_be_drawn_the_structure_is_shown_all_the_same(options, tmp_path):
    (tmp_path / "domain.pddl").write_text(FERRY.read_text())
    (tmp_path / "skeleton.toml").write_text("[objects]\nport = 1\ncar = 1\n")
    shown = inspect(tmp_path / "domain.pddl", *options)
    assert shown.exit_code == 0
    assert "port: places" in shown.stdout
    if options:
        found = json.loads(shown.stdout)
        assert {key: found[key] for key in COUNTS} == dict.fromkeys(COUNTS)
        assert set(found["seconds"]) <= {"draw", "normalise", "ground"}
    else:
        assert "variables" not in shown.stdout
    (note,) = shown.stderr.splitlines()
    assert note.startswith("note: no task is drawn: ")
    assert note.endswith("no goal (other --objects, a problem file, or a skeleton file)")


def test_a_stage_of_a_domain_alone_is_that_of_the_task_that_is_drawn():
    drawn = draw(FERRY, Request(seed=1), Stages())
    shown = inspect(FERRY, "--seed", 1, "--stage", "normalise")
    assert shown.stdout.splitlines() == list(drawn.front_end.normalised())


@pytest.mark.parametrize(("choice", "text"), [("2", CORNER), ("hall", HALL)])
def test_a_level_has_the_numbers_of_its_pddl(choice, text, two_levels):
    (level,) = levels(text)
    given = level.solved() if level.is_maze_alone else level
    assert numbers(two_levels, "--level", choice) == numbers_of(load_text(*level_to_pddl(given)))


def test_stages_of_a_level_begin_with_reading_it(two_levels):
    shown = inspect(two_levels, "--level", 2).stdout.splitlines()
    assert [line.split()[0] for line in shown[:3]] == ["stage", "read", "normalise"]
    assert shown[1].endswith("12 squares, 2 goals")
    assert "  (at man s35)  in init" in inspect(two_levels, "--level", 2, "--stage", "ground").stdout.splitlines()


def test_sokoban_without_a_level_is_a_maze_that_is_drawn():
    shown = inspect("sokoban", "--seed", 1).stdout.splitlines()
    assert [line.split()[0] for line in shown[:3]] == ["stage", "draw", "normalise"]
    assert numbers("sokoban", "--seed", 1) != numbers("sokoban", "--seed", 2)


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["{two}"], 41, "there are 2 levels (choose one with --level: 1 to 2"),
        (["{two}", "--level", "3"], 41, "two.xsb: "),
        (["{two}", "{two}", "--level", "1"], 2, "a file of levels takes no problem file beside it"),
        (["{full}"], 43, "full.xsb:1:1: level 1 has a goal on every square, and none for the man (enlarge the maze)"),
        ([FERRY, "--level", "1"], 2, "--level is for files of Sokoban levels"),
        (["sokoban", "--level", "1"], 2, "--level is for files of Sokoban levels"),
        (["nosuch.xsb"], 41, "nosuch.xsb: cannot be read"),
    ],
)
def test_what_cannot_be_inspected_is_refused_in_one_line(arguments, code, complaint, two_levels, tmp_path):
    (tmp_path / "full.xsb").write_text("####\n#..#\n####\n")
    places = {"two": two_levels, "full": tmp_path / "full.xsb"}
    result = inspect(*(str(argument).format(**places) for argument in arguments))
    assert result.exit_code == code, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("beta-plan: ")
    assert complaint in line
    assert not result.stdout
