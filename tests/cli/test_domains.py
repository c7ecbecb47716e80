"""``beta-plan domains`` and ``beta-plan describe``: what can be chosen when a task is drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from beta_plan.bundled import bundled_names
from beta_plan.cli.main import cli
from beta_plan.config import TOPOLOGIES
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import read_skeleton
from tests.bundled import DOMAINS

DRAWN = [name for name in bundled_names() if name != "sokoban"]


def run(*arguments):
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def described(*arguments):
    result = run("describe", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_all_bundled_domains_are_listed_with_what_they_are():
    found = json.loads(run("domains", "--json").stdout)["domains"]
    assert [entry["name"] for entry in found] == bundled_names()
    text = run("domains").stdout
    for entry in found:
        assert (DOMAINS / entry["name"] / "domain.pddl").read_text().startswith(f"; {entry['about']}\n")
        assert f"{entry['name']} " in text
        assert entry["about"] in text


def test_the_list_has_defaults_and_topologies():
    found = {entry["name"]: entry for entry in json.loads(run("domains", "--json").stdout)["domains"]}
    assert found["transport"]["objects"] == {"place": 8, "vehicle": 2, "package": 4, "level": 4}
    assert (found["transport"]["topology"], found["blocks"]["topology"]) == ("random", None)
    assert found["sokoban"]["objects"] is None
    assert "place=8 vehicle=2 package=4 level=4 topology=random\n" in run("domains").stdout


def test_a_directory_is_not_its_domain(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my" / "cars").mkdir(parents=True)
    (tmp_path / "my" / "domain.pddl").touch()
    (tmp_path / "my" / "cars" / "domain.pddl").touch()
    for command in ("describe", "generate", "inspect"):
        whole = run(command, "my/cars")
        said = "my/cars: cannot be read: Is a directory (did you mean my/cars/domain.pddl?)"
        assert (whole.exit_code, whole.stderr) == (41, f"beta-plan: {said}\n")
        word = run(command, "my")
        said = "my: neither a file nor a bundled domain (did you mean my/domain.pddl?)"
        assert (word.exit_code, word.stderr) == (41, f"beta-plan: {said}\n")
    assert "did you mean" not in run("describe", str(tmp_path)).stderr


def test_the_file_is_where_the_domain_is():
    assert Path(described("transport")["file"]).samefile(DOMAINS / "transport" / "domain.pddl")


def test_arguments_are_described_for_scripts():
    found = described("transport")
    assert found["domain"] == "transport"
    named = {argument["name"]: argument for argument in found["arguments"]}
    assert list(named) == ["place", "vehicle", "package", "level", "topology", "seed"]
    assert named["package"] == {
        "name": "package", "option": "--objects package=N", "type": "integer", "default": 4, "minimum": 1,
        "maximum": 2000, "type_name": "package",
    }  # fmt: skip
    assert (named["topology"]["choices"], named["topology"]["default"]) == (list(TOPOLOGIES), "random")
    assert named["seed"]["option"] == "--seed N"


def test_formulas_say_what_follows_from_what():
    named = {argument["name"]: argument for argument in described("parking")["arguments"]}
    assert (named["car"]["default"], named["car"]["maximum"]) == (8, 8)
    assert (named["car"]["formula"], named["car"]["maximum_formula"]) == ("2*kerb - 2", "2*kerb - 2")
    assert "topology" not in named
    assert "default 8 = 2*kerb - 2, 1 to 8 (2*kerb - 2)" in run("describe", "parking").stdout
    assert "3 (cocktail) to 2000" in run("describe", "barman").stdout


def test_arguments_are_described_for_people():
    lines = run("describe", "logistics").stdout.splitlines()
    assert lines[0].split() == ["--objects", "city=N", "default", "3,", "2", "to", "2000"]
    assert lines[1].split() == ["--objects", "place=N", "default", "6", "=", "2*city,", "1", "to", "2000"]
    assert lines[-1].split() == ["--seed", "N", "default", "0,", "0", "or", "more"]
    assert "default random, one of grid, ring, tree, random, complete" in run("describe", "transport").stdout


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_described_is_accepted(name):
    skeleton = read_skeleton(DOMAINS / name / "skeleton.toml")
    for argument in described(name)["arguments"]:
        if "minimum_formula" in argument or argument["name"] in ("topology", "seed"):
            continue
        objects = {argument["name"]: argument["default"]}
        assert draw_problem(skeleton, name, seed=1, objects=objects) == draw_problem(skeleton, name, seed=1)


def test_mazes_have_a_size_and_boxes():
    assert [argument["name"] for argument in described("sokoban")["arguments"]] == ["size", "boxes", "seed"]


def test_a_domain_without_a_skeleton_is_described_as_it_is_understood(tmp_path):
    (tmp_path / "domain.pddl").write_bytes((DOMAINS / "gripper" / "domain.pddl").read_bytes())
    found = described(tmp_path / "domain.pddl")
    assert {argument["name"] for argument in found["arguments"]} == {"room", "ball", "hand", "seed"}


def test_own_domains_and_skeletons_are_described(tmp_path):
    (tmp_path / "domain.pddl").write_text("(define (domain odd) (:predicates (p ?x)))")
    (tmp_path / "skeleton.toml").write_text('[objects]\nthing = { count = 2, type = "" }\n')
    (tmp_path / "other.toml").write_text("[objects]\nrow = { count = 9, hidden = true }\n")
    found = described(tmp_path / "domain.pddl")
    assert (found["domain"], found["file"]) == ("odd", str(tmp_path / "domain.pddl"))
    assert (found["arguments"][0]["name"], found["arguments"][0]["type_name"]) == ("thing", "object")
    other = described(tmp_path / "domain.pddl", "--skeleton", tmp_path / "other.toml")
    assert (other["arguments"][0]["default"], other["arguments"][0]["type_name"]) == (9, None)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["logistic"], "logistic: neither a file nor a bundled domain (did you mean 'logistics'?)"),
        (["xyz"], "xyz: neither a file nor a bundled domain (beta-plan domains lists those that are bundled)"),
        (["none/domain.pddl"], "none/domain.pddl: cannot be read"),
        (["logistics", "--skeleton", "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_what_cannot_be_described_is_refused(arguments, complaint):
    result = run("describe", *arguments)
    assert (result.exit_code, result.stdout) == (41, "")
    assert complaint in result.stderr


@pytest.mark.parametrize("command", [["domains"], ["describe", "logistics"]])
def test_nothing_heavy_is_imported(command):
    code = (
        "import sys\nfrom beta_plan.cli.main import cli\ncli(sys.argv[1:], standalone_mode=False)\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert loaded.isdisjoint({"clingo", "networkx", "numba", "numpy", "rich", "tarski"})
