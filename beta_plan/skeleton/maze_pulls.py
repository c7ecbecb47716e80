"""What pulls can do in a maze: with one box, which bounds what many can do, and with all boxes, as far as needed."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

from beta_plan.skeleton.maze_bits import Grid, each


@dataclass(frozen=True)
class Pulls:
    """What a box alone in the maze can do, pulled away from any goal by a man who begins anywhere.

    Several boxes can do nothing else: where they stand, the man only reaches less. ``distance`` has every square
    that a box can come to, with the number of pulls that take it there; ``stands`` are the squares where the man
    ends a pull.
    """

    distance: dict[int, int]
    stands: int

    @property
    def squares(self) -> int:
        """All squares that a box can come to."""
        return sum(self.distance)

    @property
    def mean(self) -> float:
        """How many pulls it takes to get there, on average."""
        return sum(self.distance.values()) / len(self.distance)


def pulls_of_one_box(grid: Grid, floor: int, goals: int) -> Pulls:
    """Return what pulls can do with one box."""
    distance = dict.fromkeys(each(goals), 0)
    zones: dict[int, int] = dict.fromkeys(distance, floor)
    layer = [(goal, zone) for goal in distance for zone in grid.zones(floor & ~goal)]
    stands, pulls = 0, 0
    while layer:
        pulls += 1
        following = []
        for box, zone in layer:
            for step in grid.steps:
                there = grid.shifted(box, step)
                man = grid.shifted(there, step)
                if not (there & zone and man & floor):
                    continue
                stands |= man
                known = zones.get(there, 0)
                if not man & known:
                    reached = grid.zone(floor & ~there, man)
                    zones[there] = known | reached
                    distance.setdefault(there, pulls)
                    following.append((there, reached))
        layer = following
    return Pulls(distance, stands)


def unpack(grid: Grid, floor: int, goals: int, pulls: Pulls, *, max_expanded: int) -> bool:
    """Tell whether pulls lead from a goal state to one with no box on a goal; False too where that took too long.

    Greedy: first come states with few boxes on goals, then those with the boxes far from them.
    """
    off_goal = 1 + max(pulls.distance.values())
    gains = {square: length + off_goal * bool(length) for square, length in pulls.distance.items()}
    waiting = [(0, number, goals, zone & -zone) for number, zone in enumerate(grid.zones(floor & ~goals))]
    known: set[tuple[int, int]] = set()
    number = len(waiting)
    while waiting and len(known) < max_expanded:
        key, _, boxes, man = heappop(waiting)
        free = floor & ~boxes
        zone = grid.zone(free, man)
        if (boxes, zone) in known:
            continue
        known.add((boxes, zone))
        for step in grid.steps:
            for there in each(grid.shifted(boxes, step) & zone & grid.shifted(free, -step)):
                box = grid.shifted(there, -step)
                moved = boxes ^ box ^ there
                if not moved & goals:
                    return True
                number += 1
                heappush(waiting, (key + gains[box] - gains[there], number, moved, grid.shifted(there, step)))
    return False
