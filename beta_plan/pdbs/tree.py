"""A match tree: which abstract actions lead to an abstract state, without looking at all of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta_plan.pdbs.abstract import ANY, AbstractActions
from beta_plan.sas.rows import Ints, Longs


class MatchTree(NamedTuple):
    """Node n looks at the value x of ``place[n]``: on to ``child[first[n] + x]``, and also to ``anyway[n]``.

    -1 is no child, and no place at a leaf. Leaf n holds the actions ``first[n]`` to ``last[n]`` of ``delta`` and
    ``cost``. The root is node 0; there is none if there are no actions.
    """

    place: Ints
    first: Ints
    last: Ints
    anyway: Ints
    child: Ints
    delta: Longs
    cost: Ints


def match_tree(abstract: AbstractActions, costs: Longs, sizes: tuple[int, ...]) -> MatchTree:
    """Return the tree that asks, level by level, for the variables that most actions mention first.

    A node at which no action mentions the variable of a level is not split there.
    """
    required, (count, _) = abstract.required, abstract.required.shape
    levels = np.argsort(-(required != ANY).sum(axis=0), kind="stable").tolist()
    order = np.lexsort([required[:, place] for place in reversed(levels)]) if levels else np.arange(count)
    required = required[order]
    at = np.zeros(count, dtype=np.int64)  # the node that each action has come to
    num_nodes, num_children = min(count, 1), 0
    tests: list[tuple[int, Longs, Longs]] = []
    links: list[tuple[Longs, Longs, Longs]] = []
    for place in levels:
        values = required[:, place].astype(np.int64)
        split = np.unique(at[values != ANY])
        if not len(split):
            continue
        base = np.full(num_nodes, -1, dtype=np.int64)
        base[split] = num_children + np.arange(len(split)) * sizes[place]
        tests.append((place, split, base[split]))
        num_children += len(split) * sizes[place]
        moving = base[at] >= 0
        pairs, member = np.unique(at[moving] * (sizes[place] + 1) + values[moving] + 1, return_inverse=True)
        at[moving] = num_nodes + member
        source, value = pairs // (sizes[place] + 1), pairs % (sizes[place] + 1) - 1
        links.append((source, np.where(value == ANY, -1, base[source] + value), num_nodes + np.arange(len(pairs))))
        num_nodes += len(pairs)
    place_of, first, last, anyway = (np.full(num_nodes, -1, dtype=np.int32) for _ in range(4))
    child = np.full(num_children, -1, dtype=np.int32)
    for place, nodes, bases in tests:
        place_of[nodes], first[nodes] = place, bases
    for source, slot, target in links:
        child[slot[slot >= 0]] = target[slot >= 0]
        anyway[source[slot < 0]] = target[slot < 0]
    leaves, starts = np.unique(at, return_index=True)
    first[leaves] = starts
    last[leaves] = starts + np.bincount(at, minlength=num_nodes)[leaves]
    return MatchTree(place_of, first, last, anyway, child, abstract.delta[order], costs[order].astype(np.int32))
