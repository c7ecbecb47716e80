"""The engines ``beta-plan`` and ``beta-plan-opt`` of unified-planning: A* and greedy search with pattern databases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import IO, Any

from unified_planning.engines import Credits, Engine, PlanGenerationResult
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.exceptions import UPUsageError
from unified_planning.model import AbstractProblem, Problem, ProblemKind
from unified_planning.plans import Plan, SequentialPlan

from beta_plan.config import GeneratorConfig
from beta_plan.errors import IllegalTask, InputRefused, OutOfTime
from beta_plan.limits import physical_memory
from beta_plan.search.astar import Outcome
from beta_plan.search.budget import Budget
from beta_plan.up.convert import PddlText, require_supported, supported_kind, with_a_true_fluent
from beta_plan.up.hard import certificate
from beta_plan.up.log import Log
from beta_plan.up.solve import Answer, Solver

Output = IO[str] | tuple[IO[str], IO[str]] | None


class BetaPlan(Engine, OneshotPlannerMixin):  # type: ignore[misc]
    """Finds some plan; where the problem has a metric, an optimal one if that is easy.

    ``seed`` is that of the pattern databases, ``memory_limit`` counts bytes of the whole process.
    """

    optimal = False

    def __init__(self, seed: int = 0, memory_limit: int = GeneratorConfig.overall_memory_limit, **unknown: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        if unknown:
            raise UPUsageError(f"{self.name} has no parameter {', '.join(unknown)}; it has seed and memory_limit")
        try:
            self._config = GeneratorConfig(seed=seed, overall_memory_limit=memory_limit)
        except ValueError as error:
            raise UPUsageError(str(error)) from None

    @property
    def name(self) -> str:
        """The name under which it is registered."""
        return "beta-plan"

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Return classical problems with all of ADL and with action costs."""
        return supported_kind()

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Tell whether problems of a kind are taken."""
        return bool(problem_kind <= supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Tell that plans need not be optimal."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        """Return what is printed when the engine is first used."""
        what = "Hard initial states for planning tasks; as a planner, A* and greedy search with pattern databases."
        return Credits("beta-plan", "the beta-plan authors", "", "", "MIT", what, what)

    def _solve(
        self, problem: AbstractProblem, heuristic: Callable[..., float | None] | None = None,
        timeout: float | None = None, output_stream: Output = None,
    ) -> PlanGenerationResult:  # fmt: skip
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    def _solve_with_params(
        self, problem: AbstractProblem, heuristic: Callable[..., float | None] | None = None,
        timeout: float | None = None, output_stream: Output = None, warm_start_plan: Plan | None = None, **kwargs: Any,
    ) -> PlanGenerationResult:  # fmt: skip
        """Solve a problem; ``warm_start_plan`` is the answer where nothing better is found in time."""
        deadline = None if timeout is None else monotonic() + timeout
        log = Log(deadline, output_stream[0] if isinstance(output_stream, tuple) else output_stream)
        if heuristic is not None or kwargs:
            log.say(f"not used: {', '.join([*(['heuristic'] if heuristic is not None else []), *kwargs])}")
        memory = min(self._config.overall_memory_limit, physical_memory() * 9 // 10)
        run = _Run(self._config, Budget(deadline=deadline, memory=memory), log, self.optimal)
        status, plan = run.result(problem, warm_start_plan)
        log.say(f"{self.name}: {status.name}")
        messages = [LogMessage(LogLevel.INFO, "\n".join(log.lines))]
        return PlanGenerationResult(status, plan, self.name, metrics=log.metrics(), log_messages=messages)


class BetaPlanOptimal(BetaPlan):
    """Finds an optimal plan, by A*."""

    optimal = True

    @property
    def name(self) -> str:
        """The name under which it is registered."""
        return "beta-plan-opt"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Tell that plans are optimal."""
        return True


@dataclass(frozen=True, eq=False)
class _Run:
    """One call of an engine."""

    config: GeneratorConfig
    budget: Budget
    log: Log
    optimal: bool

    def result(self, problem: AbstractProblem, warm_start: Plan | None) -> tuple[Status, SequentialPlan | None]:
        """Return the status and the plan, if there is one; whatever is refused is a status, with a line of the log."""
        try:
            require_supported(problem)
            return self._solved(problem, warm_start)
        except IllegalTask as error:  # the goal is out of reach for the front end already, given the initial state
            self.log.say(str(error))
            return Status.UNSOLVABLE_PROVEN, None
        except InputRefused as error:
            self.log.say(str(error))
            return Status.UNSUPPORTED_PROBLEM, None
        except OutOfTime as error:
            self.log.say(str(error))
            return Status.TIMEOUT, None
        except MemoryError:
            return Status.MEMOUT, None

    def _solved(self, problem: Problem, warm_start: Plan | None) -> tuple[Status, SequentialPlan | None]:
        has_metric = bool(problem.quality_metrics)
        if any(goal.simplify().is_false() for goal in problem.goals):  # which has no form in PDDL
            return Status.UNSOLVABLE_PROVEN, None
        best = Status.SOLVED_OPTIMALLY if has_metric else Status.SOLVED_SATISFICING
        text = PddlText(with_a_true_fluent(problem))
        nothing = SequentialPlan([], problem.environment)
        if text.is_solved_by(nothing):
            return best, nothing
        known = self._known(text, [certificate(problem), warm_start])
        if known is not None and not (self.optimal or has_metric):
            return Status.SOLVED_SATISFICING, known
        solver = Solver(self.config, self.budget, self.log, optimal=self.optimal, try_optimal=has_metric)
        try:
            found = solver.solve(text, has_plan=known is not None)
        except (OutOfTime, MemoryError):
            if known is None:
                raise
            found = Answer(Outcome.LIMIT)
        if found.plan is not None:
            return best if found.is_proven else Status.SOLVED_SATISFICING, text.plan(found.plan, problem)
        if known is not None:
            return Status.SOLVED_SATISFICING, known
        if found.outcome is Outcome.UNSOLVABLE:
            return (Status.UNSOLVABLE_PROVEN if found.is_proven else Status.UNSOLVABLE_INCOMPLETELY), None
        return (Status.TIMEOUT if self.budget.is_over else Status.MEMOUT), None

    def _known(self, text: PddlText, plans: list[Plan | None]) -> SequentialPlan | None:
        """Return the first of some plans that solves the problem."""
        sequences = (plan for plan in plans if isinstance(plan, SequentialPlan))
        found = next((plan for plan in sequences if text.is_solved_by(plan)), None)
        if found is not None:
            self.log.say("a plan is known, and was replayed")
        return found
