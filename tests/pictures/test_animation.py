"""Animations: a picture for every action, things that keep their keys, and a last picture in which the goal holds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from beta_plan.certify.interpreter import interpret
from beta_plan.errors import InputRefused, VerificationFailed
from beta_plan.pddl.sexpr import Source
from beta_plan.pictures import Animation, animate, animate_level, draw_instance, draw_level
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.svg import group_svg
from tests.bundled import DOMAINS, NAMES, texts
from tests.pictures.scenes import told

LEVEL = "#######\n#@$ .*#\n#######\nTitle: straight on\nSolution: RR\n"


@cache
def plan(name: str) -> str:
    """Return some plan of a bundled task."""
    planner = find_spec("up_fast_downward")
    if planner is None or planner.origin is None:
        pytest.skip("needs the extra 'planners'")
    driver = Path(planner.origin).parent / "downward" / "fast-downward.py"
    task = [DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl"]
    with TemporaryDirectory() as folder:
        command = [sys.executable, *map(str, [driver, *task]), "--search", "lazy_greedy([goalcount()])"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return (Path(folder) / "sas_plan").read_text()


def parsed(svg: str) -> list[Any]:
    """Return where a group is and what is in it."""
    found = re.fullmatch(r'<g(?:(?! transform)[^>])*?(?: transform="translate\((\S+) (\S+)\)")?>(.*)</g>', svg)
    assert found is not None, svg
    return [float(found[1] or 0), float(found[2] or 0), found[3]]


def as_a_page_shows(found: Animation) -> dict[str, list[Any]]:
    """Return the groups after all steps, made from the first picture with nothing but what JSON tells."""
    shown = {group.key: parsed(group_svg(group)) for group in found.first.groups}
    for step in json.loads(json.dumps(found.to_json()))["steps"]:
        for key, change in step["changed"].items():
            if "svg" in change:
                shown[key] = parsed(change["svg"])
            else:
                x, y, inner = shown[key]
                shown[key] = [change.get("x", x), change.get("y", y), change.get("inner", inner)]
        for key in step.get("gone", []):
            del shown[key]
        if "order" in step:
            shown = {key: shown[key] for key in step["order"]}
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_ends_where_the_goal_holds_and_things_keep_their_keys(name):
    found = animate(*texts(name), plan(name))
    pictures = found.pictures
    assert len(found.steps) == sum(line.startswith("(") for line in plan(name).splitlines())
    assert len({(picture.width, picture.height) for picture in pictures}) == 1
    for picture in pictures:
        keys = [group.key for group in picture.groups]
        assert len(keys) == len(set(keys))
        movers = {group.key for group in picture.groups if group.role == "mover"}
        assert movers == {group.key for group in pictures[0].groups if group.role == "mover"}
    if name == "sokoban":
        assert all("on a goal" in g.title for g in pictures[-1].groups if g.role == "thing")
    else:
        wanted, _ = Instance(interpret(*(Source("", text) for text in texts(name))), None).goals
        last = told(pictures[-1])
        assert all(f"({' '.join(atom)})" in last for atom in wanted)
        first = told(pictures[0])
        assert not all(f"({' '.join(atom)})" in first for atom in wanted)


@pytest.mark.parametrize("name", ["transport", "blocks", "gripper", "childsnack", "sokoban"])
def test_the_changes_lead_from_the_first_picture_to_the_last(name):
    found = animate(*texts(name), plan(name))
    expected = {group.key: parsed(group_svg(group)) for group in found.pictures[-1].groups}
    assert as_a_page_shows(found) == expected
    assert list(as_a_page_shows(found)) == list(expected)
    assert found.to_json()["svg"] == found.first.svg()


def test_the_first_picture_of_an_empty_plan_is_that_of_the_instance():
    assert animate(*texts("ferry"), "").first == draw_instance(*texts("ferry"))


def test_an_action_that_cannot_be_executed_is_named():
    with pytest.raises(VerificationFailed, match=r"step 1 \(sail north south\)"):
        animate(*texts("ferry"), "(sail north south)\n")


def test_a_solution_in_lurd_pushes_every_box_to_a_goal():
    found = animate_level(LEVEL)
    assert [step.action for step in found.steps] == ["R", "R"]
    boxes = [[g.title for g in picture.groups if g.role == "thing"] for picture in found.pictures]
    assert boxes == [["box1", "box2, on a goal"], ["box1", "box2, on a goal"], ["box1, on a goal", "box2, on a goal"]]
    assert [next(g.x for g in p.groups if g.key == "man") for p in found.pictures] == [30, 60, 90]


@pytest.mark.parametrize(("lurd", "message"), [("RRR", "move 3"), ("l", "move 1"), ("x", "move 1")])
def test_a_move_that_is_not_possible_is_named(lurd, message):
    with pytest.raises(VerificationFailed, match=message):
        animate_level(LEVEL, lurd)


def test_a_level_without_a_solution_has_no_animation_of_its_own():
    with pytest.raises(InputRefused, match="no solution"):
        animate_level(LEVEL.split("Solution")[0])
    assert draw_level(LEVEL.split("Solution")[0]).width == 210
