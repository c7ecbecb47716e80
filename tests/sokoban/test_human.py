"""What a solution tells about people: worked examples, and laws."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.sokoban.human import HumanDifficulty, HumanMeasure, least_cut
from beta_plan.sokoban.solution import steps_of_lurd, steps_of_pushes
from tests.sokoban.levels import CORNER, CORNER_SOLUTION, HALL, level, pull_back

CORRIDOR = "######\n#@$ .#\n######\n"
PAST_THE_GOAL = """\
#######
#@$.  #
#     #
#######
"""
TO_AND_FRO = """\
#######
# $ . #
#@$ . #
#######
"""


def measured(text: str, lurd: str) -> HumanDifficulty:
    one = level(text)
    assert one.man is not None
    return HumanMeasure(one.maze)(one.boxes, one.man, steps_of_lurd(one.maze, one.boxes, one.man, lurd))


@pytest.mark.parametrize(
    ("text", "lurd", "numbers"),
    [
        (CORRIDOR, "RR", (2, 0, 0, 0, 0.0, 0, 0, 0)),
        (CORNER, CORNER_SOLUTION, (3, 1, 0, 1, 1.0, 0, 0, 5)),
        (PAST_THE_GOAL, "RRdrruL", (3, 0, 1, 0, 0.0, 0, 0, 2)),
        (TO_AND_FRO, "RluRldrRluR", (4, 3, 0, 3, 1.0, 0, 0, 2)),
        ("#######\n#@$.* #\n#######\n", "R", (1, 0, 0, 0, 0.0, 1, 1, 1)),
    ],
)
def test_worked_examples(text, lurd, numbers):
    assert tuple(measured(text, lurd).to_json().values()) == numbers


@given(st.lists(st.integers(0, 5), max_size=30))
def test_the_cut_is_the_least_of_all_divisions(order):
    boxes = sorted(set(order))
    divisions = [set(group) for size in range(1, len(boxes)) for group in combinations(boxes, size)]
    changes = [sum((one in group) != (other in group) for one, other in pairwise(order)) for group in divisions]
    assert least_cut(order) == min(changes, default=0)


@pytest.mark.parametrize("seed", range(8))
def test_laws_of_solutions_found_by_pulling(seed):
    one, pushes = pull_back(level(HALL), seed, 40)
    assert one.man is not None
    found = HumanMeasure(one.maze)(one.boxes, one.man, steps_of_pushes(one.maze, one.boxes, one.man, pushes))
    moved = len(one.boxes) - found.unmoved_boxes
    assert found.pushes == len(pushes)
    assert 0 <= found.counterintuitive <= found.pushes
    assert moved - 1 <= found.box_changes < found.pushes
    assert (moved > 1) <= found.cut <= found.box_changes
    assert 0 <= found.decomposition <= 1
    assert 0 <= found.unused_squares < one.maze.num_squares - len(one.boxes)
