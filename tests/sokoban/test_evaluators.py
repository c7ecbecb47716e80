from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from beta_plan.evaluators.measure import NUM_FRESH, Measure, fresh_seed
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import POLICIES
from beta_plan.pdbs.draws import Draws
from beta_plan.pdbs.patterns import drawn_partition
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.budget import Budget
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.spaces.protocol import DEAD_END
from beta_plan.worlds.sokoban import MazeWorld
from tests.sokoban import oracles
from tests.sokoban.levels import big_room

FIGURE = """\
########
#.$@####
#. $   #
#. $   #
########"""
"""What the text says of the figure: boxes C2, D3 and D4, the man at D2, goals in column B."""

ALL = Budget()


def maze_of_boxes(seed: int, boxes: int) -> Maze:
    rng = Random(seed)
    while True:
        maze = oracles.random_maze(rng, rows=(4, 5), columns=(4, 5), boxes=boxes)
        if maze.num_boxes == boxes and 60 < len(list(oracles.all_states(maze, boxes))) < 3000:
            return maze


@cache
def distances(maze: Maze, size: int) -> dict[oracles.State, int]:
    return oracles.distances(maze, size)


def value(maze: Maze, state: oracles.State, part: tuple[int, ...]) -> int:
    """Return the naive value of one part of a state."""
    squares = {state[place] for place in part}
    return distances(maze, len(part)).get(oracles.normal(maze, squares, state[-1]), DEAD_END)


def summed(maze: Maze, state: oracles.State, partition: tuple[tuple[int, ...], ...]) -> int:
    return min(sum(value(maze, state, tuple(sorted(part))) for part in partition), DEAD_END)


def partitions_into(things: tuple[int, ...], k: int):
    """Yield every partition into parts of k, but for one that may be smaller."""
    if len(things) <= k:
        yield (things,)
        return
    sizes = {k, len(things) % k} - {0}
    for size in sizes:
        for rest in combinations(things[1:], size - 1):
            part = (things[0], *rest)
            others = tuple(x for x in things if x not in part)
            if size == k or len(others) % k == 0:
                yield from ((part, *more) for more in partitions_into(others, k))


MAZES = [maze_of_boxes(seed, boxes) for seed, boxes in enumerate([2, 3, 3, 4, 4, 4])]


@pytest.mark.parametrize("maze", MAZES, ids=range(len(MAZES)))
def test_fixed_partitions_are_those_of_the_other_path(maze):
    count = maze.num_boxes
    evaluators = BoxEvaluators(maze).build((1, 2, 3), seed=7)
    for state in Random(1).sample(list(oracles.all_states(maze, count)), 60):
        drawn = {k: [drawn_partition(count, k, seed=7, number=r) for r in range(count + 2)] for k in (1, 2, 3)}
        assert evaluators.h(state) == {k: max(summed(maze, state, one) for one in drawn[k]) for k in drawn}


@pytest.mark.parametrize("maze", MAZES, ids=range(len(MAZES)))
def test_redrawn_partitions_belong_to_the_state(maze):
    count = maze.num_boxes
    evaluators = BoxEvaluators(maze).build((2, 3), seed=7, policy="redrawn", num_collections=3)
    for state in Random(1).sample(list(oracles.all_states(maze, count)), 60):
        expected = {}
        for k in (2, 3):
            draws = Draws(7, k, state)
            expected[k] = max(summed(maze, state, draws.partition(count, k)) for _ in range(3))
        assert evaluators.h(state) == expected


@pytest.mark.parametrize("maze", MAZES, ids=range(len(MAZES)))
def test_best_pairs_are_best_and_larger_parts_are_some_partition(maze):
    count = maze.num_boxes
    evaluators = BoxEvaluators(maze).build((1, 2, 3), seed=0, policy="best")
    for state in Random(1).sample(list(oracles.all_states(maze, count)), 60):
        h = evaluators.h(state)
        values = {k: {summed(maze, state, one) for one in partitions_into(tuple(range(count)), k)} for k in (1, 2, 3)}
        assert h[1] == max(values[1])
        assert h[2] == max(values[2])
        assert h[3] in values[3]


@pytest.mark.parametrize("policy", POLICIES)
def test_one_part_of_all_boxes_is_exact(policy):
    maze = MAZES[1]
    evaluators = BoxEvaluators(maze).build((3, 5), seed=0, policy=policy)
    for state in oracles.all_states(maze, 3):
        expected = distances(maze, 3).get(state, DEAD_END)
        assert evaluators.h(state) == {3: expected, 5: expected}


@pytest.mark.parametrize("maze", MAZES, ids=range(len(MAZES)))
def test_a_search_meets_exactly_the_solvable_states_with_the_values_that_they_have_alone(maze):
    space, evaluators = SokobanSpace(maze), BoxEvaluators(maze).build((1, 2, 3), seed=3)
    ordering = Ordering.parse("[3C,PDB3,PDB2,PDB1]")
    found = search_backward(space, evaluators, ordering, ALL)
    rows = found.states(np.arange(found.num_states))
    assert {tuple(row) for row in rows.tolist()} == set(distances(maze, maze.num_boxes))
    assert np.array_equal(found.values_of(ordering), evaluators.values_of(ordering, rows))


def test_values_from_state_to_state_are_those_of_each_state_alone():
    maze = big_room()
    space, evaluators = SokobanSpace(maze), BoxEvaluators(maze).build((1, 2, 3), seed=3)
    ordering = Ordering.parse("[w(PDB3),3C,PDB3]")
    for found in (
        search_backward(space, evaluators, ordering, Budget(max_expansions=4000)),
        random_walk(space, evaluators, ordering.objective, Budget(max_expansions=4000), seed=1, walk_length=80),
    ):
        rows = found.states(np.arange(found.num_states))
        expected = evaluators.values_of(ordering.objective, rows)
        assert len(np.unique(expected, axis=0)) > 20
        assert np.array_equal(found.values_of(ordering.objective), expected)


