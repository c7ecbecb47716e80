"""From tarski's problem to the lifted task: integers for names, negation normal form for formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tarski.fstrips import AddEffect, DelEffect, UniversalEffect
from tarski.syntax import (
    Atom,
    CompoundFormula,
    CompoundTerm,
    Connective,
    Constant,
    Contradiction,
    QuantifiedFormula,
    Quantifier,
    Tautology,
)
from tarski.syntax.builtins import BuiltinPredicateSymbol

from beta_plan.pddl import lifted
from beta_plan.pddl.lifted import Effect, FunctionTerm, LiftedTask, Literal, Schema, conjunction, disjunction
from beta_plan.pddl.read import ReadTask


def lift(task: ReadTask) -> LiftedTask:
    """Return the lifted task of what tarski has read, in the order of the files."""
    return _Lifter(task).task()


class _Lifter:
    """Numbers for tarski's names, and the translation of its formulas."""

    def __init__(self, task: ReadTask) -> None:
        self.read = task
        language = task.problem.language
        self.constants = [c for c in language.constants() if not c.sort.builtin and isinstance(c.symbol, str)]
        self.objects = {c.symbol: index for index, c in enumerate(self.constants)}
        self.predicates = {p.name: index for index, p in enumerate(p for p in language.predicates if not p.builtin)}
        self.arities = [p.arity for p in language.predicates if not p.builtin]
        self.functions = {f.name: index for index, f in enumerate(f for f in language.functions if not f.builtin)}
        self.types: dict[str, int] = {}
        self.members: list[tuple[int, ...]] = []

    def task(self) -> LiftedTask:
        problem, names = self.read.problem, self.read.names
        schemas = tuple(self._schema(action) for action in problem.actions.values())
        goal = self._formula(problem.goal, _Scope(self), positive=True)  # before the types are listed: it may add some
        changed = {effect.literal.predicate for schema in schemas for effect in schema.effects}
        return LiftedTask(
            objects=tuple(names.objects[c.symbol] for c in self.constants),
            type_names=tuple(names.types.get(name, name) for name in self.types),
            types=tuple(self.members),
            predicates=tuple(names.predicates[name] for name in self.predicates),
            arities=tuple(self.arities),
            init=self._init(problem.init.predicate_extensions),
            function_names=tuple(self.functions),
            functions=self._functions(problem.init.function_extensions),
            schemas=schemas,
            goal=goal,
            fluent=tuple(index in changed for index in range(len(self.predicates))),
        )

    def type_of(self, sort: Any) -> int:
        """Return the number of a sort, and note its objects when it is met first."""
        if sort.name not in self.types:
            self.types[sort.name] = len(self.members)
            self.members.append(tuple(sorted(self.objects[c.symbol] for c in sort.domain())))
        return self.types[sort.name]

    def _init(self, extensions: Mapping[Any, Any]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        rows: list[tuple[tuple[int, ...], ...]] = [()] * len(self.predicates)
        for signature, points in extensions.items():
            rows[self.predicates[signature[0]]] = tuple(
                sorted(tuple(self.objects[ref.expr.symbol] for ref in point) for point in points)
            )
        return tuple(rows)

    def _functions(self, extensions: Mapping[Any, Any]) -> tuple[dict[tuple[int, ...], int], ...]:
        values: list[dict[tuple[int, ...], int]] = [{} for _ in self.functions]
        for signature, definition in extensions.items():
            values[self.functions[signature[0]]] = {
                tuple(self.objects[ref.expr.symbol] for ref in point): int(value.symbol)
                for point, value in definition.data.items()
            }
        return tuple(values)

    def _schema(self, action: Any) -> Schema:
        scope = _Scope(self)
        parameters = tuple(kind for _, kind in scope.declare(list(action.parameters)))
        precondition = self._formula(action.precondition, scope, positive=True)
        effects = [e for effect in action.effects for e in self._effects(effect, scope)]
        return Schema(
            name=self.read.names.actions[action.name],
            parameters=parameters,
            precondition=precondition,
            effects=tuple(effects),
            cost=self._cost(action.cost, scope),
        )

    def _cost(self, cost: Any, scope: _Scope) -> int | FunctionTerm:
        if not self.read.uses_costs:
            return 1
        if cost is None:
            return 0
        if isinstance(cost.addend, CompoundTerm):
            terms = tuple(scope.term(t) for t in cost.addend.subterms)
            return FunctionTerm(self.functions[cost.addend.symbol.name], terms)
        return int(cost.addend.symbol)

    def _effects(self, effect: Any, scope: _Scope) -> list[Effect]:
        condition = self._formula(effect.condition, scope, positive=True)
        if isinstance(effect, UniversalEffect):
            inner = scope.inner()
            variables = inner.declare(list(effect.variables))
            return [
                Effect((*variables, *e.variables), conjunction([condition, e.condition]), e.literal)
                for part in effect.effects
                for e in self._effects(part, inner)
            ]
        if not isinstance(effect, (AddEffect, DelEffect)):
            raise TypeError(f"effect {effect} of an unexpected kind")
        return [Effect((), condition, self._literal(effect.atom, scope, positive=isinstance(effect, AddEffect)))]

    def _literal(self, atom: Any, scope: _Scope, *, positive: bool) -> Literal:
        terms = tuple(scope.term(t) for t in atom.subterms)
        return Literal(self.predicates[atom.predicate.name], terms, positive)

    def _formula(self, formula: Any, scope: _Scope, *, positive: bool) -> lifted.Formula:
        if isinstance(formula, (Tautology, Contradiction)):
            return lifted.TRUE if isinstance(formula, Tautology) == positive else lifted.FALSE
        if isinstance(formula, Atom):
            if formula.predicate.symbol == BuiltinPredicateSymbol.EQ:
                left, right = (scope.term(t) for t in formula.subterms)
                return lifted.Equality(left, right, positive)
            return self._literal(formula, scope, positive=positive)
        if isinstance(formula, QuantifiedFormula):
            inner = scope.inner()
            variables = inner.declare(formula.variables)
            universal = (formula.quantifier == Quantifier.Forall) == positive
            return lifted.Quantified(universal, variables, self._formula(formula.formula, inner, positive=positive))
        if isinstance(formula, CompoundFormula):
            return self._compound(formula, scope, positive=positive)
        raise TypeError(f"formula {formula} of an unexpected kind")

    def _compound(self, formula: Any, scope: _Scope, *, positive: bool) -> lifted.Formula:
        if formula.connective == Connective.Not:
            return self._formula(formula.subformulas[0], scope, positive=not positive)
        parts = [self._formula(part, scope, positive=positive) for part in formula.subformulas]
        return conjunction(parts) if (formula.connective == Connective.And) == positive else disjunction(parts)


class _Scope:
    """The variables that a formula may use; each gets a number of its own within its schema."""

    def __init__(self, lifter: _Lifter, terms: dict[str, int] | None = None, counter: list[int] | None = None) -> None:
        self.lifter = lifter
        self.terms = terms if terms is not None else {}
        self.counter = counter if counter is not None else [0]

    def inner(self) -> _Scope:
        return _Scope(self.lifter, dict(self.terms), self.counter)

    def declare(self, variables: Sequence[Any]) -> tuple[tuple[int, int], ...]:
        declared = []
        for v in variables:
            index = self.counter[0]
            self.counter[0] += 1
            self.terms[v.symbol] = lifted.variable(index)
            declared.append((index, self.lifter.type_of(v.sort)))
        return tuple(declared)

    def term(self, term: Any) -> lifted.Term:
        return self.lifter.objects[term.symbol] if isinstance(term, Constant) else self.terms[term.symbol]
