"""A space that is nothing but its table of transitions, and evaluators that are nothing but a table of values.

They are no SAS+ tasks and no pattern databases: the search must not notice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from beta_plan.jit import kernel
from beta_plan.sas.goals import GoalStates
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import State
from beta_plan.spaces.anchor_kernels import evaluates_alone
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import facts, pack, predecessors, unpack

_TEXT = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
STAMP = np.zeros(1, dtype=[(f"text_{_TEXT}", np.int8)])
"""Makes the types of tables depend on the text of this file: numba's cache must not answer with former kernels."""


class ExplicitTables(NamedTuple):
    """States are ranked in mixed radix; row r of the predecessors is ``starts[r]`` to ``starts[r + 1]``."""

    radix: Ints
    starts: Ints
    states: Ints
    actions: Ints
    stamp: np.ndarray = STAMP


class ValueTables(NamedTuple):
    """``values[r, i]`` is the i-th value of the state of rank r."""

    radix: Ints
    values: Ints
    stamp: np.ndarray = STAMP


@kernel
def rank(radix, state):
    number = 0
    for i in range(len(radix)):
        number = number * radix[i] + state[i]
    return number


@implements(predecessors, ExplicitTables)
@kernel
def explicit_predecessors(tables, state, out_states, out_actions):
    number = rank(tables.radix, state)
    begin, end = tables.starts[number], tables.starts[number + 1]
    if end - begin > len(out_actions):
        return -1
    for i in range(begin, end):
        for v in range(len(state)):
            out_states[i - begin, v] = tables.states[i, v]
        out_actions[i - begin] = tables.actions[i]
    return np.int64(end - begin)


@implements(pack, ExplicitTables)
@kernel
def explicit_pack(tables, state, words):
    """Deal the variables out to the words, whatever their number."""
    for i in range(len(words)):
        words[i] = 0
    for i in range(len(state)):
        word = i % len(words)
        words[word] = words[word] * np.uint64(tables.radix[i]) + np.uint64(state[i])


@implements(unpack, ExplicitTables)
@kernel
def explicit_unpack(tables, words, state):
    for start in range(len(words)):
        left = words[start]
        last = start + (len(state) - 1 - start) // len(words) * len(words)
        for i in range(last, start - 1, -len(words)):
            state[i] = left % np.uint64(tables.radix[i])
            left //= np.uint64(tables.radix[i])


@implements(facts, ExplicitTables)
@kernel
def explicit_facts(tables, state, out):
    offset = 0
    for i in range(len(state)):
        out[i] = offset + state[i]
        offset += tables.radix[i]
    return len(state)


@evaluates_alone(ValueTables)
@kernel
def table_evaluate(tables, state, h):
    number = rank(tables.radix, state)
    for i in range(len(h)):
        h[i] = tables.values[number, i]


@dataclass(frozen=True)
class ExplicitSpace:
    """Transitions as (action, s) lists for each state t that s leads to; ``radix`` are the numbers of values."""

    radix: tuple[int, ...]
    before: dict[State, list[tuple[int, State]]]
    goals: tuple[State, ...]
    num_words: int = 1

    @cached_property
    def tables(self) -> ExplicitTables:
        rows = [self.before.get(state, []) for state in self.states()]
        flat = [pair for row in rows for pair in row]
        return ExplicitTables(
            np.array(self.radix, dtype=np.int32),
            np.cumsum([0, *map(len, rows)]).astype(np.int32),
            np.array([s for _, s in flat], dtype=np.int32).reshape(-1, len(self.radix)),
            np.array([a for a, _ in flat], dtype=np.int32),
        )

    def states(self) -> Iterable[State]:
        """Yield all states by rank."""
        return product(*map(range, self.radix))

    @property
    def num_variables(self) -> int:
        return len(self.radix)

    num_movables = num_variables

    @property
    def num_facts(self) -> int:
        return sum(self.radix)

    @property
    def num_actions(self) -> int:
        return 1 + max((a for row in self.before.values() for a, _ in row), default=0)

    def goal_states(self, *, limit: int, seed: int) -> tuple[Ints, GoalStates]:
        info = GoalStates(self.goals[:limit], complete=len(self.goals) <= limit, uniform=True, how="completed")
        return np.array(info.states, dtype=np.int32).reshape(-1, len(self.radix)), info

    def facts_of(self, state: State) -> list[int]:
        """The facts of a state, from the definition: variable after variable."""
        return [sum(self.radix[:i]) + value for i, value in enumerate(state)]


@dataclass(frozen=True)
class TableEvaluators:
    """h[rank, i] is the value for ``ks[i]``."""

    radix: tuple[int, ...]
    ks: tuple[int, ...]
    h: Callable[[State], Sequence[int]]

    @cached_property
    def tables(self) -> ValueTables:
        rows = [list(self.h(state)) for state in product(*map(range, self.radix))]
        values = np.array(rows, dtype=np.int32).reshape(len(rows), len(self.ks))
        return ValueTables(np.array(self.radix, dtype=np.int32), values)


def no_evaluators(space: ExplicitSpace) -> TableEvaluators:
    return TableEvaluators(space.radix, (), lambda _: ())


def random_evaluators(space: ExplicitSpace, ks: tuple[int, ...], seed: int, *, largest: int = 9) -> TableEvaluators:
    rng = Random(seed)
    table = {state: [rng.randrange(largest + 1) for _ in ks] for state in space.states()}
    return TableEvaluators(space.radix, ks, table.__getitem__)


def random_space(seed: int, *, num_words: int = 1, degree: int = 4) -> ExplicitSpace:
    """A random graph: some states without predecessor, some goals, duplicates under other actions."""
    rng = Random(seed)
    radix = tuple(rng.randint(2, 5) for _ in range(rng.randint(2, 4)))
    states = list(product(*map(range, radix)))
    before = {}
    for t in states:
        choice = [s for s in rng.choices(states, k=rng.randint(0, degree)) if s != t]
        before[t] = [(action, s) for action, s in enumerate(choice)]
    goals = tuple(sorted(rng.sample(states, rng.randint(1, min(4, len(states))))))
    return ExplicitSpace(radix, before, goals, num_words)


def grid_space(side: int, dimensions: int, *, num_words: int = 1) -> ExplicitSpace:
    """Steps of one along each axis, from the middle."""
    before: dict[State, list[tuple[int, State]]] = {}
    for t in product(range(side), repeat=dimensions):
        steps = [(2 * axis + (d > 0), axis, t[axis] + d) for axis in range(dimensions) for d in (-1, 1)]
        before[t] = [(a, (*t[:axis], x, *t[axis + 1 :])) for a, axis, x in steps if 0 <= x < side]
    assert prod([side] * dimensions) == len(before)
    return ExplicitSpace((side,) * dimensions, before, ((side // 2,) * dimensions,), num_words)
