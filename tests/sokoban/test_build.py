from functools import partial
from itertools import count
from random import Random
from threading import current_thread, main_thread
from typing import Any

import numpy as np
import pytest

from beta_plan.errors import IllegalTask
from beta_plan.sas.rows import Longs
from beta_plan.sokoban import build, regress_kernels, regression
from beta_plan.sokoban.build import BoxPdbs
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pdb_kernels import distance_of
from beta_plan.sokoban.pdb_tables import FAR, MANY, UNREACHED, BoxPdbTables
from beta_plan.sokoban.regress_kernels import NUM_FOUND, expand, finder, start
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
    assert [name for name in mine if not np.array_equal(mine[name], others[name])] == []
    assert small.add(4, must=True) == ""
    whole.add(4)
    assert np.array_equal(small.tables.entries, whole.tables.entries)


def test_a_build_can_be_stopped():
    pdbs = BoxPdbs(room())
    assert pdbs.add(1) == ""
    assert [pdbs.add(2, stop=lambda: True), pdbs.add(1, stop=lambda: True)] == ["stopped early", ""]
    answers = iter([False, False, True])
    assert pdbs.add(3, stop=lambda: next(answers)) == "stopped early"
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


def test_distances_that_an_entry_cannot_hold_are_noticed(monkeypatch):
    monkeypatch.setattr(regression, "FAR", 20)
    near, far = corridor(20), corridor(21)
    assert (near.add(1), near.sizes) == ("", (1,))
    assert (far.add(1), far.sizes) == ("distances are too large", ())
    with pytest.raises(IllegalTask, match="distances are too large"):
        BoxEvaluators(far.maze).build((1, 2), seed=0)


def test_where_the_man_has_one_zone_an_entry_holds_larger_distances(monkeypatch):
    whole, pdbs, refused = (BoxPdbs(Maze.of(room().places, [(1, 1)])) for _ in range(3))
    assert whole.add(1) == ""
    largest = max(int(entry) for entry in whole.tables.entries if entry < UNREACHED)
    assert (largest, len(whole.tables.pool)) == (8, 0)
    monkeypatch.setattr(regression, "FAR", 5)
    assert pdbs.add(1) == ""
    assert np.array_equal(pdbs.tables.entries, whole.tables.entries)
    monkeypatch.setattr(regression, "UNREACHED", largest)
    assert refused.add(1) == "distances are too large"


def test_a_database_is_of_some_boxes():
    with pytest.raises(ValueError, match="a database of 0 boxes"):
        BoxPdbs(room()).add(0)


def corridor(length: int) -> BoxPdbs:
    """Return the databases of a corridor with so many squares; the longest distance is two less."""
    return BoxPdbs(Maze.of([(0, c) for c in range(length)], [(0, length - 1)]))


@pytest.fixture
def small_chunks(monkeypatch):
    """Let a few states be enough for threads."""
    monkeypatch.setattr(regression, "CHUNK", 2)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_distances_do_not_depend_on_the_number_of_threads(threads, small_chunks):
    for seed in range(200, 230):
        maze = oracles.random_maze(Random(seed))
        pdbs = BoxPdbs(maze, threads=threads)
        for size in range(1, maze.num_boxes + 1):
            assert pdbs.add(size) == ""
            expected = oracles.distances(maze, size)
            states = list(oracles.all_states(maze, size))
            assert {s: entry(pdbs.tables, s) for s in states} == {s: expected.get(s, DEAD_END) for s in states}


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_threads_fill_large_tables_alike(threads, monkeypatch):
    monkeypatch.setattr(regression, "CHUNK", 64)
    alone, together = BoxPdbs(room(), threads=1), BoxPdbs(room(), threads=threads)
    for size in (1, 2, 3, 4):
        assert (alone.add(size), together.add(size)) == ("", "")
    mine, others = alone.tables._asdict(), together.tables._asdict()
    assert [name for name in mine if not np.array_equal(mine[name], others[name])] == []


def test_what_is_refused_does_not_depend_on_the_number_of_threads(monkeypatch):
    monkeypatch.setattr(regression, "CHUNK", 64)

    def last(byte_limit: int, threads: int) -> int:
        return BoxPdbs(room(), byte_limit=byte_limit, threads=threads).add_up_to(4)[0]

    limits = {4: 1 << 20, 3: 0}
    while limits[4] - limits[3] > 1:
        middle = sum(limits.values()) // 2
        limits[4 if last(middle, 1) == 4 else 3] = middle
    for threads in (2, 3, 4, 5):
        assert (last(limits[4], threads), last(limits[3], threads)) == (4, last(limits[3], 1))


