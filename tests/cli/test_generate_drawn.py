"""``beta-plan generate DOMAIN`` without a problem: a task is drawn."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner

from beta_plan.certify.directory import certify_directory
from beta_plan.cli.main import cli
from beta_plan.skeleton.problem import draw_problem
from beta_plan.skeleton.toml import read_skeleton
from tests.bundled import DOMAINS

QUICK = ["--order", "[w(PDB1),PDB1]", "--table-limit", "4096", "--max-expansions", "200", "--quiet"]


def generate(*arguments):
    return CliRunner().invoke(cli, ["generate", *map(str, arguments), *QUICK])


def written(directory) -> str:
    """Return the instance of a directory, whose plan replays, without the lines that say where it comes from."""
    (certificate,) = certify_directory(directory)
    assert certificate.verified
    lines = (directory / "p01.pddl").read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(";"))


def test_a_bundled_domain_is_drawn_by_name(tmp_path):
    result = generate("ferry", "-o", tmp_path / "out", "--seed", 3, "--json")
    assert result.exit_code == 0, result.stderr
    text = written(tmp_path / "out")
    drawn = draw_problem(read_skeleton(DOMAINS / "ferry" / "skeleton.toml"), "ferry", seed=3)
    goal = re.findall(r"\(parked \w+ \w+\)", drawn.partition("(:goal")[2])
    assert sorted(re.findall(r"\(parked \w+ \w+\)", text.partition("(:goal")[2])) == sorted(goal)
    command = json.loads((tmp_path / "out" / "manifest.json").read_text())["command"]
    assert "generate" in command
    assert "--seed 3" in command


def test_a_domain_with_a_skeleton_beside_it_is_drawn_by_path(tmp_path):
    shutil.copytree(DOMAINS / "ferry", tmp_path / "own")
    assert generate(tmp_path / "own" / "domain.pddl", "-o", tmp_path / "path").exit_code == 0
    assert generate("ferry", "-o", tmp_path / "name").exit_code == 0
    assert written(tmp_path / "path") == written(tmp_path / "name")


def test_without_a_directory_it_is_named_after_domain_and_seed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert generate("ferry", "--objects", "car=2", "--seed", 4).exit_code == 0
    assert written(tmp_path / "ferry-seed4")


def test_numbers_of_objects_are_taken(tmp_path):
    assert generate("ferry", "-o", tmp_path / "out", "--objects", "car=3", "--objects", "port=2").exit_code == 0
    text = written(tmp_path / "out")
    assert set(re.findall(r"car\d+", text)) == {"car1", "car2", "car3"}
    assert set(re.findall(r"port\d+", text)) == {"port1", "port2"}


def test_the_topology_is_taken(tmp_path):
    options = ["--objects", "place=5,package=2,vehicle=1", "--topology", "ring"]
    assert generate("transport", "-o", tmp_path / "out", *options).exit_code == 0
    assert len(set(re.findall(r"\(road \w+ \w+\)", written(tmp_path / "out")))) == 10


def test_another_skeleton_is_taken(tmp_path):
    (tmp_path / "two.toml").write_text("""
[objects]
dock = { type = "port", names = ["calais", "dover"] }
car = 3
[[init]]
add = ["(ferry-at dover)", "(deck-free)"]
[[init]]
each = "?c - car"
add = "(parked ?c dover)"
[[goal]]
each = "?c - car"
add = "(parked ?c calais)"
""")
    result = generate("ferry", "--skeleton", tmp_path / "two.toml", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.stderr
    assert "(parked car3 calais)" in written(tmp_path / "out")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["ferry", "--objects", "boat=3"], 2, "--objects: no kind of objects 'boat' (known: port, car)"),
        (["ferry", "--objects", "car"], 2, "'car' is no number of objects (write package=6,truck=2)"),
        (["ferry", "--objects", "car=many"], 2, "'car=many' is no number of objects"),
        (["ferry", "--objects", "car=0"], 2, "--objects: the number of 'car' is 0 (at least 1)"),
        (["ferry", "--scale", "car=0..3", "--series", "2"], 2, "--scale: the number of 'car' is 0 (at least 1)"),
        (
            ["ferry", "--scale", "boat=1..3", "--series", "2"],
            2,
            "--scale: no kind of objects 'boat' (known: port, car)",
        ),
        (["sokoban", "--size", "3x3"], 2, "--size: a maze of 3 x 3, walls included (take a width from 5 to 60)"),
        (["sokoban", "--size", "0x0"], 2, "--size: a maze of 0 x 0, walls included (take a width from 5 to 60)"),
        (["sokoban", "--size", "60x5"], 2, "--size: a maze of 60 x 5, walls included (take a height from 15 to 60)"),
        (["sokoban", "--size", "3x3", "--split", "a=easy:2"], 2, "--size: a maze of 3 x 3"),
        (
            ["sokoban", "--boxes", "30"],
            2,
            "--boxes: a maze of 12 x 10, walls included, for 30 boxes (take 1 to 8 boxes)",
        ),
        (["npuzzle", "--objects", "tile=3"], 2, "the number of 'tile' cannot be chosen (choose among row, column)"),
        (["ferry", "--topology", "ring"], 2, "--topology: no map that may have another topology (leave it out)"),
        (["ferry", "--topology", "torus"], 2, "'torus' is not one of"),
        (
            ["sokoban", "--objects", "box=3"],
            2,
            "--objects is for tasks that are drawn in PDDL (--size and --boxes say how a maze is)",
        ),
        (["sokoban", "--size", "4x4"], 2, "a maze of 4 x 4, walls included (take a width from 5 to 60)"),
        (["sokoban", "--size", "wide"], 2, "'wide' is no size: write 12x10"),
        (["ferry", "--size", "9x9"], 2, "--size is for mazes that are drawn: beta-plan generate sokoban"),
        (["ferry", "--scale", "car=2..4"], 2, "--scale needs --series N or --split"),
        (["ferry", "--split", "training=odd:3"], 2, "'training=odd:3' is no part of a split: write training=easy:10"),
        (["ferry", "--split", "a=easy:1", "--series", "2"], 2, "--series and --split exclude each other"),
        (["ferry", "--split", "a=easy:1", "--scale", "car=9"], 2, "'car=9' is no range of numbers of objects"),
        (["ferry", "--split", "a=easy:1", "--objects", "car=2,port=2"], 41, "would have the same size"),
        (["ferry", "--scale", "car=2", "--series", "2"], 2, "'car=2' is no range of numbers of objects"),
        (["ferry", "--skeleton", "none.toml"], 41, "none.toml: cannot be read"),
        (["fery"], 41, "fery: neither a file nor a bundled domain (did you mean 'ferry'?)"),
        (["floortile", "--objects", "column=1"], 2, "--objects: the number of 'robot' is 2 (at most column = 1)"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, arguments, code, complaint):
    result = generate(*arguments, "-o", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (code, "")
    assert complaint in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_skeleton_for_another_domain_is_refused_by_the_name_of_the_drawn_problem(tmp_path):
    result = generate("ferry", "--skeleton", DOMAINS / "blocks" / "skeleton.toml", "-o", tmp_path / "out")
    assert result.exit_code == 41
    assert "ferry, drawn with seed 0" in result.stderr
