"""Building the pattern databases of a maze: one for each size, each in slices, within a limit of bytes."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import accumulate
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import IllegalTask
from beta_plan.search.key_set import KeySet
from beta_plan.search.key_set_kernels import COUNT
from beta_plan.search.memory import resize
from beta_plan.sokoban import layout_kernels as lay
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pdb_files import Content, PdbFiles
from beta_plan.sokoban.pdb_tables import (
    BLOCK_BITS,
    MOST_MASKS,
    MOST_ZONES,
    BoxPdbTables,
    binomials,
    live_numbers,
)
from beta_plan.sokoban.regression import MOST_THREADS, Regression
from beta_plan.sokoban.tables import COLUMN, ROW, maze_tables

BYTE_LIMIT = 1 << 30
"""For all databases of a maze together, with what is needed to build them."""

KEPT_FROM = 1 << 20
"""Bytes of the entries of one size from which on databases are kept in files: others take a quarter of a second."""

LARGEST_OF_MOST = 4
"""Nearly all runs come to databases of so many boxes, if only to measure what was found."""

SECONDS_OF_A_SLICE = 0.2
FIRST_WORK = 10_000
_LARGEST = 2**31 - 1

Stop = Callable[[], bool]


class _Refused(Exception):
    """A database is not built; the message says why."""


def num_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ask(stop: Stop | None) -> None:
    """End the build if ``stop`` says so."""
    if stop is not None and stop():
        raise _Refused("stopped early")


class BoxPdbs:
    """The databases of a maze, of some numbers of boxes.

    ``byte_limit`` is for the arrays of all databases, while they are built. Large databases are built on several
    ``threads``, by default on as many as there are cores for us, and few; neither the distances depend on it, nor which
    databases are refused. Where they come from ``files`` they are the same, and count as if they had been built.
    """

    def __init__(
        self, maze: Maze, *, byte_limit: int = BYTE_LIMIT, threads: int | None = None, files: PdbFiles | None = None
    ) -> None:
        self.maze = maze
        self._files = files
        self._limit = byte_limit
        self._threads = threads or min(num_cores(), MOST_THREADS)
        if self._most_zones(1) > MOST_ZONES:
            remedy = "leave out goals that the man cannot walk to"
            raise IllegalTask(f"a maze of {maze.num_pieces} pieces is too much", remedy=remedy)
        self._maze_tables = maze_tables(maze)
        self._entries = np.zeros(0, dtype=np.uint16)
        self._base = np.zeros(0, dtype=np.int32)
        self._pool = np.zeros(0, dtype=np.uint32)
        self._used = 0
        self._masks = KeySet(len(self._maze_tables.floor) - 3, 1 << 6)
        self._first: dict[int, int] = {}
        self._peaks: dict[int, int] = {}
        self._peak = 0
        self._work = FIRST_WORK

    @property
    def sizes(self) -> tuple[int, ...]:
        """Of how many boxes there are databases, ascending."""
        return tuple(sorted(self._first))

    @property
    def nbytes(self) -> int:
        """Bytes of all databases."""
        return self._entries.nbytes + self._base.nbytes + self._pool.nbytes + self._masks.nbytes

    @property
    def tables(self) -> BoxPdbTables:
        """The arrays for kernels, which only read them; they stay valid when another database is built."""
        largest = max(self._first, default=0)
        first = np.full(largest + 1, -1, dtype=np.int64)
        for size, begin in self._first.items():
            first[size] = begin
        return BoxPdbTables(
            entries=self._entries,
            base=self._base,
            pool=self._pool,
            masks=self._by_squares(),
            binomial=binomials(len(self.maze.live), largest + 1),
            first=first,
            live=live_numbers(self.maze),
        )

    @property
    def is_large(self) -> bool:
        """Whether some databases of the maze are worth a file, so that all are to be built in the order of files."""
        return self._is_kept(min(LARGEST_OF_MOST, self.maze.num_boxes))

    def add_up_to(self, size: int, *, stop: Stop | None = None) -> tuple[int, str]:
        """Build the databases of all sizes up to one, ascending; return the last that there is, and why it is not that.

        That of a single box is built in any case.
        They are the same whether they were built before or not, also in the bytes that they take.
        """
        for kept in range(size, len(self._first), -1):
            if self._is_kept(kept) and self._take(kept, stop):
                break
        for each in range(1, size + 1):
            known = each in self._first
            if refused := self.add(each, must=each == 1, stop=None if each == 1 else stop):
                return each - 1, refused
            if not known and self._is_kept(each):
                self._keep(each)
        return size, ""

    def _is_kept(self, size: int) -> bool:
        """Tell whether the database of so many boxes is worth a file."""
        return 2 * comb(len(self.maze.live), size) >= KEPT_FROM

    @property
    def _is_ascending(self) -> bool:
        """Whether there are all sizes up to some, one behind the other, as in files."""
        return list(self._first) == list(range(1, len(self._first) + 1))

    def _take(self, size: int, stop: Stop | None) -> bool:
        """Take all databases up to a size from files; tell whether they were there, and could have been built."""
        if self._files is None or not self._is_ascending or (stop is not None and stop()):
            return False
        kept = self._files.take(self.maze, size)
        if kept is None or max(kept.peaks[1:], default=0) > self._limit:
            return False
        starts = [0, *accumulate(comb(len(self.maze.live), each) for each in range(1, size + 1))]
        if len(kept.entries) != starts[-1] or kept.keys.shape[1:] != self._masks.table.keys.shape[1:]:
            return False
        self._entries, self._base, self._pool, self._used = kept.entries, kept.base, kept.pool, len(kept.pool)
        self._masks.replace(kept.keys, kept.slots, kept.counts)
        self._first = {each: starts[each - 1] for each in range(1, size + 1)}
        self._peaks = dict(enumerate(kept.peaks, 1))
        return True

    def _keep(self, size: int) -> None:
        """Keep all databases up to a size in files, if there are no others."""
        if self._files is not None and self._is_ascending and len(self._first) == size:
            masks, peaks = self._masks.table, tuple(self._peaks[each] for each in self._first)
            arrays = self._entries, self._base, self._pool, masks.keys, masks.slots, masks.sizes
            self._files.keep(self.maze, size, Content(*arrays, peaks))

    def add(self, size: int, *, must: bool = False, stop: Stop | None = None) -> str:
        """Build the database of ``size`` boxes if there is none; return why it cannot be done, or nothing.

        ``stop`` is asked a few times a second, and ends the build when it says True. With ``must`` the limit does not
        count.
        """
        if size < 1:
            raise ValueError(f"a database of {size} boxes")
        if size in self._first:
            return ""
        before, num_masks = (len(self._entries), self._used), len(self._masks)
        self._peak = 0
        try:
            too_large = 2 * (len(self._entries) + comb(len(self.maze.live), size)) > _LARGEST
            if too_large or self._most_zones(size) > MOST_ZONES:
                raise _Refused("too many boxes")
            self._lay_out(size, must, stop)
            self._first[size] = before[0]
            self._regress(size, must, stop)
            self._peaks[size] = self._peak
        except BaseException as error:
            self._first.pop(size, None)
            self._used = before[1]
            self._resize(*before)
            self._masks.fill(self._masks.keys[:num_masks])
            if isinstance(error, _Refused):
                return str(error)
            raise
        return ""

    def _most_zones(self, size: int) -> int:
        """Return a bound for the zones of so many boxes: each has four sides, so it makes at most four of one."""
        return self.maze.num_pieces + 3 * size

    def _lay_out(self, size: int, must: bool, stop: Stop | None) -> None:
        """Give every set its entry and its zones in the pool."""
        begin = len(self._entries)
        self._claim(2 * comb(len(self.maze.live), size), must)
        self._own()
        self._resize(begin + comb(len(self.maze.live), size), self._used)
        most = self._most_zones(size)
        tables = lay.LayoutTables(
            entries=self._entries,
            base=self._base,
            pool=self._pool,
            masks=self._masks.table,
            chosen=np.arange(1, max(size, 2), dtype=np.int64),
            zones=np.zeros((most, len(self._maze_tables.floor)), dtype=np.uint64),
            numbers=np.zeros(most, dtype=np.int64),
            parts=np.zeros(most, dtype=np.int64),
            key=np.zeros(len(self._maze_tables.floor) - 3, dtype=np.uint64),
            registers=np.array([begin, self._used, 0], dtype=np.int64),
        )
        if len(self.maze.live) >= size:
            self._slices(lambda work: self._lay_out_some(tables, size, work, must), stop)
        self._used = int(tables.registers[lay.USED])
        self._resize(len(self._entries), self._used)

    def _lay_out_some(self, tables: lay.LayoutTables, size: int, work: int, must: bool) -> int:
        code = int(lay.lay_out(self._maze_tables, tables, size, work))
        if code == lay.NEED_POOL:
            more = len(self._pool) // 2 + len(self.maze.live) * self._most_zones(size)
            self._claim(4 * more, must)
            resize(self._pool, len(self._pool) + more)
        elif code == lay.NEED_MASKS:
            more = self._masks.capacity // 2 + 8 * len(self.maze.live) + 64
            if len(self._masks) + more > MOST_MASKS:
                raise _Refused("too many zones of the man")
            self._claim(self._masks.row_bytes * more, must)
            self._masks.grow(self._masks.capacity + more)
            self._masks.catch_up()
        return code

    def _regress(self, size: int, must: bool, stop: Stop | None) -> None:
        """Find all distances."""
        pdbs = self.tables
        goals = np.array([pdbs.live[goal] for goal in self.maze.goals], dtype=np.int64)
        if size > len(goals):
            return
        regression = Regression(
            self._maze_tables,
            pdbs,
            size,
            threads=self._threads,
            seconds=SECONDS_OF_A_SLICE,
            pause=lambda: _ask(stop),
            claim=lambda more: self._claim(more, must),
        )
        if not regression.finish(goals, self._most_zones(size)):
            raise _Refused("distances are too large")

    def _slices(self, kernel: Callable[[int], int], stop: Stop | None) -> None:
        """Call a kernel until it is done, each time with as much work as fits into a slice."""
        while True:
            _ask(stop)
            begin = perf_counter()
            code = kernel(self._work)
            if code == lay.DONE:
                return
            if code == lay.MORE:
                wanted = SECONDS_OF_A_SLICE / max(perf_counter() - begin, 1e-6)
                self._work = max(1000, min(int(self._work * min(wanted, 4.0)), 1 << 24))

    def _claim(self, more: int, must: bool) -> None:
        """Refuse where so many bytes more are above the limit."""
        self._peak = max(self._peak, self.nbytes + more)
        if not must and self.nbytes + more > self._limit:
            raise _Refused("its table is too large")

    def _own(self) -> None:
        """Copy what is mapped from files: it cannot grow."""
        if not self._entries.flags.owndata:
            self._entries, self._base, self._pool = self._entries.copy(), self._base.copy(), self._pool.copy()

    def _resize(self, num_entries: int, used: int) -> None:
        """Give the arrays these sizes."""
        resize(self._entries, num_entries)
        resize(self._base, (num_entries >> BLOCK_BITS) + 1)
        resize(self._pool, used)

    def _by_squares(self) -> NDArray[np.uint64]:
        """Return the masks, a bit for each square; the first one, of all squares, is never looked at."""
        boards = self._masks.table.keys[: int(self._masks.table.sizes[COUNT])]
        count = self.maze.num_squares
        masks = np.zeros((len(boards) + 1, count // 64 + 1), dtype=np.uint64)
        for square in range(count):
            row, column = self._maze_tables.squares[square, [ROW, COLUMN]].tolist()
            bit = (boards[:, row - 1] >> np.uint64(column)) & np.uint64(1)
            masks[1:, square // 64] |= bit << np.uint64(square % 64)
        return masks
