"""``beta-plan draw``: what it writes, and what it refuses."""

from __future__ import annotations

import json
import shutil
import sys

import pytest
from click.testing import CliRunner

from beta_plan.cli.main import cli
from beta_plan.output.write import write_output
from beta_plan.pictures import animate, animate_level, draw_instance
from tests.bundled import DOMAINS, texts
from tests.outputs import bundled_output, level_output


@pytest.fixture
def out(tmp_path):
    write_output(tmp_path / "out", bundled_output("transport", [3]))
    return tmp_path / "out"


def draw(*arguments):
    return CliRunner().invoke(cli, ["draw", *map(str, arguments)])


def refusal(*arguments):
    result = draw(*arguments)
    assert result.stdout == ""
    return result.exit_code, result.stderr


def test_the_picture_is_written_beside_the_instance(out):
    result = draw(out / "p01.pddl")
    assert (result.exit_code, result.stdout) == (0, f"{out / 'p01.svg'}\n")
    expected = draw_instance(out / "domain.pddl", out / "p01.pddl").svg()
    assert (out / "p01.svg").read_text(encoding="utf-8") == expected
    assert draw(out / "p01.pddl", "-o", "-").stdout == expected
    assert CliRunner().invoke(cli, ["verify", str(out)]).exit_code == 0


@pytest.mark.parametrize(("ending", "first"), [("svg", b"<svg "), ("pdf", b"%PDF-"), ("png", b"\x89PNG")])
def test_the_ending_chooses_the_format(out, ending, first):
    if ending == "png":
        pytest.importorskip("PIL")
    result = draw(out / "p01.pddl", "-o", out / f"x.{ending}", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["picture"] == str(out / f"x.{ending}")
    assert (out / f"x.{ending}").read_bytes().startswith(first)


def test_a_png_without_pillow_is_refused_as_what_is_not_installed(out, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    remedy = "pip install '.[pictures]' in the clone, or write .svg or .pdf"
    complaint = f"beta-plan: PNG needs Pillow, which is not installed ({remedy})\n"
    assert refusal(out / "p01.pddl", "-o", out / "x.png") == (41, complaint)
    assert not (out / "x.png").exists()


def test_a_step_of_the_plan(out):
    plan = (out / "solutions" / "p01.plan").read_text()
    pictures = animate(out / "domain.pddl", out / "p01.pddl", plan).pictures
    for step in (0, 2, len(pictures) - 1):
        assert draw(out / "p01.pddl", "--step", step, "-o", "-").stdout.split("<g", 1)[1] != ""
    assert draw(out / "p01.pddl", "--step", 2, "-o", "-").stdout == pictures[2].svg()
    code, said = refusal(out / "p01.pddl", "--step", len(pictures))
    assert (code, f"there is no step {len(pictures)} (--step takes 0 to {len(pictures) - 1})" in said) == (41, True)


def test_levels_and_their_solutions(tmp_path):
    write_output(tmp_path / "out", level_output([3]))
    level = tmp_path / "out" / "p01.sok"
    last = animate_level(level).pictures[-1]
    assert draw(level, "--step", len(animate_level(level).steps), "-o", "-").stdout == last.svg()
    assert draw(DOMAINS / "sokoban" / "levels.sok", "--level", 2, "-o", "-").exit_code == 0


def test_a_domain_elsewhere_or_bundled(tmp_path):
    shutil.copy(DOMAINS / "ferry" / "p01.pddl", tmp_path / "p01.pddl")
    code, said = refusal(tmp_path / "p01.pddl")
    assert (code, said) == (
        41,
        f"beta-plan: {tmp_path / 'p01.pddl'}: no domain.pddl beside it (name the domain with --domain)\n",
    )
    expected = draw_instance(*texts("ferry")).svg()
    for domain in ("ferry", DOMAINS / "ferry" / "domain.pddl"):
        assert draw(tmp_path / "p01.pddl", "--domain", domain, "-o", "-").stdout == expected


def test_what_is_refused(tmp_path):
    problem = DOMAINS / "ferry" / "p01.pddl"
    levels = DOMAINS / "sokoban" / "levels.sok"
    assert refusal(tmp_path / "none.pddl")[1].startswith(f"beta-plan: {tmp_path / 'none.pddl'}: cannot be read")
    assert refusal(problem, "-o", tmp_path / "x.gif")[0] == 2
    assert refusal(problem, "--level", 1, "-o", "-")[0] == 2
    assert refusal(problem, "-o", "-", "--json")[0] == 2
    assert refusal(levels, "--domain", "ferry", "-o", "-")[0] == 2
    assert refusal(levels, "-o", "-")[0] == 41
    assert refusal(problem, "-o", tmp_path / "no" / "x.svg")[0] == 51
    (tmp_path / "p.pddl").write_text("(define (problem")
    code, said = refusal(tmp_path / "p.pddl", "--domain", "ferry")
    assert code == 41
    assert said.startswith(f"beta-plan: {tmp_path / 'p.pddl'}:1:")
    assert len(said.splitlines()) == 1
