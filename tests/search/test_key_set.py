"""Keys get numbers in the order in which they come, and keep them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from beta_plan.search.key_set import KeySet
from beta_plan.search.key_set_kernels import hash_of
from beta_plan.search.memory import ahead


@pytest.mark.parametrize("width", [0, 1, 2, 5])
def test_a_key_set_equals_a_dictionary(width):
    rng = Random(width)
    keys = KeySet(width, 1)
    numbers: dict[tuple[int, ...], int] = {}
    pool = [0, 1, 2, 2**32, 2**63, 2**64 - 1, *(rng.getrandbits(64) for _ in range(20))]
    for _ in range(1500):
        key = tuple(rng.choice(pool) for _ in range(width))
        if len(keys) == keys.capacity:
            capacity, before = keys.capacity + 1 + rng.randrange(50), keys.table.slots.nbytes
            announced = keys.index_bytes(capacity)
            keys.grow(capacity)
            assert keys.table.slots.nbytes - before == announced
            assert keys.behind == (announced > 0)
            assert 3 * len(keys.table.slots) >= 4 * capacity
            keys.catch_up()
            assert not keys.behind
        assert keys.number(np.array(key, dtype=np.uint64)) == numbers.setdefault(key, len(numbers))
    assert len(keys) == len(numbers)
    assert keys.table.keys[: len(keys)].tolist() == [list(key) for key in numbers]


@pytest.mark.parametrize("step", [1, 2**7, 2**20, 2**32, 2**40 + 2**8])
def test_regular_keys_are_spread_evenly(step):
    """Packed states are regular numbers; in 4096 slots 4096 random keys leave 1507 empty, give or take 28."""
    hashes = [int(hash_of(np.array([i * step], dtype=np.uint64))) for i in range(4096)]
    for part in ([h >> 52 for h in hashes], [h & 4095 for h in hashes], [(h >> 20) & 4095 for h in hashes]):
        assert abs(4096 - len(set(part)) - 1507) < 150


def test_a_set_of_many_keys_wastes_little_room():
    keys = KeySet(2, 1 << 16)
    while keys.capacity < 1 << 20:
        used = keys.capacity
        keys.grow(ahead(used))
        assert keys.nbytes <= used * (16 + 4 * 16 / 9) * 17 / 16 + 64  # the index: 4/3 of 4/3 slots for each key
