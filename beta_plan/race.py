"""A race among hard states: the one that resists forward searches of different kind longest comes first.

h^PDBk saturates: a search leaves thousands of states with the largest value, and what a planner needs for them differs
by orders of magnitude. A panel of judges finds out. A field of states is judged with few expansions each, the best
quarter with more, and so on (successive halving); or after a first look states are tried for long, one after the other:
that is for the plan of the world to say. A climb goes on backwards from the best to states near by that cost even more;
where the judges have solved the best of all, climbs go on while they find better ones.

For a SAS+ task the judges are A* with pattern databases of one variable and a sample of landmark cuts, and greedy
search. What they say ranks states much as the expansions of A* with LM-cut do, a hundred times faster; with larger
databases, for which some states are hard by chance, they do so less. For a maze the judges are the two searches of the
solver.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from statistics import fmean

import numpy as np

from beta_plan.panel import Caps, Panel, Part
from beta_plan.sas.task import State
from beta_plan.search.budget import Budget
from beta_plan.search.result import Way
from beta_plan.search.select import are_eligible
from beta_plan.worlds.race_plan import RacePlan
from beta_plan.worlds.world import World

NUM_FINALISTS = 16
"""So many of the best enter the last rounds."""

LEAST_SCREENING, LEAST_DECIDING, LEAST_FIELD = 10_000, 50_000, 16
"""A state should have so many expansions in a first round; of fewer states than a small field none are left out."""

LONG = 0.9
"""Of what is left for trying states for long, the part that one may have; the rest is for another, if it falls late."""

LEAST_LOOK, LEAST_LOOKED_AT = 30_000, 6
"""A first look should have so many expansions, both ways of greedy search in it; a few states have one in any case."""

TOO_LITTLE = 0.05
"""Of what is left, a part that is too little for another field, or another state."""

QUOTA = 4
"""Of a round, one in so many states goes on to the next."""

NUM_ELITE = 8
"""A climb goes on from one of so many states that are the best so far."""

NUM_NEIGHBOURS = 8
"""A climb can judge at least so many; with more, each gets too little for the hardest states to be told apart."""

PATIENCE = 300
"""A climb ends after so many neighbours in a row that are not among the best."""

NUM_CLIMBED, PASSES_IN_VAIN = 64, 10
"""Where the best is known a race climbs on from so many, until it has done so often without finding a better one."""

MOST_STEPS = 32
"""A neighbour is at most so many actions away: often two are needed, to pick up and to put down."""

FURTHER = 0.4
"""How likely it is that a walk goes on to a state further away; without this climbs soon have seen all that is near."""


def race(
    world: World, ways: Sequence[Way], *, seed: int, budget: Budget, on_best: Callable[[Way], None] | None = None
) -> list[Way]:
    """Return ways, and some to states near them, those first that resist longest; ties as the plan of the world says.

    Who was not judged, for want of time, comes behind who was. ``on_best`` is told the best so far, again and again.
    """
    found = list(ways)
    if not found or budget.is_over:
        return found
    plan, judges = world.race_plan, world.judges(seed=seed, stop=lambda: budget.is_over)
    panel, draw = Panel(judges, plan, found[0].state, budget, on_best), Random(seed)
    found = (tried if plan.looking else screened)(panel, found, plan)
    seen = {world.canonical(way.state) for way in found}
    found = _climb(world, panel, found, seen, draw, _Climb.of(panel, plan.climbing))
    size = _affordable(panel, len(found), plan.deciding, LEAST_DECIDING)
    found = [*rounds(panel, found[:size], plan.deciding), *found[size:]]
    found, in_vain = _finish(world, panel, found, seen, draw, plan), 0
    while in_vain < PASSES_IN_VAIN and _may_be_beaten(panel, found[0], plan.last_climbing):
        best = panel.score(found[0].state)
        climbed = _finish(world, panel, found[:NUM_CLIMBED], seen, draw, plan)
        found = panel.ranked([*climbed, *found[NUM_CLIMBED:]])
        in_vain = 0 if panel.score(found[0].state) > best else in_vain + 1
    return [panel.told(way) for way in found]


def _finish(
    world: World, panel: Panel, ways: list[Way], seen: set[Hashable], draw: Random, plan: RacePlan
) -> list[Way]:
    """Climb further, and let the last few have the rest."""
    found = _climb_from_all(world, panel, ways, seen, draw, _Climb.of(panel, plan.last_climbing))
    return panel.ranked([*rounds(panel, found[:NUM_FINALISTS], 1.0), *found[NUM_FINALISTS:]])


def _may_be_beaten(panel: Panel, best: Way, share: float) -> bool:
    """Say whether another climb could find better: all is known about the best, and others may have more than it."""
    if panel.is_spent or not panel.is_known(best.state):
        return False
    return panel.largest(_Climb.of(panel, share).caps) > panel.score(best.state)


def screened(panel: Panel, ways: list[Way], plan: RacePlan) -> list[Way]:
    """Let states race, a field at a time while the part for it lasts: where judges are quick many have a turn.

    Who had none stays behind those who had.
    """
    found, rest, part = list[Way](), ways, panel.part(plan.screening)
    while rest and not (found and (part.share < TOO_LITTLE or panel.is_spent)):
        size = _affordable(panel, min(len(rest), plan.field), part.share, LEAST_SCREENING)
        rounds(panel, [*found[:1], *rest[:size]], part.share)  # who cannot become the first costs less
        found, rest = panel.ranked([*found, *rest[:size]]), rest[size:]
    return [*found, *rest]


def tried(panel: Panel, ways: list[Way], plan: RacePlan) -> list[Way]:
    """Look at a field, then try its states for long, one after the other; go on with the next field while one can win.

    What one search has met is much alike, so after a state has fallen another search has its turn. Who has fallen to
    one judge is not shown to others before all of the field were tried: one that resists counts for more. Who was not
    looked at stays behind those who were.
    """
    found, rest, part = list[Way](), ways, panel.part(plan.screening)

    def may_win() -> bool:
        is_over = part.share < TOO_LITTLE or panel.is_spent
        return not found or (not is_over and panel.largest(_long_caps(panel, part)) > panel.score(found[0].state))

    def try_long(way: Way, *, only_resisting: bool) -> list[Way]:
        best = panel.score(found[0].state)
        panel.judge(way.state, _long_caps(panel, part), at_least=best, only_resisting=only_resisting)
        return panel.ranked_by_distance(found)

    while rest and may_win():
        share = plan.looking * part.share
        size = min(max(panel.affordable(share, LEAST_LOOK), LEAST_LOOKED_AT), plan.field)
        field, rest = rest[:size], rest[size:]
        panel.judge_all(field, panel.caps(share, len(field)))
        found = panel.ranked_by_distance([*found, *field])
        untried = [way for way in panel.ranked_by_distance(field) if not panel.has_fallen(way.state)]
        while untried and may_win():
            way = max(untried, key=lambda way: _promise(panel, found, way.source))
            untried.remove(way)
            found = try_long(way, only_resisting=True)
        for way in panel.ranked_by_distance(field):
            if may_win():
                found = try_long(way, only_resisting=False)
    return [*found, *rest]


def _promise(panel: Panel, ways: Sequence[Way], source: int) -> float:
    """Return the mean score of the states of a search that have fallen; more than any where none has."""
    scores = [panel.score(way.state) for way in ways if way.source == source and panel.has_fallen(way.state)]
    return fmean(scores) if scores else inf


def _long_caps(panel: Panel, part: Part) -> Caps:
    """Return what one state may have now."""
    return panel.caps(LONG * part.share, 1)


def _affordable(panel: Panel, most: int, share: float, expansions: int) -> int:
    """Return how many states can have so many expansions each in the first round; a small field in any case."""
    return min(max(panel.affordable(share / num_rounds(most), expansions), LEAST_FIELD), most)


def rounds(panel: Panel, ways: Sequence[Way], share: float) -> list[Way]:
    """Let the best quarter go on until one is left, in rounds that cost the same; return all, the last ones first."""
    found, size, count = list(ways), len(ways), num_rounds(len(ways))
    for number in range(count):
        if panel.is_spent:
            break
        field, size_of_next = found[:size], -(-size // QUOTA)
        caps = panel.caps(share / (count - number * share), size, field)
        panel.judge_all(field, caps, num_wanted=size_of_next)
        found = panel.ranked(found)  # all of them: who has resisted may fall below those that were left behind
        size = size_of_next
    return found


def num_rounds(num_states: int) -> int:
    """Return how many rounds there are until one in QUOTA is left of the last few.

    >>> [num_rounds(number) for number in (1, 4, 5, 16, 64)]
    [1, 1, 2, 2, 3]
    """
    count = 1
    while num_states > QUOTA:
        num_states, count = -(-num_states // QUOTA), count + 1
    return count


@dataclass(frozen=True)
class _Climb:
    """What climbs may use: each state so much, all together a part."""

    caps: Caps
    part: Part

    def is_over(self) -> bool:
        """Tell whether the part was used up."""
        return self.part.share <= 0.0

    @classmethod
    def of(cls, panel: Panel, share: float) -> _Climb:
        """Return a share of what is left, enough for some neighbours."""
        return cls(panel.caps(share, NUM_NEIGHBOURS), panel.part(share))


def _climb(world: World, panel: Panel, ways: list[Way], seen: set[Hashable], draw: Random, may: _Climb) -> list[Way]:
    """Judge neighbours of the best states, and of what is better than these; return all, the best first.

    Where all of the best resist every judge a climb could hardly tell what is better. ``seen`` are the states that were
    met, up to copies. ``back`` are the actions from each state that was met to the one from which the climb has begun,
    and its way.
    """
    back: dict[State, tuple[list[int], Way]] = {}
    panel.judge_all(ways[:NUM_ELITE], may.caps)
    ways, in_vain = panel.ranked(ways), 0
    while not may.is_over() and in_vain < PATIENCE and not _all_resist(panel, ways, may.caps):
        start = draw.choice(ways[:NUM_ELITE])
        walk = _walk_back(world, start.state, draw)
        in_vain += 1
        if walk is None or (orbit := world.canonical(walk[0])) in seen:
            continue
        seen.add(orbit)
        actions, base = back.get(start.state, ([], start))
        back[walk[0]] = [*walk[1], *actions], base
        near = Way(walk[0], partial(_joined, *back[walk[0]]))
        panel.judge(near.state, may.caps)
        ways = panel.ranked([*ways, near])
        if near in ways[:NUM_ELITE]:
            in_vain = 0
    return ways


def _climb_from_all(
    world: World, panel: Panel, ways: list[Way], seen: set[Hashable], draw: Random, may: _Climb
) -> list[Way]:
    """Climb from the best states, then from those behind them, some at a time.

    Climbs end early where judges are quick; what is hardest may be near a state that was not among the first.
    """
    found = ways
    for begin in range(0, len(ways), NUM_ELITE):
        if begin and (may.is_over() or _all_resist(panel, found, may.caps)):
            break
        others = ways[begin : begin + NUM_ELITE]
        known = {id(way) for way in others}
        climbed = _climb(world, panel, others, seen, draw, may)
        found = panel.ranked([*found, *(way for way in climbed if id(way) not in known)])
    return found


def _all_resist(panel: Panel, ways: Sequence[Way], caps: Caps) -> bool:
    return all(panel.resists(way.state, caps) for way in ways[:NUM_ELITE])


def _walk_back(world: World, state: State, draw: Random) -> tuple[State, list[int]] | None:
    """Walk backwards at random to a state that may become an instance; return it and the actions from there.

    None if the walk meets none.
    """
    actions, found = list[int](), None
    for _ in range(MOST_STEPS):
        before = world.space.predecessors(state)
        if not before:
            break
        action, state = draw.choice(before)
        actions.insert(0, action)
        if are_eligible(world.space, world.allowed, np.array([state], dtype=np.int32))[0]:
            found = state, list(actions)
            if draw.random() >= FURTHER:
                break
    return found


def _joined(actions: list[int], base: Way) -> list[int]:
    return [*actions, *base.path]
