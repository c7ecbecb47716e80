"""The rules of Sokoban in the page equal those in Python, on random moves and against naive searches."""

import base64
import random
from collections import deque
from typing import Any

import pytest

from beta_plan.play.game import Game
from beta_plan.report.page import asset
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.solution import walk
from beta_plan.sokoban.xsb import read_states
from tests.bundled import DOMAINS
from tests.sokoban.levels import CORNER, HALL, level, pull_back

LEVELS = [level(CORNER), pull_back(level(HALL), seed=3, pulls=20)[0], *read_states(DOMAINS / "sokoban" / "levels.sok")]
NAMES = [f"{number} {each.title}".strip() for number, each in enumerate(LEVELS)]


@pytest.fixture(scope="module")
def rules(browser):
    """A function that runs a piece of JavaScript, which sees the rules and one level's maze and state."""
    page = browser.new_page()
    module = base64.b64encode(asset("rules.js").encode()).decode()

    def run(level: Level, code: str, argument: Any = None) -> Any:
        body = f"""async ([rows, argument]) => {{
            const rules = await import("data:text/javascript;base64,{module}");
            const {{ maze, start }} = rules.readLevel(rows);
            {code}
        }}"""
        return page.evaluate(body, [level.rows(), argument])

    yield run
    page.close()


def numbers(level: Level) -> dict[int, int]:
    """Return our number of each square of the page, which counts all places of the drawing."""
    width = max(map(len, level.rows()))
    return {row * width + column: number for number, (row, column) in enumerate(level.maze.places)}


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_random_moves_lead_to_the_same_states(rules, level):
    moves = "".join(random.Random(level.title).choices("urdl", k=400))
    states = rules(
        level,
        """let state = start;
        return [...argument].map((letter) => {
            const next = rules.step(maze, state, rules.LETTERS.indexOf(letter));
            const told = [next !== null, next !== null && rules.isPush(state, next)];
            state = next ?? state;
            return [...told, state.man, state.boxes, rules.isSolved(maze, state)];
        });""",
        moves,
    )
    game, ours = Game(level), numbers(level)
    pushes = 0
    for letter, (moved, pushed, man, boxes, solved) in zip(moves, states, strict=True):
        assert game.move(letter) == moved
        assert (game.counts.pushes > pushes) == pushed
        pushes = game.counts.pushes
        assert (game.man, game.boxes) == (ours[man], frozenset(ours[box] for box in boxes))
        assert game.is_solved == solved
    assert 0 < pushes < len(moves)


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_dead_squares_are_those_that_are_not_live(rules, level):
    ours = numbers(level)
    dead = {ours[square] for square in rules(level, "return [...rules.deadSquares(maze)];")}
    assert dead == set(range(level.maze.num_squares)) - set(level.maze.live)


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_walks_are_shortest(rules, level):
    ours = numbers(level)
    assert level.man is not None
    zone = level.maze.zone(level.man, level.boxes)
    for square, moves in rules(level, "return [...maze.inner].map((each) => [each, rules.walk(maze, start, each)]);"):
        if ours[square] in zone:
            assert len(moves) == len(walk(level.maze, level.boxes, level.man, ours[square]))
        else:
            assert moves is None


def reachable(level: Level, box: int) -> set[int]:
    """Return where one box can be pushed while the others stay, by trying all moves."""
    _, man = level.require_state()
    others = frozenset(level.boxes) - {box}
    seen, waiting = {(box, man)}, deque([(box, man)])
    while waiting:
        at, man = waiting.popleft()
        for direction, to in enumerate(level.maze.neighbours[man]):
            beyond = level.maze.neighbours[to][direction] if to == at else at
            if to == -1 or to in others or beyond == -1 or beyond in others:
                continue
            if (beyond, to) not in seen:
                seen.add((beyond, to))
                waiting.append((beyond, to))
    return {at for at, _ in seen} - {box}


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_a_box_can_be_sent_wherever_it_can_be_pushed(rules, level):
    ours = numbers(level)
    found = rules(level, "return start.boxes.map((box) => [box, [...rules.pushesOf(maze, start, box)]]);")
    for box, ways in found:
        assert {ours[target] for target, _ in ways} == reachable(level, ours[box])
        for target, moves in ways:
            game = Game(level)
            assert all(game.move(letter) for letter in moves)
            assert game.boxes == frozenset(level.boxes) - {ours[box]} | {ours[target]}


LOST = "return rules.lostBoxes(maze, rules.deadSquares(maze), start);"


@pytest.mark.parametrize("seed", range(20))
def test_no_box_of_a_state_that_can_be_solved_is_lost(rules, seed):
    state, _ = pull_back(level(HALL), seed, pulls=30)
    assert rules(state, LOST) == []


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ("######\n#$  .#\n# @  #\n######", 1),
        ("#######\n#  .  #\n#  $$ #\n#  $$ #\n# @...#\n#     #\n#######", 4),
        ("#######\n#     #\n#. $$ #\n#. ## #\n# @   #\n#######", 2),
        ("#######\n#     #\n# **  #\n# **  #\n# @   #\n#######", 0),
        ("#######\n#     #\n# *$  #\n# ##  #\n# @ . #\n#######", 1),
    ],
    ids=["in a corner", "four together", "two at a wall", "four at home", "one of them at home"],
)
def test_lost_boxes(rules, rows, count):
    assert len(rules(level(rows + "\n"), LOST)) == count
