"""The witness of solutions: what it accepts, and what it says of everything else."""

import random
from dataclasses import replace

import pytest

from beta_plan.certify.replay import Replay
from beta_plan.certify.sokoban import replay_level, replay_levels, written_levels
from beta_plan.errors import VerificationFailed
from beta_plan.sokoban.xsb import level_text
from tests.outputs import level_output
from tests.sokoban.levels import CORNER, CORNER_SOLUTION, level

SOLVED = f"{CORNER}Title: Corner\nSolution:\nLu\nLL\n"


def test_a_level_by_hand():
    assert replay_level(SOLVED) == Replay(length=4, cost=3, uses_costs=True)
    assert replay_level(SOLVED, solution="udLuLLrl") == Replay(8, 3, True)


def test_goals_under_man_and_boxes_are_remembered():
    text = "########\n# @*   #\n#      #\n########\n"
    assert replay_level(text, solution="RdrruL") == Replay(6, 2, True)
    with pytest.raises(VerificationFailed, match="after 1 move 1 of 1 boxes not on a goal"):
        replay_level(text, solution="R")
    text = "########\n#  .+$ #\n#   $  #\n#      #\n########\n"
    assert replay_level(text, solution="lddrruruLdLdlU") == Replay(14, 3, True)


def test_a_solved_level_has_an_empty_solution():
    text = level_text(replace(level("####\n#@*#\n####"), solution=""))
    assert replay_level(text) == Replay(0, 0, True)


def test_two_boxes_are_too_many():
    with pytest.raises(VerificationFailed, match=r"^move 1 \(R\) pushes a box into another box$"):
        replay_level("######\n#+*$ #\n######\n", solution="R")


def test_several_levels():
    text = f"{SOLVED}\n#####\n#@$.#\n#####\nComment: small\nSolution:\nR\n"
    assert [found.length for found in replay_levels(text)] == [4, 1]
    assert replay_level(text, 2).cost == 1
    with pytest.raises(VerificationFailed, match=r"^level 2: move 1 \(l\) walks into a wall$"):
        replay_levels(text.replace("\nR\n", "\nlR\n"))
    with pytest.raises(VerificationFailed, match=r"^no level 3, there are 2$"):
        replay_level(text, 3)
    with pytest.raises(VerificationFailed, match=r"^holds no level$"):
        replay_levels("Title: empty\n")


@pytest.mark.parametrize(
    ("solution", "why"),
    [
        ("LuLd", "move 4 (d) "),
        ("r", "move 1 (r) walks into a wall"),
        ("uuu", "move 3 (u) walks into a wall"),
        ("LL", "move 2 (L) pushes a box into a wall"),
        ("LuL", "after 3 moves 1 of 2 boxes not on a goal"),
        ("", "after 0 moves 2 of 2 boxes not on a goal"),
        ("luLL", "move 1 (l) pushes a box, but is a small letter"),
        ("UdLuLL", "move 1 (U) is a capital, but pushes no box"),
        ("LuLx", "move 4 (x) is none of l, u, r, d"),
        ("Lu3L", "move 3 (3) is none of"),
    ],
)
def test_what_does_not_solve_the_level(solution, why):
    with pytest.raises(VerificationFailed) as caught:
        replay_level(SOLVED, solution=solution)
    assert str(caught.value).startswith(why)


def test_small_letters_alone_say_nothing_of_pushes():
    assert replay_level(SOLVED, solution=CORNER_SOLUTION.lower()).cost == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (CORNER, "no solution"),
        (SOLVED.replace("@", " "), "0 men, expected one"),
        (SOLVED.replace("$ ", "$@"), "2 men, expected one"),
        (SOLVED.replace("$@", " @"), "the number of boxes is 1, that of goals 2"),
        (SOLVED.replace("$", " ").replace(".", " "), "the number of boxes is 0, that of goals 0"),
        (SOLVED.replace("Solution:\n", "Solution:\n\n"), "after 0 moves 2 of 2 boxes"),
    ],
)
def test_what_is_no_solved_level(text, why):
    with pytest.raises(VerificationFailed) as caught:
        replay_level(text)
    assert str(caught.value).startswith(why)


def test_a_hole_in_the_wall_leads_nowhere():
    with pytest.raises(VerificationFailed, match=r"^move 2 \(l\) walks into a wall$"):
        replay_level("####\n @$.#\n####\n", solution="llR")


def test_a_changed_letter_is_nearly_always_found():
    """Of all single changes of a solution only those that leave out a detour can pass."""
    dice, passed = random.Random(1), 0
    for instance in level_output([5, 20, 40]).instances:
        lurd = instance.plan.strip()
        assert replay_level(instance.problem).length == len(lurd)
        for _ in range(50):
            at = dice.randrange(len(lurd))
            other = dice.choice([letter for letter in "lurdLURD" if letter != lurd[at]])
            try:
                replay_level(instance.problem, solution=lurd[:at] + other + lurd[at + 1 :])
            except VerificationFailed:
                continue
            passed += 1
    assert passed < 15


def test_rows_and_solutions_of_a_text():
    found = written_levels("; 1\n###\n-\n###\nAuthor: me\nSolution:\nlu\nRd\nlu x\nlu\n\n#.#\n")
    assert [(level.rows, level.solution) for level in found] == [(("###", "-", "###"), "luRd"), (("#.#",), None)]
