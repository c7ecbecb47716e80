"""Speed of the predecessor kernel alone: no search, no evaluator, fixed seeds.

    python benchmarks/expansions.py [TASK ...] [--states 2000] [--seconds 1]

TASK is a directory with domain.pddl and p01.pddl; by default all bundled ones, and a fleet as large as a competition's
largest. For each task a random walk backwards from the goal collects states; then the kernel expands them again and
again. The table says how many states were expanded and how many predecessors written in a second of CPU time, and how
long the arrays took to build.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from beta_plan.front_end import load
from beta_plan.jit import kernel
from beta_plan.sas.rows import Ints
from beta_plan.spaces.protocol import predecessors
from beta_plan.spaces.sas import SasSpace
from tests.sas import large

DOMAINS = Path(__file__).parent.parent / "domains"
ROOM = 1 << 14


@kernel
def expand_all(tables, states, out_states, out_actions):
    """Expand every state once and return the number of predecessors."""
    total = 0
    for i in range(len(states)):
        total += predecessors(tables, states[i], out_states, out_actions)
    return total


def walk(space: SasSpace, start: Ints, num_states: int, seed: int) -> Ints:
    """Return the states of a random walk backwards, which starts again where there is no way on."""
    rng = np.random.default_rng(seed)
    out_states, out_actions = np.empty((ROOM, space.num_variables), np.int32), np.empty(ROOM, np.int32)
    states = [start[rng.integers(len(start))]]
    while len(states) < num_states:
        count = predecessors(space.tables, states[-1], out_states, out_actions)
        states.append(out_states[rng.integers(count)].copy() if count > 0 else start[rng.integers(len(start))])
    return np.array(states)


def measure(name: str, space: SasSpace, start: Ints, *, num_states: int, seconds: float) -> str:
    """Return one line of the table."""
    begin = time.process_time()
    tables = space.tables
    build = time.process_time() - begin
    states = walk(space, start, num_states, seed=1)
    out = np.empty((ROOM, space.num_variables), np.int32), np.empty(ROOM, np.int32)
    total = expand_all(tables, states, *out)
    rounds, best, spent = 0, float("inf"), 0.0
    while spent < seconds or rounds < 3:
        begin = time.process_time()
        expand_all(tables, states, *out)
        taken = time.process_time() - begin
        rounds, best, spent = rounds + 1, min(best, taken), spent + taken
    size = sum(array.nbytes for part in tables for array in (part if isinstance(part, tuple) else (part,)))
    return (
        f"{name:12} {space.num_variables:6} {space.num_actions:8} {len(states) / best:13,.0f} {total / best:14,.0f}"
        f" {total / len(states):9.1f} {build:8.2f} {size / 1e6:8.1f}"
    )


def spaces(folders: list[Path]) -> Iterator[tuple[str, SasSpace, Ints]]:
    """Yield every task with states to start from."""
    for folder in folders or sorted(path.parent for path in DOMAINS.glob("*/domain.pddl")):
        space = SasSpace(load(folder / "domain.pddl", folder / "p01.pddl"))
        yield folder.name, space, space.goal_states(limit=1000, seed=1)[0]
    if not folders:
        fleet = large.transport(trucks=8, packages=42, places=60, capacity=4)
        yield "fleet", SasSpace.of_task(fleet), np.array([fleet.init], dtype=np.int32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", type=Path)
    parser.add_argument("--states", type=int, default=2000, help="length of the random walk")
    parser.add_argument("--seconds", type=float, default=1, help="how long to measure each task")
    options = parser.parse_args()
    print("task         variab.  actions  expansions/s predecessors/s per state  build s       MB")
    for name, space, start in spaces(options.tasks):
        print(measure(name, space, start, num_states=options.states, seconds=options.seconds), flush=True)


if __name__ == "__main__":
    main()
