"""The two paths are one: a maze searched as a maze, and written as PDDL and searched as a SAS+ task.

Mazes in which no box can ever come back, and references with a box on a goal, are not among them: there the general
path takes boxes for something that is used up, or ties other squares to the flag of a stored box.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import factorial
from random import Random

import numpy as np
import pytest

import beta_plan
from beta_plan import GeneratorConfig
from beta_plan.certify.directory import certify_directory
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search.astar import AStar, Outcome
from beta_plan.search.budget import Budget
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.space import ForwardSokobanSpace
from beta_plan.sokoban.to_pddl import level_to_pddl
from beta_plan.spaces.forward import ForwardSpace
from tests.interpreter import Interpreter
from tests.sokoban import oracles
from tests.sokoban.both_ways import BothWays, boxes_come_back, mazes
from tests.sokoban.levels import level

LEVELS = dict(mazes())
KS = (1, 2, 3)
SAMPLE = 400
ROOM = 1 << 22
"""Abstract states of a database: nothing is cut."""


@cache
def both(name: str) -> BothWays:
    return BothWays(LEVELS[name])


def by_names(name: str) -> list[tuple[list[int], int, tuple[int, ...]]]:
    """Return SAS+ states whose boxes stand in the order of their names: boxes, man and the state, a sample of them."""
    found = both(name)
    rows = found.located
    ascending = (rows[:, :-1] == np.sort(rows[:, :-1], axis=1)).all(axis=1)
    numbers = ascending.nonzero()[0].tolist()
    chosen = Random(name).sample(numbers, min(SAMPLE, len(numbers)))
    return [(rows[i, :-1].tolist(), int(rows[i, -1]), tuple(found.sas_states[i].tolist())) for i in chosen]


@cache
def heuristics(name: str, policy: str = "random") -> tuple[Evaluators, Evaluators]:
    """Return h^PDBk in both spaces; nothing was given up for either."""
    found = both(name)
    general = Evaluators.build(found.sas, KS, seed=5, policy=policy, table_limit=ROOM, total_limit=ROOM << 4)
    fast = BoxEvaluators(found.maze).build(KS, seed=5, policy=policy)
    assert (general.notes, fast.notes) == ((), ())
    return general, fast


def test_mazes_differ_and_have_one_to_three_boxes():
    assert len({found.maze for found in LEVELS.values()}) == len(LEVELS) == 30
    assert [sum(found.maze.num_boxes == count for found in LEVELS.values()) >= 8 for count in (1, 2, 3)] == [True] * 3
    assert all(not set(found.boxes) & set(found.maze.goals) for found in LEVELS.values())
    assert sum(len(both(name).distance) for name in LEVELS) > 1000


@pytest.mark.parametrize("name", LEVELS)
def test_both_reach_the_same_solvable_states(name):
    """In the maze once, as PDDL once for each order of the boxes' names and each square of the man's zone."""
    found = both(name)
    assert {found.state_of(row) for row in found.located.tolist()} == set(found.distance)
    zones = sum(len(found.maze.zone(man, boxes)) for *boxes, man in found.distance)
    assert len(found.located) == len({tuple(row) for row in found.located.tolist()})
    assert len(found.located) == factorial(found.maze.num_boxes) * zones


@pytest.mark.parametrize("name", LEVELS)
def test_both_have_the_same_pattern_databases(name):
    general, fast = heuristics(name)
    found = both(name)
    assert found.sas.num_movables == found.sokoban.num_movables
    for boxes, man, state in by_names(name):
        assert general.h(state) == fast.h(found.state_of([*boxes, man]))


def test_states_tell_the_databases_apart():
    """Else the equality of PDB2 and PDB3 would say no more than that of PDB1."""
    values = [heuristics(name)[0].h(state) for name in LEVELS for *_, state in by_names(name)]
    assert sum(h[1] < h[2] for h in values) > 50
    assert sum(h[2] < h[3] for h in values) > 50
    assert max(h[1] for h in values) > 5


@pytest.mark.parametrize("name", ["three", "drawn-2", "drawn-5"])
def test_the_best_partitions_of_both_are_worth_the_same(name):
    general, fast = heuristics(name, "best")
    for boxes, man, state in by_names(name)[:100]:
        assert general.h(state) == fast.h(both(name).state_of([*boxes, man]))


@pytest.mark.parametrize("name", LEVELS)
def test_both_solve_with_the_fewest_pushes(name):
    found, (general, fast) = both(name), heuristics(name)
    slow = AStar(ForwardSpace(found.sas), general, cost=found.sas.task.actions.cost, capacity=64)
    forward = ForwardSokobanSpace(found.maze)
    quick = AStar(forward, fast, cost=np.ones(forward.num_actions, dtype=np.int64), capacity=64)
    for boxes, man, state in by_names(name)[:6]:
        own = found.state_of([*boxes, man])
        assert (slow.solve(state, Budget()).cost, quick.solve(own, Budget()).cost) == (found.distance[own],) * 2
    for boxes, man in unsolvable(name)[:3]:
        own = found.state_of([*boxes, man])
        assert quick.solve(own, Budget()).outcome is Outcome.UNSOLVABLE
        assert slow.solve(found.sas_state(boxes, man), Budget()).outcome is Outcome.UNSOLVABLE


def unsolvable(name: str) -> list[tuple[list[int], int]]:
    """Return states from which no pushes bring all boxes to goals, though each alone may get there."""
    found = both(name)
    dead = [state for state in oracles.all_states(found.maze, found.maze.num_boxes) if state not in found.distance]
    Random(name).shuffle(dead)
    return [(boxes, man) for *boxes, man in dead]


ONE_WAY = [
    "#####\n#@$.#\n#   #\n#.$ #\n#####\n",
    "#####\n#@  #\n##$$#\n# ..#\n#####\n",
    "#####\n#@$.##\n##$  #\n# .###\n# #  #\n#    #\n######\n",
]


@pytest.mark.parametrize("drawing", ONE_WAY, ids=range(len(ONE_WAY)))
def test_where_no_box_comes_back_the_general_path_reaches_no_more(drawing):
    found = BothWays(level(drawing))
    assert not boxes_come_back(found.maze)
    reached = {found.state_of(row) for row in found.located.tolist()}
    assert len(reached) > 1
    assert reached <= set(found.distance)


def test_some_states_are_unsolvable():
    assert sum(bool(unsolvable(name)) for name in LEVELS) > 15


@pytest.mark.parametrize("name", ["pillar", "three", "drawn-1"])
def test_both_find_equally_hard_instances_whose_plans_replay(name, tmp_path):
    domain, problem = level_to_pddl(LEVELS[name])
    (tmp_path / "domain.pddl").write_text(domain)
    (tmp_path / "p.pddl").write_text(problem)
    config = GeneratorConfig(order="[PDB1]", select="objective", max_expansions=10**6, table_limit=ROOM)
    hardest = []
    for no_fast_path, space in ((False, "sokoban"), (True, "sas")):
        own = replace(config, no_fast_path=no_fast_path)
        found = beta_plan.generate(tmp_path / "domain.pddl", tmp_path / "p.pddl", own)
        assert (found.space, found.search.status) == (space, "exhausted")
        found.write(tmp_path / space)
        assert [one.verified for one in certify_directory(tmp_path / space)] == [True]
        (instance,) = found.instances
        hardest.append(instance.metrics.own["PDB1"])
        judge = Interpreter(domain, instance.problem)
        assert not judge.is_goal(judge.init)
    assert hardest[0] == hardest[1] is not None
