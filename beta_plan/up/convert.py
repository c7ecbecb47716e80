"""Problems of unified-planning as PDDL text, and the way back: plans and states in the problem's own names.

The writer of unified-planning renames what PDDL does not allow, so every name goes back through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from unified_planning.exceptions import UPException
from unified_planning.io import PDDLWriter
from unified_planning.model import InstantaneousAction, Problem, ProblemKind
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import ActionInstance, SequentialPlan

from beta_plan.certify.interpreter import interpret
from beta_plan.certify.plan import parse_plan
from beta_plan.certify.replay import replay
from beta_plan.errors import BetaPlanError, InputRefused, UnsupportedFeature
from beta_plan.pddl.sexpr import Source

FEATURES = (
    "ACTION_BASED",
    "FLAT_TYPING", "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS", "FORALL_EFFECTS",
    "ACTIONS_COST", "PLAN_LENGTH", "STATIC_FLUENTS_IN_ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST", "UNDEFINED_INITIAL_NUMERIC",
)  # fmt: skip
"""What the front end takes. All functions of a PDDL file count as real, so fractions are refused when they are met."""

ASLEEP, WAKE = "asleep", "wake"
"""The fluent and the action, with something behind that makes them new, of ``with_a_true_fluent``."""


def supported_kind() -> ProblemKind:
    """Return the kind of problems that can be converted."""
    return ProblemKind(set(FEATURES), version=LATEST_PROBLEM_KIND_VERSION)


@dataclass(frozen=True, eq=False)
class PddlText:
    """A problem as text."""

    problem: Problem

    @cached_property
    def _writer(self) -> PDDLWriter:
        return PDDLWriter(self.problem)

    @cached_property
    def domain(self) -> str:
        """The text of the domain."""
        return self._written(self._writer.get_domain)

    @cached_property
    def task(self) -> str:
        """The text of the problem."""
        domain = self.domain  # it is written first, for names are given in the order of their appearance
        return self._written(self._writer.get_problem) if domain else ""

    @staticmethod
    def _written(write: Any) -> str:
        try:
            return str(write())
        except (UPException, NotImplementedError) as error:
            raise UnsupportedFeature(f"unified-planning cannot write this as PDDL: {error}") from None

    @contextmanager
    def files(self) -> Iterator[tuple[Path, Path]]:
        """Write domain and problem into files, which go when they are no longer needed."""
        with TemporaryDirectory(prefix="beta-plan-up-", ignore_cleanup_errors=True) as folder:
            domain, task = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
            domain.write_text(self.domain, encoding="utf-8")
            task.write_text(self.task, encoding="utf-8")
            yield domain, task

    def is_solved_by(self, plan: SequentialPlan) -> bool:
        """Tell whether a plan leads to the goal, by replaying it over the text."""
        if not all(step.action in self.problem.actions for step in plan.actions):
            return False
        try:
            replay(self.domain, self.task, self._writer.get_plan(plan))
        except BetaPlanError:
            return False
        return True

    def plan(self, text: str, problem: Problem) -> SequentialPlan:
        """Return the plan that a text tells, for a problem with the same names; what was added to it is left out."""
        steps, as_expression = [], problem.environment.expression_manager.ObjectExp
        for step in parse_plan(text).steps:
            name, *arguments = (self._writer.get_item_named(word).name for word in step.words)
            if problem.has_action(name):
                objects = tuple(as_expression(problem.object(argument)) for argument in arguments)
                steps.append(ActionInstance(problem.action(name), objects))
        return SequentialPlan(steps, problem.environment)

    def with_initial_state(self, text: str) -> Problem:
        """Return the problem with the initial state of another text of the same task."""
        true = interpret(Source("domain", self.domain), Source("problem", text)).init
        changed = self.problem.clone()
        for fluent, value in self.problem.initial_values.items():
            if fluent.type.is_bool_type():
                words = (fluent.fluent(), *(argument.object() for argument in fluent.args))
                now = tuple(self._writer.get_pddl_name(item) for item in words) in true
                if now != value.is_true():
                    changed.set_initial_value(fluent, now)
        return changed


def with_a_true_fluent(problem: Problem) -> Problem:
    """Return a problem in whose initial state something holds that may change; plans of the one are plans of the other.

    An ``:init`` of static facts alone says nothing about the state, so a fluent is added that an action may delete.
    """
    static = problem.get_static_fluents()
    if any(value.is_true() and atom.fluent() not in static for atom, value in problem.initial_values.items()):
        return problem
    changed = problem.clone()
    asleep = changed.add_fluent(_new(problem, ASLEEP), default_initial_value=True)
    wake = InstantaneousAction(_new(problem, WAKE), _env=problem.environment)
    wake.add_precondition(asleep)
    wake.add_effect(asleep, False)
    changed.add_action(wake)
    metrics = changed.quality_metrics
    changed.clear_quality_metrics()
    for metric in metrics:
        if metric.is_minimize_action_costs():
            costs = {**metric.costs, wake: 0}
            metric = MinimizeActionCosts(costs, metric.default, environment=problem.environment)
        changed.add_quality_metric(metric)
    return changed


def _new(problem: Problem, name: str) -> str:
    """Return a name that nothing has."""
    while problem.has_name(name):
        name += "_"
    return name


def require_supported(problem: Problem) -> None:
    """Raise UnsupportedFeature with what a problem has that cannot be converted."""
    if not isinstance(problem, Problem):
        raise InputRefused(f"a {type(problem).__name__} is no classical problem", remedy="give a Problem")
    for metric in problem.quality_metrics:
        for action in problem.actions if metric.is_minimize_action_costs() else ():
            if metric.get_action_cost(action) is None:
                raise InputRefused(
                    f"the cost of the action {action.name} is not set", remedy="give the metric a default"
                )
    beyond = sorted(problem.kind.features - supported_kind().features)
    if beyond:
        raise UnsupportedFeature(
            f"{', '.join(beyond)}: not supported", remedy="a compiler of unified-planning may help"
        )