@pytest.mark.parametrize("policy", ["best", pytest.param("redrawn", marks=pytest.mark.slow)])
def test_other_policies_guide_a_search_too(policy):
    space, evaluators = SokobanSpace(big_room()), BoxEvaluators(big_room()).build((2, 3), seed=3, policy=policy)
    ordering = Ordering.parse("[3C,PDB3]")
    found = search_backward(space, evaluators, ordering, Budget(max_expansions=100))
    rows = found.states(np.arange(found.num_states))
    assert np.array_equal(found.values_of(ordering), evaluators.values_of(ordering, rows))


def test_the_path_of_a_state_is_pushed_to_a_goal_state():
    maze = big_room()
    space = SokobanSpace(maze)
    found = search_backward(space, BoxEvaluators(maze).build((), seed=0), BREADTH_FIRST, Budget(max_expansions=3000))
    state = found.state(found.num_states - 1)
    for action in found.path(found.num_states - 1):
        state = dict(oracles.pushes(maze, state))[action]
    assert state[:-1] == maze.goals


def test_what_does_not_fit_is_cut_and_noted():
    maze = big_room()
    limited = BoxEvaluators(maze, byte_limit=60_000)
    evaluators = limited.build((2, 3, 4), seed=3)
    assert max(limited.pdbs.sizes) < 4
    largest = max(limited.pdbs.sizes)
    assert f"PDB4: its table is too large, so parts have at most {largest} boxes" in evaluators.notes
    state = SokobanSpace(maze).goal_states(limit=1, seed=0)[0][0]
    assert evaluators.h(state) == {2: 0, 3: 0, 4: 0}
    assert BoxEvaluators(maze).build((2, 3, 4), seed=3).notes == ()


def test_without_time_single_boxes_are_left():
    evaluators = BoxEvaluators(big_room()).build((1, 2), seed=3, stop=lambda: True)
    assert evaluators.notes == ("PDB2: stopped early, so parts have at most 1 boxes",)
    state = SokobanSpace(big_room()).state([11, 12, 13, 28, 29, 30], 0)
    h = evaluators.h(state)
    assert h[1] == h[2] > 0


def test_unknown_policies_are_refused():
    with pytest.raises(ValueError, match="'worst' is none of random, redrawn, best"):
        BoxEvaluators(big_room()).build((2,), seed=3, policy="worst")


def test_the_maze_of_the_papers_figure_has_5_pushes_by_single_boxes_and_9_by_pairs():
    maze, boxes, man = oracles.draw(FIGURE)
    state = SokobanSpace(maze).state(boxes, man)
    for policy in POLICIES:
        assert BoxEvaluators(maze).build((1, 2), seed=0, policy=policy, num_collections=9).h(state) == {1: 5, 2: 9}


def test_measures_on_own_and_fresh_collections_and_best_partitions():
    maze = MAZES[4]
    builder = BoxEvaluators(maze)
    state = max(distances(maze, 4), key=lambda state: (distances(maze, 4)[state], state))
    measure = Measure(MazeWorld(maze, byte_limit=1 << 28), seed=5)
    (own,) = measure.own([state], builder.build((2, 3), seed=5))
    (fresh,), (best,) = measure.fresh([state]), measure.best([state])
    assert measure.notes == []
    assert own["PDB2"] == builder.build((2,), seed=5).h(state)[2]
    assert own["PDB4"] == fresh["PDB4"] == best["PDB4"] == distances(maze, 4)[state]
    drawn = [builder.build((3,), seed=fresh_seed(5, number)).h(state)[3] for number in range(2, NUM_FRESH + 2)]
    assert fresh["PDB3"] == sum(drawn) / len(drawn)
    every = {k: max(summed(maze, state, one) for one in partitions_into(tuple(range(4)), k)) for k in (1, 2, 3)}
    assert {k: best[f"PDB{k}"] for k in every} == every


def test_a_measure_without_time_or_room_says_so():
    state = SokobanSpace(big_room()).state([11, 12, 13, 28, 29, 30], 0)
    measure = Measure(MazeWorld(big_room(), byte_limit=1 << 28), seed=5, stop=lambda: True)
    assert (measure.fresh([state]), measure.best([state])) == ([{}], [{}])
    assert measure.notes[0] == "fresh: 0 of 5 draws, stopped early"
    assert measure.notes[-1] == "best: some are missing, stopped early"
    measure = Measure(MazeWorld(big_room(), byte_limit=60_000), seed=5)
    measure.own([state], BoxEvaluators(big_room()).build((1,), seed=5))
    assert any("its table is too large" in note for note in measure.notes)


def test_more_climbs_find_no_worse_partitions_and_sometimes_better_ones():
    rng = Random(4)
    floor = [(r, c) for r in range(6) for c in range(9) if rng.random() < 0.85]
    maze = Maze.of(floor, rng.sample(floor, 8))
    states = []
    for _ in range(300):
        boxes = set(rng.sample(maze.live, maze.num_boxes))
        states.append(oracles.normal(maze, boxes, rng.choice(sorted(set(range(maze.num_squares)) - boxes))))
    rows, builder = np.array(states, dtype=np.int32), BoxEvaluators(maze)
    once, often = (
        builder.build((3,), seed=0, policy="best", climbs=climbs).values_of(Ordering.parse("[PDB3]"), rows)
        for climbs in (0, 20)
    )
    assert (often >= once).all()
    assert ((often > once) & (often < DEAD_END)).any()
