from functools import partial
from itertools import count
from random import Random

import numpy as np
import pytest

from beta_plan.errors import IllegalTask
from beta_plan.sokoban.build import BoxPdbs
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pdb_kernels import distance_of
from beta_plan.sokoban.pdb_tables import FAR, BoxPdbTables
from beta_plan.sokoban.regress_kernels import COUNT, DISTANCE, ONE_ZONE, TOO_FAR, Waves, regress
from beta_plan.sokoban.tables import maze_tables
from beta_plan.spaces.protocol import DEAD_END
from tests.sokoban import oracles


def entry(tables: BoxPdbTables, state: oracles.State) -> int:
    ranks = [tables.binomial[tables.live[square], place + 1] for place, square in enumerate(state[:-1])]
    number = tables.first[len(state) - 1] + sum(ranks)
    return int(distance_of(tables, np.int64(number), np.int64(state[-1])))


@pytest.mark.parametrize("seeds", [range(start, start + 25) for start in range(0, 200, 25)], ids=str)
def test_every_entry_is_the_distance(seeds):
    for seed in seeds:
        maze = oracles.random_maze(Random(seed))
        pdbs = BoxPdbs(maze)
        sizes = range(1, maze.num_boxes + 1)
        assert [pdbs.add(size) for size in sizes] == ["" for _ in sizes]
        for size in sizes:
            expected = oracles.distances(maze, size)
            states = list(oracles.all_states(maze, size))
            assert {s: entry(pdbs.tables, s) for s in states} == {s: expected.get(s, DEAD_END) for s in states}


def test_a_man_may_be_in_one_of_several_rooms():
    maze = Maze.of([(0, c) for c in range(4)] + [(2, c) for c in range(4)], [(0, 3), (2, 3)])
    pdbs = BoxPdbs(maze)
    pdbs.add(1)
    assert maze.live == (1, 2, 3, 5, 6, 7)
    assert [entry(pdbs.tables, (2, man)) for man in (0, 3, 4)] == [1, DEAD_END, DEAD_END]


def islands(count: int) -> Maze:
    """Return a corridor, and goals on which nobody can walk away."""
    lonely = [(2 * number, 9) for number in range(count)]
    return Maze.of([*((0, column) for column in range(5)), *lonely], [(0, 4), *lonely])


def test_a_maze_may_have_many_pieces():
    maze = islands(30)
    pdbs = BoxPdbs(maze)
    assert (maze.num_pieces, pdbs.add(1), pdbs.add(2)) == (31, "", "")
    for size in (1, 2):
        expected = oracles.distances(maze, size)
        states = list(oracles.all_states(maze, size))
        assert {s: entry(pdbs.tables, s) for s in states} == {s: expected.get(s, DEAD_END) for s in states}


def test_a_maze_of_too_many_pieces_is_refused():
    assert BoxPdbs(islands(124)).add(1) == ""
    assert BoxPdbs(islands(124)).add(2) == "too many boxes"
    with pytest.raises(IllegalTask, match="a maze of 126 pieces is too much"):
        BoxPdbs(islands(125))


def test_distances_may_need_more_than_a_byte():
    maze = Maze.of([(0, c) for c in range(400)], [(0, 399)])
    pdbs = BoxPdbs(maze)
    pdbs.add(1)
    assert [entry(pdbs.tables, (box, 0)) for box in (2, 100, 398)] == [397, 299, 1]


def room() -> Maze:
    return Maze.of([(r, c) for r in range(7) for c in range(7)], [(3, c) for c in range(1, 5)])


def test_a_table_that_is_too_large_is_refused_and_leaves_no_trace():
    small, whole = BoxPdbs(room(), byte_limit=50_000), BoxPdbs(room())
    assert [small.add(size) for size in (1, 2, 3, 4)] == ["", "", "", "its table is too large"]
    assert [whole.add(size) for size in (1, 2, 3)] == ["", "", ""]
    assert small.sizes == (1, 2, 3)
    mine, others = small.tables._asdict(), whole.tables._asdict()
    assert {name for name in mine if not np.array_equal(mine[name], others[name])} <= {"masks"}
    assert small.add(4, must=True) == ""
    whole.add(4)
    assert np.array_equal(small.tables.entries, whole.tables.entries)


def test_a_build_can_be_stopped():
    pdbs = BoxPdbs(room())
    assert pdbs.add(1) == ""
    assert [pdbs.add(2, stop=lambda: True), pdbs.add(1, stop=lambda: True)] == ["time was over", ""]
    answers = iter([False, False, True])
    assert pdbs.add(3, stop=lambda: next(answers)) == "time was over"
    assert pdbs.sizes == (1,)
    assert pdbs.add(2) == ""


def test_what_was_stopped_at_any_moment_leaves_no_trace_in_what_is_built_later():
    maze = next(one for seed in count() if (one := oracles.random_maze(Random(seed))).num_boxes == 3)
    fresh, refused = BoxPdbs(maze), list[str]()
    for size in (1, 2, 3):
        fresh.add(size)
    while not refused or refused[-1]:
        answers, stopped = iter([False] * len(refused) + [True]), BoxPdbs(maze)
        refused.append(stopped.add(3, stop=partial(next, answers, True)))
        for size in (1, 2, 3):
            stopped.add(size)
            states = list(oracles.all_states(maze, size))
            assert [entry(stopped.tables, s) for s in states] == [entry(fresh.tables, s) for s in states]
        assert len(stopped.tables.pool) == len(fresh.tables.pool)
    assert len(refused) > 2


def test_distances_that_an_entry_cannot_hold_are_noticed():
    pdbs = BoxPdbs(room())
    pdbs.add(1)
    waves = Waves(np.zeros((2, 9, 2), dtype=np.int32), np.zeros(1, dtype=np.int64), np.zeros(5, dtype=np.int64))
    waves.states[0, 0] = 0, ONE_ZONE
    waves.registers[[COUNT, DISTANCE]] = 1, FAR - 1
    assert regress(maze_tables(room()), pdbs.tables, waves, 1, 9) == TOO_FAR
    waves.registers[DISTANCE] = FAR - 2
    assert regress(maze_tables(room()), pdbs.tables, waves, 1, 9) != TOO_FAR
