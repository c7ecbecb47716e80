"""The lifted task as text: what was understood of the files, in normal form, and the static facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beta_plan.pddl.lifted import TRUE, And, Effect, Equality, Formula, FunctionTerm, LiftedTask, Literal, Or, Schema


def spell(task: LiftedTask) -> Iterator[str]:
    """Yield types with their objects, predicates, action schemas and the goal."""
    yield f"objects ({len(task.objects)})"
    yield f"  {' '.join(task.objects)}"
    yield f"types of parameters ({len(task.types)})"
    for name, members in zip(task.type_names, task.types, strict=True):
        yield f"  {name}: {' '.join(task.objects[o] for o in members)}"
    yield f"predicates ({len(task.predicates)})"
    for name, arity, fluent, rows in zip(task.predicates, task.arities, task.fluent, task.init, strict=True):
        yield f"  {name}/{arity} {'fluent' if fluent else 'static'}, {len(rows)} in init"
    yield f"schemas ({len(task.schemas)})"
    for schema in task.schemas:
        yield from _schema(task, schema)
    yield "goal"
    yield f"  {_formula(task, task.goal)}"


def static_atoms(task: LiftedTask) -> Iterator[str]:
    """Yield the atoms of the initial state that no action can change, as PDDL text."""
    for name, fluent, rows in zip(task.predicates, task.fluent, task.init, strict=True):
        if not fluent:
            yield from (f"({name}{_terms(task, row)})" for row in rows)


def _schema(task: LiftedTask, schema: Schema) -> Iterator[str]:
    yield f"  {schema.name} {_declared(task, list(enumerate(schema.parameters)))}  cost {_cost(task, schema)}"
    yield f"    pre  {_formula(task, schema.precondition)}"
    for effect in schema.effects:
        yield f"    post {_effect(task, effect)}"


def _effect(task: LiftedTask, effect: Effect) -> str:
    text = _formula(task, effect.literal)
    if effect.condition != TRUE:
        text += f" when {_formula(task, effect.condition)}"
    return f"{text} for all {_declared(task, effect.variables)}" if effect.variables else text


def _cost(task: LiftedTask, schema: Schema) -> str:
    if isinstance(schema.cost, FunctionTerm):
        return f"({task.function_names[schema.cost.function]}{_terms(task, schema.cost.terms)})"
    return str(schema.cost)


def _declared(task: LiftedTask, variables: Sequence[tuple[int, int]]) -> str:
    return f"({' '.join(f'?{v} - {task.type_names[kind]}' for v, kind in variables)})"


def _terms(task: LiftedTask, terms: Sequence[int]) -> str:
    return "".join(f" {task.objects[t] if t >= 0 else f'?{~t}'}" for t in terms)


def _formula(task: LiftedTask, formula: Formula) -> str:
    if isinstance(formula, (Literal, Equality)):
        name = "=" if isinstance(formula, Equality) else task.predicates[formula.predicate]
        terms = (formula.left, formula.right) if isinstance(formula, Equality) else formula.terms
        atom = f"({name}{_terms(task, terms)})"
        return atom if formula.positive else f"(not {atom})"
    if isinstance(formula, (And, Or)):
        parts = "".join(f" {_formula(task, part)}" for part in formula.parts)
        return f"({'and' if isinstance(formula, And) else 'or'}{parts})"
    quantifier = "forall" if formula.universal else "exists"
    return f"({quantifier} {_declared(task, formula.variables)} {_formula(task, formula.body)})"
