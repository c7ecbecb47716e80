import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.errors import InputRefused
from beta_plan.sokoban.maze import WALL
from beta_plan.sokoban.solution import (
    Counts,
    count,
    expand_lurd,
    lurd_of_pushes,
    pushes_of_lurd,
    steps_of_lurd,
    walk,
)
from tests.sokoban.levels import CORNER, CORNER_SOLUTION, level, mazes


def test_run_lengths_of_solutions():
    assert expand_lurd("u3l2(R2(dU))\n 0r L") == "ulll" + "RdUdU" * 2 + "L"
    assert expand_lurd("") == ""
    with pytest.raises(InputRefused, match="solution:2:2: 'x' is no move"):
        expand_lurd("uu\nlx")
    with pytest.raises(InputRefused, match=r"solution:1:3: this '\)' closes no parenthesis"):
        expand_lurd("uu)")


def test_the_lengths_of_a_solution():
    assert count(CORNER_SOLUTION) == Counts(4, 3)
    assert count("") == Counts(0, 0)


def test_pushes_of_a_solution_by_hand_and_back():
    found = level(CORNER)
    boxes, man = found.require_state()
    pushes = pushes_of_lurd(found.maze, boxes, man, f"ud{CORNER_SOLUTION.lower()}")
    assert pushes == [(10, 3), (5, 3), (4, 3)]
    assert lurd_of_pushes(found.maze, boxes, man, pushes) == CORNER_SOLUTION
    assert lurd_of_pushes(found.maze, boxes, man, pushes[1:]) == "ulLL"


def test_impossible_moves_are_found():
    found = level("######\n#@$$.#\n#   .#\n######")
    for lurd in ("l", "r", "ru"):
        with pytest.raises(ValueError, match=rf"move 1 \({lurd[0]}\) is impossible"):
            list(steps_of_lurd(found.maze, found.boxes, 0, lurd))
    for push in ((1, 1), (0, 1), (2, 3)):
        with pytest.raises(ValueError, match="no push"):
            lurd_of_pushes(found.maze, found.boxes, 0, [push])
    split = level("#######\n#@.#$.#\n#######")
    with pytest.raises(ValueError, match="no walk"):
        walk(split.maze, [], 0, 3)


def distances(maze, boxes, start):
    """Return how many moves away each square is, by relaxing until nothing changes."""
    found = {start: 0}
    while True:
        more = dict(found)
        for square, moves in found.items():
            for there in maze.neighbours[square]:
                if there != WALL and there not in boxes:
                    more[there] = min(more.get(there, moves + 1), moves + 1)
        if more == found:
            return found
        found = more


@given(mazes(), st.data())
def test_walks_are_shortest(maze, data):
    boxes = data.draw(st.sets(st.sampled_from(range(maze.num_squares)), max_size=maze.num_squares - 1))
    start = data.draw(st.sampled_from(sorted(set(range(maze.num_squares)) - boxes)))
    for end, moves in distances(maze, boxes, start).items():
        found = walk(maze, boxes, start, end)
        assert len(found) == moves
        at = start
        for direction in found:
            at = maze.neighbours[at][direction]
            assert at not in {WALL, *boxes}
        assert at == end
