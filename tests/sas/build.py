"""SAS+ tasks from a few words.

``task({"box": "a b"}, [action("push", "box=a", "box=b")], "box=b", "box=a")`` reads: variables with their values,
actions <pre, post>, the goal (a list: alternatives), the reference state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from beta_plan.sas.rows import Rows
from beta_plan.sas.task import (
    NONE_OF_THOSE,
    ActionNames,
    ActionTable,
    AtomTable,
    ConditionalEffects,
    LinearInvariant,
    MutexGroup,
    SasTask,
    Variable,
)


@dataclass(frozen=True)
class Action:
    name: str
    pre: str
    post: str
    when: tuple[tuple[str, str], ...] = ()


def action(name: str, pre: str, post: str, *when: tuple[str, str]) -> Action:
    return Action(name, pre, post, when)


def task(
    variables: dict[str, str],
    actions: Sequence[Action],
    goals: str | Sequence[str],
    init: str | None,
    *,
    exactly_one: Iterable[str] = (),
    at_most_one: Iterable[str] = (),
    linear: Iterable[tuple[str, int]] = (),
) -> SasTask:
    """Build a task; the value ``none`` is NONE_OF_THOSE; a linear invariant reads ``("2*cap=2 p=in", 2)``."""
    facts = {f"{v}={x}": i for i, (v, x) in enumerate((v, x) for v, xs in variables.items() for x in xs.split())}
    atoms = {fact: i for i, fact in enumerate(f for f in facts if not f.endswith("=none"))}

    def row(text: str) -> list[int]:
        return [facts[word] for word in text.split()]

    effects = [(i, row(c), fact) for i, a in enumerate(actions) for c, e in a.when for fact in row(e)]
    built = SasTask(
        atoms=_atoms(list(atoms)),
        variables=tuple(
            Variable(v, tuple(atoms.get(f"{v}={x}", NONE_OF_THOSE) for x in xs.split()), tuple(xs.split()))
            for v, xs in variables.items()
        ),
        actions=ActionTable(
            names=_names([a.name for a in actions]),
            cost=np.ones(len(actions), dtype=np.int64),
            pre=Rows.of([row(a.pre) for a in actions]),
            post=Rows.of([row(a.post) for a in actions]),
            conditional=ConditionalEffects(
                action=np.array([i for i, _, _ in effects], dtype=np.int32),
                condition=Rows.of([c for _, c, _ in effects]),
                fact=np.array([f for _, _, f in effects], dtype=np.int32),
            ),
        ),
        goals=tuple(tuple(row(g)) for g in ([goals] if isinstance(goals, str) else goals)),
        init=None,
        mutex_groups=(
            *(MutexGroup(tuple(row(g)), True) for g in exactly_one),
            *(MutexGroup(tuple(row(g)), False) for g in at_most_one),
        ),
        linear_invariants=tuple(_linear(facts, text, value) for text, value in linear),
        true_atoms=(),
    )
    return built if init is None else replace(built, init=state_of(built, init))


def state_of(task: SasTask, text: str) -> tuple[int, ...]:
    """Return the state that ``v=x w=y ...`` spells, each variable once."""
    chosen = dict(word.split("=") for word in text.split())
    assert set(chosen) == {v.name for v in task.variables}
    return tuple(v.values.index(chosen[v.name]) for v in task.variables)


def fact_of(task: SasTask, text: str) -> int:
    name, value = text.split("=")
    variable = next(i for i, v in enumerate(task.variables) if v.name == name)
    return int(task.offsets[variable]) + task.variables[variable].values.index(value)


def _linear(facts: dict[str, int], text: str, value: int) -> LinearInvariant:
    words = [word.split("*") if "*" in word else ["1", word] for word in text.split()]
    return LinearInvariant(tuple(facts[f] for _, f in words), tuple(int(w) for w, _ in words), value)


def _atoms(names: list[str]) -> AtomTable:
    """Name the predicate of ``truck2=a`` truck: the letters that begin the variable's name."""
    split = [(re.match("[a-z]*", name)[0], name.split("=")[1]) for name in names]  # type: ignore[index]
    predicates, objects = sorted({p for p, _ in split}), sorted({o for _, o in split})
    return AtomTable(
        tuple(predicates),
        tuple(objects),
        np.array([predicates.index(p) for p, _ in split], dtype=np.int32),
        Rows.of([[objects.index(o)] for _, o in split]),
    )


def _names(names: list[str]) -> ActionNames:
    split = [name.split() for name in names]
    schemas = sorted({words[0] for words in split})
    objects = sorted({word for words in split for word in words[1:]})
    return ActionNames(
        tuple(schemas),
        tuple(objects),
        np.array([schemas.index(words[0]) for words in split], dtype=np.int32),
        Rows.of([[objects.index(word) for word in words[1:]] for words in split]),
    )
