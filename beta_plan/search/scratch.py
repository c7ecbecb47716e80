"""Buffers of a search, made once and reused for every state."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from beta_plan.search.kernels import Scratch
from beta_plan.search.memory import resize
from beta_plan.search.snapshot import Arrays
from beta_plan.spaces.protocol import StateSpace


def scratch(space: StateSpace, rows: int, *, seed: int = 0) -> Scratch:
    """Return buffers for ``rows`` predecessors of a state."""
    return Scratch(
        states=np.zeros((rows, space.num_variables), dtype=np.int32),
        words=np.zeros((rows, space.num_words), dtype=np.uint64),
        hashes=np.zeros(rows, dtype=np.uint64),
        actions=np.zeros(rows, dtype=np.int32),
        state=np.zeros(space.num_variables, dtype=np.int32),
        random=np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1),
    )


def double(buffers: Scratch) -> None:
    """Make room for twice as many predecessors."""
    rows = 2 * len(buffers.actions)
    for array in _rows_of(buffers):
        resize(array, rows)


def saved(buffers: Scratch, rows: int) -> Arrays:
    """Return what must be kept to go on later: the first rows, the state at hand, the random bits."""
    first = {name: getattr(buffers, name)[:rows] for name in ("states", "words", "hashes", "actions")}
    return {**first, "state": buffers.state, "random": buffers.random}


def restore(buffers: Scratch, arrays: Arrays) -> None:
    """Hold what ``saved`` has returned."""
    while len(buffers.actions) < len(arrays["actions"]):
        double(buffers)
    for name, array in arrays.items():
        getattr(buffers, name)[: len(array)] = array


def nbytes(buffers: Scratch) -> int:
    """Return the bytes of the buffers that grow."""
    return sum(array.nbytes for array in _rows_of(buffers))


def _rows_of(buffers: Scratch) -> tuple[NDArray[Any], ...]:
    """Return the arrays that have a row for each predecessor."""
    return buffers.states, buffers.words, buffers.hashes, buffers.actions
