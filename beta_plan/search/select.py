"""Which of the generated states become instances: the hardest ones, or a series of ascending hardness.

Hardness is the objective, compared lexicographically. A search gives millions of states of few different values, so
states are looked at in chunks, and of a chunk only those that beat what is known already. What is chosen is no goal
state, has only facts that are allowed, and is no copy of another chosen state with other names for objects that do
not differ.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Protocol, TypeVar

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import State
from beta_plan.spaces.protocol import GoalSpace, Mask

CHUNK = 1 << 16
FIRST_BLOCK = 256
"""Of a chunk, states are looked at in blocks: small ones first, for the best are nearly always among them."""

LARGEST_KEY = 2**62

MOST_LOOKED_AT = 1 << 19
"""Of more states that might be drawn these are looked at: one that may become an instance can be rare."""

SHARES = (0.01, 0.1, 1.0)
"""From such parts of all states, the hardest ones, states are drawn."""

Each = TypeVar("Each")

Rank = Callable[[int, int], Longs]
"""How far the states of a range of numbers are from what is wanted."""


class Found(Protocol):
    """What selection needs of a search's result: states, numbered in the order in which they were generated."""

    @property
    def num_states(self) -> int:
        """How many states there are."""

    @property
    def levels(self) -> Ints:
        """The different values of the objective, a row each, ascending; a row without terms where it has none."""

    def level_of(self, begin: int, end: int, /) -> Ints:
        """Return the row of ``levels`` of each state of a range of numbers."""

    def states(self, numbers: Longs, /) -> Ints:
        """Return states as rows of values."""


