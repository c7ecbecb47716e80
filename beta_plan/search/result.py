"""What a search found: every generated state with its values and its way to the goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

import numpy as np

from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import State
from beta_plan.search.kernels import NO_PARENT, Scratch, action_between
from beta_plan.search.scratch import double, scratch
from beta_plan.spaces.protocol import StateSpace, Words, unpack

_CHUNK = 1 << 22
"""Profiles are looked through in pieces of so many states."""


class Status(Enum):
    """Why a search ended; the values are those of the command line's JSON."""

    EXHAUSTED = "exhausted"
    MAX_EXPANSIONS = "max-expansions"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, eq=False)
class SearchResult:
    """States are numbered in generation order, goal states first.

    ``num_generated`` counts every predecessor that was looked at, also those that were known; ``num_states`` counts
    different states. ``peak_memory`` is in bytes, of the whole process. Row ``profile_of[i]`` of ``profiles`` holds
    the values that the terms in ``terms`` had for state i when it was generated.
    """

    status: Status
    num_expanded: int
    num_generated: int
    seconds: float
    peak_memory: int
    objective: Ordering
    terms: tuple[Term, ...]
    profiles: Ints
    profile_of: Ints = field(repr=False)
    space: StateSpace = field(repr=False)
    packed: Words = field(repr=False)
    parent: Ints = field(repr=False)

    @property
    def num_states(self) -> int:
        """How many different states were generated."""
        return len(self.parent)

    def state(self, number: int) -> State:
        """Return a state as a tuple of values."""
        row = np.zeros(self.space.num_variables, dtype=np.int32)
        unpack(self.space.tables, self.packed[number], row)
        return tuple(row.tolist())

    def path(self, number: int) -> list[int]:
        """Return the actions that lead from a state forward to a goal state."""
        actions = []
        while self.parent[number] != NO_PARENT:
            actions.append(self._action(number, int(self.parent[number])))
            number = int(self.parent[number])
        return actions

    @cached_property
    def values(self) -> Ints:
        """The objective's values of every state, int32[num_states, terms of the objective].

        ``ranked`` needs less memory where there are many states.
        """
        return self.values_of(self.objective)

    def values_of(self, ordering: Ordering) -> Ints:
        """Return the values of every state for the terms of an ordering, novelty too; all must be in ``terms``."""
        if not ordering.terms:
            return np.zeros((self.num_states, 0), dtype=np.int32)
        chosen: Ints = self._columns(ordering)[self.profile_of]
        return chosen

    def ranked(self) -> Iterator[int]:
        """Yield the numbers of all states, largest objective value first, equal ones in generation order."""
        if not self.objective.terms:
            yield from range(self.num_states)
            return
        distinct, group_of = np.unique(self._columns(self.objective), axis=0, return_inverse=True)
        group_of = group_of.reshape(-1)
        for group in reversed(range(len(distinct))):
            wanted = group_of == group
            for begin in range(0, self.num_states, _CHUNK):
                found = np.flatnonzero(wanted[self.profile_of[begin : begin + _CHUNK]])
                yield from (begin + found).tolist()

    def _columns(self, ordering: Ordering) -> Ints:
        """Return the profiles, reduced to the terms of an ordering."""
        reduced: Ints = self.profiles[:, [self.terms.index(term) for term in ordering.terms]]
        return reduced

    def _action(self, number: int, parent: int) -> int:
        while True:
            found = int(action_between(self.space.tables, self.packed[number], self.packed[parent], self._scratch))
            if found >= 0:
                return found
            assert found == -1, f"state {number} is no predecessor of its parent"
            double(self._scratch)

    @cached_property
    def _scratch(self) -> Scratch:
        return scratch(self.space, 256)
