"""How much the states differ that enter a race: what the first of a maze cost greedy search and A*.

    python benchmarks/contenders.py LEVELS [--level N ...] [--search 14] [--seconds 20] [--each 4]

LEVELS is a file of levels in XSB. Each maze is searched as ``generate`` does it, for so many seconds; of every member
of the portfolio the first few contenders are solved greedily, with a limit of seconds, and by A*, with one of
expansions. All have the same chance to become the instance until a race has told them apart.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic

from beta_plan.config import GeneratorConfig
from beta_plan.found import Found
from beta_plan.limits import Limits
from beta_plan.portfolio import PortfolioSearch, members_of
from beta_plan.search.budget import Budget
from beta_plan.sokoban.xsb import read_levels
from beta_plan.worlds.sokoban import LevelWorld

MAZES = (4, 7, 10, 13, 31, 34, 37, 43, 55)
EXPANSIONS, MEMORY = 50_000, 4 << 30
HEADER = "maze  contender  greedy     expanded  A*         expanded"


def contenders(world: LevelWorld, seconds: int) -> Found:
    """Return what all members of the default find in some seconds."""
    config = GeneratorConfig(overall_time_limit=seconds)
    limits = Limits(config)
    evaluators = world.evaluators(members_of(config).ks, seed=config.seed)
    goals, _ = world.space.goal_states(limit=config.max_goal_states, seed=config.seed)
    search = PortfolioSearch(config, world, evaluators, goals, for_race=True)
    search.prepare()
    return search.run(limits, None)


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
        for number, way in enumerate(ways[: asked.each * num_members]):
            quick = greedy.solve(way.state, Budget(deadline=monotonic() + asked.seconds, memory=MEMORY))
            best = optimal.solve(way.state, Budget(max_expansions=EXPANSIONS, memory=MEMORY))
            efforts = "  ".join(f"{each.outcome.value:6} {each.num_expanded:12,}" for each in (quick, best))
            print(f"{level.number:4}  {number:9}  {efforts}", flush=True)


if __name__ == "__main__":
    main()
