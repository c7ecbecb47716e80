"""What a search may ask of a state space and of an evaluator, whatever stands behind them.

A space has two faces. Kernels see a *tables* tuple: a NamedTuple of arrays, one type for each kind of space, and call
the verbs below, which find their implementation by that type (``beta_plan.spaces.dispatch``). Python sees a
``StateSpace``. A state is a row of values, int32[V]; the tables of one kind may hold scratch memory, so one tuple
serves one thread at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints
from beta_plan.spaces.dispatch import kernel_protocol

if TYPE_CHECKING:  # kernel modules import this one, and goal states are no matter of theirs
    from beta_plan.sas.goals import GoalStates
    from beta_plan.sas.task import State

Tables = tuple[Any, ...]
"""Arrays of one space or evaluator: a NamedTuple whose type chooses the kernels."""

Words = NDArray[np.uint64]
"""A packed state."""

Mask = NDArray[np.bool_]
"""Which of some facts, or of some states."""

DEAD_END = 2**30
"""The value of a state from which, as a heuristic proves, no goal state can be reached."""


@kernel_protocol
def predecessors(tables: Tables, state: Ints, out_states: Ints, out_actions: Ints) -> int:
    """Write every (action, s) with s legal, s another state, and the action leading from s to ``state``.

    ``out_states`` is int32[M, V] and ``out_actions`` int32[M]. Returns how many were written, or -1 where M rows are
    too few: ask again with twice as many. A kernel may need one row more than it writes. The order is always the same.
    ``state`` must be legal.
    """
    raise NotImplementedError


@kernel_protocol
def pack(tables: Tables, state: Ints, words: Words) -> None:
    """Write ``state`` into ``words``, uint64[W]; different states have different words."""
    raise NotImplementedError


@kernel_protocol
def unpack(tables: Tables, words: Words, state: Ints) -> None:
    """Write into ``state`` what ``pack`` has put into ``words``."""
    raise NotImplementedError


@kernel_protocol
def facts(tables: Tables, state: Ints, out: Ints) -> int:
    """Write the numbers (below ``num_facts``) of what novelty looks at, ascending, and return how many there are.

    ``out`` has ``num_variables`` places, which is enough.
    """
    raise NotImplementedError


@kernel_protocol
def evaluate(tables: Tables, state: Ints, h: Ints) -> None:
    """Write h^PDBk of ``state`` for each k that the evaluator has, in ascending order of k, into ``h``, int32[K].

    DEAD_END stands where some database says that no goal state can be reached.
    """
    raise NotImplementedError


@kernel_protocol
def anchor(tables: Tables, state: Ints) -> None:
    """Remember that the states which ``evaluate_near`` is asked for next are one action away from ``state``."""
    raise NotImplementedError


@kernel_protocol
def evaluate_near(tables: Tables, state: Ints, h: Ints) -> None:
    """Do what ``evaluate`` does for a predecessor (or successor) of the anchor; what has not changed may be reused."""
    raise NotImplementedError


class StateSpace(Protocol):
    """A state space as Python sees it."""

    @property
    def tables(self) -> Tables:
        """The arrays that kernels work on; one thread at a time may use them."""

    @property
    def num_variables(self) -> int:
        """V: the length of a state."""

    @property
    def num_movables(self) -> int:
        """The |V| of the paper: what novelty and the number of PDB collections count."""

    @property
    def num_facts(self) -> int:
        """How many facts novelty may meet."""

    @property
    def num_words(self) -> int:
        """W: the length of a packed state."""

    @property
    def num_actions(self) -> int:
        """How many actions there are."""

    def goal_states(self, *, limit: int, seed: int) -> tuple[Ints, GoalStates]:
        """Return S*, or at most ``limit`` states of it: as rows, int32[n, V], sorted; and what is known of them."""


class GoalSpace(StateSpace, Protocol):
    """A state space in which goal states can be told by their facts."""

    @property
    def goal_facts(self) -> Mask:
        """Of each goal, a row, the facts that it accepts: a state all of whose facts one row marks is a goal state."""

    def facts_of(self, rows: Ints) -> Ints:
        """Return the facts of states, a row each, as the kernel ``facts`` does."""

    def predecessors(self, state: Sequence[int]) -> list[tuple[int, State]]:
        """Return every (a, s) with s another state and action a leading from s to ``state``, as the kernel does."""
