"""Schemas made simpler for those who only look: what a conjunction of literals cannot say is left out.

A conditional effect becomes a schema of its own that asks for the condition, with the variables of ``forall`` as
further parameters. Disjunctions, quantified conditions and the absence of static facts are forgotten. Good enough to
tell what is a place and what is moved; nobody should plan with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beta_plan.pddl.domain import LiftedDomain
from beta_plan.pddl.lifted import TRUE, And, Effect, Equality, Formula, LiftedTask, Literal, Schema, conjuncts


def relaxed(domain: LiftedDomain) -> LiftedDomain:
    """Return a domain of which every schema is a conjunction with unconditional effects."""
    task = domain.task
    schemas = tuple(simple for schema in task.schemas for simple in _simple(task, schema))
    return replace(domain, task=replace(task, schemas=schemas))


def _simple(task: LiftedTask, schema: Schema) -> Iterator[Schema]:
    asked = _kept(task, schema.precondition)
    always = tuple(effect for effect in schema.effects if effect.unconditional)
    sometimes: dict[tuple[tuple[tuple[int, int], ...], Formula], list[Effect]] = {}
    for effect in schema.effects:
        if not effect.unconditional:
            sometimes.setdefault((effect.variables, effect.condition), []).append(effect)
    if always or not sometimes:
        yield replace(schema, precondition=And(asked), effects=always)
    for (variables, condition), effects in sometimes.items():
        numbers = {~old: ~new for new, (old, _) in enumerate(variables, len(schema.parameters))}
        literals = [_renamed(part, numbers) for part in _kept(task, condition)]
        done = [Effect((), TRUE, _literal(effect.literal, numbers)) for effect in effects]
        yield replace(
            schema,
            parameters=(*schema.parameters, *(kind for _, kind in variables)),
            precondition=And((*asked, *literals)),
            effects=(*always, *done),
        )


def _kept(task: LiftedTask, condition: Formula) -> tuple[Literal | Equality, ...]:
    """Return the parts of a condition that are literals, and those that say that two terms are different."""
    return tuple(
        part
        for part in conjuncts(condition)
        if (isinstance(part, Literal) and (part.positive or task.fluent[part.predicate]))
        or (isinstance(part, Equality) and not part.positive)
    )


def _renamed(part: Literal | Equality, numbers: dict[int, int]) -> Literal | Equality:
    if isinstance(part, Literal):
        return _literal(part, numbers)
    return Equality(numbers.get(part.left, part.left), numbers.get(part.right, part.right), part.positive)


def _literal(literal: Literal, numbers: dict[int, int]) -> Literal:
    return replace(literal, terms=tuple(numbers.get(term, term) for term in literal.terms))
