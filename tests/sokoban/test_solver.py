"""The solver against breadth-first search: optimal is optimal, solved is replayed, unsolvable is unsolvable."""

from random import Random

import pytest

from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import IllegalTask
from beta_plan.search.astar import Outcome
from beta_plan.search.budget import Budget
from beta_plan.sokoban import regression
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.solver import MODES, solve_level
from beta_plan.sokoban.xsb import level_text
from tests.sokoban.levels import CORNER, HALL, level, pull_back
from tests.sokoban.oracles import all_states, distances, random_maze

ROOMS = """\
###########
#    #    #
# ..   .. #
# ..   .. #
#    #    #
##  ###  ##
#    #    #
#         #
#    #    #
###########
"""


@pytest.mark.parametrize("seed", range(12))
def test_small_levels_are_judged_as_by_breadth_first_search(seed):
    dice = Random(seed)
    maze = random_maze(dice)
    known = distances(maze, maze.num_boxes)
    states = list(all_states(maze, maze.num_boxes, tuple(range(maze.num_squares))))
    for *boxes, man in dice.sample(states, min(8, len(states))):
        start = Level.of(maze, boxes, man)
        greedy, optimal = (solve_level(start, mode=mode) for mode in ("greedy", "optimal"))
        steps = known.get((*boxes, man))
        assert optimal.pushes == steps
        assert (greedy.pushes is None) == (steps is None)
        assert greedy.outcome is optimal.outcome is (Outcome.UNSOLVABLE if steps is None else Outcome.SOLVED)
        if steps is not None and greedy.pushes is not None:
            assert greedy.pushes >= steps
            assert replay_level(level_text(greedy.solved_level)).cost == greedy.pushes
            assert replay_level(level_text(optimal.solved_level)).cost == steps


@pytest.mark.parametrize("mode", MODES)
def test_a_maze_that_can_have_no_database_is_solved_without(mode, monkeypatch):
    start, pushes = pull_back(level(HALL), 1, pulls=12)
    expected = solve_level(start, mode=mode)
    monkeypatch.setattr(regression, "FAR", 2)
    monkeypatch.setattr(regression, "UNREACHED", 2)
    with pytest.raises(IllegalTask, match="distances are too large"):
        BoxEvaluators(start.maze).build((1,), seed=0)
    found = solve_level(start, mode=mode)
    assert found.outcome is Outcome.SOLVED
    assert found.pushes is not None
    assert mode == "greedy" or found.pushes == expected.pushes
    assert mode == "greedy" or found.pushes <= len(pushes)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("drawing", [HALL, ROOMS], ids=["hall", "rooms"])
def test_levels_pulled_apart_are_solved(drawing, mode):
    for seed in range(3):
        start, pushes = pull_back(level(drawing), seed, pulls=25)
        found = solve_level(start, mode=mode)
        assert found.outcome is Outcome.SOLVED
        assert found.pushes is not None
        assert mode == "greedy" or found.pushes <= len(pushes)
        assert found.expanded <= found.generated
        assert found.peak_memory > 1 << 20


def test_a_solved_level_needs_no_push():
    start = level("#####\n#@* #\n#####\n")
    for mode in MODES:
        found = solve_level(start, mode=mode)
        assert (found.outcome, found.lurd, found.pushes) == (Outcome.SOLVED, "", 0)


ISLANDS = """\
###########
#@ $ .#*#*#
#     ### #
###########
"""


@pytest.mark.parametrize("mode", MODES)
def test_where_the_man_never_comes_boxes_must_be_on_goals(mode):
    found = solve_level(level(ISLANDS), mode=mode)
    assert (found.outcome, found.lurd) == (Outcome.SOLVED, "rRR")
    other = ISLANDS.replace("#*#\n#     ### #", "#.#\n#     ###$#")
    assert solve_level(level(other), mode=mode).outcome is Outcome.UNSOLVABLE


def test_the_man_begins_where_the_level_has_him():
    start = level("########\n#     @#\n# $  . #\n########\n")
    found = solve_level(start, mode="optimal")
    assert found.lurd == "llllldRRR"


@pytest.mark.parametrize("mode", MODES)
def test_expansions_can_be_limited_and_give_the_same_again(mode):
    start, _ = pull_back(level(ROOMS), 5, pulls=60)
    whole = solve_level(start, mode=mode)
    again = solve_level(start, mode=mode)
    assert (whole.lurd, whole.expanded, whole.generated) == (again.lurd, again.expanded, again.generated)
    short = solve_level(start, mode=mode, budget=Budget(max_expansions=whole.expanded // 2))
    assert (short.outcome, short.lurd, short.pushes) == (Outcome.LIMIT, "", None)
    assert short.expanded == whole.expanded // 2
    assert short.solved_level == start


def test_who_says_stop_is_heard():
    start, _ = pull_back(level(ROOMS), 5, pulls=60)
    for mode in MODES:
        assert solve_level(start, mode=mode, budget=Budget(stop=lambda: True)).outcome is not Outcome.UNSOLVABLE


def test_levels_without_a_state_are_refused():
    with pytest.raises(IllegalTask, match="has no man"):
        solve_level(level("#####\n# $.#\n#####\n"))
    with pytest.raises(IllegalTask, match="has 1 box and 2 goals"):
        solve_level(level("######\n#@$..#\n######\n"))
    with pytest.raises(ValueError, match="'quick' is none of greedy, optimal"):
        solve_level(level(CORNER), mode="quick")
