"""What the static facts of a task say: which objects a parameter may be, which parameters go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from beta_plan.pddl.lifted import (
    And,
    Equality,
    Formula,
    LiftedTask,
    Literal,
    Or,
    Quantified,
    Schema,
    Term,
    conjuncts,
    literals,
)

Binding = dict[int, int]
"""From variables to objects."""

Row = tuple[int, ...]


class Unlike(Exception):
    """The task is not Sokoban, for the reason given; ``depth`` tells how far the comparison came."""

    def __init__(self, reason: str, depth: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.depth = reason, depth


class StaticFacts:
    """The static facts of a task, indexed where they are asked for."""

    def __init__(self, task: LiftedTask) -> None:
        self.task = task
        self._index: dict[tuple[int, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self._choices: dict[tuple[str, Term], frozenset[int]] = {}

    @cached_property
    def _rows(self) -> list[frozenset[Row]]:
        return [frozenset(rows) for rows in self.task.init]

    def is_static(self, formula: Formula) -> bool:
        """Say whether a formula mentions no fluent."""
        return not any(self.task.fluent[literal.predicate] for literal in literals(formula))

    def holds(self, formula: Formula, binding: Mapping[int, int]) -> bool:
        """Say whether a static formula is true; all its variables must be bound, by it or by ``binding``."""
        if isinstance(formula, Literal):
            return (_row(formula.terms, binding) in self._rows[formula.predicate]) == formula.positive
        if isinstance(formula, Equality):
            left, right = _row((formula.left, formula.right), binding)
            return (left == right) == formula.positive
        if isinstance(formula, And):
            return all(self.holds(part, binding) for part in formula.parts)
        if isinstance(formula, Or):
            return any(self.holds(part, binding) for part in formula.parts)
        (variable, kind), *others = formula.variables
        body = Quantified(formula.universal, tuple(others), formula.body) if others else formula.body
        choices = (self.holds(body, {**binding, variable: item}) for item in self.task.types[kind])
        return all(choices) if formula.universal else any(choices)

    def choices(self, schema: Schema, term: Term) -> frozenset[int]:
        """Return the objects that a term may be, by its type and by the unary static conditions on it."""
        if term >= 0:
            return frozenset((term,))
        key = (schema.name, term)
        if key not in self._choices:
            self._choices[key] = self._chosen(schema, term)
        return self._choices[key]

    def _chosen(self, schema: Schema, term: Term) -> frozenset[int]:
        of_type = self.task.types[schema.parameters[~term]]
        unary = [
            part
            for part in conjuncts(schema.precondition)
            if isinstance(part, Literal) and part.terms == (term,) and self.is_static(part)
        ]
        return frozenset(item for item in of_type if all(self.holds(part, {~term: item}) for part in unary))

    def linked(self, schema: Schema) -> frozenset[int]:
        """Return the variables of a schema that stand in static facts of two or more objects."""
        return frozenset(~term for link in self.links(schema) for term in link.terms if term < 0)

    def links(self, schema: Schema) -> list[Literal]:
        """Return the static facts of two or more objects that a schema needs."""
        return [
            part
            for part in conjuncts(schema.precondition)
            if isinstance(part, Literal) and part.positive and len(part.terms) > 1 and self.is_static(part)
        ]

    def bindings(self, schema: Schema) -> Iterator[Binding]:
        """Yield all choices of objects for the linked variables that the static conditions on them allow.

        The other variables stay open: static conditions on one of them alone are left to ``choices``; those that
        join them to others raise Unlike, except that two of them differ, when they cannot be the same.
        """
        linked = self.linked(schema)
        checks = [part for part in conjuncts(schema.precondition) if self.is_static(part)]
        checks = [part for part in checks if not self._left_to_choices(schema, part, linked)]
        of_type = {variable: frozenset(self.task.types[schema.parameters[variable]]) for variable in linked}
        for binding in self._join(self.links(schema), {}):
            typed = all(item in of_type[variable] for variable, item in binding.items())
            if typed and all(self.holds(part, binding) for part in checks):
                yield binding

    def _left_to_choices(self, schema: Schema, part: Formula, linked: frozenset[int]) -> bool:
        open_terms = [term for term in free_terms(part) if term < 0 and ~term not in linked]
        if not open_terms or (isinstance(part, Literal) and len(part.terms) == 1):
            return bool(open_terms)
        if isinstance(part, Equality) and not part.positive:
            left, right = self.choices(schema, part.left), self.choices(schema, part.right)
            if not left & right:
                return True
        raise Unlike(f"action {schema.name} has a static condition on a man or a box")

    def _join(self, links: Sequence[Literal], binding: Binding) -> Iterator[Binding]:
        """Yield every way to bind the variables of some static atoms so that all are facts."""
        if not links:
            yield binding
            return
        chosen = max(links, key=lambda link: sum(term >= 0 or ~term in binding for term in link.terms))
        others = [link for link in links if link is not chosen]
        known = tuple(
            slot for slot, term in enumerate(chosen.terms) if term >= 0 or ~term in binding
        )  # fmt: skip
        key = _row([chosen.terms[slot] for slot in known], binding)
        for row in self._indexed(chosen.predicate, known).get(key, ()):
            extended = dict(binding)
            if all(
                item == (term if term >= 0 else extended.setdefault(~term, item))
                for term, item in zip(chosen.terms, row, strict=True)
            ):
                yield from self._join(others, extended)

    def _indexed(self, predicate: int, slots: tuple[int, ...]) -> dict[Row, list[Row]]:
        """Return the facts of a predicate by the objects in some of its slots."""
        if (predicate, slots) not in self._index:
            index: dict[Row, list[Row]] = {}
            for row in self.task.init[predicate]:
                index.setdefault(tuple(row[slot] for slot in slots), []).append(row)
            self._index[predicate, slots] = index
        return self._index[predicate, slots]


def free_terms(formula: Formula) -> set[Term]:
    """Return the objects of a formula, and the variables that it does not bind itself."""
    if isinstance(formula, Literal):
        return set(formula.terms)
    if isinstance(formula, Equality):
        return {formula.left, formula.right}
    if isinstance(formula, Quantified):
        return free_terms(formula.body) - {~variable for variable, _ in formula.variables}
    return {term for part in formula.parts for term in free_terms(part)}


def _row(terms: Sequence[Term], binding: Mapping[int, int]) -> Row:
    return tuple([term if term >= 0 else binding[~term] for term in terms])
