"""A search that goes on from a snapshot ends where it would have ended without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.search import run
from beta_plan.search.backward import random_walk, search_backward
from beta_plan.search.beam import search_beam
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.run import Capacities
from beta_plan.search.snapshot import Arrays
from beta_plan.sokoban.evaluators import BoxEvaluators
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.spaces.protocol import StateSpace
from beta_plan.spaces.sas import SasSpace
from tests.bundled import front_end
from tests.sokoban.levels import big_room

Search = Callable[..., SearchResult]
World = tuple[StateSpace, Evaluators]
MOST = 3000
SMALL = Capacities(states=64, profiles=4, novelty_rows=2, predecessors=2)


class Album:
    """Keeps a snapshot at every opportunity, with what was found up to it."""

    def __init__(self, resumed: Arrays | None = None) -> None:
        self.resumed = resumed
        self.pages: list[Arrays] = []
        self.counts: list[tuple[int, int]] = []

    def is_due(self) -> bool:
        return True

    def keep(self, arrays: Arrays, so_far: Callable[[], SearchResult]) -> None:
        self.pages.append({name: array.copy() for name, array in arrays.items()})
        found = so_far()
        self.counts.append((found.num_expanded, found.num_states))


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setattr(run, "FIRST_WORK", 59)
    monkeypatch.setattr(run.Pace, "after", lambda pace, seconds, left=0.0: None)


def sas(name: str, policy: str) -> World:
    space = SasSpace(front_end(name))
    return space, Evaluators.build(space, (1, 2), seed=0, table_limit=2**10, policy=policy)


def maze(policy: str) -> World:
    return SokobanSpace(big_room()), BoxEvaluators(big_room()).build((1, 2), seed=0, policy=policy)


def best_first(world: World, order: str = "[w(PDB2),2C,w(PDB1),PDB2]") -> Search:
    space, evaluators = world
    return partial(search_backward, space, evaluators, Ordering.parse(order), capacities=SMALL)


def walk(world: World) -> Search:
    space, evaluators = world
    objective = Ordering.parse("[2C,PDB2]")
    return partial(random_walk, space, evaluators, objective, seed=3, walk_length=50, capacities=SMALL)


def beam(world: World) -> Search:
    space, evaluators = world
    goals, _ = space.goal_states(limit=100, seed=0)
    return partial(search_beam, space, evaluators, Ordering.parse("[2C,PDB2]"), goals=goals, seed=3, width=8)


SEARCHES: dict[str, Callable[[], Search]] = {
    "logistics": lambda: best_first(sas("logistics", "random")),
    "logistics, redrawn": lambda: best_first(sas("logistics", "redrawn")),
    "logistics, best": lambda: best_first(sas("logistics", "best")),
    "no novelty": lambda: best_first(sas("depots", "random"), "[2C,PDB2]"),
    "breadth-first": lambda: best_first(sas("depots", "random"), "[]"),
    "maze": lambda: best_first(maze("random")),
    "walk": lambda: walk(sas("logistics", "random")),
    "walk in a maze": lambda: walk(maze("random")),
    "beam": lambda: beam(sas("logistics", "random")),
    "beam in a maze": lambda: beam(maze("random")),
}


def same(one: SearchResult, other: SearchResult) -> bool:
    numbers = [(each.status, each.num_expanded, each.num_generated, each.terms) for each in (one, other)]
    arrays = [(each.packed, each.parent, each.profiles, each.profile_of) for each in (one, other)]
    return numbers[0] == numbers[1] and all(map(np.array_equal, *arrays))


@pytest.mark.parametrize("name", SEARCHES)
def test_from_any_snapshot_a_search_ends_as_without_one(name):
    search, album = SEARCHES[name](), Album()
    whole = search(budget=Budget(max_expansions=MOST))
    assert same(search(budget=Budget(max_expansions=MOST), keeper=album), whole)
    assert len(album.pages) > 20
    for page in album.pages[:: len(album.pages) // 12]:
        assert same(search(budget=Budget(max_expansions=MOST), keeper=Album(page)), whole)


@pytest.mark.parametrize("name", ["logistics", "maze", "walk", "beam"])
def test_a_search_that_is_stopped_gives_the_snapshot_at_its_end(name):
    search, album, asked = SEARCHES[name](), Album(), []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 30

    album.is_due = lambda: False  # type: ignore[method-assign]
    stopped = search(budget=Budget(max_expansions=MOST, stop=stop), keeper=album)
    assert stopped.status is Status.INTERRUPTED
    assert album.counts == [(stopped.num_expanded, stopped.num_states)]
    whole = search(budget=Budget(max_expansions=MOST))
    assert same(search(budget=Budget(max_expansions=MOST), keeper=Album(album.pages[0])), whole)


def test_the_seconds_before_a_snapshot_count():
    search, album = SEARCHES["logistics"](), Album()
    search(budget=Budget(max_expansions=300), keeper=album)
    page = {**album.pages[-1], "seconds": np.array([1000.0])}
    assert search(budget=Budget(max_expansions=300), keeper=Album(page)).seconds > 1000
