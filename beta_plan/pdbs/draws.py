"""Random partitions that belong to a state: the same in every search, kernel and process.

Differs from the paper, and agrees with its authors' program: ``redrawn`` draws new partitions at every evaluation.
The generator is Marsaglia's multiply-with-carry, x -> (x mod 2^32) A + x div 2^32, which never exceeds 64 bits: the
same arithmetic is in ``draw_kernels``, and without jit nothing overflows there.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from beta_plan.pdbs.patterns import Partition

MULTIPLIER = 4294883355
LOW = 2**32 - 1
WARM_UP = 3
"""Steps after the last value of a state, until all bits depend on it."""


def start_of(seed: int, k: int) -> int:
    """Return where the generator of a k begins, before it has seen a state."""
    return int.from_bytes(sha256(f"{seed}/{k}".encode()).digest()[:8], "little")


class Draws:
    """The random numbers of one state."""

    def __init__(self, seed: int, k: int, state: Sequence[int]) -> None:
        self._x = start_of(seed, k)
        for value in state:
            self._x ^= int(value) + 1
            self._step()
        for _ in range(WARM_UP):
            self._step()

    def below(self, limit: int) -> int:
        """Return the next random number from 0 to ``limit`` - 1."""
        self._step()
        return (((self._x & LOW) ^ (self._x >> 32)) * limit) >> 32

    def partition(self, count: int, k: int) -> Partition:
        """Return the next partition of ``count`` things into parts of k, the last one perhaps smaller."""
        numbers = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]
        return tuple(tuple(sorted(numbers[first : first + k])) for first in range(0, count, k))

    def choice(self, count: int, wanted: int) -> list[int]:
        """Return ``wanted`` different numbers below ``count``, all if there are no more."""
        numbers = list(range(count))
        for place in range(min(wanted, count - 1)):
            other = place + self.below(count - place)
            numbers[place], numbers[other] = numbers[other], numbers[place]
        return numbers[:wanted]

    def _step(self) -> None:
        self._x = (self._x & LOW) * MULTIPLIER + (self._x >> 32)
