"""The lifted task as plain values: what the grounder knows of PDDL once tarski has read it.

Everything is an integer. A *term* is an object (0, 1, ..) or a variable (-1, -2, ..: parameter or
quantified variable 0, 1, .. of its schema); predicates, functions, types and objects are indices.
Formulas are in negation normal form: negation stands at literals only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Term = int


def variable(index: int) -> Term:
    """Return the term of variable ``index``; ``~term`` is the way back."""
    return ~index


@dataclass(frozen=True)
class Literal:
    """An atom or its negation."""

    predicate: int
    terms: tuple[Term, ...]
    positive: bool = True


@dataclass(frozen=True)
class Equality:
    """Two terms are the same object, or are not."""

    left: Term
    right: Term
    positive: bool = True


@dataclass(frozen=True)
class And:
    """A conjunction; the empty one is true."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    """A disjunction; the empty one is false."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Quantified:
    """``body`` for all, or for some, objects of the types that ``variables`` (variable, type) have."""

    universal: bool
    variables: tuple[tuple[int, int], ...]
    body: Formula


Formula = Literal | Equality | And | Or | Quantified

TRUE = And(())
FALSE = Or(())


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Return the conjunction, flattened and without trivial parts."""
    return _junction(And, Or, parts)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Return the disjunction, flattened and without trivial parts."""
    return _junction(Or, And, parts)


def _junction(kind: type[And] | type[Or], dual: type[And] | type[Or], parts: Iterable[Formula]) -> Formula:
    flat: list[Formula] = []
    for part in parts:
        if isinstance(part, kind):
            flat.extend(part.parts)
        elif part == dual(()):
            return part
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Return the parts of a conjunction; any other formula is its own only part."""
    return formula.parts if isinstance(formula, And) else (formula,)


def literals(formula: Formula) -> Iterator[Literal]:
    """Yield every literal of ``formula``, at any depth."""
    if isinstance(formula, Literal):
        yield formula
    elif isinstance(formula, (And, Or)):
        for part in formula.parts:
            yield from literals(part)
    elif isinstance(formula, Quantified):
        yield from literals(formula.body)


@dataclass(frozen=True)
class Effect:
    """For all ``variables``: where ``condition`` holds, ``literal`` becomes true."""

    variables: tuple[tuple[int, int], ...]
    condition: Formula
    literal: Literal

    @property
    def unconditional(self) -> bool:
        """Say whether the effect belongs to plain STRIPS."""
        return not self.variables and self.condition == TRUE


@dataclass(frozen=True)
class FunctionTerm:
    """A static function of terms, such as ``(road-length ?a ?b)``."""

    function: int
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Schema:
    """An action schema; ``parameters`` are types, parameter ``i`` is variable ``i``."""

    name: str
    parameters: tuple[int, ...]
    precondition: Formula
    effects: tuple[Effect, ...]
    cost: int | FunctionTerm


@dataclass(frozen=True)
class LiftedTask:
    """A planning task before grounding.

    ``types`` are the objects of each type, ``init`` the rows of objects of each predicate, ``functions`` the values
    of each function. Names are the user's.
    """

    objects: tuple[str, ...]
    type_names: tuple[str, ...]
    types: tuple[tuple[int, ...], ...]
    predicates: tuple[str, ...]
    arities: tuple[int, ...]
    init: tuple[tuple[tuple[int, ...], ...], ...]
    function_names: tuple[str, ...]
    functions: tuple[dict[tuple[int, ...], int], ...]
    schemas: tuple[Schema, ...]
    goal: Formula
    fluent: tuple[bool, ...]

    @property
    def has_fluent_init(self) -> bool:
        """Say whether the problem file states any fluent, and so is a reference for the invariants."""
        return any(rows for rows, fluent in zip(self.init, self.fluent, strict=True) if fluent)
