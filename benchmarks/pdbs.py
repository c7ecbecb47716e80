"""CPU seconds to build one pattern database of a transport task, ours and Fast Downward's.

    python benchmarks/pdbs.py --places 32 --packages 3
    python benchmarks/pdbs.py --places 24 --packages 4 --lengths --downward PATH/TO/fast-downward.py

The pattern holds one truck and all packages; roads are a random graph, drives cost one, or with ``--lengths`` 1 to 9.

    python benchmarks/pdbs.py --task DOMAIN PROBLEM [--task ...] [--policy best] [--table-limit N] [--total-limit N]

builds PDB1 to PDB4 of given tasks and searches with them: seconds and bytes of the build (arrays at rest and at the
peak, growth of the process), expansions and evaluations for each CPU second, and the mean of h over what was found.
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

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import POLICIES, Evaluators
from beta_plan.front_end import load, load_text
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import AbstractSpace, compute_pdb
from beta_plan.pdbs.memory import bytes_needed
from beta_plan.pdbs.store import TABLE_LIMIT, TOTAL_LIMIT
from beta_plan.search.backward import search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.memory import resident
from beta_plan.spaces.protocol import DEAD_END, evaluate
from beta_plan.spaces.sas import SasSpace

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


def collections(domain: Path, problem: Path, options: argparse.Namespace) -> None:
    """Print what the databases of a task take, and how fast a search is with them."""
    space = SasSpace(load(domain, problem))
    limits = {"table_limit": options.table_limit, "total_limit": options.total_limit}
    Evaluators.build(space, [1], seed=1, policy=options.policy, total_limit=1)  # compile
    before = resident()
    begin = time.process_time()
    evaluators = Evaluators.build(space, range(1, 5), seed=1, policy=options.policy, **limits)
    seconds = time.process_time() - begin
    grown = resident() - before
    print(
        f"{problem}: {space.num_variables} variables, {space.num_actions} actions, built in {seconds:.2f} CPU s, "
        f"{grown / 2**20:.0f} MiB more (at most {bytes_needed(**limits) / 2**20:.0f})"
    )
    print("".join(f"    {note}\n" for note in evaluators.notes), end="")
    for ordering in map(Ordering.parse, ("[w(PDB4),4C,PDB4]", "[PDB1]")):
        used = Evaluators.build(space, ordering.ks, seed=1, policy=options.policy, **limits)
        search_backward(space, used, ordering, Budget(max_expansions=1))
        rates = []
        for _ in range(3):
            begin = time.process_time()
            result = search_backward(space, used, ordering, Budget(max_expansions=options.expansions))
            rates.append(result.num_expanded / (time.process_time() - begin))
        print(f"    {ordering}: {max(rates):,.0f} expansions/s, {result.num_states / result.num_expanded:.1f} new each")
    rng = np.random.default_rng(0)
    sample = [result.state(int(n)) for n in rng.choice(result.num_states, min(1000, result.num_states), replace=False)]
    means = np.mean([list(evaluators.h(state).values()) for state in sample], axis=0)
    print(f"    mean h of PDB1 to PDB4: {', '.join(f'{mean:.2f}' for mean in means)}")


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
    parser.add_argument("--task", nargs=2, type=Path, action="append", metavar=("DOMAIN", "PROBLEM"))
    parser.add_argument("--policy", choices=POLICIES, default="random")
    parser.add_argument("--table-limit", type=int, default=TABLE_LIMIT)
    parser.add_argument("--total-limit", type=int, default=TOTAL_LIMIT)
    parser.add_argument("--expansions", type=int, default=30_000)
    options = parser.parse_args()
    if options.task:
        for domain, path in options.task:
            collections(domain, path, options)
        return
    text = problem(options.places, options.packages, options.lengths, options.seed)
    ours(text)
    evaluation(text)
    if options.downward:
        downward(text, options.downward)


if __name__ == "__main__":
    main()
