"""A task as text, solved: A* for a while where the cheapest plan is asked for, greedy search for any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from beta_plan.config import GeneratorConfig
from beta_plan.errors import DeadEnd, IllegalTask
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.limits import Limits
from beta_plan.sas.task import SasTask, State
from beta_plan.search.astar import ASTAR, GREEDY, Outcome, Solution
from beta_plan.search.budget import Budget
from beta_plan.search.explicit import ExplicitSearch
from beta_plan.search.result import Way
from beta_plan.up.convert import PddlText
from beta_plan.up.log import Log
from beta_plan.worlds.open import open_world
from beta_plan.worlds.sas import SasWorld
from beta_plan.worlds.sokoban import PddlMazeWorld
from beta_plan.worlds.world import Judge, Request, World

K = 2
"""Variables of a pattern, for tasks that are no mazes."""

SETUP_SHARE = 0.25
"""Of the time that is left, the part after which no more pattern databases are built."""

OPTIMAL_SHARE, OPTIMAL_EXPANSIONS = 0.25, 20_000
"""What A* may use of the time, and in expansions, before greedy search begins, where the plan need not be optimal."""


@dataclass(frozen=True)
class Answer:
    """What was found, and the text of a plan; ``is_proven``: that no plan is cheaper, or that there is none."""

    outcome: Outcome
    plan: str | None = None
    is_proven: bool = False


@dataclass(frozen=True, eq=False)
class Solver:
    """The searches for one task; ``optimal`` asks for a cheapest plan, ``try_optimal`` for one that is found easily."""

    config: GeneratorConfig
    budget: Budget
    log: Log
    optimal: bool
    try_optimal: bool

    def solve(self, text: PddlText, *, has_plan: bool) -> Answer:
        """Return a plan, that there is none, or neither; with ``has_plan`` only one that is known to be a cheapest.

        What a fast path cannot solve, the general path tries.

        Raises:
            IllegalTask: nothing that can be reached satisfies the goal.
            InputRefused: the text is no task that can be treated.
            OutOfTime: before the search began.
        """
        with text.files() as (domain, problem):
            open_task = partial(open_world, domain, problem, stages=self.log)
            if not (self.optimal or has_plan):
                world = open_task(request=self._request(no_fast_path=False))
                found = self._in_maze(world) if isinstance(world, PddlMazeWorld) else self._general(world, has_plan)
                if found is not None:
                    return found
            return self._general(open_task(request=self._request(no_fast_path=True)), has_plan)

    def _request(self, *, no_fast_path: bool) -> Request:
        limits = Limits(self.config)
        return Request(
            any_state=True, given_state=True, no_fast_path=no_fast_path, seed=self.config.seed,
            table_limit=self.config.table_limit, total_limit=limits.abstract_states, byte_limit=limits.pdb_bytes,
        )  # fmt: skip

    def _in_maze(self, world: PddlMazeWorld) -> Answer | None:
        """Return a solution of a maze, or None where the general path has to tell: pushes are not all that costs."""
        try:
            state = world.reference
            assert state is not None
        except DeadEnd:
            return Answer(Outcome.UNSOLVABLE, is_proven=True)
        except IllegalTask:
            return None
        greedy, _ = world.judges(seed=self.config.seed, stop=self._setup_is_over())
        found = self._search("greedy search in a maze", greedy, state, self.budget)
        return None if found.outcome is Outcome.UNSOLVABLE else self._answer(world, state, found, is_optimal=False)

    def _general(self, world: World, has_plan: bool) -> Answer:
        """Search a SAS+ task."""
        assert isinstance(world, SasWorld)
        state, task = world.reference, world.space.task
        assert state is not None
        optimal, greedy = self._searches(world)
        found = None
        if self.optimal or self.try_optimal:
            short = replace(self.budget.part(OPTIMAL_SHARE), max_expansions=OPTIMAL_EXPANSIONS)
            found = self._search("A*", optimal, state, self.budget if self.optimal else short)
        if found is not None and (self.optimal or has_plan or found.outcome is not Outcome.LIMIT):
            return self._answer(world, state, found, is_optimal=True, is_legal=task.is_legal(state))
        found = self._search("greedy search", greedy, state, self.budget)
        return self._answer(world, state, found, is_optimal=False, is_legal=task.is_legal(state))

    def _searches(self, world: SasWorld) -> tuple[Judge, Judge]:
        """Return A*, and greedy search, whichever way they must go."""
        stop = self._setup_is_over()
        optimal: Judge
        greedy: Judge
        with self.log("pdbs") as note:
            if world.has_judges:
                optimal, greedy = world.searches(K, seed=self.config.seed, stop=stop)
            else:
                note("in plain Python, for conditional effects or large costs")
                task: SasTask = world.space.task
                h = partial(_h, world.evaluators((K,), seed=self.config.seed, stop=stop))
                optimal, greedy = (ExplicitSearch(task, h, weights=each) for each in (ASTAR, GREEDY))
        return optimal, greedy

    def _search(self, name: str, judge: Judge, state: State, budget: Budget) -> Solution:
        found = judge.solve(state, budget)
        self.log.say(f"{name} ({found.seconds:.2f} s): {found.outcome.value}, {found.num_expanded} states expanded")
        return found

    @staticmethod
    def _answer(world: World, state: State, found: Solution, *, is_optimal: bool, is_legal: bool = False) -> Answer:
        """Return what a search tells: that there is no plan only of a state to which the laws of the task apply."""
        if found.outcome is not Outcome.SOLVED:
            return Answer(found.outcome, is_proven=is_legal)
        plan = world.planned(Way(state, lambda: list(found.path))).plan
        return Answer(found.outcome, plan, is_proven=is_optimal)

    def _setup_is_over(self) -> Callable[[], bool]:
        setup = self.budget.part(SETUP_SHARE)
        return lambda: setup.is_over


def _h(evaluators: Evaluators, state: State) -> int:
    return max(evaluators.h(state).values(), default=0)
