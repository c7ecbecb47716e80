"""The worlds of a Sokoban maze, read from a level file or recognised in a PDDL task: the fast path."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import replay_sources
from beta_plan.certify.sokoban import replay_level
from beta_plan.errors import IllegalTask
from beta_plan.evaluators.measure import KS as MEASURED
from beta_plan.evaluators.measure import RANKING_DRAW, fresh_seed
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import Reading
from beta_plan.metrics import Metrics
from beta_plan.output.layout import LEVEL, PDDL
from beta_plan.output.write import Instance, level_instance
from beta_plan.pdbs.store import Stopped
from beta_plan.pddl.sexpr import Source
from beta_plan.sas.task import State
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Way
from beta_plan.sokoban.evaluators import CLIMBS, BoxEvaluators
from beta_plan.sokoban.judges import judges_of
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.maze import DIRECTIONS, Maze
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.solution import Push, count, lurd_of_pushes, steps_of_lurd
from beta_plan.sokoban.solver import KS
from beta_plan.sokoban.space import SokobanSpace
from beta_plan.sokoban.to_pddl import domain_bytes, level_to_pddl, steps_to_pddl
from beta_plan.sokoban.xsb import level_text
from beta_plan.worlds.race_plan import RacePlan
from beta_plan.worlds.world import Judge, Planned, Stop

MOST_BUILDS = 100
"""The largest databases, by which states are measured, take at most about so many times as long as smaller ones."""

RACE = RacePlan(
    judges=("greedy", "astar"), weights=(1.0, 1.0), shares=(0.8, 0.2), part=0.75, resisting=5.0, field=24,
    screening=1.0, looking=0.2, climbing=0.4, deciding=0.5, last_climbing=0.5,
)  # fmt: skip
"""Most states of most mazes resist A* for longer than a race takes. Greedy search solves many within some thousand
expansions, and many not within millions, and states of one search are much alike. So a first look at some states of
each search tells who falls at once, and how near greedy search came to the others; these are tried for long, first the
one to which it came least near. Efforts have a heavy tail: of those that resist two million expansions three in four
resist four million."""


class MazeWorld:
    """A maze with a box for each goal; ``byte_limit`` is for its pattern databases. How it is written others know."""

    name = "sokoban"
    has_judges = True
    race_plan = RACE

    def __init__(self, maze: Maze, *, byte_limit: int) -> None:
        self.space, self._maze = SokobanSpace(maze), maze
        self.allowed = np.ones(self.space.num_facts, dtype=bool)
        self._boxes = BoxEvaluators(maze, byte_limit=byte_limit)

    @property
    def builds_for_metrics(self) -> int:
        """None where the largest databases are there: all partitions are looked up in the same ones."""
        wanted, there = min(max(MEASURED), self._maze.num_boxes), max(self._boxes.pdbs.sizes, default=0)
        live = len(self._maze.live)
        return 0 if there >= wanted else min(comb(live, wanted) // max(comb(live, there), 1), MOST_BUILDS)

    def evaluators(
        self, ks: Iterable[int], *, seed: int, policy: str = "random", stop: Stop | None = None
    ) -> Evaluators:
        """Build pattern databases, those that there are not yet."""
        return self._boxes.build(ks, seed=seed, policy=policy, stop=stop)

    @property
    def built(self) -> int:
        """The number of databases that are there."""
        return len(self._boxes.pdbs.sizes)

    def best(self, state: State, k: int, *, seed: int, stop: Stop | None = None) -> int:
        """Find the best partition by matching or by climbs."""
        evaluators = self._boxes.build((k,), seed=seed, policy="best", climbs=CLIMBS, stop=stop)
        if stop is not None and stop():
            raise Stopped
        return evaluators.h(state)[k]

    def scorers(self, ks: Iterable[int], *, seed: int) -> Sequence[Evaluators]:
        """Return other partitions of the boxes, drawn anew and the best, in the databases that there are."""
        build = partial(self.evaluators, tuple(ks), stop=lambda: True)
        return [build(seed=fresh_seed(seed, RANKING_DRAW)), build(seed=seed, policy="best")]

    def judges(self, *, seed: int, stop: Stop | None = None) -> Sequence[Judge]:
        """Return the two searches of the solver."""
        return judges_of(self._maze, self.evaluators(KS, seed=seed, stop=stop))

    def canonical(self, state: State) -> Hashable:
        """Return the state: boxes have no names."""
        return state

    def naturalise(self, found: SearchResult, evaluators: Evaluators, budget: Budget) -> list[Way]:
        """Return nothing: all states are natural."""
        return []

    @property
    def needs_past(self) -> bool:
        """Say no: every way for boxes to stand is legal."""
        return False

    def has_past(self, state: State, stop: Stop) -> bool:
        """Say yes: all states are natural."""
        return True

    def about(self) -> dict[str, Any]:
        """Return nothing: instances say all."""
        return {}

    def notes(self) -> list[str]:
        """Return nothing: nothing was given up."""
        return []

    def _state(self, boxes: Iterable[int], man: int, *, place: str) -> State:
        """Return a state that stands at this place in a file; where it cannot be one, IllegalTask names the place."""
        try:
            return self.space.state(boxes, man)
        except IllegalTask as error:
            raise type(error)(error.message, place=place, remedy=error.remedy) from None


class LevelWorld(MazeWorld):
    """The maze of a level; instances are levels of the same maze, with ``pddl`` also in PDDL."""

    def __init__(self, level: Level, *, pddl: bool, byte_limit: int) -> None:
        super().__init__(level.maze, byte_limit=byte_limit)
        self._level, self.title = level, level.name
        self.domain = domain_bytes() if pddl else None
        self.forms = (LEVEL, PDDL) if pddl else (LEVEL,)

    @cached_property
    def reference(self) -> State | None:
        """The state of the level itself; None if it is a maze alone."""
        if self._level.is_maze_alone:
            return None
        return self._state(*self._level.require_state(), place=self._level.place)

    def about(self) -> dict[str, Any]:
        """Return the level itself, if it has a state: the author's state beside ours."""
        if self._level.is_maze_alone:
            return {}
        level = self._level
        return {"source_level": {"title": level.name, "author": level.author, "rows": level.rows()}}

    def planned(self, way: Way) -> Planned:
        """Write the pushes as LURD; its length counts moves, its cost pushes."""
        *boxes, man = way.state
        lurd = lurd_of_pushes(self._level.maze, boxes, man, pushes(way))
        length = count(lurd)
        return Planned(way, f"{lurd}\n", length.moves, length.pushes)

    def spelled(self, way: Way) -> tuple[str, ...]:
        """Return the rows of the level."""
        *boxes, man = way.state
        return tuple(self._level.with_state(boxes, man).rows())

    def instance(self, planned: Planned, metrics: Metrics, *, name: str, comment: str) -> Instance:
        """Write the state into the drawing of the level, with its solution below."""
        *boxes, man = planned.way.state
        lurd = planned.plan.strip()
        entries = tuple(("Comment", line) for line in comment.splitlines())
        level = replace(
            self._level.with_state(boxes, man), title=name, author="beta-plan", entries=entries, solution=lurd
        )
        text = level_text(level)
        replay_level(text)
        return level_instance(text, planned.plan, metrics, self._in_pddl(level, name, comment) if self.domain else None)

    def _in_pddl(self, level: Level, name: str, comment: str) -> tuple[str, str]:
        """Return problem and plan."""
        assert level.man is not None
        assert level.solution is not None
        domain, problem = level_to_pddl(level, _spelled(name), comment)
        steps = steps_of_lurd(level.maze, level.boxes, level.man, level.solution)
        plan = plan_text(steps_to_pddl(level, steps), cost=count(level.solution).pushes, uses_costs=True)
        replay_sources(Source("domain.pddl", domain), Source(f"{name}.pddl", problem), plan)
        return problem, plan


