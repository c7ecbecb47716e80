"""Distances of all sets of boxes: breadth-first search from the goals, layer by layer, on several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from math import comb
from threading import Lock
from time import perf_counter

import numpy as np

from beta_plan.sas.rows import Ints, Longs
from beta_plan.sokoban import regress_kernels as reg
from beta_plan.sokoban.pdb_tables import FAR, UNREACHED, BoxPdbTables
from beta_plan.sokoban.tables import MazeTables

CHUNK = 1 << 12
"""So many states of a layer a thread takes at once, for a millisecond or two; smaller layers are for one thread."""

MOST_THREADS = 4
"""For so many there must be memory on every machine, however many cores it has."""

_STATE_BYTES = 8


class Regression:
    """Finds the distances of the sets of ``size`` boxes; all entries must be there, none with a distance yet.

    ``threads`` is the largest number of threads; the distances do not depend on it. ``pause`` is called every
    ``seconds`` of work, when no other thread is at work; ``claim`` for every layer, with the bytes that it takes on any
    machine. They may end the search by an exception.
    """

    def __init__(
        self, maze: MazeTables, pdbs: BoxPdbTables, size: int, *, threads: int, seconds: float,
        pause: Callable[[], None], claim: Callable[[int], None],
    ) -> None:  # fmt: skip
        self._maze, self._pdbs, self._size = maze, pdbs, size
        self._seconds, self._pause, self._claim = seconds, pause, claim
        room = min(CHUNK, comb(len(maze.live), size) >> 4)
        self._finders = [reg.finder(maze, size, room) for _ in range(min(threads, MOST_THREADS))]
        self._finder_bytes = MOST_THREADS * sum(array.nbytes for array in self._finders[0])
        self._layer: Ints = np.zeros((0, 2), dtype=np.int32)
        self._distance = 0
        self._is_shared = False
        self._expanded = 0
        self._found: list[Ints] = []
        self._lock = Lock()
        self._end = 0.0

    def finish(self, goals: Longs, most_zones: int) -> bool:
        """Find all distances; False: some are too large to be written. In the pool there is less room for them.

        ``goals`` are live squares; a set of boxes on goals has at most ``most_zones`` zones.
        """
        too_large = FAR if len(self._pdbs.pool) else UNREACHED
        room = comb(len(goals), self._size) * most_zones
        self._claim(self._finder_bytes + 2 * room * _STATE_BYTES)
        first = reg.finder(self._maze, self._size, room)
        reg.start(self._pdbs, first, self._size, goals)
        self._keep(first)
        del first
        with ThreadPoolExecutor(max(1, len(self._finders) - 1)) as pool:
            while self._found:
                self._next_layer()
                if self._distance + 1 >= too_large:
                    return False
                while self._expanded < len(self._layer):
                    self._expand_some(pool)
        return True

    def _next_layer(self) -> None:
        """Go on to what was found; it is copied into one array when the last layer is no longer needed.

        Of two threads each may have found a state first, as it seemed to it: such a state counts once.
        """
        before = len(self._layer)
        self._layer = np.zeros((0, 2), dtype=np.int32)
        self._layer = self._found[0] if len(self._found) == 1 else np.concatenate(self._found)
        if self._is_shared:
            self._layer = _distinct(self._layer)
        self._found, self._expanded, self._is_shared = [], 0, False
        self._claim(self._finder_bytes + _STATE_BYTES * (max(before, len(self._layer)) + len(self._layer)))

    def _expand_some(self, pool: ThreadPoolExecutor) -> None:
        """Expand the layer until it ends or a pause is due, on threads where it is large enough."""
        if perf_counter() >= self._end:
            self._pause()
            self._end = perf_counter() + self._seconds
        helpers = self._finders[1:] if len(self._layer) - self._expanded > 2 * CHUNK else []
        self._is_shared = self._is_shared or bool(helpers)
        running = [pool.submit(self._expand_chunks, finder) for finder in helpers]
        try:
            self._expand_chunks(self._finders[0])
        finally:
            wait(running)
        for each in running:
            each.result()
        if self._expanded == len(self._layer):
            self._distance += 1

    def _expand_chunks(self, finder: reg.Finder) -> None:
        """Expand one chunk after the other: the work of one thread."""
        while True:
            with self._lock:
                begin, end = self._expanded, min(self._expanded + CHUNK, len(self._layer))
                self._expanded = end
            while begin < end:
                begin = int(
                    reg.expand(self._maze, self._pdbs, finder, self._layer, begin, end, self._size, self._distance)
                )
                self._keep(finder)
            if self._expanded == len(self._layer) or perf_counter() >= self._end:
                return

    def _keep(self, finder: reg.Finder) -> None:
        """Remember what was found."""
        count = int(finder.registers[reg.NUM_FOUND])
        if count:
            with self._lock:
                self._found.append(finder.found[:count].copy())


def _distinct(layer: Ints) -> Ints:
    """Sort the states of a layer, in place, and return each once; mostly each is there once."""
    states = layer.view(np.int64).reshape(-1)
    states.sort()
    is_new = np.ones(len(states), dtype=bool)
    np.not_equal(states[1:], states[:-1], out=is_new[1:])
    return layer if is_new.all() else layer[is_new]
