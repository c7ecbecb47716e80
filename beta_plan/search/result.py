"""What a search found: every generated state with its values and its way to the goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, partial

import numpy as np

from beta_plan.evaluators.ordering import Ordering, Term
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import State
from beta_plan.search.kernels import NO_PARENT, Scratch, action_between
from beta_plan.search.result_kernels import unpack_rows
from beta_plan.search.scratch import double, scratch
from beta_plan.spaces.protocol import StateSpace, Words, unpack


class Status(Enum):
    """Why a search ended; the values are those of the command line's JSON."""

    EXHAUSTED = "exhausted"
    MAX_EXPANSIONS = "max-expansions"
    TIME_LIMIT = "time-limit"
    MEMORY_LIMIT = "memory-limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Effort:
    """What a forward search, called by its name, has expanded for a state until it was solved, or given up."""

    name: str
    expanded: int
    is_solved: bool


@dataclass(frozen=True)
class Way:
    """A state, and what finds the actions from it to a goal state.

    ``source`` is the search of several that met it; ``efforts`` are those of the judges who were asked about it.
    """

    state: State
    find_path: Callable[[], list[int]]
    source: int = 0
    efforts: tuple[Effort, ...] = field(default=(), compare=False)

    @property
    def path(self) -> list[int]:
        """The actions from the state to a goal state."""
        return self.find_path()


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

    def way(self, number: int) -> Way:
        """Return a state with what finds its path; as long as that is kept, so is all that was found."""
        return Way(self.state(number), partial(self.path, number))

    def ways(self, numbers: Sequence[int]) -> list[Way]:
        """Return states with what finds their paths; nothing else of what was found is kept for that."""
        wanted: dict[int, int] = {}
        for number in numbers:
            chain = []
            while number not in wanted and number != NO_PARENT:
                chain.append(number)
                number = int(self.parent[number])
            wanted |= {each: place for place, each in enumerate(reversed(chain), len(wanted))}
        chosen = np.fromiter(wanted, dtype=np.int64, count=len(wanted))
        parents = [wanted.get(parent, NO_PARENT) for parent in self.parent[chosen].tolist()]
        few = replace(
            self,
            profile_of=self.profile_of[chosen] if len(self.profile_of) else self.profile_of,
            packed=self.packed[chosen],
            parent=np.array(parents, dtype=np.int32),
        )
        return [few.way(wanted[number]) for number in numbers]

    def goals(self, limit: int) -> range:
        """Return the numbers of the first goal states."""
        return range(int((self.parent[:limit] == NO_PARENT).sum()))

    def root(self, number: int) -> int:
        """Return the number of the goal state from which a state was found."""
        while self.parent[number] != NO_PARENT:
            number = int(self.parent[number])
        return number

    def states(self, numbers: Longs) -> Ints:
        """Return states as rows of values."""
        rows = np.zeros((len(numbers), self.space.num_variables), dtype=np.int32)
        unpack_rows(self.space.tables, self.packed, np.asarray(numbers, dtype=np.int64), rows)
        return rows

    @cached_property
    def levels(self) -> Ints:
        """The different values of the objective, a row each, ascending."""
        return self._levels[0]

    def level_of(self, begin: int, end: int) -> Ints:
        """Return the row of ``levels`` of each state of a range of numbers."""
        if not self.objective.terms:
            return np.zeros(end - begin, dtype=np.int32)
        found: Ints = self._levels[1][self.profile_of[begin:end]]
        return found

    def values_of(self, ordering: Ordering) -> Ints:
        """Return the values of every state for the terms of an ordering, novelty too; all must be in ``terms``."""
        if not ordering.terms:
            return np.zeros((self.num_states, 0), dtype=np.int32)
        chosen: Ints = self._columns(ordering)[self.profile_of]
        return chosen

    @cached_property
    def _levels(self) -> tuple[Ints, Ints]:
        """The different values of the objective, and which of them each profile has."""
        if not self.objective.terms:
            return np.zeros((1, 0), dtype=np.int32), np.zeros(0, dtype=np.int32)
        rows, level_of = np.unique(self._columns(self.objective), axis=0, return_inverse=True)
        return rows, level_of.reshape(-1).astype(np.int32)

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