class PddlMazeWorld(MazeWorld):
    """The maze of a PDDL task that is Sokoban; instances are in the user's own encoding, ``domain`` are its bytes."""

    forms = (PDDL,)

    def __init__(self, reading: Reading, task: PddlSokoban, domain: bytes, *, byte_limit: int) -> None:
        super().__init__(task.maze, byte_limit=byte_limit)
        self._reading, self._task, self.domain = reading, task, domain
        self.title = reading.read.source.name

    @cached_property
    def reference(self) -> State | None:
        """The initial state of the problem; None if it states no fluents."""
        if self._task.boxes is None or self._task.man is None:
            return None
        return self._state(self._task.boxes, self._task.man, place=self._reading.place)

    def planned(self, way: Way) -> Planned:
        """Spell pushes, and the steps between them, as the user does; cost and length are those of the PDDL plan."""
        *boxes, man = way.state
        found = self._task.solution(boxes, man, pushes(way))
        plan = plan_text(found.actions, cost=found.cost, uses_costs=self._reading.read.uses_costs)
        return Planned(way, plan, len(found.actions), found.cost)

    def spelled(self, way: Way) -> tuple[str, ...]:
        """Return the user's atoms."""
        *boxes, man = way.state
        return tuple(sorted(self._task.state_atoms(boxes, man, pushes(way))))

    def instance(self, planned: Planned, metrics: Metrics, *, name: str, comment: str) -> Instance:
        """Write the state into the user's problem."""
        *boxes, man = planned.way.state
        atoms = self._task.state_atoms(boxes, man, pushes(planned.way))
        text = self._reading.instance(atoms, name=name, comment=comment)
        replay_sources(self._reading.read.source.domain, Source(f"{name}.pddl", text), planned.plan)
        return Instance(text, planned.plan, metrics)

    def notes(self) -> list[str]:
        """Say where the maze knows less than the task."""
        if not self._task.is_labelled:
            return []
        return ["every box has a goal of its own: h and conflicts are those of boxes that may go to any goal"]


def pushes(way: Way) -> list[Push]:
    """Return the pushes of a way: the square of the box before each, and the direction."""
    return [divmod(action, len(DIRECTIONS)) for action in way.path]


def _spelled(name: str) -> str:
    """Return a name as PDDL allows it."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    return plain if plain[:1].isalpha() else f"level-{plain}"
