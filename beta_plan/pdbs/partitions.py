"""The value of any partition of a state's things, and the search for a partition with a large one.

Policies other than fixed random collections: ``redrawn`` draws new partitions for every state, ``best`` improves one
until no swap helps. Here both build tables on demand, in Python: for the metrics of a result, and as what the kernels
of a search (``policies``) are tested against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np

from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.draws import Draws
from beta_plan.pdbs.patterns import Partition, Things, drawn_partition
from beta_plan.pdbs.projection import Pattern, Projection
from beta_plan.pdbs.store import TABLE_LIMIT, TOTAL_LIMIT, OutOfRoom, Store, Table
from beta_plan.sas.rows import Longs
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import DEAD_END

Part = tuple[int, ...]


def best_partition_value(task: SasTask, state: Sequence[int], k: int, *, seed: int = 0) -> int:
    """Return h^PDBk of ``state`` for the best partition found; to ask for many states keep a ``Partitions``."""
    return Partitions(task).best(state, k, seed=seed)


class Partitions:
    """A task whose things can be partitioned at will; values do not depend on what was asked before.

    A pattern is *private* if with full costs it needs to be paid only for actions that change things of its own. Sums
    over private patterns are admissible as they are, whatever the partition: saturated cost partitioning would find
    the same (the paper's condition, for the costs that matter). Other patterns go through cost partitioning, by both
    rules of ``Store.additive``, and the larger sum counts.
    """

    def __init__(
        self,
        task: SasTask,
        *,
        table_limit: int = TABLE_LIMIT,
        total_limit: int = TOTAL_LIMIT,
        effort: int = 1 << 25,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._task, self._table_limit, self._effort = task, table_limit, effort
        self.things = Things(task)
        self._store = Store(Projector(task), total_limit, stop)
        self._private: dict[Pattern, bool] = {}
        self._patterns_of: dict[Part, tuple[Pattern, ...]] = {}
        self._found: dict[Part, list[Table]] = {}
        self._changed = [self._store.projector.affecting(bundle) for bundle in self.things.bundles]
        self._num_changed = self._count(range(len(self.things.bundles)))

    def value(self, partition: Partition, state: Sequence[int]) -> int:
        """Return the sum over the patterns of a partition, an admissible estimate."""
        if all(self.is_private(part) for part in partition):
            rules = [[table for part in partition for table in self.tables_of(part)]]
        else:
            draft = self.things.patterns(partition, self._table_limit)
            rules = [self._tables(draft.patterns, own) for own in (draft.own, None)]
        return max(min(sum(table.h(state) for table in tables), DEAD_END) for tables in rules)

    def redrawn(self, state: Sequence[int], k: int, *, seed: int, num_collections: int | None = None) -> int:
        """Return the largest value of partitions drawn for this state alone, by default |V|+1 of them."""
        draws = Draws(seed, k, state)
        times = self.things.num_variables + 1 if num_collections is None else num_collections
        drawn = [draws.partition(len(self.things.bundles), k) for _ in range(times)]
        return max((self.value(partition, state) for partition in drawn), default=0)

    def best(self, state: Sequence[int], k: int, *, seed: int = 0) -> int:
        """Return the value of the best partition found for this state.

        For k = 2 and private patterns that is a maximum-weight matching, and exact. Else it is a greedy partition
        (private patterns), or the best of |V|+1 random ones (in cost partitioning their order matters, too), improved
        by swaps of two things until none helps, or until tables of ``effort`` abstract states have been asked for.
        """
        things = range(len(self.things.bundles))
        climb = _Climb(self, state, self._effort)
        if k >= len(things):
            return climb.value((tuple(things),))
        if not all(self.is_private((thing,)) for thing in things):
            return climb.improve(self._best_drawn(k, seed, climb))
        if k == 1:
            return climb.value(tuple((thing,) for thing in things))
        if k == 2 and all(self.is_private(pair) for pair in combinations(things, 2)):
            return climb.value(_matching(len(things), climb))
        return climb.improve(_greedy(len(things), k, climb))

    def _best_drawn(self, k: int, seed: int, climb: _Climb) -> Partition:
        """Return the best of the partitions that fixed random collections would have, as far as the effort goes."""
        numbers = range(self.things.num_variables + 1)
        drawn = [drawn_partition(len(self.things.bundles), k, seed=seed, number=number) for number in numbers]
        values = [climb.value(partition) for partition in drawn if not climb.is_spent]
        return drawn[values.index(max(values))]

    def is_private(self, part: Part) -> bool:
        """Say whether the patterns of a part are private."""
        return all(self._is_private(pattern) for pattern in self._patterns(part))

    def tables_of(self, part: Part) -> list[Table]:
        """Return the tables of a part whose patterns are private."""
        if part not in self._found:
            self._found[part] = [table for pattern in self._patterns(part) for table in self._tables([pattern], None)]
        return self._found[part]

    def forget(self) -> None:
        """Release the tables; they are built again when they are asked for."""
        self._found.clear()
        self._store.keep(())

    def num_states(self, part: Part) -> int:
        """Return the number of abstract states of the patterns of a part."""
        return sum(Projection(self._task, pattern).size for pattern in self._patterns(part))

    def _patterns(self, part: Part) -> tuple[Pattern, ...]:
        if part not in self._patterns_of:
            self._patterns_of[part] = self.things.patterns((part,), self._table_limit).patterns
        return self._patterns_of[part]

    def _tables(self, patterns: Sequence[Pattern], own: Sequence[Pattern] | None) -> list[Table]:
        """Return additive tables; a full store is emptied, which costs time alone."""
        try:
            return self._store.additive(patterns, own)
        except OutOfRoom:
            self.forget()
            return self._store.additive(patterns, own, must=True)

    def _count(self, things: Sequence[int] | range) -> Longs:
        """Return how many of some things each action changes."""
        number = np.zeros(len(self._task.actions), dtype=np.int64)
        for thing in things:
            number[self._changed[thing]] += 1
        return number

    def _is_private(self, pattern: Pattern) -> bool:
        if pattern not in self._private:
            own = [thing for thing, bundle in enumerate(self.things.bundles) if set(bundle) <= set(pattern)]
            inside = self._count(own)
            paid = self._store.full_costs(pattern) > 0
            self._private[pattern] = bool(((inside > 0) & (inside == self._num_changed))[paid].all())
        return self._private[pattern]


class _Climb:
    """One search for a good partition: what it has found out about parts, and how much effort is left."""

    def __init__(self, partitions: Partitions, state: Sequence[int], effort: int) -> None:
        self._partitions, self._state = partitions, state
        self._left = effort
        self._values: dict[Part, int] = {}

    @property
    def is_spent(self) -> bool:
        return self._left <= 0

    def value(self, partition: Partition) -> int:
        """Return the value of a partition."""
        if all(self._partitions.is_private(part) for part in partition):
            return min(sum(map(self.part, partition)), DEAD_END)
        self._left -= sum(map(self._partitions.num_states, partition))
        return self._partitions.value(partition, self._state)

    def part(self, part: Part) -> int:
        """Return the value of one part alone."""
        part = tuple(sorted(part))
        if part not in self._values:
            self._left -= self._partitions.num_states(part)
            self._values[part] = self._partitions.value((part,), self._state)
        return self._values[part]

    def improve(self, partition: Partition) -> int:
        """Return the value after swaps, each the first one that helps, in a fixed order."""
        best = self.value(partition)
        swaps = _swaps(partition)
        while not self.is_spent and (swapped := next(swaps, None)) is not None:
            value = self.value(swapped)
            if value > best:
                best, swaps = value, _swaps(swapped)
        return best


def _matching(count: int, climb: _Climb) -> Partition:
    """Return the partition into pairs with the largest sum; of an odd number one thing stays alone."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, climb.part((i, j))) for i, j in combinations(range(count), 2))
    if count % 2:
        graph.add_weighted_edges_from((i, count, climb.part((i,))) for i in range(count))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted(tuple(sorted({*pair} - {count})) for pair in pairs))


def _greedy(count: int, k: int, climb: _Climb) -> Partition:
    """Return parts that begin with one thing and grow by the one with the largest increment, the first of equals."""
    left = list(range(count))
    parts = []
    while left:
        part: Part = (left.pop(0),)
        while left and len(part) < k:
            gains = [0 if climb.is_spent else climb.part((*part, x)) - climb.part((x,)) for x in left]
            part = (*part, left.pop(gains.index(max(gains))))
        parts.append(tuple(sorted(part)))
    return tuple(parts)


def _swaps(partition: Partition) -> Iterator[Partition]:
    """Yield the partitions in which two things of different parts have changed places."""
    for one, other in combinations(range(len(partition)), 2):
        for i, x in enumerate(partition[one]):
            for j, y in enumerate(partition[other]):
                parts = list(partition)
                parts[one] = tuple(sorted((*partition[one][:i], y, *partition[one][i + 1 :])))
                parts[other] = tuple(sorted((*partition[other][:j], x, *partition[other][j + 1 :])))
                yield tuple(parts)
