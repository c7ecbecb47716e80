"""Instances of every bundled domain are legal, natural or not, and solvable: by witnesses that know nothing of us."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from tests.bundled import NAMES
from tests.legality.check import Verdict, copied, judge, judge_level, untranslatable
from tests.legality.references import reference_of
from tests.skeleton.test_bundled_skeletons import OTHER_SIZES

QUICK = ["--order", "[w(PDB1),PDB1]", "--table-limit", "4096", "--max-expansions", "300", "--select", "objective"]

SIZES = OTHER_SIZES | {
    "blocks": {"block": 4},
    "elevators": {"block": 1, "slow-lift": 1, "person": 2},
    "logistics": {"city": 2, "parcel": 2},
    "npuzzle": {"row": 2, "column": 3},
    "transport": {"place": 4, "vehicle": 2, "package": 2},
}
"""Small ones: pattern databases and their best partitions take most of the time."""

needs_translator = pytest.mark.skipif(find_spec("fast_downward") is None, reason="needs the extra 'planners'")


@needs_translator
@pytest.mark.parametrize("natural", [True, False], ids=["natural", "any"])
@pytest.mark.parametrize("name", NAMES)
def test_generated_instances_are_legal_and_solvable(name, natural, tmp_path):
    sizes = ",".join(f"{kind}={count}" for kind, count in SIZES.get(name, {}).items())
    size = ["--size", "7x7", "--boxes", "2"] if name == "sokoban" else ["--objects", sizes]
    asked = ["-n", "2"] if natural else ["--any-state"]
    result = CliRunner().invoke(cli, ["generate", name, *size, *QUICK, *asked, "-o", str(tmp_path), "--quiet"])
    assert result.exit_code == 0, result.stderr
    for problem in (problems := sorted(tmp_path.glob("p*.pddl"))):
        assert judge(name, tmp_path, problem, reference_of(name, problem), natural=natural) == Verdict()
    for level in tmp_path.glob("p*.sok"):
        assert judge_level(tmp_path, level) == Verdict()
    assert problems
    assert copied(tmp_path) == []


def test_searches_that_find_the_same_states_give_no_copies(tmp_path, domains):
    task = [str(domains / "gripper" / name) for name in ("domain.pddl", "p01.pddl")]
    options = [*QUICK, "--order", "[PDB1]+[w(PDB1),PDB1]", "-n", "5", "--quiet"]
    result = CliRunner().invoke(cli, ["generate", *task, *options, "-o", str(tmp_path)])
    assert result.exit_code == 0, result.stderr
    assert len(list(tmp_path.glob("p*.pddl"))) == 5
    assert copied(tmp_path) == []


@needs_translator
def test_the_translator_objects_to_what_has_no_plan(tmp_path, domains):
    problem = (domains / "ferry" / "p01.pddl").read_text(encoding="utf-8")
    (tmp_path / "stuck.pddl").write_text(problem.replace("(ferry-at west)", ""), encoding="utf-8")
    (tmp_path / "broken.pddl").write_text(problem.replace("(deck-free)", "(deck-free west)"), encoding="utf-8")
    said = [list(untranslatable(domains / "ferry" / "domain.pddl", path)) for path in sorted(tmp_path.iterdir())]
    assert ["the translator ends with" in said[0][0], said[1]] == [True, ["the translator finds the task unsolvable"]]
