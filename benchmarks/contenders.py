"""How much the states differ that enter a race: what the first of a maze cost greedy search and A*.

    python benchmarks/contenders.py LEVELS [--level N ...] [--search 14] [--seconds 20] [--each 4]

LEVELS is a file of levels in XSB. Each maze is searched as ``generate`` does it, for so many seconds; of every member
of the portfolio the first few contenders are solved greedily, with a limit of seconds, and by A*, with one of
expansions. All have the same chance to become the instance until a race has told them apart. ``nearest`` is how near
greedy search has come after a first look; at the end the pairs of a maze are counted in which who was come less near
costs more, and those in which it costs less.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path
from time import monotonic

from beta_plan.config import GeneratorConfig
from beta_plan.found import Found
from beta_plan.limits import Limits
from beta_plan.portfolio import PortfolioSearch, members_of
from beta_plan.search.astar import Outcome
from beta_plan.search.budget import Budget
from beta_plan.sokoban.xsb import read_levels
from beta_plan.worlds.sokoban import LevelWorld

MAZES = (4, 7, 10, 13, 31, 34, 37, 43, 55)
EXPANSIONS, LOOK, MEMORY = 50_000, 60_000, 4 << 30
HEADER = "maze  contender  member  nearest  greedy     expanded  A*         expanded"


def contenders(world: LevelWorld, seconds: int) -> Found:
    """Return what all members of the default find in some seconds."""
    config = GeneratorConfig(overall_time_limit=seconds)
    limits = Limits(config)
    evaluators = world.evaluators(members_of(config).ks, seed=config.seed)
    goals, _ = world.space.goal_states(limit=config.max_goal_states, seed=config.seed)
    search = PortfolioSearch(config, world, evaluators, goals, for_race=True)
    search.prepare()
    return search.run(limits, None)


def in_order(seen: list[tuple[int, int, bool]]) -> tuple[int, int]:
    """Return how many pairs (distance, expansions, solved) are in the same order by both, and how many are not."""
    costs = [(distance, expanded if solved else 2**62) for distance, expanded, solved in seen]
    pairs = [(one, other) for one, other in combinations(costs, 2) if one[0] != other[0] and one[1] != other[1]]
    same = sum((one[0] < other[0]) == (one[1] < other[1]) for one, other in pairs)
    return same, len(pairs) - same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", type=Path)
    parser.add_argument("--level", type=int, nargs="*", default=MAZES, help="numbers, from 1")
    parser.add_argument("--search", type=int, default=14, help="seconds for the searches of a maze")
    parser.add_argument("--seconds", type=float, default=20.0, help="for greedy search")
    parser.add_argument("--each", type=int, default=4, help="contenders of each member")
    asked = parser.parse_args()
    num_members = len(members_of(GeneratorConfig()).members)
    print(HEADER)
    for level in (level for level in read_levels(asked.levels) if level.number in asked.level):
        world = LevelWorld(level, pddl=False, byte_limit=1 << 30)
        ways = contenders(world, round(asked.search / (1 - world.race_plan.part))).contenders
        greedy, optimal = world.judges(seed=0)
        seen = []
        for number, way in enumerate(ways[: asked.each * num_members]):
            look = greedy.solve(way.state, Budget(max_expansions=LOOK, memory=MEMORY))
            quick = greedy.solve(way.state, Budget(deadline=monotonic() + asked.seconds, memory=MEMORY))
            best = optimal.solve(way.state, Budget(max_expansions=EXPANSIONS, memory=MEMORY))
            efforts = "  ".join(f"{each.outcome.value:6} {each.num_expanded:12,}" for each in (quick, best))
            print(f"{level.number:4}  {number:9}  {way.source:6}  {look.nearest:7}  {efforts}", flush=True)
            if look.outcome is Outcome.LIMIT:
                seen.append((look.nearest, quick.num_expanded, quick.outcome is Outcome.SOLVED))
        print(f"{level.number:4}  pairs in the order of nearest: {' to '.join(map(str, in_order(seen)))}", flush=True)


if __name__ == "__main__":
    main()
