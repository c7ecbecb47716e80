"""The world of a PDDL task as a SAS+ task: the general path."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import replay_sources
from beta_plan.evaluators.naturalness import Nearness, naturalness, reference_nearness
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import FrontEnd
from beta_plan.metrics import Metrics
from beta_plan.naturalise import has_past, naturalise
from beta_plan.output.layout import PDDL
from beta_plan.output.write import Instance
from beta_plan.pdbs.partitions import Partitions
from beta_plan.pddl.sexpr import Source
from beta_plan.sas.task import State
from beta_plan.search.astar import ASTAR, GREEDY, AStar
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult, Way
from beta_plan.spaces.forward import ForwardSpace
from beta_plan.spaces.protocol import Mask
from beta_plan.spaces.sas import SasSpace
from beta_plan.symmetry import Orbits, interchangeable
from beta_plan.worlds.landmark_judge import LandmarkJudge
from beta_plan.worlds.race_plan import RacePlan
from beta_plan.worlds.world import Judge, Planned, Stop

LARGEST_COST = 100_000
"""A* counts costs in 32 bits, so actions that cost more might be too much for it."""

RACE = RacePlan(
    judges=("astar", "greedy"), weights=(1.0, 0.1), shares=(1.0, 0.1), part=0.75, resisting=1.0, field=192,
    screening=0.1, looking=0.0, climbing=0.3, deciding=0.25, last_climbing=0.6,
)  # fmt: skip
"""Greedy search solves nearly everything at once, and is a matter of luck; A* solves most of what enters, and leaves
time for climbs."""


class SasWorld:
    """A task that came through the front end, and the bytes of its domain.

    Only facts in ``allowed`` may stand in an instance; if these are others than ``natural`` ones, there should be a
    natural state that leads to it. ``total_limit`` is for the abstract states of all databases.
    """

    name = "sas"
    builds_for_metrics = 8  # fresh ones five times, the best, the certificate
    race_plan = RACE
    forms = (PDDL,)

    def __init__(
        self, front_end: FrontEnd, domain: bytes, allowed: Mask, *, table_limit: int, total_limit: int,
        natural: Mask | None = None,
    ) -> None:  # fmt: skip
        self._front_end, self._table_limit, self._total_limit = front_end, table_limit, total_limit
        self.domain = domain
        self._task = front_end.sas
        self.space = SasSpace(front_end)
        self.allowed = allowed
        self._natural = allowed if natural is None else natural
        self.reference = self._task.init
        self.title = front_end.read.source.name
        self._stop: Stop | None = None
        self.built = 0

    def evaluators(
        self, ks: Iterable[int], *, seed: int, policy: str = "random", stop: Stop | None = None
    ) -> Evaluators:
        """Build pattern databases; ``built`` counts the tables that were begun."""

        def ends() -> bool:
            if stop is not None and stop():
                return True
            self.built += 1
            return False

        return Evaluators.build(
            self.space, ks, seed=seed, policy=policy, stop=ends, table_limit=self._table_limit,
            total_limit=self._total_limit,
        )  # fmt: skip

    def best(self, state: State, k: int, *, seed: int, stop: Stop | None = None) -> int:
        """Find the best partition of the things, as ``Partitions`` does."""
        self._stop = stop
        return self._partitions.best(state, k, seed=seed)

    @cached_property
    def _partitions(self) -> Partitions:
        return Partitions(
            self._task, table_limit=self._table_limit, total_limit=self._total_limit,
            stop=lambda: self._stop is not None and self._stop(),
        )  # fmt: skip

    @cached_property
    def _orbits(self) -> Orbits:
        return Orbits(self._task, interchangeable(self._front_end.lifted))

    def scorers(self, ks: Iterable[int], *, seed: int) -> Sequence[Evaluators]:
        """Return none: others had to be built, and a race can judge all states that enter it."""
        return []

    @property
    def has_judges(self) -> bool:
        """Whether the task is one for A*: not with conditional effects or large costs."""
        actions = self._task.actions
        return not len(actions.conditional.action) and int(actions.cost.max(initial=0)) <= LARGEST_COST

    def judges(self, *, seed: int, stop: Stop | None = None) -> Sequence[Judge]:
        """Return A*, which landmark cuts help, and greedy search."""
        astar, greedy = self.searches(1, seed=seed, stop=stop)
        return [LandmarkJudge(astar, self._task, seed=seed), greedy]

    def searches(self, k: int, *, seed: int, stop: Stop | None = None) -> tuple[AStar, AStar]:
        """Return A* and greedy search with databases of k variables."""
        space, cost = ForwardSpace(self.space), self._task.actions.cost
        evaluators = self.evaluators((k,), seed=seed, stop=stop)
        return AStar(space, evaluators, cost=cost, weights=ASTAR), AStar(space, evaluators, cost=cost, weights=GREEDY)

    def canonical(self, state: State) -> Hashable:
        """Rename interchangeable objects."""
        return self._orbits(state)

    def naturalise(self, found: SearchResult, evaluators: Evaluators, budget: Budget) -> list[Way]:
        """Go on from the hardest states, or from the states of a plan for the reference."""
        return naturalise(self.space, found, evaluators, self._natural, budget, self.canonical)

    @property
    def needs_past(self) -> bool:
        """Whether laws are missing."""
        return self._front_end.needs_past

    @cached_property
    def _near(self) -> Nearness:
        return reference_nearness(self._task) if self.needs_past else naturalness(self._task, self._natural)

    def has_past(self, state: State, stop: Stop) -> bool:
        """Look for a natural state further back, where other facts are allowed than natural ones.

        Where laws are missing, look for the reference.
        """
        if self.needs_past:
            return has_past(self.space, self._near, state, stop)
        if self.reference is None or self._natural[self._task.facts_of(state)].all():
            return True
        return has_past(self.space, self._near, state, stop)

    def planned(self, way: Way) -> Planned:
        """Spell the actions as the user does."""
        actions, path = self._task.actions, way.path
        names, cost = [actions.names[action] for action in path], int(actions.cost[path].sum())
        plan = plan_text(names, cost=cost, uses_costs=self._front_end.read.uses_costs)
        return Planned(way, plan, len(path), cost)

    def spelled(self, way: Way) -> tuple[str, ...]:
        """Return the atoms that are true, without those that are static."""
        return tuple(self._task.atoms[atom] for atom in self._task.decode(way.state))

    def instance(self, planned: Planned, metrics: Metrics, *, name: str, comment: str) -> Instance:
        """Write the state into the user's problem."""
        text = self._front_end.instance(planned.way.state, name=name, comment=comment)
        replay_sources(self._front_end.read.source.domain, Source(f"{name}.pddl", text), planned.plan)
        return Instance(text, planned.plan, metrics)

    def about(self) -> dict[str, Any]:
        """Return nothing: instances say all."""
        return {}

    def notes(self) -> list[str]:
        """Say what the front end gave up."""
        return self._front_end.warnings()
