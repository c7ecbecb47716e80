"""The test suite for the PDDL extension of VS Code names the files that are there, and goes when they change."""

import json

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.output.layout import PTEST
from beta_plan.output.ptest import write_ptest
from beta_plan.output.write import write_output
from tests.bundled import DOMAINS
from tests.outputs import bundled_output, level_output


@pytest.mark.parametrize("output", [bundled_output("gripper", [1, 2]), level_output([4, 3], pddl=True)])
def test_every_instance_in_pddl_is_a_case(tmp_path, output):
    write_output(tmp_path, output)
    assert write_ptest(tmp_path) == [tmp_path / PTEST]
    suite = json.loads((tmp_path / PTEST).read_bytes())
    assert (tmp_path / suite["defaultDomain"]).is_file()
    assert suite["defaultOptions"] == ""
    assert [(case["label"], case["problem"]) for case in suite["cases"]] == [("p01", "p01.pddl"), ("p02", "p02.pddl")]
    for case in suite["cases"]:
        plan, _, told = case["description"].partition(" solves it in ")
        steps = [line for line in (tmp_path / plan).read_text().splitlines() if line.startswith("(")]
        assert told == f"{len(steps)} steps"


def test_directories_below_have_their_own(tmp_path):
    for name in ("one", "two"):
        write_output(tmp_path / name, bundled_output("gripper", [1]))
    assert write_ptest(tmp_path) == [tmp_path / "one" / PTEST, tmp_path / "two" / PTEST]


def test_levels_alone_have_none(tmp_path):
    write_output(tmp_path, level_output([1]))
    assert write_ptest(tmp_path) == []


def test_it_goes_when_the_instances_change_and_stays_when_they_do_not(tmp_path):
    write_output(tmp_path, bundled_output("gripper", [1, 2]))
    write_ptest(tmp_path)
    write_output(tmp_path, bundled_output("gripper", [1, 2]))
    assert (tmp_path / PTEST).exists()
    write_output(tmp_path, bundled_output("gripper", [3]))
    assert not (tmp_path / PTEST).exists()


def test_generate_writes_it_when_asked(tmp_path):
    task = [str(DOMAINS / "gripper" / name) for name in ("domain.pddl", "p01.pddl")]
    options = ["--order", "[PDB1]", "--max-expansions", "50", "--quiet", "-o"]
    result = CliRunner().invoke(cli, ["generate", *task, *options, str(tmp_path / "with"), "--ptest"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "with" / PTEST).is_file()
    assert CliRunner().invoke(cli, ["generate", *task, *options, str(tmp_path / "without")]).exit_code == 0
    assert not (tmp_path / "without" / PTEST).exists()


def test_for_levels_it_takes_pddl():
    result = CliRunner().invoke(cli, ["generate", str(DOMAINS / "sokoban" / "levels.sok"), "--ptest"])
    assert result.exit_code == 2
    assert "--ptest is for instances in PDDL: add --pddl" in result.stderr
