"""Kernels of a set of keys: rows of 64-bit words, numbered in the order in which they come.

The index has open addressing and slots of 32 bits. An entry holds ``number + 1`` in its low ``NUMBER_BITS`` bits
and a tag, bits of the key's hash, in the rest: most keys that differ are told apart without looking at their words.
Arithmetic is on 32-bit halves, so that nothing overflows and plain Python computes the same.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined, kernel

Words = NDArray[np.uint64]

COUNT = 0
NUMBER_BITS = 1
"""Places in ``KeyTable.sizes``."""

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SLOT = np.uint64(33)
_FOLD = np.uint64(29)
_START = np.uint64(0x243F6A8885A308D3)
_FIRST = np.uint64(0x9E3779B1)
_SECOND = np.uint64(0x85EBCA77)


class KeyTable(NamedTuple):
    """``keys[number]`` for all numbers below ``sizes[COUNT]``, and the table of slots that leads from key to number."""

    keys: Words
    slots: NDArray[np.uint32]
    sizes: NDArray[np.int64]


@inlined
def _mix(x: np.uint64) -> np.uint64:
    """Spread both halves of ``x`` over all bits."""
    other = (x >> _HALF) * _SECOND
    y = ((x & _LOW) * _FIRST) ^ ((other << _HALF) | (other >> _HALF))
    return y ^ (y >> _FOLD)


@inlined
def hash_of(key: Words) -> np.uint64:
    """Return 64 bits that depend on all words of a key."""
    mixed = _START
    for i in range(len(key)):
        mixed = _mix(mixed ^ key[i])
    return _mix(mixed)


@inlined
def _same(table: KeyTable, number: int, key: Words) -> bool:
    """Say whether ``key`` has this number."""
    for i in range(len(key)):  # noqa: SIM110  numba compiles no generator
        if key[i] != table.keys[number, i]:
            return False
    return True


@inlined
def find(table: KeyTable, key: Words) -> int:
    """Return the number of ``key``; if it is new, -1 - slot, where ``slot`` is its place in the index."""
    mixed = hash_of(key)
    bits = table.sizes[NUMBER_BITS]
    tag = np.int64(mixed & _LOW) >> bits
    slot = (np.int64(mixed >> _SLOT) * len(table.slots)) >> 31
    while True:
        entry = np.int64(table.slots[slot])
        if entry == 0:
            return -1 - slot
        if entry >> bits == tag:
            number = (entry & ((1 << bits) - 1)) - 1
            if _same(table, number, key):
                return number
        slot += 1
        if slot == len(table.slots):
            slot = 0


@inlined
def enter(table: KeyTable, slot: int, key: Words) -> int:
    """Give a new key, for which ``find`` has found a slot, the next number; there must be room for it."""
    number = table.sizes[COUNT]
    bits = table.sizes[NUMBER_BITS]
    for i in range(len(key)):  # an assignment of rows takes long to compile
        table.keys[number, i] = key[i]
    table.slots[slot] = ((np.int64(hash_of(key) & _LOW) >> bits) << bits) | (number + 1)
    table.sizes[COUNT] = number + 1
    return number


@kernel
def number_of(table: KeyTable, key: Words) -> int:
    """Return the number of ``key``, a new one if it is new; there must be room for it."""
    number = find(table, key)
    return number if number >= 0 else enter(table, -1 - number, key)


@kernel
def index_again(table: KeyTable, begin: int, end: int) -> None:
    """Enter the keys from ``begin`` to ``end``, all different, into an index that was emptied."""
    bits = table.sizes[NUMBER_BITS]
    for number in range(begin, end):
        mixed = hash_of(table.keys[number])
        slot = (np.int64(mixed >> _SLOT) * len(table.slots)) >> 31
        while table.slots[slot] != 0:
            slot += 1
            if slot == len(table.slots):
                slot = 0
        table.slots[slot] = ((np.int64(mixed & _LOW) >> bits) << bits) | (number + 1)
