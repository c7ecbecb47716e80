from random import Random

import numpy as np
import pytest

from beta_plan.errors import IllegalTask
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.space import ForwardSokobanSpace, SokobanSpace
from beta_plan.spaces import protocol
from tests.sokoban import oracles

MAZES = [oracles.random_maze(Random(seed)) for seed in range(60)]


@pytest.mark.parametrize("maze", MAZES, ids=range(len(MAZES)))
def test_pulls_and_pushes_are_those_of_the_game(maze):
    backward, forward = SokobanSpace(maze), ForwardSokobanSpace(maze)
    states = set(oracles.all_states(maze, maze.num_boxes))
    edges = {(s, a, t) for s in states for a, t in oracles.pushes(maze, s) if t in states}
    assert {(s, a, t) for t in states for a, s in backward.predecessors(t)} == edges
    assert {(s, a, t) for s in states for a, t in forward.predecessors(s)} == edges


@pytest.mark.parametrize("maze", MAZES[:20], ids=range(20))
def test_packed_states_differ_and_come_back(maze):
    space = SokobanSpace(maze)
    states = list(oracles.all_states(maze, maze.num_boxes))
    packed = {space.pack(state).tobytes() for state in states}
    assert len(packed) == len(states)
    assert [space.unpack(space.pack(state)) for state in states] == states


def test_a_packed_state_is_a_bit_for_each_live_square_and_the_number_of_the_mans():
    maze = Maze.of([(r, c) for r in range(12) for c in range(12)], [(4, 4), (4, 5)])
    space = SokobanSpace(maze)
    assert (len(maze.live), maze.num_squares, space.num_words) == (100, 144, 2)
    state = (maze.live[0], maze.live[99], 143)
    assert space.unpack(space.pack(state)) == state


def test_facts_are_boxes_and_zones():
    maze, boxes, man = oracles.draw("#######\n#@$ . #\n#  $. #\n#######")
    space = SokobanSpace(maze)
    state = space.state(boxes, man) if set(boxes) <= set(maze.live) else (*boxes, 0)
    out = np.zeros(space.num_variables, dtype=np.int32)
    assert protocol.facts(space.tables, np.array(state, dtype=np.int32), out) == 3
    assert out.tolist() == [*boxes, maze.num_squares + state[-1]]
    assert space.num_facts == 2 * maze.num_squares


def test_goal_states_have_every_zone_of_the_man():
    maze, _, _ = oracles.draw("    .    ")
    space = SokobanSpace(maze)
    rows, known = space.goal_states(limit=10, seed=0)
    assert rows.tolist() == [[4, 0], [4, 5]]
    assert known.complete
    rows, known = space.goal_states(limit=1, seed=0)
    assert len(rows) == 1
    assert not known.complete
    with pytest.raises(IllegalTask, match="none for the man"):
        SokobanSpace(Maze.of([], [(0, 0)])).goal_states(limit=1, seed=0)


def test_a_level_is_a_state_if_it_could_be_one():
    maze, boxes, man = oracles.draw("     \n  $. \n  @  ")
    space = SokobanSpace(maze)
    assert space.state(boxes, man) == (7, 0)
    with pytest.raises(IllegalTask, match="row 1, column 1"):
        space.state([0], man)
    with pytest.raises(IllegalTask, match="2 boxes for 1 goals"):
        space.state([7, 8], man)
    with pytest.raises(IllegalTask, match="man"):
        space.state([7], 7)


@pytest.mark.parametrize("turned", [False, True])
def test_long_mazes_work_in_both_directions(turned):
    corridor = [(r, c) for r in range(3) for c in range(100) if r != 1 or c % 9 != 5]
    goals = [(1, 2), (2, 50)]
    turn = (lambda place: place[::-1]) if turned else (lambda place: place)
    maze = Maze.of(map(turn, corridor), map(turn, goals))
    space, rng = SokobanSpace(maze), Random(1)
    states = set(oracles.all_states(maze, 2))
    for state in rng.sample(sorted(states), 100):
        expected = {(a, t) for a, t in oracles.pushes(maze, state) if t in states}
        assert set(ForwardSokobanSpace(maze).predecessors(state)) == expected
        assert all((a, state) in set(oracles.pushes(maze, s)) for a, s in space.predecessors(state))


def test_a_maze_too_large_in_both_directions_is_refused():
    cross = [(40, c) for c in range(80)] + [(r, 40) for r in range(80)]
    with pytest.raises(IllegalTask, match="80 rows and 80 columns"):
        _ = SokobanSpace(Maze.of(cross, [(40, 40)])).tables
    wide = [(r, c) for r in range(62) for c in range(62)]
    assert SokobanSpace(Maze.of(wide, [(40, 40)])).predecessors((1000, 0))
