"""The additive heuristic of a state."""

# mypy: ignore-errors

from __future__ import annotations

from beta_plan.evaluators.additive_tables import MOST, AdditiveTables
from beta_plan.jit import kernel
from beta_plan.spaces.anchor_kernels import evaluates_alone

NEAREST = 1 << 29
"""The value of a state that meets all demands; each step that it is away from them takes one off."""


@evaluates_alone(AdditiveTables)
@kernel
def _nearness(tables, state, h):
    """Write NEAREST - h^add, or 0 for a dead end: the search puts large values first.

    h^add is the sum, over all demands, of the cost of the cheapest fact that meets it. A fact of the state costs 0,
    another one what the cheapest action does that gives it; an action costs 1 more than all that it needs. Generalised
    Dijkstra: actions wait in buckets by cost, each once, for its cost is certain when the last fact that it needs is
    known; so facts become known cheapest first.
    """
    offsets, needing_first, needing, meets_first, meets, needs, gives_first, gives = tables[:8]
    met, known, fresh, missing, costs, bucket, below = tables[8:]
    for fact in range(len(known)):
        known[fact] = False
    for d in range(len(met)):
        met[d] = False
    unmet, num_fresh = len(met), len(state)
    for v in range(len(state)):
        fact = offsets[v] + state[v]
        known[fact] = True
        fresh[v] = fact
        for i in range(meets_first[fact], meets_first[fact + 1]):
            unmet -= not met[meets[i]]
            met[meets[i]] = True
    h[0] = NEAREST
    cost, highest = 0, 1
    if unmet > 0:
        for a in range(len(needs)):
            missing[a], costs[a] = needs[a], 1
            if needs[a] == 0:
                below[a], bucket[1] = bucket[1], a
    while unmet > 0:
        while num_fresh > 0:
            num_fresh -= 1
            fact = fresh[num_fresh]
            for i in range(needing_first[fact], needing_first[fact + 1]):
                a = needing[i]
                missing[a] -= 1
                costs[a] += cost
                if missing[a] == 0:
                    c = min(costs[a], MOST)
                    below[a], bucket[c] = bucket[c], a
                    highest = max(highest, c)
        while cost <= highest and bucket[cost] < 0:
            cost += 1
        if cost > highest:
            h[0] = 0
            return
        a = bucket[cost]
        bucket[cost] = below[a]
        for g in range(gives_first[a], gives_first[a + 1]):
            for fact in range(gives[g, 0], gives[g, 1]):
                if not known[fact]:
                    known[fact] = True
                    fresh[num_fresh] = fact
                    num_fresh += 1
                    for i in range(meets_first[fact], meets_first[fact + 1]):
                        if not met[meets[i]]:
                            met[meets[i]] = True
                            h[0] -= cost
                            unmet -= 1
    for c in range(cost, highest + 1):
        bucket[c] = -1
