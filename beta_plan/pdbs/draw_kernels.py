"""The random numbers of a state, as ``draws`` has them in Python."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.jit import kernel
from beta_plan.pdbs.draws import LOW, MULTIPLIER, WARM_UP

_LOW, _MULTIPLIER, _HALF = np.uint64(LOW), np.uint64(MULTIPLIER), np.uint64(32)


@kernel
def step(x):
    """Return the number after x."""
    return (x & _LOW) * _MULTIPLIER + (x >> _HALF)


@kernel
def absorb(x, state):
    """Return where the generator of a state begins; x is ``start_of`` its seed and k."""
    for v in range(len(state)):
        x = step(x ^ np.uint64(state[v] + 1))
    for _ in range(WARM_UP):
        x = step(x)
    return x


@kernel
def below(x, limit):
    """Return the random number from 0 to ``limit`` - 1 that belongs to x, which is one step further already."""
    return np.int64((((x & _LOW) ^ (x >> _HALF)) * np.uint64(limit)) >> _HALF)


@kernel
def shuffle(x, numbers, count):
    """Put the numbers below ``count`` into random order; return the generator."""
    for i in range(count):
        numbers[i] = i
    for last in range(count - 1, 0, -1):
        x = step(x)
        other = below(x, last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return x


@kernel
def choose(x, numbers, count, wanted):
    """Bring ``wanted`` random numbers below ``count`` to the front; return the generator."""
    for i in range(count):
        numbers[i] = i
    for place in range(min(wanted, count - 1)):
        x = step(x)
        other = place + below(x, count - place)
        numbers[place], numbers[other] = numbers[other], numbers[place]
    return x
