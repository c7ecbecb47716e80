"""Buffers of a search, made once and reused for every state."""

from __future__ import annotations

import numpy as np

from beta_plan.search.kernels import Scratch
from beta_plan.search.memory import resize
from beta_plan.spaces.protocol import StateSpace


def scratch(space: StateSpace, rows: int, *, seed: int = 0) -> Scratch:
    """Return buffers for ``rows`` predecessors of a state."""
    return Scratch(
        states=np.zeros((rows, space.num_variables), dtype=np.int32),
        actions=np.zeros(rows, dtype=np.int32),
        state=np.zeros(space.num_variables, dtype=np.int32),
        words=np.zeros(space.num_words, dtype=np.uint64),
        random=np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1),
    )


def double(buffers: Scratch) -> None:
    """Make room for twice as many predecessors."""
    rows = 2 * len(buffers.actions)
    resize(buffers.states, rows)
    resize(buffers.actions, rows)


def nbytes(buffers: Scratch) -> int:
    """Return the bytes of the buffers that grow."""
    return buffers.states.nbytes + buffers.actions.nbytes
