"""Conditional effects over atoms, rewritten over the facts of variables.

An add sets its variable. A delete sets it to NONE_OF_THOSE where the deleted atom was true and no add of the
same variable fires: adds win. Conditions keep only what the precondition leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Protocol

import numpy as np

from beta_plan.errors import UnsupportedFeature
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.task import ConditionalEffects, GroundTask

MAX_PIECES = 10_000

Cube = frozenset[int]
"""A conjunction of facts, at most one of a variable."""


class Numbering(Protocol):
    """What is needed to know of the facts of chosen variables."""

    variable_of: Longs
    fact_of: Ints
    none_of: Ints

    def values_of(self, fact: int) -> range:
        """Return all facts of the variable that ``fact`` is a value of."""


def rewrite_conditional(
    numbering: Numbering, task: GroundTask, source: Longs, pre: Rows, post: Rows, maybe: Rows
) -> tuple[Rows, ConditionalEffects]:
    """Return the certain effects, some of which turn out so only here, and the conditional ones.

    Row ``i`` of ``pre``, ``post`` and ``maybe`` belongs to the ground action ``source[i]``; ``maybe`` are the
    facts that it deletes if they are true and nothing is added in their place.
    """
    by_action: dict[int, list[int]] = {}
    for effect, action in enumerate(task.effects.action.tolist()):
        by_action.setdefault(action, []).append(effect)
    found: list[tuple[int, Cube, int]] = []
    busy = set(np.flatnonzero(maybe.lengths > 0).tolist())
    if by_action:
        busy |= {row for row, action in enumerate(source.tolist()) if action in by_action}
    for row in sorted(busy):
        action = _Action(numbering, pre[row].tolist(), post[row].tolist())
        for effect in by_action.get(int(source[row]), []):
            action.read(task, effect)
        for fact in maybe[row].tolist():
            action.deletes.append((frozenset(), fact))
        found += [(row, cube, fact) for cube, fact in action.effects()]
    certain = [(row, fact) for row, cube, fact in found if not cube]
    rest = sorted(((row, tuple(sorted(cube)), fact) for row, cube, fact in found if cube))
    if certain:
        owners = np.concatenate([post.owners, [row for row, _ in certain]])
        post = Rows.from_pairs(owners, np.concatenate([post.values, [fact for _, fact in certain]]), len(post))
    return post, ConditionalEffects(
        action=np.array([row for row, _, _ in rest], dtype=np.int32),
        condition=Rows.of([cube for _, cube, _ in rest]),
        fact=np.array([fact for _, _, fact in rest], dtype=np.int32),
    )


class _Action:
    """The conditional effects of one action, while they are rewritten."""

    def __init__(self, numbering: Numbering, pre: list[int], post: list[int]) -> None:
        self.numbering = numbering
        self.pre = {self.variable(f): f for f in pre}
        self.set_for_certain = {self.variable(f) for f in post}
        self.adds: list[tuple[Cube, int]] = []
        self.deletes: list[tuple[Cube, int]] = []

    def variable(self, fact: int) -> int:
        return int(self.numbering.variable_of[fact])

    def read(self, task: GroundTask, effect: int) -> None:
        fact_of = self.numbering.fact_of
        effects = task.effects
        for cube in self._cubes(fact_of[effects.positive[effect]].tolist(), fact_of[effects.negative[effect]].tolist()):
            self.adds += [(cube, fact) for fact in fact_of[effects.add[effect]].tolist()]
            self.deletes += [(cube, fact) for fact in fact_of[effects.delete[effect]].tolist()]

    def _cubes(self, positive: list[int], negative: list[int]) -> Iterable[Cube]:
        """Yield the conditions, free of negation and of what the precondition decides."""
        cube = self._extended(frozenset(), positive)
        if cube is None:
            return
        left: dict[int, set[int]] = {}
        for fact in negative:
            value = self._value(cube, self.variable(fact))
            if value == fact:
                return
            if value is None:
                left.setdefault(self.variable(fact), set(self.numbering.values_of(fact))).discard(fact)
        for choice in product(*map(sorted, left.values())):
            yield cube | frozenset(choice)

    def _value(self, cube: Cube, variable: int) -> int | None:
        if variable in self.pre:
            return self.pre[variable]
        return next((f for f in cube if self.variable(f) == variable), None)

    def _extended(self, cube: Cube, facts: Iterable[int]) -> Cube | None:
        """Return the cube with more facts, None where that cannot hold together with the precondition."""
        for fact in facts:
            value = self._value(cube, self.variable(fact))
            if value is None:
                cube |= {fact}
            elif value != fact:
                return None
        return cube

    def effects(self) -> list[tuple[Cube, int]]:
        """Return (condition, fact) of everything that may happen beyond the certain effects."""
        found: dict[tuple[Cube, int], None] = {}
        arrivals: dict[int, list[Cube]] = {}
        for cube, fact in self.adds:
            variable = self.variable(fact)
            arrivals.setdefault(variable, []).append(cube)
            if variable not in self.set_for_certain and self._value(cube, variable) != fact:
                found[cube, fact] = None
        for cube, fact in self.deletes:
            variable = self.variable(fact)
            none = int(self.numbering.none_of[variable])
            start = self._extended(cube, [fact])
            if variable in self.set_for_certain or none < 0 or start is None:
                continue
            for rest in self._excluding(start, arrivals.get(variable, [])):
                found[rest, none] = None
        return list(found)

    def _excluding(self, cube: Cube, conditions: list[Cube]) -> list[Cube]:
        """Return the parts of ``cube`` in which none of the conditions holds, as cubes."""
        parts = [cube]
        for condition in conditions:
            parts = list(dict.fromkeys(piece for part in parts for piece in self._minus(part, condition)))
            if len(parts) > MAX_PIECES:
                raise UnsupportedFeature(
                    f"the conditional effects of an action overlap in more than {MAX_PIECES:,} ways",
                    remedy="write its cases as separate actions",
                )
        return parts

    def _minus(self, cube: Cube, condition: Cube) -> list[Cube]:
        if self._extended(cube, condition) is None:
            return [cube]
        pieces = []
        for fact in sorted(condition - cube):
            pieces += [cube | {other} for other in self.numbering.values_of(fact) if other != fact]
            cube |= {fact}
        return pieces