def spread(hardest_first: Sequence[Each], count: int) -> list[Each]:
    """Return so many of what stands hardest first, evenly from the easiest to the hardest.

    >>> spread("edcba", 3)
    ['a', 'c', 'e']
    """
    last = len(hardest_first) - 1
    steps = range(count) if hardest_first else range(0)
    places = sorted({last - last * step // max(count - 1, 1) for step in steps}, reverse=True)
    return [hardest_first[place] for place in places]


class Candidates:
    """The states of a search that may become instances.

    ``canonical`` gives equal values to states that are copies of each other; without it every state is its own.
    ``suits`` is asked about the hardest, and those of a series, before they are chosen.
    """

    def __init__(
        self, found: Found, space: GoalSpace, allowed: Mask, canonical: Callable[[State], Hashable] | None = None,
        *, suits: Callable[[State], bool] = lambda _: True,
    ) -> None:  # fmt: skip
        self._found, self._space, self._allowed = found, space, allowed
        self._canonical, self._suits = canonical or tuple, suits
        self._key = hardness(found.levels)

    def hardest(self, count: int) -> list[int]:
        """Return the numbers of the hardest states, hardest first, ties in generation order; fewer if there are.

        Where the objective has no terms the state that was generated last is the hardest, as breadth-first search goes.
        """
        return self._nearest(self._rank(-self._key), count)

    def at(self, places: Sequence[Fraction]) -> list[int]:
        """Return the numbers of the states at places between the easiest, 0, and the hardest, 1, in ascending order.

        The easiest is the first one near the goal that is no goal state. Where hardness has gaps the nearest state
        is taken; states of equal hardness follow each other where there are not enough values.
        """
        if not self._found.levels.shape[1]:
            raise ValueError("a series needs an objective: an order with PDBk or kC")
        ends = [number for key in (self._key, -self._key) for number in self._nearest(self._rank(key), 1)]
        if not ends:
            return []
        low, high = (self._key_of(number) for number in ends)
        taken: dict[Hashable, int] = {}
        for place in sorted(places, key=lambda place: (place not in (0, 1), -place)):
            wanted = low + (high - low) * place.numerator // place.denominator
            nearest = self._nearest(self._rank(np.abs(self._key - wanted)), 1, taken)
            if not nearest:
                break
            taken[self._orbit(nearest[0])] = nearest[0]
        return sorted(taken.values(), key=lambda number: (self._key_of(number), number))

    def drawn(self, count: int, *, seed: int) -> list[int]:
        """Return the hardest state, then others drawn from the hardest by the objective, and by each of its terms.

        A search leaves thousands of states of almost the same hardness, many of them next to each other. So they are
        drawn at random. What is hard by the first term may be easy by the others, so all of these take turns.
        Copies are left out.
        """
        hardest = self.hardest(1)
        if not hardest:
            return []
        levels, generator = self._found.levels, np.random.default_rng(seed)
        keys = [
            self._key,
            *(levels[:, term].astype(np.int64) for term in range(levels.shape[1]) if levels.shape[1] > 1),
        ]
        turns = zip_longest(*(self._draws(key, -(-count // len(keys)), generator) for key in keys))
        taken: dict[Hashable, int] = {}
        for number in chain(hardest, chain.from_iterable(turns)):
            if number is not None and len(taken) < count:
                taken.setdefault(self._orbit(number), number)
        return list(taken.values())

    def _draws(self, key: Longs, count: int, generator: np.random.Generator) -> list[int]:
        """Return states drawn from the hundredth part that is the hardest by a key, all of one value of it or none.

        Where these are too few they come from a tenth, and then from all.
        """
        found: list[int] = []
        order = np.argsort(-key, kind="stable")
        sizes = np.cumsum(self._sizes[order])
        for share in SHARES:
            enough = min(int(np.searchsorted(sizes, self._found.num_states * share)), len(sizes) - 1)
            numbers = self._some_of(key >= key[order[enough]], generator)
            found = list(islice(self._eligible(0, numbers), count))
            if 2 * len(found) >= count:
                break
        return found

    def _some_of(self, levels: Mask, generator: np.random.Generator) -> Longs:
        """Return MOST_LOOKED_AT states of some levels at most, in random order; all if there are no more."""
        total = int(self._sizes[levels].sum())
        wanted = np.sort(generator.choice(total, min(total, MOST_LOOKED_AT), replace=False))
        found, passed = [np.zeros(0, dtype=np.int64)], 0
        for begin, level_of in self._chunks():
            here = np.flatnonzero(levels[level_of])
            first, end = np.searchsorted(wanted, (passed, passed + len(here)))
            found.append(begin + here[wanted[first:end] - passed])
            passed += len(here)
        return generator.permutation(np.concatenate(found))

    @cached_property
    def _sizes(self) -> Longs:
        """How many states there are of each level."""
        sizes = np.zeros(len(self._key), dtype=np.int64)
        for _, level_of in self._chunks():
            sizes += np.bincount(level_of, minlength=len(sizes))
        return sizes

    def _chunks(self) -> Iterator[tuple[int, Ints]]:
        """Yield the levels of all states, a chunk at a time, and the number of the first."""
        for begin in range(0, self._found.num_states, CHUNK):
            yield begin, self._found.level_of(begin, min(begin + CHUNK, self._found.num_states))

    def _rank(self, distance: Longs) -> Rank:
        """Return the ranks of states whose levels have these distances from what is wanted."""
        if not self._found.levels.shape[1]:
            return lambda begin, end: -np.arange(begin, end)
        return lambda begin, end: distance[self._found.level_of(begin, end)]

    def _nearest(self, rank: Rank, count: int, taken: Container[Hashable] = ()) -> list[int]:
        """Return the numbers of the nearest states, copies of others and of those taken left out, nearest first."""
        best: dict[Hashable, tuple[int, int]] = {}
        for begin in range(0, self._found.num_states, CHUNK):
            ranks = rank(begin, min(begin + CHUNK, self._found.num_states))
            worst = max(best.values())[0] if len(best) >= count else None
            for orbit, entry in self._first(begin, ranks, worst, count, taken).items():
                best[orbit] = min(entry, best.get(orbit, entry))
            best = dict(sorted(best.items(), key=lambda item: item[1])[:count])
        return [number for _, number in best.values()]

    def _first(
        self, begin: int, ranks: Longs, worst: int | None, count: int, taken: Container[Hashable]
    ) -> dict[Hashable, tuple[int, int]]:
        """Return the nearest states of a chunk that are nearer than ``worst``: by orbit the rank and the number."""
        near = np.arange(len(ranks)) if worst is None else np.flatnonzero(ranks < worst)
        near = near[np.argsort(ranks[near], kind="stable")]
        first: dict[Hashable, tuple[int, int]] = {}
        for place in self._eligible(begin, near):
            orbit = self._orbit(begin + place)
            if orbit not in taken and orbit not in first and self._suits(self._state(begin + place)):
                first.setdefault(orbit, (int(ranks[place]), begin + place))
            if len(first) == count:
                break
        return first

    def _eligible(self, begin: int, places: Longs) -> Iterator[int]:
        """Yield those places of a chunk whose states are eligible."""
        size = FIRST_BLOCK
        while len(places):
            block, places = places[:size], places[size:]
            yield from block[self._are_eligible(begin + block)].tolist()
            size = min(4 * size, CHUNK)

    def _are_eligible(self, numbers: Longs) -> Mask:
        return are_eligible(self._space, self._allowed, self._found.states(numbers))

    def _orbit(self, number: int) -> Hashable:
        return self._canonical(self._state(number))

    def _state(self, number: int) -> State:
        return tuple(self._found.states(np.array([number]))[0].tolist())

    def _key_of(self, number: int) -> int:
        return int(self._key[self._found.level_of(number, number + 1)[0]])


def are_eligible(space: GoalSpace, allowed: Mask, rows: Ints) -> Mask:
    """Mark the states, a row each, that may become instances: no goal states, and with allowed facts only."""
    facts = space.facts_of(rows)
    is_goal = np.array([goal[facts].all(axis=1) for goal in space.goal_facts]).any(axis=0)
    return np.asarray(allowed[facts].all(axis=1) & ~is_goal)


def hardness(levels: Ints) -> Longs:
    """Return one number for each row of values, which compare as the rows do lexicographically; rows are ascending.

    Where they fit, the terms are the digits of the number, so that it is a measure too: half the number is
    half the first term.
    """
    count, terms = levels.shape
    key = np.zeros(count, dtype=np.int64)
    if not terms or not count:
        return key
    low = levels.min(axis=0).astype(np.int64)
    sizes = [int(size) for size in levels.max(axis=0).astype(np.int64) - low + 1]
    total = 1
    for size in sizes:
        total *= size
    if total > LARGEST_KEY:
        return np.arange(count, dtype=np.int64)
    for term, size in enumerate(sizes):
        key *= size
        key += levels[:, term] - low[term]
    return key
