"""CPU seconds to build one pattern database of a transport task, ours and Fast Downward's.

    python benchmarks/pdbs.py --places 32 --packages 3
    python benchmarks/pdbs.py --places 24 --packages 4 --lengths --downward PATH/TO/fast-downward.py

The pattern holds one truck and all packages; roads are a random graph, drives cost one, or with ``--lengths`` 1 to 9.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import numpy as np

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import load_text
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import AbstractSpace, compute_pdb
from beta_plan.spaces.protocol import DEAD_END, evaluate

DOMAIN = (Path(__file__).parent.parent / "domains" / "transport" / "domain.pddl").read_text(encoding="utf-8")


def problem(places: int, packages: int, lengths: bool, seed: int) -> str:
    """Return a transport task with one truck of three slots on a connected random graph."""
    random = Random(seed)
    roads = {(x, random.randrange(x)) for x in range(1, places)}
    roads |= {(x, y) for x, y in (random.sample(range(places), 2) for _ in range(places))}
    init = ["(one-more l0 l1) (one-more l1 l2) (one-more l2 l3) (at truck x0) (room truck l3) (= (total-cost) 0)"]
    for x, y in sorted(roads | {(y, x) for x, y in roads}):
        length = 1 + (x * y) % 9 if lengths else 1
        init.append(f"(road x{x} x{y}) (= (length x{x} x{y}) {length})")
    init += [f"(at p{p} x{random.randrange(places)})" for p in range(packages)]
    goal = " ".join(f"(at p{p} x{random.randrange(places)})" for p in range(packages))
    return f"""(define (problem bench) (:domain transport)
  (:objects {" ".join(f"x{x}" for x in range(places))} - place truck - vehicle
            {" ".join(f"p{p}" for p in range(packages))} - package l0 l1 l2 l3 - level)
  (:init {" ".join(init)}) (:goal (and {goal})) (:metric minimize (total-cost)))"""


def ours(text: str) -> None:
    task = load_text(DOMAIN, text).sas
    pattern = tuple(v for v, variable in enumerate(task.variables) if any("at " in x for x in variable.values))
    for v in pattern:
        compute_pdb(task, (v,))  # compile
    begin = time.process_time()
    space = AbstractSpace(Projector(task), pattern)
    costs = space.actions.costs(task.actions.cost)
    projected = time.process_time()
    pdb = space.solve(costs)
    end = time.process_time()
    alive = pdb.distance[pdb.distance < DEAD_END]
    print(
        f"ours: {space.projection.size} abstract states, {len(space.actions)} abstract actions, "
        f"projection {projected - begin:.2f} s, regression {end - projected:.2f} s, "
        f"mean h {alive.mean():.4f}, h(init) {pdb.h(task.init or ())}"
    )


def evaluation(text: str, states: int = 20_000) -> None:
    """Print how long one state takes in the collections of PDB1 and PDB2, called from Python one by one."""
    task = load_text(DOMAIN, text).sas
    begin = time.process_time()
    evaluators = Evaluators.build(task, [1, 2], seed=0)
    built = time.process_time()
    state, h = np.array(task.init, dtype=np.int32), np.zeros(2, dtype=np.int32)
    evaluate(evaluators.tables, state, h)
    warm = time.process_time()
    for _ in range(states):
        evaluate(evaluators.tables, state, h)
    seconds = time.process_time() - warm
    print(
        f"PDB1 and PDB2: {len(evaluators.tables.width)} tables, {len(evaluators.tables.entries)} bytes, "
        f"built in {built - begin:.2f} s, {1e6 * seconds / states:.2f} microseconds a state"
    )


def downward(text: str, planner: Path) -> None:
    """Let Fast Downward build the same database and print its time."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "domain.pddl").write_text(DOMAIN, encoding="utf-8")
        (Path(folder) / "problem.pddl").write_text(text, encoding="utf-8")
        call = [sys.executable, str(planner)]
        subprocess.run(
            [*call, "--translate", "domain.pddl", "problem.pddl"], cwd=folder, check=True, capture_output=True
        )
        sas = (Path(folder) / "output.sas").read_text(encoding="utf-8")
        variables = re.findall(r"begin_variable\n(.*?)end_variable", sas, re.DOTALL)
        pattern = [str(i) for i, variable in enumerate(variables) if "at(" in variable]
        search = f"astar(pdb(pattern=manual_pattern([{','.join(pattern)}])),bound=0)"
        found = subprocess.run(
            [*call, "output.sas", "--search", search], cwd=folder, check=False, capture_output=True, text=True
        )
        print("\n".join(line for line in found.stdout.splitlines() if re.search("^\\[.*(Manual|Initial)", line)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", type=int, default=32)
    parser.add_argument("--packages", type=int, default=3)
    parser.add_argument("--lengths", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--downward", type=Path)
    options = parser.parse_args()
    text = problem(options.places, options.packages, options.lengths, options.seed)
    ours(text)
    evaluation(text)
    if options.downward:
        downward(text, options.downward)


if __name__ == "__main__":
    main()
