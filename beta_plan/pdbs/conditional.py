"""Conditional effects seen through a pattern: exact where it decides a condition, else they may fire or not."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from beta_plan.pdbs.projection import Mask, PatternTooLarge, Projection
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import SasTask

_MOST_WORLDS = 1 << 10


@dataclass(frozen=True)
class _Effect:
    """Set ``place`` to ``value`` where ``inside`` (by place) and ``outside`` (by variable) held before."""

    inside: dict[int, int]
    outside: dict[int, int]
    place: int
    value: int


@dataclass(frozen=True)
class Case:
    """One action with conditional effects: what it asks of the pattern, sets for certain, and may set."""

    pre: dict[int, int]
    post: dict[int, int]
    effects: tuple[_Effect, ...]
    domains: dict[int, int]

    @classmethod
    def of(cls, task: SasTask, projection: Projection, pre: list[int], action: int, effects: list[int]) -> Case:
        """Return an action through the eyes of a pattern; ``pre`` are all facts known to hold before it.

        Of conditions only what ``pre`` leaves open is kept; effects that cannot fire are left out.
        """

        def assign(facts: list[int]) -> dict[int, int]:
            return {int(task.variable_of[f]): f - int(task.offsets[task.variable_of[f]]) for f in facts}

        def inside(values: dict[int, int]) -> dict[int, int]:
            places = projection.place_of
            return {int(places[v]): x for v, x in values.items() if places[v] >= 0}

        known, table = assign(pre), task.actions.conditional
        post = inside(assign(task.actions.post[action].tolist()))
        found, domains = [], {}
        for number in effects:
            ((variable, value),) = assign([int(table.fact[number])]).items()
            place = int(projection.place_of[variable])
            condition = assign(table.condition[number].tolist())
            if place < 0 or any(known.get(v, x) != x for v, x in condition.items()):
                continue
            left = {v: x for v, x in condition.items() if v not in known}
            outside = {v: x for v, x in left.items() if projection.place_of[v] < 0}
            domains.update({v: len(task.variables[v].values) for v in outside})
            found.append(_Effect(inside(left), outside, place, value))
        return cls(inside(known), post, tuple(found), domains)


def cases(case: Case, projection: Projection, *, limit: int) -> tuple[Ints, Ints]:
    """Return (before, after) of every abstract transition of an action; -1 is a value that it does not ask for.

    Raises:
        PatternTooLarge: there are more than ``limit``.
    """
    matter = {*case.pre, *case.post}
    for effect in case.effects:
        matter |= {effect.place, *effect.inside}
    places = sorted(matter)
    values = [[case.pre[p]] if p in case.pre else range(projection.sizes[p]) for p in places]
    scenarios = _scenarios(case, limit)
    if prod(map(len, values)) * len(scenarios) > limit:
        raise PatternTooLarge(f"too many abstract actions in {projection.pattern}")
    rows = list(product(*values))
    before = np.full((len(rows), len(projection.pattern)), -1, dtype=np.int32)
    before[:, places] = np.array(rows, dtype=np.int32).reshape(len(rows), len(places))
    results = [_apply(case, before, fires) for fires in scenarios]
    return np.concatenate([before] * len(results)), np.concatenate(results)


def _apply(case: Case, before: Ints, fires: tuple[bool, ...]) -> Ints:
    after = before.copy()
    for place, value in case.post.items():
        after[:, place] = value
    for effect, may_fire in zip(case.effects, fires, strict=True):
        if may_fire:
            held: Mask = np.ones(len(before), dtype=bool)
            for place, value in effect.inside.items():
                held &= before[:, place] == value
            after[held, effect.place] = effect.value
    return after


def _scenarios(case: Case, limit: int) -> list[tuple[bool, ...]]:
    """Return which effects the world outside lets fire together, in every way it can be.

    A variable outside has one of the values that conditions mention, or another. If these are too many ways, each
    variable of the pattern is taken for itself: it keeps its value or gets one of those that effects set.
    """
    mentioned = {v: sorted({e.outside[v] for e in case.effects if v in e.outside}) for v in case.domains}
    choices = [[*xs, *([-1] if len(xs) < case.domains[v] else [])] for v, xs in mentioned.items()]
    if prod(map(len, choices)) <= _MOST_WORLDS:
        worlds = (dict(zip(mentioned, world, strict=True)) for world in product(*choices))
        found = (tuple(all(world[v] == x for v, x in e.outside.items()) for e in case.effects) for world in worlds)
        return list(dict.fromkeys(found))
    open_effects = [e for e in case.effects if e.outside]
    targets = {e.place: sorted({o.value for o in open_effects if o.place == e.place}) for e in open_effects}
    if prod(len(xs) + 1 for xs in targets.values()) > limit:
        raise PatternTooLarge("too many ways for conditional effects to fire")
    ways = (dict(zip(targets, way, strict=True)) for way in product(*([-1, *xs] for xs in targets.values())))
    return [tuple(not e.outside or way[e.place] == e.value for e in case.effects) for way in ways]
