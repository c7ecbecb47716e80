"""Kernels that look at what a search has found."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import kernel
from beta_plan.spaces.protocol import Tables, unpack


@kernel
def unpack_rows(space: Tables, packed: NDArray[np.uint64], numbers: NDArray[np.int64], out: NDArray[np.int32]) -> None:
    """Write the states with these numbers into ``out``, a row each."""
    for row in range(len(numbers)):
        unpack(space, packed[numbers[row]], out[row])
