"""Relaxed reachability, forward and backward, as one logic program over integers.

Forward: an action whose positive preconditions are reachable is reachable, and so are its add effects.
Backward: an action whose prevail conditions (positive preconditions that it does not delete) and add
effects are reachable is reachable too, and so are its preconditions and deleted atoms, for they hold
before it. Seeds are the initial state and the goal. A backward search visits no other atom or action;
relaxed reachability from the initial state alone would miss some, and static facts alone admit too many.

Where the problem file states no fluents there is nothing to start from: static facts alone must do. Where the
backward rules admit too much (a chemistry of any bond between any atoms), the forward rules alone must do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from beta_plan.errors import OutOfMemory
from beta_plan.pddl.gringo import ground_program
from beta_plan.pddl.lifted import (
    And,
    Effect,
    Equality,
    Formula,
    LiftedTask,
    Literal,
    Or,
    Quantified,
    Schema,
    Term,
    conjuncts,
)
from beta_plan.pddl.relation import Relation

MAX_BYTES = 400 << 20
"""The longest text of a ground program that we read: some ten million actions."""
MAX_WAYS = 64
MAX_BACKWARD_BYTES = 40 << 20
"""The longest one with the backward rules: some million actions."""

Body = list[str]


@dataclass(frozen=True)
class Reachable:
    """For each predicate the atoms, and for each schema the parameters, that are relaxed-reachable.

    ``backward`` says whether what only a backward search meets is among them.
    """

    atoms: tuple[Relation, ...]
    actions: tuple[Relation, ...]
    backward: bool


def relaxed_reachable(task: LiftedTask) -> Reachable:
    """Return every atom and action that a forward or backward search may meet."""
    program = Program(task)
    numbers = ground_program(program.text(), max_bytes=MAX_BACKWARD_BYTES)
    if numbers is None:
        program = Program(task, backward=not task.has_fluent_init)
        numbers = ground_program(program.text(), max_bytes=MAX_BYTES)
    if numbers is None:
        raise OutOfMemory(f"the ground task is larger than {MAX_BYTES >> 20} MB of text (take fewer objects)")
    starts = np.flatnonzero(numbers >= program.first_code)
    codes = numbers[starts]
    order = np.argsort(codes, kind="stable")
    starts, codes = starts[order], codes[order]

    def relation(code: int, arity: int) -> Relation:
        low, high = np.searchsorted(codes, [code, code + 1])
        return Relation(numbers[starts[low:high, None] + 1 + np.arange(arity)], arity)

    return Reachable(
        atoms=tuple(relation(program.predicate(i), arity) for i, arity in enumerate(task.arities)),
        actions=tuple(relation(program.schema(i), len(s.parameters)) for i, s in enumerate(task.schemas)),
        backward=program.backward,
    )


class Program:
    """The logic program of a task. Every relation has a number above those of the objects."""

    def __init__(self, task: LiftedTask, *, backward: bool = True) -> None:
        self.task, self.backward = task, backward
        self.first_code = len(task.objects)
        self._objects = self.first_code
        self._types = self._objects + 1
        self._predicates = self._types + len(task.types)
        self._functions = self._predicates + len(task.predicates)
        self._schemas = self._functions + len(task.functions)
        self._next_auxiliary = self._schemas + len(task.schemas)
        self._lines: list[str] = []

    @staticmethod
    def decides(task: LiftedTask, formula: Formula) -> bool:
        """Say whether the program evaluates ``formula`` exactly: static, and nothing universal in it."""
        if isinstance(formula, Quantified):
            return not formula.universal and Program.decides(task, formula.body)
        if isinstance(formula, (And, Or)):
            return all(Program.decides(task, part) for part in formula.parts)
        return isinstance(formula, Equality) or not task.fluent[formula.predicate]

    def predicate(self, index: int) -> int:
        """Return the number of a predicate's relation."""
        return self._predicates + index

    def schema(self, index: int) -> int:
        """Return the number of a schema's relation."""
        return self._schemas + index

    def text(self) -> str:
        """Return the program."""
        self._lines = []
        self._facts(self._objects, ((o,) for o in range(len(self.task.objects))))
        for index, members in enumerate(self.task.types):
            self._facts(self._types + index, ((o,) for o in members))
        for index, rows in enumerate(self.task.init):
            self._facts(self.predicate(index), rows)
        for index, values in enumerate(self.task.functions):
            self._facts(self._functions + index, values)
        if self.backward:
            for literal, guards in self._relevant(self.task.goal, []):
                self._rule(self._atom(literal), guards)
        for index, schema in enumerate(self.task.schemas):
            self._schema_rules(index, schema)
        return "\n".join(self._lines)

    def _facts(self, code: int, rows: Iterable[Sequence[int]]) -> None:
        self._lines.extend(f"{_call(code, row)}." for row in rows)

    def _rule(self, head: str, body: Body) -> None:
        self._lines.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")

    def _schema_rules(self, index: int, schema: Schema) -> None:
        head = _call(self.schema(index), [~i for i in range(len(schema.parameters))])
        base = self._typed(enumerate(schema.parameters))
        if not isinstance(schema.cost, int):
            base.append(_call(self._functions + schema.cost.function, schema.cost.terms))
        parts = conjuncts(schema.precondition)
        base += [text for part in parts for text in self._reached(part, fluents=False)]
        positive = [p for p in parts if isinstance(p, Literal) and p.positive and self.task.fluent[p.predicate]]
        complex_parts = [text for part in parts for text in self._complex(part)]
        adds = [e.literal for e in schema.effects if e.unconditional and e.literal.positive]
        if self.task.has_fluent_init:
            self._rule(head, base + [self._atom(p) for p in positive] + complex_parts)
            if self.backward:
                for prevail in self._prevail(schema, positive):
                    self._rule(head, base + prevail + [self._atom(p) for p in adds])
        else:
            self._rule(head, base)
        if self.backward:
            for literal, guards in self._relevant(schema.precondition, []):
                self._rule(self._atom(literal), [head, *guards])
        for effect in schema.effects:
            self._effect_rules(head, effect)

    def _prevail(self, schema: Schema, positive: list[Literal]) -> Iterator[Body]:
        """Yield the ways in which the positive preconditions may hold after the action.

        One that the action deletes need not, and one that it deletes where some terms are the same object holds or
        these are the same. Where that makes too many ways, such preconditions are relaxed to true.
        """
        deletes = {e.literal for e in schema.effects if not e.literal.positive}
        kept = [p for p in positive if Literal(p.predicate, p.terms, positive=False) not in deletes]
        known = len(schema.parameters)
        meetings = [[_same(p, d, known) for d in sorted(deletes, key=str) if _may_meet(p, d)] for p in kept]
        ways = [[[self._atom(p)], *meeting] for p, meeting in zip(kept, meetings, strict=True)]
        if prod(map(len, ways)) > MAX_WAYS:
            ways = [own for own in ways if len(own) == 1]
        for choice in product(*ways):
            yield [text for part in choice for text in part]

    def _effect_rules(self, head: str, effect: Effect) -> None:
        parts = conjuncts(effect.condition)
        guard = [head, *self._typed(effect.variables)]
        guard += [text for part in parts if (text := self._static(part)) is not None]
        atom = self._atom(effect.literal)
        if effect.literal.positive and self.task.has_fluent_init:
            self._rule(atom, guard + [text for part in parts for text in self._reached(part)])
        elif self.backward:
            self._rule(atom, guard)
        if not self.backward:
            return
        for literal, guards in self._relevant(effect.condition, []):
            self._rule(self._atom(literal), [*guard, atom, *guards])

    def _relevant(self, formula: Formula, guards: Body) -> Iterator[tuple[Literal, Body]]:
        """Yield the positive fluents that may have to hold, each with the static facts that make it matter."""
        if isinstance(formula, Literal):
            if formula.positive and self.task.fluent[formula.predicate]:
                yield formula, guards
        elif isinstance(formula, (And, Or)):
            static = [self._static(part, negate=isinstance(formula, Or)) for part in formula.parts]
            inner = guards + [text for text in static if text is not None]
            for part in formula.parts:
                yield from self._relevant(part, inner)
        elif isinstance(formula, Quantified):
            yield from self._relevant(formula.body, guards + self._typed(formula.variables))

    def _static(self, part: Formula, *, negate: bool = False) -> str | None:
        """Return a static literal as a condition of a rule, None for anything else."""
        if isinstance(part, Equality):
            return f"{_term(part.left)}{'==' if part.positive != negate else '!='}{_term(part.right)}"
        if isinstance(part, Literal) and not self.task.fluent[part.predicate]:
            return self._atom(part) if part.positive != negate else f"not {self._atom(part)}"
        return None

    def _complex(self, part: Formula) -> Body:
        return [] if isinstance(part, (Literal, Equality)) else self._reached(part)

    def _reached(self, formula: Formula, *, fluents: bool = True) -> Body:
        """Return the condition that ``formula`` is relaxed-reachable.

        Universal parts and negated fluents are relaxed to true, and all fluents where ``fluents`` is false.
        """
        if isinstance(formula, Literal) and self.task.fluent[formula.predicate]:
            return [self._atom(formula)] if formula.positive and fluents else []
        if isinstance(formula, And):
            return [text for part in formula.parts for text in self._reached(part, fluents=fluents)]
        if isinstance(formula, Or):
            bodies = [self._reached(part, fluents=fluents) for part in formula.parts]
            return [self._auxiliary(formula, bodies)] if all(bodies) else []
        if isinstance(formula, Quantified):
            if formula.universal:
                return []
            body = self._typed(formula.variables) + self._reached(formula.body, fluents=fluents)
            return [self._auxiliary(formula, [body])]
        static = self._static(formula)
        assert static is not None
        return [static]

    def _auxiliary(self, formula: Formula, bodies: list[Body]) -> str:
        """Define a new relation over the free variables of ``formula`` that holds where one of the bodies does."""
        free = sorted(_free(formula))
        code = self._next_auxiliary
        self._next_auxiliary += 1
        head = _call(code, [~v for v in free])
        safe = [_call(self._objects, [~v]) for v in free]
        for body in bodies:
            self._rule(head, safe + body)
        return head

    def _typed(self, variables: Iterable[tuple[int, int]]) -> Body:
        return [_call(self._types + kind, [~v]) for v, kind in variables]

    def _atom(self, literal: Literal) -> str:
        return _call(self.predicate(literal.predicate), literal.terms)


