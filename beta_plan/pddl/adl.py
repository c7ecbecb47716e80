"""Ground actions of schemas with quantifiers, disjunction or conditional effects, one by one.

A formula under a binding becomes its disjunctive normal form: static literals, equality and atoms that no
legal state has are evaluated on the way, so what remains is short in every domain in use. Each disjunct of
a precondition is an action of its own, each disjunct of an effect condition an effect of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

import numpy as np

from beta_plan.errors import UnsupportedFeature
from beta_plan.pddl.instantiate import AtomIndex, Block, costs
from beta_plan.pddl.lifted import And, Effect, Equality, Formula, LiftedTask, Literal, Or, Schema
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.task import GroundEffects

Cube = frozenset[int]
"""A conjunction of ground literals: ``atom`` where it must be true, ``~atom`` where it must be false."""

MAX_DISJUNCTS = 10_000
MAX_BINDINGS = 5_000_000
"""Choices of objects for the variables of one quantifier."""
_TRUE: list[Cube] = [frozenset()]
_LONG = 64


class Grounder:
    """Evaluates formulas of one task under bindings of their variables."""

    def __init__(self, task: LiftedTask, atoms: AtomIndex) -> None:
        self.task = task
        self.static = [None if fluent else frozenset(rows) for rows, fluent in zip(task.init, task.fluent, strict=True)]
        self.fluent = [
            {tuple(row): number for number, row in enumerate(relation.rows.tolist(), start=int(base))} if fluent else {}
            for relation, base, fluent in zip(atoms.relations, atoms.base, task.fluent, strict=False)
        ]

    def disjuncts(self, formula: Formula, binding: list[int]) -> list[Cube]:
        """Return the disjunctive normal form; [] is false, [{}] is true."""
        if isinstance(formula, Literal):
            return self._literal(formula, binding)
        if isinstance(formula, Equality):
            return (
                _TRUE if (_value(formula.left, binding) == _value(formula.right, binding)) == formula.positive else []
            )
        if isinstance(formula, And):
            return _conjoin(self.disjuncts(part, binding) for part in formula.parts)
        if isinstance(formula, Or):
            return _disjoin(self.disjuncts(part, binding) for part in formula.parts)
        parts = (self.disjuncts(formula.body, inner) for inner in self.bindings(formula.variables, binding))
        return _conjoin(parts) if formula.universal else _disjoin(parts)

    def bindings(self, variables: Sequence[tuple[int, int]], binding: list[int]) -> Iterator[list[int]]:
        """Extend ``binding`` in place by every choice of objects for ``variables``."""
        if not variables:
            yield binding
            return
        width = max(v for v, _ in variables) + 1
        if len(binding) < width:
            binding.extend([-1] * (width - len(binding)))
        if prod(len(self.task.types[kind]) for _, kind in variables) > MAX_BINDINGS:
            raise TooManyDisjuncts
        for objects in product(*(self.task.types[kind] for _, kind in variables)):
            for (v, _), o in zip(variables, objects, strict=True):
                binding[v] = o
            yield binding

    def atom(self, literal: Literal, binding: list[int]) -> int | None:
        """Return the number of a fluent atom, None where no legal state has it."""
        return self.fluent[literal.predicate].get(tuple(_value(t, binding) for t in literal.terms))

    def _literal(self, literal: Literal, binding: list[int]) -> list[Cube]:
        static = self.static[literal.predicate]
        if static is not None:
            held = tuple(_value(t, binding) for t in literal.terms) in static
            return _TRUE if held == literal.positive else []
        atom = self.atom(literal, binding)
        if atom is None:
            return [] if literal.positive else _TRUE
        return [frozenset([atom if literal.positive else ~atom])]


def _value(term: int, binding: list[int]) -> int:
    return term if term >= 0 else binding[~term]


def _conjoin(parts: Iterable[list[Cube]]) -> list[Cube]:
    units: set[int] = set()
    alternatives: list[list[Cube]] = []
    for part in parts:
        if not part:
            return []
        if len(part) == 1:
            units |= part[0]
        else:
            alternatives.append(part)
    if any(~literal in units for literal in units):
        return []
    result = [frozenset(units)]
    for part in alternatives:
        result = _without_supersets(
            left | right for left in result for right in part if not any(~x in left for x in right)
        )
    return result


def _disjoin(parts: Iterable[list[Cube]]) -> list[Cube]:
    cubes: list[Cube] = []
    for part in parts:
        if part and not part[0]:
            return _TRUE
        cubes.extend(part)
    return _without_supersets(cubes)


def _without_supersets(cubes: Iterable[Cube]) -> list[Cube]:
    """Return the distinct cubes in their order; a cube that another one implies goes (in short lists)."""
    distinct = list(dict.fromkeys(cubes))
    if len(distinct) > MAX_DISJUNCTS:
        raise TooManyDisjuncts
    if 1 < len(distinct) <= _LONG:
        distinct = [c for c in distinct if not any(other < c for other in distinct)]
    return distinct


class TooManyDisjuncts(Exception):
    """A disjunctive normal form outgrew MAX_DISJUNCTS, or a quantifier MAX_BINDINGS."""


def instantiate_adl(task: LiftedTask, schema: Schema, rows: Ints, grounder: Grounder) -> Block:
    """Return the ground actions of any schema."""
    table: list[tuple[int, Cube, Cube, Cube, _When]] = []
    for number, row in enumerate(rows.tolist()):
        try:
            preconditions = grounder.disjuncts(schema.precondition, row)
            effects = _effects(schema, row, grounder) if preconditions else []
        except TooManyDisjuncts:
            name = " ".join([schema.name, *(task.objects[o] for o in row[: len(schema.parameters)])])
            raise UnsupportedFeature(
                f"the conditions of action ({name}) have too many cases (more than {MAX_DISJUNCTS:,} alternatives, or "
                f"{MAX_BINDINGS:,} choices of objects)",
                remedy="write its disjunctions as separate actions, or quantify over fewer variables",
            ) from None
        for pre in preconditions:
            add, delete, when = _simplify(pre, effects)
            if add or delete or when:
                table.append((number, pre, add, delete, when))
    return _block(task, schema, rows, table)


_When = dict[Cube, tuple[set[int], set[int]]]


def _effects(schema: Schema, row: list[int], grounder: Grounder) -> list[tuple[Cube, int, bool]]:
    """Return (condition, atom, whether it is added) of every effect that can happen."""
    found: list[tuple[Cube, int, bool]] = []
    for effect in schema.effects:
        for binding in grounder.bindings(effect.variables, list(row)):
            found.extend(_instances(effect, binding, grounder))
    return found


def _instances(effect: Effect, binding: list[int], grounder: Grounder) -> Iterator[tuple[Cube, int, bool]]:
    conditions = grounder.disjuncts(effect.condition, binding)
    if conditions:
        atom = grounder.atom(effect.literal, binding)
        if atom is not None:
            yield from ((condition, atom, effect.literal.positive) for condition in conditions)


def _simplify(pre: Cube, effects: list[tuple[Cube, int, bool]]) -> tuple[Cube, Cube, _When]:
    """Return the certain adds and deletes, and the conditional ones, of an action with precondition ``pre``.

    What the precondition decides leaves the conditions. An add wins over a delete of the same atom. An effect
    that cannot change anything goes: a delete of what is false, an add of what is true and stays so.
    """
    possible = [(cond - pre, atom, positive) for cond, atom, positive in effects if not any(~x in pre for x in cond)]
    moving = {cond for cond, _, positive in possible if positive}
    possible = [
        (_asked(cond, atom, moving) if not positive else cond, atom, positive) for cond, atom, positive in possible
    ]
    add = {atom for cond, atom, positive in possible if positive and not cond}
    delete = {atom for cond, atom, positive in possible if not positive and not cond} - add
    deleted = {atom for _, atom, positive in possible if not positive and atom not in add}
    when: _When = {}
    for cond, atom, positive in possible:
        if not cond or atom in add:
            continue
        known_true, known_false = atom in pre or atom in cond, ~atom in pre or ~atom in cond
        if (positive and known_true and atom not in deleted) or (not positive and (known_false or atom in delete)):
            continue
        when.setdefault(cond, (set(), set()))[0 if positive else 1].add(atom)
    for adds, deletes in when.values():
        deletes -= adds
    when = {cond: sides for cond, sides in when.items() if sides[0] or sides[1]}
    no_change = frozenset(atom for atom in add if atom in pre)
    return frozenset(add) - no_change, frozenset(atom for atom in delete if ~atom not in pre), when


def _asked(condition: Cube, deleted: int, moving: AbstractSet[Cube]) -> Cube:
    """Return the condition of a delete; none where it asks only for what is deleted, which then is false in any case.

    What comes under the same condition takes the place of what goes, so that they stay together.
    """
    return frozenset() if condition == {deleted} and condition not in moving else condition


def _block(task: LiftedTask, schema: Schema, rows: Ints, table: list[tuple[int, Cube, Cube, Cube, _When]]) -> Block:
    arguments = rows[np.array([entry[0] for entry in table], dtype=np.int64)]
    when = [(action, cond, *sides) for action, entry in enumerate(table) for cond, sides in entry[4].items()]
    return Block(
        arguments=arguments,
        cost=costs(task, schema, arguments),
        positive=_positive(entry[1] for entry in table),
        negative=_negative(entry[1] for entry in table),
        add=Rows.of([sorted(entry[2]) for entry in table]),
        delete=Rows.of([sorted(entry[3]) for entry in table]),
        effects=GroundEffects(
            action=np.array([entry[0] for entry in when], dtype=np.int32),
            positive=_positive(entry[1] for entry in when),
            negative=_negative(entry[1] for entry in when),
            add=Rows.of([sorted(entry[2]) for entry in when]),
            delete=Rows.of([sorted(entry[3]) for entry in when]),
        ),
    )


def _positive(cubes: Iterable[Cube]) -> Rows:
    return Rows.of([sorted(x for x in cube if x >= 0) for cube in cubes])


def _negative(cubes: Iterable[Cube]) -> Rows:
    return Rows.of([sorted(~x for x in cube if x < 0) for cube in cubes])
