"""The decision tree over what actions require: which of them apply in a state, without looking at all.

Each action asks for one value of some variables. Put in a fixed order of variables, these are words, and the tree is
their trie: at a prefix there are the actions that ask no more, then, for each variable that the others ask next, a
switch on its value. Usually a walk comes back from the actions below a switch to the next one. Here every branch,
and every value without a branch, leads on by itself: when all below a switch is done, the next switch of the nearest
prefix above that has one is the only place to go. So a walk needs no stack:

* leaf: ``LEAF, first, end, next``: the actions from ``first`` up to ``end`` apply; go on at ``next``;
* dense switch: ``variable, target of value 0, target of value 1, ...``;
* sparse switch of k branches: ``-(k + 1), variable, target of other values, value, target, value, target, ...``.

Positions are those in one array; the walk starts at 0 and ends at -1. A node stands close to those that follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.spaces.tables import LEAF

_SPARSE = 4
"""A switch with at most so many branches is sparse, where that is shorter."""


@dataclass(frozen=True, eq=False)
class DecisionTree:
    """The tree, and the ``order`` of actions in its leaves."""

    nodes: Ints
    order: Longs


def decision_tree(required: Rows, offsets: Ints) -> DecisionTree:
    """Return the tree for rows of required facts, at most one for each variable; ``offsets`` cut facts by variable."""
    sizes = np.diff(offsets).astype(np.int64)
    variable_of = np.repeat(np.arange(len(sizes)), sizes)
    position = np.empty(len(variable_of), dtype=np.int64)
    position[_fact_order(required, sizes, variable_of)] = np.arange(len(variable_of))
    words = _matrix(required, position)
    order = np.lexsort(words.T[::-1]) if words.shape[1] else np.arange(len(words))
    fact_at = np.append(np.argsort(position), -1)
    trie = _Trie(fact_at[words[order]], required.lengths[order])
    return DecisionTree(_lay_out(trie, offsets, sizes, variable_of), order)


def _fact_order(required: Rows, sizes: Longs, variable_of: Longs) -> Longs:
    """Return all facts, those of variables that most rows ask for first, of larger variables where equal."""
    asked = np.bincount(variable_of[required.values], minlength=len(sizes))
    order = np.lexsort((-sizes, -asked))
    rank = np.argsort(order)
    return np.argsort(rank[variable_of], kind="stable")


def _matrix(required: Rows, position: Longs) -> Longs:
    """Return the rows as words: positions, ascending, with -1 after the end."""
    owners, letters = required.owners, position[required.values]
    in_order = np.argsort(owners * len(position) + letters)
    words = np.full((len(required), int(required.lengths.max(initial=0))), -1, dtype=np.int64)
    words[owners, np.arange(len(owners)) - required.offsets[owners]] = letters[in_order]
    return words


class _Trie:
    """The prefixes of sorted words, numbered from the root (0) in the order of a walk that goes down first.

    Prefix p begins to be one at word ``word[p]``, has ``depth[p]`` letters, the last of them ``letter[p]``, and is
    ``parent[p]`` without it. The words from ``first[p]`` to ``end[p]`` are the prefix itself.
    """

    def __init__(self, words: Longs, lengths: Longs) -> None:
        count, longest = words.shape
        different = np.ones((count, longest + 1), dtype=bool)
        different[1:, :longest] = words[1:] != words[:-1]
        shared = np.minimum(np.argmax(different, axis=1), lengths)  # letters in common with the word before
        if count:
            shared[0] = 0
        depths = np.arange(1, longest + 1)
        new = (depths > shared[:, None]) & (depths <= lengths[:, None])
        word, depth = np.nonzero(new)
        number = np.zeros((count, longest + 1), dtype=np.int64)
        number[word, depth + 1] = np.arange(1, len(word) + 1)
        number = np.maximum.accumulate(number, axis=0)
        self.word = np.append(0, word)
        self.depth = np.append(0, depth + 1)
        self.letter = np.append(-1, words[word, depth])
        self.parent = np.append(-1, number[word, depth])
        ends = number[np.arange(count), lengths]
        self.end = np.cumsum(np.bincount(ends, minlength=len(self.word)))
        self.first = np.append(0, self.end[:-1])


class _Switches:
    """The switches of a trie: the children of a prefix whose last letters are of one variable."""

    def __init__(self, trie: _Trie, variable_of: Longs, sizes: Longs) -> None:
        self.child = np.argsort(trie.parent[1:], kind="stable") + 1
        parent, variable = trie.parent[self.child], variable_of[trie.letter[self.child]]
        new = np.ones(len(parent), dtype=bool)
        new[1:] = (parent[1:] != parent[:-1]) | (variable[1:] != variable[:-1])
        self.of_child = np.cumsum(new) - 1
        self.begin = np.flatnonzero(new)
        self.parent, self.variable = parent[new], variable[new]
        self.branches = np.diff(np.append(self.begin, len(parent)))
        self.dense = (self.branches > _SPARSE) | (sizes[self.variable] <= 2 * self.branches + 2)
        self.lengths = np.where(self.dense, 1 + sizes[self.variable], 3 + 2 * self.branches)
        self.has_next = np.append(self.parent[1:] == self.parent[:-1], False)[: len(self.parent)]


def _lay_out(trie: _Trie, offsets: Ints, sizes: Longs, variable_of: Longs) -> Ints:
    """Give every leaf and switch its place and return the array."""
    switches = _Switches(trie, variable_of, sizes)
    leaves = np.flatnonzero((trie.end > trie.first) | (trie.parent < 0))  # the root always has one, if empty
    longest = int(trie.depth.max()) + 1
    keys = np.concatenate([
        (trie.word[leaves] * longest + trie.depth[leaves]) * 2,
        (trie.word[switches.child[switches.begin]] * longest + trie.depth[switches.parent]) * 2 + 1,
    ])  # fmt: skip
    lengths = np.concatenate([np.full(len(leaves), 4), switches.lengths])
    order = np.argsort(keys)
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(lengths[order]) - lengths[order]
    of_leaf, of_switch = place[: len(leaves)], place[len(leaves) :]
    entry = np.full(len(trie.word), -1, dtype=np.int64)
    entry[switches.parent[::-1]] = of_switch[::-1]  # the first switch of each prefix is written last
    entry[leaves] = of_leaf
    first_switch = np.full(len(trie.word), -1, dtype=np.int64)
    first_switch[switches.parent[::-1]] = of_switch[::-1]
    after, then = _ways_on(trie, switches, of_switch)
    nodes = np.full(int(lengths.sum()), -1, dtype=np.int64)
    nodes[of_leaf], nodes[of_leaf + 1], nodes[of_leaf + 2] = LEAF, trie.first[leaves], trie.end[leaves]
    nodes[of_leaf + 3] = np.where(first_switch[leaves] >= 0, first_switch[leaves], then[leaves])
    values = trie.letter[switches.child] - offsets[switches.variable[switches.of_child]]
    _write_switches(nodes, switches, of_switch, sizes, after, entry[switches.child], values)
    return nodes.astype(np.int32)


def _ways_on(trie: _Trie, switches: _Switches, of_switch: Longs) -> tuple[Longs, Longs]:
    """Return where to go after each switch, and after each prefix with all below it."""
    after = np.full(len(switches.parent), -1, dtype=np.int64)
    after[switches.has_next] = of_switch[1:][switches.has_next[:-1]]
    then = np.full(len(trie.word), -1, dtype=np.int64)
    of_level = trie.depth[switches.parent]
    for level in range(int(trie.depth.max())):
        last = (of_level == level) & ~switches.has_next
        after[last] = then[switches.parent[last]]
        inside = of_level[switches.of_child] == level
        then[switches.child[inside]] = after[switches.of_child[inside]]
    return after, then


def _write_switches(
    nodes: Longs,
    switches: _Switches,
    of_switch: Longs,
    sizes: Longs,
    after: Longs,
    targets: Longs,
    values: NDArray[np.integer],
) -> None:
    """Write the switches; ``targets`` and ``values`` belong to the branches."""
    dense, begin = switches.dense, of_switch
    nodes[begin[dense]] = switches.variable[dense]
    widths = sizes[switches.variable[dense]]
    starts = np.repeat(begin[dense] + 1 - np.append(0, np.cumsum(widths))[:-1], widths)
    nodes[starts + np.arange(len(starts))] = np.repeat(after[dense], widths)
    of_dense = dense[switches.of_child]
    nodes[begin[switches.of_child[of_dense]] + 1 + values[of_dense]] = targets[of_dense]
    sparse = ~dense
    nodes[begin[sparse]] = -(switches.branches[sparse] + 1)
    nodes[begin[sparse] + 1] = switches.variable[sparse]
    nodes[begin[sparse] + 2] = after[sparse]
    nth = np.arange(len(values)) - switches.begin[switches.of_child]
    places = begin[switches.of_child[~of_dense]] + 3 + 2 * nth[~of_dense]
    nodes[places], nodes[places + 1] = values[~of_dense], targets[~of_dense]
