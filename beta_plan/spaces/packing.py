"""States in few words: each variable has as few bits as its values need, all of them in one word."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from beta_plan.sas.rows import Ints

WORD_BITS = 64


def packing(sizes: Iterable[int]) -> tuple[Ints, int]:
    """Return (word, first bit, number of bits) of each variable, and the number of words.

    Wide variables choose first, each the first word that has room.

    >>> rows, num_words = packing([5, 2, 1])
    >>> rows.tolist(), num_words
    ([[0, 0, 3], [0, 3, 1], [0, 0, 0]], 1)
    """
    bits = [(size - 1).bit_length() for size in sizes]
    rows = np.zeros((len(bits), 3), dtype=np.int32)
    used: list[int] = [0]
    for variable in sorted(range(len(bits)), key=lambda v: (-bits[v], v)):
        width = bits[variable]
        if not width:
            continue
        word = next((w for w, full in enumerate(used) if full + width <= WORD_BITS), len(used))
        if word == len(used):
            used.append(0)
        rows[variable] = word, used[word], width
        used[word] += width
    return rows, len(used)
