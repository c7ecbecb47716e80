"""Sokoban in PDDL is drawn as a board, whatever it is called and however it says where things are."""

from __future__ import annotations

import pytest

from beta_plan.pddl.lift import lift
from beta_plan.pddl.read import read_task_text
from beta_plan.pictures import animate, draw_instance, draw_level
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.recognise import recognise
from tests.sokoban.encodings import ENCODINGS, ROOM, TYPED


def pushed_once(domain: str, problem: str) -> tuple[str, int]:
    """Return the way to a first push and the push, as a plan, and the number of its actions."""
    task = recognise(lift(read_task_text(domain, problem)))
    assert isinstance(task, PddlSokoban)
    assert task.boxes is not None
    assert task.man is not None
    for box in task.boxes:
        for direction in range(4):
            try:
                found = task.solution(task.boxes, task.man, [(box, direction)])
            except ValueError:
                continue
            return "\n".join(f"({action})" for action in found.actions), len(found.actions)
    raise AssertionError("no box can be pushed")


@pytest.mark.parametrize("kind", sorted(ENCODINGS))
def test_every_encoding_is_a_board_on_which_one_box_moves(kind):
    texts = (ENCODINGS[kind].domain, ENCODINGS[kind].problem())
    plan, length = pushed_once(*texts)
    found = animate(*texts, plan)
    boxes = [{g.key: (g.x, g.y) for g in picture.groups if g.role == "thing"} for picture in found.pictures]
    assert len(found.steps) == length
    assert boxes[0].keys() == boxes[-1].keys()
    assert all(before == boxes[0] for before in boxes[:-1])
    ((old, new),) = [(boxes[0][key], boxes[-1][key]) for key in boxes[0] if boxes[0][key] != boxes[-1][key]]
    assert abs(old[0] - new[0]) + abs(old[1] - new[1]) == 30


def test_the_board_of_a_task_is_that_of_its_level():
    one, other = draw_instance(TYPED.domain, TYPED.problem(ROOM)), draw_level(ROOM)
    things = [[(g.shapes, g.x, g.y) for g in picture.groups if g.role != "maze"] for picture in (one, other)]
    assert things[0] == things[1]
    assert len(things[0]) == 3


def test_boxes_on_goals_have_another_tone():
    styles = [
        [g.shapes[0].style for g in draw_level(text).groups if g.role == "thing"]  # type: ignore[union-attr]
        for text in ("#####\n#@$.#\n#####\n", "#####\n#@ *#\n#####\n")
    ]
    assert styles == [["box"], ["stored"]]
