"""Pattern databases: the distance to the nearest abstract goal state, for every abstract state of a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import UnsupportedFeature
from beta_plan.pdbs.abstract import AbstractActions, Projector
from beta_plan.pdbs.kernels import regress, saturate
from beta_plan.pdbs.projection import Mask, Pattern, PatternTooLarge, Projection
from beta_plan.pdbs.tables import BLOCK, QUEUE_FULL, TOO_FAR, BucketQueue
from beta_plan.pdbs.tree import MatchTree, match_tree
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import SasTask
from beta_plan.spaces.protocol import DEAD_END

MOST_STATES = 1 << 28
"""A pattern with more abstract states than this is refused."""

_MOST_BUCKETS = 1 << 24


class CostsTooLarge(PatternTooLarge):
    """With the costs of its actions the distances of a pattern do not fit into 32 bits, or need too many buckets."""


@dataclass(frozen=True, eq=False)
class Pdb:
    """``distance[rank]`` of every abstract state, DEAD_END where no goal state can be reached or none is legal."""

    projection: Projection
    distance: Ints

    @property
    def pattern(self) -> Pattern:
        """The variables it looks at."""
        return self.projection.pattern

    def h(self, state: Sequence[int]) -> int:
        """Return the estimate for a complete state."""
        return int(self.distance[self.projection.rank(state)])


class AbstractSpace:
    """One pattern, ready to be solved for any costs of the actions."""

    def __init__(self, projector: Projector, pattern: Pattern) -> None:
        self.projection = Projection(projector.task, pattern)
        if self.projection.size > MOST_STATES:
            raise PatternTooLarge(f"{self.projection.size} abstract states in the pattern {pattern}")
        self.actions: AbstractActions = projector.abstract_actions(self.projection)
        self._legal_states = projector.legal_states

    def solve(self, costs: Longs) -> Pdb:
        """Return the database for given costs of the abstract actions, each at least zero."""
        distance = np.full(self.projection.size, DEAD_END, dtype=np.int32)
        distance[self.projection.goals()] = 0
        distance[~self._legal_states.mask(self.projection)] = -1
        scale = int(np.gcd.reduce(costs)) if len(costs) else 1
        tree = match_tree(self.actions, costs // max(scale, 1), self.projection.sizes)
        _regress(tree, self.projection, distance)
        distance[distance < 0] = DEAD_END
        if scale > 1:
            distance = _scaled(distance, scale)
        return Pdb(self.projection, distance)

    def saturated(self, entries: NDArray[np.unsignedinteger], costs: Longs, wanted: Mask) -> Longs:
        """Return the least costs of the ``wanted`` abstract actions with which every distance stays as it is.

        That is the largest h(s) - h(t) over the transitions from s to t between states that are no dead ends, and
        zero at least (Seipp, Keller and Helmert 2020, with costs that are never negative). ``entries`` are the
        distances; the largest value of their type is a dead end.
        """
        found = np.zeros(len(costs), dtype=np.int64)
        sizes = np.array(self.projection.sizes, dtype=np.int64)
        dead = int(np.iinfo(entries.dtype).max)
        saturate(self.actions.required, self.actions.delta, costs, wanted, sizes, entries, dead, found)
        return found


def compute_pdb(task: SasTask, pattern: Pattern, costs: Longs | None = None) -> Pdb:
    """Return the pattern database of ``pattern`` for the task's action costs, or for others.

    Abstract states that violate an invariant are dead ends: the database is *constrained*.

    Raises:
        PatternTooLarge: it would not fit into memory, or action costs are too large.
    """
    space = AbstractSpace(Projector(task), pattern)
    return space.solve(space.actions.costs(task.actions.cost if costs is None else costs))


def check_costs(task: SasTask) -> None:
    """Raise UnsupportedFeature where the action costs are too large for the distances of some variable alone.

    Of a larger pattern for which they are too large variables are left out.
    """
    highest, longest = int(task.actions.cost.max(initial=0)), max((len(v.values) for v in task.variables), default=0)
    if highest < _MOST_BUCKETS and highest * (longest + 1) < DEAD_END:
        return
    projector = Projector(task)
    for variable in range(len(task.variables)):
        space = AbstractSpace(projector, (variable,))
        try:
            space.solve(space.actions.costs(task.actions.cost))
        except CostsTooLarge:
            message = f"action costs up to {highest:,} are too large for pattern databases"
            raise UnsupportedFeature(message, remedy="divide all costs by a number, and round them") from None


def _regress(tree: MatchTree, projection: Projection, distance: Ints) -> None:
    """Run the kernel, again with a longer queue where it was too short."""
    sizes = np.array(projection.sizes, dtype=np.int32)
    scratch = (np.zeros(len(sizes) + 1, dtype=np.int32), np.zeros(len(sizes) + 1, dtype=np.int32))
    highest = int(tree.cost.max(initial=0))
    num_buckets, num_blocks = highest + 1, len(distance) // BLOCK + min(highest, len(distance)) + 2
    ended = TOO_FAR if num_buckets > _MOST_BUCKETS else QUEUE_FULL
    while ended == QUEUE_FULL:
        queue = BucketQueue.empty(num_buckets=num_buckets, num_blocks=num_blocks)
        ended = regress(tree, sizes, 1.0 / sizes, distance, queue, *scratch)
        num_blocks *= 2
        if ended == QUEUE_FULL:
            distance[distance > 0] = DEAD_END
    if ended == TOO_FAR:
        raise CostsTooLarge(f"with action costs up to {highest} distances are too large")


def _scaled(distance: Ints, scale: int) -> Ints:
    alive = distance < DEAD_END
    if int(distance[alive].max(initial=0)) * scale >= DEAD_END:
        raise CostsTooLarge(f"action costs in steps of {scale} make distances too large")
    distance[alive] *= scale
    return distance
