"""The evaluators of a maze: h^PDBk for every k, with fixed, redrawn or best partitions of the boxes."""

from __future__ import annotations

from collections.abc import Iterable

from beta_plan.errors import IllegalTask
from beta_plan.evaluators.pdb import POLICIES, Evaluators
from beta_plan.pdbs.patterns import drawn_partition
from beta_plan.pdbs.policy_tables import best_tables, redrawn_tables
from beta_plan.pdbs.tables import SasPdbTables, sas_pdb_tables
from beta_plan.sokoban import evaluator_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.sokoban.build import BYTE_LIMIT, BoxPdbs, Stop
from beta_plan.sokoban.evaluator_tables import Part, box_sum_tables
from beta_plan.sokoban.maze import Maze
from beta_plan.sokoban.pdb_files import PdbFiles

CLIMBS = 30
"""Where the best partition of a state is wanted, the search for it begins so many times anew, from random ones."""


class BoxEvaluators:
    """Builds evaluators of one maze; databases are built when they are first needed, and shared.

    ``byte_limit`` is for all databases together.
    """

    def __init__(self, maze: Maze, *, byte_limit: int = BYTE_LIMIT) -> None:
        self.maze = maze
        self.pdbs = BoxPdbs(maze, byte_limit=byte_limit, files=PdbFiles.of_user())

    def build(
        self,
        ks: Iterable[int],
        *,
        seed: int,
        policy: str = "random",
        num_collections: int | None = None,
        climbs: int = 0,
        stop: Stop | None = None,
    ) -> Evaluators:
        """Return h^PDBk for each k of ``ks``.

        Partitions are drawn as ``beta_plan.pdbs`` does, over the places of the boxes in a state; by default |V|+1 of
        them. For ``policy`` see ``beta_plan.evaluators.pdb``. Where a database cannot be built, for the limit or for
        lack of time, parts are cut into smaller ones, and ``notes`` say so. The best partition is what a climb from a
        greedy one leads to; it may be repeated from ``climbs`` random ones. ``stop`` is asked a few times a second.
        """
        orders = tuple(sorted(set(ks)))
        if policy not in POLICIES:
            raise ValueError(f"{policy!r} is none of {', '.join(POLICIES)}")
        if not orders:
            return Evaluators.blind()
        count = self.maze.num_boxes
        draws = count + 2 if num_collections is None else num_collections
        prepared = {k: self._prepare(k, policy, stop) for k in sorted(orders, reverse=self.pdbs.is_large)}
        largest = {k: size for k, (size, _) in prepared.items()}
        notes = tuple(note for k in orders if (note := _note(k, *prepared[k])))
        tables = self.pdbs.tables
        if policy != "random":
            chosen, order = _no_pool(len(orders)), [largest[k] for k in orders]
            if policy == "best":
                return Evaluators(
                    orders, best_tables(chosen, tables, order, ks=orders, num_things=count, draws=climbs), notes
                )
            redrawn = redrawn_tables(chosen, tables, order, ks=orders, num_things=count, seed=seed, draws=draws)
            return Evaluators(orders, redrawn, notes)
        partitions = [
            [cut(drawn_partition(count, k, seed=seed, number=number), largest[k]) for number in range(draws)]
            for k in orders
        ]
        return Evaluators(orders, box_sum_tables(tables, partitions, count), notes)

    def without(self) -> Evaluators:
        """Return no h^PDBk at all, in tables of the same type."""
        return Evaluators((), box_sum_tables(self.pdbs.tables, [], self.maze.num_boxes))

    def _prepare(self, k: int, policy: str, stop: Stop | None) -> tuple[int, str]:
        """Build the databases that a k needs; return the largest size of a part, and why it is not k, if so.

        Smaller databases take a small part of the time and of the memory of the largest one. In a large maze all of
        them are there, as in files, from which they may come.
        """
        count, why = self.maze.num_boxes, ""
        largest = min(k, count)
        if self.pdbs.is_large:
            largest, why = self.pdbs.add_up_to(largest, stop=stop)
        elif not (why := self.pdbs.add(1, must=True)):
            while refused := self.pdbs.add(largest, stop=stop):
                largest, why = largest - 1, why or refused
            rest = range(1, largest) if why or (policy == "best" and k > 2) else [count % largest]
            for size in rest:
                if size:
                    self.pdbs.add(size, must=True)
        if 1 not in self.pdbs.sizes:
            raise IllegalTask(f"not even a box alone can be treated here: {why}", remedy="make the maze smaller")
        return largest, why


def _note(k: int, largest: int, why: str) -> str:
    return f"PDB{k}: {why}, so parts have at most {largest} boxes" if why else ""


def _no_pool(num_orders: int) -> SasPdbTables:
    """Return a pool without any collection, for so many k."""
    return sas_pdb_tables(sums=[[]] * num_orders, patterns=[], multipliers=[], entries=[], num_variables=0)


def cut(partition: Iterable[Part], largest: int) -> list[Part]:
    """Return the parts of a partition, larger ones cut in their own order, each ascending.

    >>> cut([(4, 2, 0), (3, 1)], 2)
    [(2, 4), (0,), (1, 3)]
    """
    return [
        tuple(sorted(part[first : first + largest])) for part in partition for first in range(0, len(part), largest)
    ]
