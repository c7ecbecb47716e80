"""Levels that are none, and solutions that are none, are reported."""

from __future__ import annotations

import pytest

from tests.legality.levels import Board, illegal_level, solution_fails

LEVEL = """\
#######
#@ $ .#
# $  .#
#######
Title: two
"""


def test_a_level_is_legal_and_solved():
    board = Board.read(LEVEL)
    assert (len(board.boxes), len(board.goals), *board.men) == (2, 2, (1, 1))
    assert list(illegal_level(board)) == []
    assert list(solution_fails(board, "rRRllldRRR\n")) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("@ $", "@@$", "there are 2 men"),
        ("@ $", "  $", "there are 0 men"),
        ("@ $", "@  ", "1 boxes have 2 goals"),
        ("# $  .#", "# $  . ", "the maze is open"),
        ("@ $ .#\n# $  .#", "@   *#\n#    *#", "every box is stored already"),
        ("#@ $ .#\n# $  .#", "#@#$ .#\n###$ .#", "is outside"),
    ],
)
def test_what_is_no_level_is_reported(old, new, complaint):
    assert old in LEVEL
    assert any(complaint in what for what in illegal_level(Board.read(LEVEL.replace(old, new))))


@pytest.mark.parametrize(
    ("solution", "complaint"),
    [
        ("rRRllldRR", "off their goals"),
        ("rrRllldRRR", "step 2 (r) is a push"),
        ("RRRllldRRR", "step 1 (R) is not a push"),
        ("rRRR", "runs into something"),
        ("uRR", "runs into something"),
        ("dRrRDRR", "step 3 (r) is a push"),
    ],
)
def test_what_is_no_solution_is_reported(solution, complaint):
    said = list(solution_fails(Board.read(LEVEL), solution))
    assert any(complaint in what for what in said), said
