"""Regression over abstract ranks, and saturated costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from beta_plan.jit import kernel
from beta_plan.pdbs.tables import BLOCK, DONE, QUEUE_FULL, TOO_FAR
from beta_plan.spaces.protocol import DEAD_END

if TYPE_CHECKING:
    from beta_plan.pdbs.tables import BucketQueue
    from beta_plan.pdbs.tree import MatchTree
    from beta_plan.sas.rows import Ints, Longs


@kernel
def unrank(rank: int, sizes: Ints, inverse: NDArray[np.float64], values: Ints) -> None:
    """Write the values of an abstract state; ``inverse`` is 1 / ``sizes``.

    A division by multiplication: half a step away from the integers, rounding cannot reach them while a variable has
    fewer than 2^22 values and the rank is below 2^30.
    """
    for place in range(len(sizes)):
        rest = int((rank + 0.5) * inverse[place])
        values[place] = rank - rest * sizes[place]
        rank = rest


@kernel
def regress(
    tree: MatchTree,
    sizes: Ints,
    inverse: NDArray[np.float64],
    distance: Ints,
    queue: BucketQueue,
    values: Ints,
    stack: Ints,
) -> int:
    """Lower ``distance`` to that of the nearest goal: Dijkstra's algorithm for costs below ``len(queue.block)``.

    At first ``distance`` is 0 at goals, -1 where illegal, DEAD_END elsewhere. A state waits once for each distance
    that it has had; where it has come nearer since it is passed over. ``values`` and ``stack`` are scratch memory.
    Returns DONE, or why there is no result. One long loop: split up it takes twice the time.
    """
    count = len(queue.block)
    waiting = d = bucket = 0
    for rank in range(len(distance)):
        if distance[rank] == 0:
            if not _push(queue, 0, rank):
                return QUEUE_FULL
            waiting += 1
    while waiting:
        while queue.block[bucket] < 0:
            d += 1
            bucket = bucket + 1 if bucket + 1 < count else 0
            if d + count > DEAD_END:
                return TOO_FAR
        rank = _pop(queue, bucket)
        waiting -= 1
        if distance[rank] < d:
            continue
        unrank(rank, sizes, inverse, values)
        stack[0] = 0
        depth = min(len(tree.place), 1)
        while depth:
            depth -= 1
            node = stack[depth]
            place = tree.place[node]
            if place >= 0:
                for below in (tree.anyway[node], tree.child[tree.first[node] + values[place]]):
                    if below >= 0:
                        stack[depth] = below
                        depth += 1
                continue
            for action in range(tree.first[node], tree.last[node]):
                before = rank + tree.delta[action]
                cost = tree.cost[action]
                if d + cost < distance[before]:
                    distance[before] = d + cost
                    target = bucket + cost if bucket + cost < count else bucket + cost - count
                    if not _push(queue, target, before):
                        return QUEUE_FULL
                    waiting += 1
    return DONE


@kernel
def _push(queue, bucket, rank):
    """Put a state into a bucket, a stack of linked blocks; say whether there was room."""
    block = queue.block[bucket]
    if block < 0 or queue.fill[block] == BLOCK:
        fresh = queue.free[0]
        if fresh < 0:
            return False
        queue.free[0] = queue.below[fresh]
        queue.below[fresh] = block
        queue.fill[fresh] = 0
        queue.block[bucket] = fresh
        block = fresh
    queue.rank[block * BLOCK + queue.fill[block]] = rank
    queue.fill[block] += 1
    return True


@kernel
def _pop(queue, bucket):
    """Take the last state from a bucket that has some."""
    block = queue.block[bucket]
    fill = queue.fill[block] - 1
    queue.fill[block] = fill
    if fill == 0:
        queue.block[bucket] = queue.below[block]
        queue.below[block] = queue.free[0]
        queue.free[0] = block
    return queue.rank[block * BLOCK + fill]


@kernel
def saturate(
    required: Ints,
    delta: Longs,
    cost: Longs,
    wanted: NDArray[np.bool_],
    sizes: Longs,
    entries: NDArray[np.unsignedinteger],
    dead: int,
    saturated: Longs,
) -> None:
    """Write for each wanted abstract action the largest h(s) - h(t) over its transitions from s to t, at least 0.

    ``entries`` are the distances of all abstract states, ``dead`` stands for a dead end, which does not count. No
    difference exceeds the cost, so an action is finished as soon as one equals it.
    """
    for action in range(len(delta)):
        if wanted[action] and cost[action] > 0:
            saturated[action] = _saturate(required[action], delta[action], cost[action], sizes, entries, dead)


@kernel
def _saturate(required, delta, cost, sizes, entries, dead):
    """Count through the ranks t that agree with ``required``; its free variables are the digits of an odometer."""
    rank, multiplier = 0, 1
    for place in range(len(sizes)):
        rank += max(required[place], 0) * multiplier
        multiplier *= sizes[place]
    size, best = multiplier, 0
    while best < cost:
        t, s = np.int64(entries[rank]), np.int64(entries[rank + delta])
        if t != dead and s != dead:
            best = max(best, s - t)
        multiplier = 1
        for place in range(len(sizes)):
            if required[place] < 0:
                if rank // multiplier % sizes[place] + 1 < sizes[place]:
                    rank += multiplier
                    break
                rank -= multiplier * (sizes[place] - 1)
            multiplier *= sizes[place]
        if multiplier == size:  # every digit has come round
            break
    return best
