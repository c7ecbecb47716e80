"""A game keeps to the rules, and takes back what was done."""

import random

import pytest

from beta_plan.errors import IllegalTask
from beta_plan.play.game import Game
from beta_plan.play.screen import lines_of
from tests.sokoban.levels import CORNER, CORNER_SOLUTION, HALL, level, pull_back


def state_of(game):
    return game.man, game.boxes, game.lurd


def test_a_solution_solves():
    game = Game(level(CORNER))
    assert [game.is_solved] == [False]
    assert all(game.move(letter) for letter in CORNER_SOLUTION.lower())
    assert [game.is_solved] == [True]
    assert game.lurd == CORNER_SOLUTION


def test_undo_gives_every_state_again_and_redo_leads_back():
    game = Game(pull_back(level(HALL), seed=1, pulls=15)[0])
    states = [state_of(game)]
    for letter in random.Random(5).choices("urdl", k=200):
        if game.move(letter):
            states.append(state_of(game))
    assert game.counts.pushes > 3
    for state in reversed(states):
        assert state_of(game) == state
        game.undo()
    assert state_of(game) == states[0]
    for state in states:
        assert state_of(game) == state
        game.redo()
    game.restart()
    assert state_of(game) == states[0]


def test_a_new_move_forgets_what_was_taken_back():
    game = Game(level(CORNER))
    assert game.move("u")
    game.undo()
    assert game.move("l")
    game.redo()
    assert game.lurd == "L"


def test_a_maze_alone_cannot_be_played():
    with pytest.raises(IllegalTask, match="has no man"):
        Game(level(HALL))


def test_the_screen_shows_the_board_and_the_counts():
    game = Game(level(CORNER))
    game.move("u")
    assert lines_of(game, columns=80, rows=24, colours=False)[:8] == [
        "1",
        "",
        "    ##########",
        "######      ##",
        "##::  []  ()##",
        "##  ##::[]  ##",
        "##############",
        "",
    ]
    assert lines_of(game, columns=80, rows=24, colours=False)[8] == "moves 1, pushes 0"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (12, 8), (7, 6), (4, 3)])
def test_no_line_is_wider_than_the_terminal_and_the_man_is_seen(columns, rows):
    game = Game(pull_back(level(HALL), seed=1, pulls=15)[0])
    for letter in random.Random(2).choices("urdl", k=60):
        game.move(letter)
        lines = lines_of(game, columns=columns, rows=rows, colours=False)
        assert max(map(len, lines)) <= columns
        assert any("()" in line for line in lines)
        if rows >= 6:
            assert len(lines) <= rows
