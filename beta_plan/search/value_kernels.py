"""Kernels of profiles: the values that a state has, for every term, at the moment when it is generated."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import inlined
from beta_plan.search.key_set_kernels import COUNT, KeyTable, number_of
from beta_plan.search.novelty_kernels import NoveltyTables, width
from beta_plan.search.open_kernels import OpenTables, bucket_of
from beta_plan.spaces.protocol import Tables, evaluate, evaluate_near, facts

# What may be full; they follow what a slice returns otherwise.
NEED_STATES, NEED_PROFILES, NEED_NOVELTY = range(4, 7)

# Kinds of terms (their places in ``ordering.KINDS``), and the columns of ``ValueTables.terms``.
NOVELTY, CONFLICTS, LENGTH = range(3)
KIND, INDEX_OF_K, INDEX_BELOW, HEURISTIC = range(4)

# Places in ``ValueTables.settings``.
NUM_KEY_TERMS, NUM_MOVABLES, CAP, NUM_NOVELTIES, NOVELTY_WORDS = range(5)

BIAS = 1 << 31
"""Added to a value before it becomes a word of a key: unsigned words then compare as the values do."""


class ValueTables(NamedTuple):
    """A *profile* is a row of values, of all terms, that some state has; ``bucket`` is where it stands in open.

    Buffers: the h, the terms and the facts of one state.
    """

    terms: NDArray[np.int32]
    settings: NDArray[np.int64]
    profiles: KeyTable
    bucket: NDArray[np.int32]
    novelty: NoveltyTables
    h: NDArray[np.int32]
    key: NDArray[np.uint64]
    facts: NDArray[np.int32]


@inlined
def lacking(values: ValueTables) -> int:
    """Return what one more state might need and there is no room for, or 0: nothing."""
    if values.profiles.sizes[COUNT] == len(values.bucket):
        return NEED_PROFILES
    novelties = values.settings[NUM_NOVELTIES]
    if novelties > 0 and (
        values.novelty.rows.sizes[COUNT] + novelties > len(values.novelty.page)
        or values.novelty.used[0] + values.settings[NOVELTY_WORDS] > len(values.novelty.pool)
    ):
        return NEED_NOVELTY
    return 0


@inlined
def profile_of(
    space: Tables, evaluator: Tables, values: ValueTables, open_: OpenTables, state: NDArray[np.int32], anchored: bool
) -> int:
    """Return the profile of a state that is generated now: evaluate it, and remember its facts for novelty.

    Where it is ``anchored`` it is a predecessor of the evaluator's anchor.
    """
    terms, settings, profiles, bucket, novelty, h, key, held = values
    if anchored:
        evaluate_near(evaluator, state, h)
    else:
        evaluate(evaluator, state, h)
    count = 0
    if settings[NUM_NOVELTIES] > 0:
        count = facts(space, state, held)
    for i in range(len(terms)):
        value = np.int64(h[terms[i, INDEX_OF_K]])
        if terms[i, KIND] == NOVELTY:
            n = width(novelty, terms[i, HEURISTIC], value, held, count, settings[CAP])
            value = settings[NUM_MOVABLES] - n + 1
        elif terms[i, KIND] == CONFLICTS:
            value = max(np.int64(0), value - h[terms[i, INDEX_BELOW]])
        key[i] = value + BIAS
    known = profiles.sizes[COUNT]
    profile = number_of(profiles, key)
    if profile == known:
        bucket[profile] = bucket_of(open_, key[: settings[NUM_KEY_TERMS]])
    return profile