def without_distances(size: int) -> tuple[BoxPdbTables, Longs]:
    """Return the tables of a room with no distance in them, and its goals as live squares."""
    built = BoxPdbs(room())
    assert built.add(size) == ""
    found = built.tables
    entries = np.where(found.entries < MANY, np.uint16(UNREACHED), found.entries)
    goals = np.array([found.live[goal] for goal in room().goals], dtype=np.int64)
    return found._replace(entries=entries, pool=found.pool | np.uint32(FAR)), goals


def test_a_state_that_is_in_a_layer_twice_changes_no_distance():
    built = BoxPdbs(room())
    assert built.add(3) == ""
    expected, (pdbs, goals) = built.tables, without_distances(3)
    maze = maze_tables(room())
    worker = finder(maze, 3, 1 << 14)
    start(pdbs, worker, 3, goals)
    for distance in count():
        layer = np.repeat(worker.found[: worker.registers[NUM_FOUND]], 2, axis=0)
        if not len(layer):
            break
        assert expand(maze, pdbs, worker, layer, 0, len(layer), 3, distance) == len(layer)
    assert np.array_equal(pdbs.entries, expected.entries)
    assert np.array_equal(pdbs.pool, expected.pool)


@pytest.mark.parametrize("threads", [1, 3])
def test_whatever_ends_a_build_on_threads_leaves_no_trace(threads, monkeypatch, small_chunks):
    """A question after each chunk: at each of them the build is stopped, or ended by an exception."""
    monkeypatch.setattr(build, "SECONDS_OF_A_SLICE", 0.0)
    maze = next(one for seed in count() if (one := oracles.random_maze(Random(seed))).num_boxes == 3)
    fresh = BoxPdbs(maze, threads=1)
    assert fresh.add(3) == ""
    states = list(oracles.all_states(maze, 3))
    pdbs, moments = BoxPdbs(maze, threads=threads), 0
    before = pdbs.tables
    for moment in count():
        assert asked_in(pdbs, moment, ValueError) == asked_in(pdbs, moment, None)
        if pdbs.sizes:
            break
        assert np.array_equal(pdbs.tables.entries, before.entries)
        assert np.array_equal(pdbs.tables.pool, before.pool)
        moments += 1
    assert moments > 10
    assert [entry(pdbs.tables, s) for s in states] == [entry(fresh.tables, s) for s in states]


def asked_in(pdbs: BoxPdbs, moment: int, error: type[Exception] | None) -> bool:
    """Build, and end that after so many questions, by an error or by a word; return whether it was ended."""
    questions = count()

    def stop() -> bool:
        ended = next(questions) >= moment
        if ended and error is not None:
            raise error
        return ended

    try:
        return pdbs.add(3, stop=stop) == "stopped early"
    except ValueError:
        return True


def test_what_a_thread_raises_ends_the_build(small_chunks, monkeypatch):
    class Full(Exception):
        pass

    def expanded(*asked: Any) -> int:
        if current_thread() is not main_thread():
            raise Full
        return int(expand(*asked))

    given = {threads: without_distances(3) for threads in (1, 2)}
    monkeypatch.setattr(regress_kernels, "expand", expanded)

    def finish(threads: int) -> bool:
        pdbs, goals = given[threads]
        how: dict[str, Any] = {"seconds": 0.2, "pause": lambda: None, "claim": lambda more: None}
        return regression.Regression(maze_tables(room()), pdbs, 3, threads=threads, **how).finish(goals, 10)

    with pytest.raises(Full):
        finish(threads=2)
    assert finish(threads=1)


def test_a_state_that_two_threads_have_found_counts_once():
    layer = np.array([[5, -1], [3, 7], [5, -1], [3, 6], [3, 7]], dtype=np.int32)
    assert sorted(map(tuple, regression._distinct(layer).tolist())) == [(3, 6), (3, 7), (5, -1)]
    once = np.array([[2, 0], [1, 0]], dtype=np.int32)
    assert regression._distinct(once).tolist() == [[1, 0], [2, 0]]


def test_a_limit_of_bytes_holds_while_distances_are_found():
    pdbs, goals = without_distances(3)
    claimed: list[int] = []
    alone = regression.Regression(
        maze_tables(room()), pdbs, 3, threads=1, seconds=0.2, pause=lambda: None, claim=claimed.append
    )
    assert alone.finish(goals, 10)
    whole = BoxPdbs(room())
    assert whole.add(3) == ""
    limited = BoxPdbs(room(), byte_limit=whole.nbytes + max(claimed) - 1, threads=1)
    assert (limited.add(3), limited.sizes) == ("its table is too large", ())
    assert limited.add(3, must=True) == ""
