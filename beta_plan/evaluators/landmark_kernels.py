"""h^LM-cut (Helmert and Domshlak 2009): landmarks of the relaxed task, cut after cut.

In the justification graph every relaxed action leads from its supporter, the dearest fact that it needs, to what it
gives. Actions that lead into the goal zone, the facts from which the goal costs nothing more, are a landmark: one of
them is in every plan. The cheapest of them is paid, the others become cheaper by as much, and so on until the goal
costs nothing. What was paid is a lower bound of the cost of a plan.

Which of equally dear facts is the supporter makes a large difference: where it is the one that was cheapest before the
first cut, A* expands half as many states as with the opposite rule (depots).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from beta_plan.evaluators.landmark_tables import LandmarkTables
from beta_plan.jit import inlined, kernel
from beta_plan.spaces.anchor_kernels import evaluates_alone
from beta_plan.spaces.protocol import DEAD_END

_UNREACHED = 1 << 30
_FACT = (1 << 32) - 1
"""An entry of the heap is h^max, then 32 bits for the fact."""

_ELSEWHERE, _BEFORE, _GOAL_ZONE = range(3)


@inlined
def _push(heap, size, entry):
    """Put an entry into a binary heap; return how many there are."""
    at = size
    while at > 0 and heap[(at - 1) >> 1] > entry:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = entry
    return size + 1


@inlined
def _drop_least(heap, size):
    """Take the least entry, which is the first, out of a heap; return how many are left."""
    size -= 1
    entry, at = heap[size], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= entry:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = entry
    return size


@inlined
def _give(t, action, size):
    """Let what an action gives cost no more than by this action; return the size of the heap."""
    value = t.support[action] + t.left[action]
    for i in range(t.gives_first[action], t.gives_first[action + 1]):
        fact = t.gives[i]
        if value < t.h_max[fact]:
            t.h_max[fact] = value
            size = _push(t.heap, size, (value << 32) | fact)
    return size


@kernel
def _explore(t, state):
    """Compute h^max of all facts, and the supporters: facts are met cheapest first."""
    size = len(state) + 1
    for fact in range(len(t.h_max)):
        t.h_max[fact] = _UNREACHED
    for action in range(len(t.left)):
        t.missing[action] = t.needs_first[action + 1] - t.needs_first[action]
        t.support[action], t.supporter[action] = _UNREACHED, -1
    for v in range(len(state)):
        t.h_max[t.offsets[v] + state[v]] = 0
        t.heap[v] = t.offsets[v] + state[v]
    t.h_max[len(t.h_max) - 2] = 0
    t.heap[len(state)] = len(t.h_max) - 2  # facts in ascending order are a heap
    while size > 0:
        value, fact = t.heap[0] >> 32, t.heap[0] & _FACT
        size = _drop_least(t.heap, size)
        if value > t.h_max[fact]:
            continue
        for i in range(t.needing_first[fact], t.needing_first[fact + 1]):
            action = t.needing[i]
            t.missing[action] -= 1
            if t.missing[action] == 0:
                t.support[action], t.supporter[action] = value, fact
                size = _give(t, action, size)


@kernel
def _explore_again(t, num_cut):
    """Correct h^max and the supporters after actions of the cut have become cheaper."""
    size = 0
    for i in range(num_cut):
        size = _give(t, t.cut[i], size)
    while size > 0:
        value, fact = t.heap[0] >> 32, t.heap[0] & _FACT
        size = _drop_least(t.heap, size)
        if value > t.h_max[fact]:
            continue
        for i in range(t.needing_first[fact], t.needing_first[fact + 1]):
            action = t.needing[i]
            if t.supporter[action] != fact or t.support[action] <= value:
                continue
            dearest = fact
            for j in range(t.needs_first[action], t.needs_first[action + 1]):
                other, more = t.needs[j], t.h_max[t.needs[j]] - t.h_max[dearest]
                if more > 0 or (more == 0 and t.at_first[other] < t.at_first[dearest]):
                    dearest = other
            t.supporter[action] = dearest
            if t.h_max[dearest] < t.support[action]:
                t.support[action] = t.h_max[dearest]
                size = _give(t, action, size)


@kernel
def _mark_goal_zone(t):
    """Mark the facts from which the goal costs nothing more."""
    for fact in range(len(t.mark)):
        t.mark[fact] = _ELSEWHERE
    t.mark[len(t.mark) - 1] = _GOAL_ZONE
    t.heap[0], size = len(t.mark) - 1, 1
    while size > 0:
        size -= 1
        fact = t.heap[size]
        for i in range(t.givers_first[fact], t.givers_first[fact + 1]):
            action = t.givers[i]
            supporter = t.supporter[action]
            if t.left[action] == 0 and supporter >= 0 and t.mark[supporter] != _GOAL_ZONE:
                t.mark[supporter] = _GOAL_ZONE
                t.heap[size] = supporter
                size += 1


@kernel
def _find_cut(t, state):
    """Write the actions that lead from what is reached before the goal zone into it; return how many there are."""
    size, num_cut = len(state) + 1, 0
    for v in range(len(state)):
        t.heap[v] = t.offsets[v] + state[v]
    t.heap[len(state)] = len(t.mark) - 2
    for i in range(size):
        t.mark[t.heap[i]] = _BEFORE
    while size > 0:
        size -= 1
        fact = t.heap[size]
        for i in range(t.needing_first[fact], t.needing_first[fact + 1]):
            action = t.needing[i]
            if t.supporter[action] != fact:
                continue
            leads_in = False
            for j in range(t.gives_first[action], t.gives_first[action + 1]):
                leads_in |= t.mark[t.gives[j]] == _GOAL_ZONE
            if leads_in:
                t.cut[num_cut] = action
                num_cut += 1
                continue
            for j in range(t.gives_first[action], t.gives_first[action + 1]):
                if t.mark[t.gives[j]] == _ELSEWHERE:
                    t.mark[t.gives[j]] = _BEFORE
                    t.heap[size] = t.gives[j]
                    size += 1
    return num_cut


@evaluates_alone(LandmarkTables)
@kernel
def _landmark_cut(t, state, h):
    """Write h^LM-cut of a state, or DEAD_END where not even relaxed actions reach the goal."""
    goal, paid = len(t.h_max) - 1, np.int64(0)
    for action in range(len(t.left)):
        t.left[action] = t.cost[action]
    _explore(t, state)
    for fact in range(len(t.h_max)):
        t.at_first[fact] = t.h_max[fact]
    if t.h_max[goal] == _UNREACHED:
        h[0] = DEAD_END
        return
    while t.h_max[goal] > 0:
        _mark_goal_zone(t)
        num_cut = _find_cut(t, state)
        least = t.left[t.cut[0]]
        for i in range(1, num_cut):
            least = min(least, t.left[t.cut[i]])
        for i in range(num_cut):
            t.left[t.cut[i]] -= least
        paid += least
        _explore_again(t, num_cut)
    h[0] = paid
