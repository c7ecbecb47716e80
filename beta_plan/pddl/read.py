"""PDDL text -> tarski problem; unsupported features are refused by name, with file, line and remedy.

Types, objects, predicates, functions and the initial state enter through tarski's API, because its grammar
cannot say all of them (several parents, unions) or says them slowly (a long ``:init``). Actions and goal are
read by tarski's own reader, from tokens that we have already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from typing import Any

from antlr4.error.Errors import ParseCancellationException
from antlr4.error.ErrorStrategy import BailErrorStrategy
from tarski.errors import TarskiError
from tarski.fstrips import OptimizationMetric, OptimizationType
from tarski.fstrips.action import AdditiveActionCost
from tarski.fstrips.problem import Problem
from tarski.io import FstripsReader
from tarski.io._fstrips.parser.parser import fstripsParser as Grammar
from tarski.io.fstrips import FStripsParser
from tarski.syntax import Constant, Sort, Variable, VariableBinding, bot, symref

from beta_plan.errors import InputRefused
from beta_plan.pddl.effects import Cost
from beta_plan.pddl.formulas import FALSE, TRUE
from beta_plan.pddl.names import TOTAL_COST, NameMap
from beta_plan.pddl.normalise import NormalTask, Schema, normalise
from beta_plan.pddl.sections import ProblemSource, problem_source
from beta_plan.pddl.sexpr import Source, load
from beta_plan.pddl.tokens import Word, WordStream, action_words, formula_words


@dataclass(frozen=True, eq=False)
class ReadTask:
    """A task as tarski holds it, the way back to the user's names, and the texts it came from.

    ``uses_costs`` says that the metric minimises total-cost; every action of ``problem`` then has a cost.
    Else every action costs one, and none has.
    """

    problem: Problem
    names: NameMap
    source: ProblemSource
    uses_costs: bool


def read_task(domain: str | PathLike[str], problem: str | PathLike[str]) -> ReadTask:
    """Read a domain file and a problem file."""
    return read_sources(load(domain), load(problem))


def read_task_text(domain_text: str, problem_text: str) -> ReadTask:
    """Read a domain and a problem from strings; messages call them ``domain`` and ``problem``."""
    return read_sources(Source("domain", domain_text), Source("problem", problem_text))


def read_sources(domain: Source, problem: Source) -> ReadTask:
    """Read a domain and a problem of which the texts are known; messages call them by their names."""
    task = normalise(domain, problem)
    source = problem_source(task.domain, task.problem, task.init.assignments)
    return ReadTask(_build(task), task.names, source, task.uses_costs)


class TypeSort(Sort):  # type: ignore[misc]
    """A sort with any number of sorts above it, all of which a new object joins at once."""

    def extend(self, constant: Constant) -> None:
        """Take in an object, here and above; tarski's own way doubles its work with each level."""
        for sort in (self, *self.language.ancestor_sorts[self]):
            sort._domain.add(constant.symbol)


class _Visitor(FStripsParser):  # type: ignore[misc]
    """Tarski's visitor of parse trees, without its deep copy of all variables at each quantifier."""

    current_binding: VariableBinding | None

    @contextmanager
    def push_variables(self, variables: Sequence[Variable], root: bool = False) -> Iterator[None]:
        """Bind variables while the formula in their scope is visited."""
        outer = self.current_binding
        self.current_binding = VariableBinding([*(outer or ()), *variables])
        yield
        self.current_binding = outer


def _build(task: NormalTask) -> Problem:
    reader = FstripsReader(raise_on_error=True, strict_with_requirements=False)
    problem = reader.problem
    problem.domain_name, problem.name = task.domain.name, task.problem.name
    _declare(problem.language, task)
    visitor = _Visitor(problem, raise_on_error=True)
    for schema in task.schemas:
        _add_action(visitor, task, schema)
    (goal,) = task.problem[":goal"]
    problem.goal = _visit(visitor, "goalDesc", formula_words(task.goal), task.problem.source, goal.start)
    if task.uses_costs:
        total_cost = problem.language.get_function(TOTAL_COST)
        problem.plan_metric = OptimizationMetric(total_cost(), OptimizationType.MINIMIZE)
    _fill_init(problem, task)
    return problem


def _declare(language: Any, task: NormalTask) -> None:
    """Give the language its sorts, objects, predicates and functions."""
    for spec in task.sorts:
        sort = TypeSort(spec.name, language)
        above = [language.get_sort(name) for name in spec.above]
        language.attach_sort(sort, above[0])
        language.ancestor_sorts[sort].update(above)
    for name, sort_name in task.objects:
        language.constant(name, sort_name)
    for name, sort_names in task.predicates:
        language.predicate(name, *sort_names)
    for name, sort_names in task.functions:
        language.function(name, *sort_names, "number")
    if task.uses_costs and not language.has_function(TOTAL_COST):
        language.function(TOTAL_COST, "number")


def _add_action(visitor: _Visitor, task: NormalTask, schema: Schema) -> None:
    never = schema.precondition == FALSE
    precondition = TRUE if never else schema.precondition
    words = action_words(schema.name, schema.parameters, precondition, schema.effect)
    _visit(visitor, "actionDef", words, task.domain.source, schema.place)
    action = visitor.problem.get_action(schema.name)
    if never:
        action.precondition = bot
    if task.uses_costs:
        action.cost = AdditiveActionCost(_cost_term(action, schema.cost or 0))


def _cost_term(action: Any, cost: Cost) -> Any:
    language = action.language
    if isinstance(cost, int):
        return language.get_sort("number").to_constant(cost)
    parameters = {variable.symbol: variable for variable in action.parameters}
    name, *arguments = cost
    terms = [parameters[a] if a in parameters else language.get_constant(a) for a in arguments]
    return language.get_function(name)(*terms)


def _visit(visitor: _Visitor, rule: str, words: list[Word], source: Source, place: int) -> Any:
    """Let tarski's grammar and visitor read one action or the goal."""
    parser = Grammar(WordStream(words))
    parser.removeErrorListeners()
    parser._errHandler = BailErrorStrategy()
    try:
        return visitor.visit(getattr(parser, rule)())
    except (TarskiError, ParseCancellationException, LookupError, ValueError, TypeError, RecursionError) as error:
        said = " ".join(f"{type(error).__name__} {error}".split())
        raise InputRefused(f"tarski does not accept this: {said}", place=source.place(place)) from error


def _fill_init(problem: Problem, task: NormalTask) -> None:
    """Set the initial state; its facts are checked already, so they enter tarski's tables directly."""
    language, init = problem.language, problem.init
    reference = {constant.symbol: symref(constant) for constant in language.constants()}
    symbols = [symbol for symbol in language.predicates if not symbol.builtin]
    tables = {p.name: init.predicate_extensions.setdefault(p.signature, set()) for p in symbols}
    for name, *arguments in task.init.atoms:
        tables[name].add(tuple([reference[argument] for argument in arguments]))
    for (name, *arguments), value in task.init.values.items():
        init.set(language.get_function(name)(*map(language.get_constant, arguments)), value)
