"""A hint changes nothing, wherever it points to."""

from __future__ import annotations

import numpy as np
import pytest

from beta_plan.jit import kernel
from beta_plan.spaces.prefetch_kernels import prefetch


@kernel
def sum_with_hints(array, ahead):
    """Add up the rows of an array, each after a hint for another one."""
    total = 0
    for row in range(len(array)):
        prefetch(array, row + ahead)
        total += array[row].sum()
    return total


@pytest.mark.parametrize("ahead", [0, 3, -1, 10**9])
@pytest.mark.parametrize("array", [np.arange(12, dtype=np.uint32), np.arange(24, dtype=np.uint64).reshape(8, 3)])
def test_hints_may_point_anywhere_and_change_nothing(array, ahead):
    before = array.copy()
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    assert sum_with_hints(array, np.int64(ahead)) == before.sum()
    assert np.array_equal(array.ravel(), before.ravel())
    assert prefetch(array, 0) is None
