"""Ground actions of one schema: literals are templates, filled for all parameters at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.pddl.lifted import FunctionTerm, LiftedTask, Literal, Schema, Term, conjuncts
from beta_plan.pddl.relation import Relation
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import GroundEffects


@dataclass(frozen=True, eq=False)
class Block:
    """The ground actions of one schema, as in GroundTask; ``effects.action`` counts within the block."""

    arguments: Ints
    cost: Longs
    positive: Rows
    negative: Rows
    add: Rows
    delete: Rows
    effects: GroundEffects


class AtomIndex:
    """Numbers of the fluent atoms, predicate by predicate, in lexicographic order of their objects."""

    def __init__(self, task: LiftedTask, relations: Sequence[Relation]) -> None:
        self.relations = relations
        sizes = [len(r) if fluent else 0 for r, fluent in zip(relations, task.fluent, strict=True)]
        self.base = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)

    def __len__(self) -> int:
        return int(self.base[-1])

    def find(self, predicate: int, rows: NDArray[np.integer]) -> Ints:
        """Return the atom of each row of objects, or -1 where no legal state has it."""
        found = self.relations[predicate].find(rows)
        return np.where(found >= 0, found + self.base[predicate], -1).astype(np.int32)


def no_effects() -> GroundEffects:
    """Return an empty table of conditional effects."""
    return GroundEffects(np.empty(0, dtype=np.int32), Rows.of([]), Rows.of([]), Rows.of([]), Rows.of([]))


def fill(terms: Sequence[Term], rows: Ints) -> Ints:
    """Return the objects of ``terms`` for every row of parameters."""
    out = np.empty((len(rows), len(terms)), dtype=np.int32)
    for column, term in enumerate(terms):
        out[:, column] = term if term >= 0 else rows[:, ~term]
    return out


def instantiate_strips(task: LiftedTask, schema: Schema, rows: Ints, atoms: AtomIndex) -> Block:
    """Return the ground actions of a schema that is a conjunction with unconditional effects."""
    parts = [p for p in conjuncts(schema.precondition) if isinstance(p, Literal) and task.fluent[p.predicate]]
    effects = [effect.literal for effect in schema.effects]

    def matrix(literals: Sequence[Literal]) -> Ints:
        columns = [atoms.find(p.predicate, fill(p.terms, rows)) for p in literals]
        return np.stack(columns, axis=1) if columns else np.empty((len(rows), 0), dtype=np.int32)

    positive, negative = matrix([p for p in parts if p.positive]), matrix([p for p in parts if not p.positive])
    add, delete = matrix([e for e in effects if e.positive]), matrix([e for e in effects if not e.positive])
    possible = (positive >= 0).all(axis=1) & ~_shared(positive, negative).any(axis=1)
    delete[_shared(delete, add) | _shared(delete, negative)] = -1
    add[_shared(add, positive)] = -1
    keep = possible & ((add >= 0).any(axis=1) | (delete >= 0).any(axis=1))
    arguments = rows[keep]
    return Block(
        arguments=arguments,
        cost=costs(task, schema, arguments),
        positive=Rows.from_matrix(positive[keep]),
        negative=Rows.from_matrix(negative[keep]),
        add=Rows.from_matrix(add[keep]),
        delete=Rows.from_matrix(delete[keep]),
        effects=no_effects(),
    )


def _shared(left: Ints, right: Ints) -> NDArray[np.bool_]:
    """Mark the entries of ``left`` that stand in the same row of ``right`` too."""
    found = np.zeros(left.shape, dtype=bool)
    for i in range(left.shape[1]):
        for j in range(right.shape[1]):
            found[:, i] |= (left[:, i] == right[:, j]) & (left[:, i] >= 0)
    return found


def costs(task: LiftedTask, schema: Schema, rows: Ints) -> Longs:
    """Return the cost of the schema for every row of parameters."""
    if not isinstance(schema.cost, FunctionTerm):
        return np.full(len(rows), schema.cost, dtype=np.int64)
    values = task.functions[schema.cost.function]
    arity = len(schema.cost.terms)
    table = Relation(np.array(list(values), dtype=np.int32), arity)
    by_row = np.array([values[tuple(row)] for row in table.rows.tolist()], dtype=np.int64)
    return by_row[table.find(fill(schema.cost.terms, rows))] if len(rows) else np.empty(0, dtype=np.int64)