def _term(term: Term) -> str:
    return str(term) if term >= 0 else f"V{~term}"


def _call(code: int, terms: Sequence[Term]) -> str:
    return f"r{code}({','.join(map(_term, terms))})" if terms else f"r{code}"


def _may_meet(left: Literal, right: Literal) -> bool:
    """Say whether two literals of a schema can be about the same atom."""
    pairs = zip(left.terms, right.terms, strict=False)
    return left.predicate == right.predicate and all(a == b or a < 0 or b < 0 for a, b in pairs)


def _same(left: Literal, right: Literal, known: int) -> Body:
    """Return the condition that two literals are about the same atom, as far as variables below ``known`` tell."""
    pairs = [(a, b) for a, b in zip(left.terms, right.terms, strict=True) if a != b]
    return [f"{_term(a)}=={_term(b)}" for a, b in pairs if ~a < known and ~b < known]


def _free(formula: Formula) -> set[int]:
    """Return the free variables of a formula."""
    if isinstance(formula, Literal):
        return {~t for t in formula.terms if t < 0}
    if isinstance(formula, Equality):
        return {~t for t in (formula.left, formula.right) if t < 0}
    if isinstance(formula, Quantified):
        return _free(formula.body) - {v for v, _ in formula.variables}
    return {v for part in formula.parts for v in _free(part)}
