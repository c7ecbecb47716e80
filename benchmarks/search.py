"""Speed and memory of the backward search on a transport task of any size.

    python benchmarks/search.py [--places 12] [--vehicles 2] [--packages 6] [--expansions 500000]
        [--order "[]" "[w(PDB2),2C,PDB2]" ...] [--walk]

The places are on a ring. For each ordering: expansions and generated states for each CPU second of the search alone
(kernels are compiled before), states, bytes of the arrays for each state, and the largest memory of the process.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import load_text
from beta_plan.search.backward import random_walk, search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.result import SearchResult
from beta_plan.spaces.sas import SasSpace

DOMAIN = Path(__file__).parent.parent / "domains" / "transport" / "domain.pddl"
INDEX_AND_QUEUE = 4 * 4 / 3 + 4
"""Bytes for each state that only a running search needs."""


def problem(places: int, vehicles: int, packages: int) -> str:
    """Return a task: packages at place 0 go to place 1, 2, ...; every vehicle has two slots."""
    roads = [(f"c{x}", f"c{(x + step) % places}") for x in range(places) for step in (1, places - 1)]
    names = {
        "place": [f"c{x}" for x in range(places)],
        "vehicle": [f"v{x}" for x in range(vehicles)],
        "package": [f"p{x}" for x in range(packages)],
        "level": ["l0", "l1", "l2"],
    }
    objects = " ".join(f"{' '.join(members)} - {kind}" for kind, members in names.items())
    init = ["(one-more l0 l1) (one-more l1 l2) (= (total-cost) 0)"]
    init += [f"(road {x} {y}) (= (length {x} {y}) 1)" for x, y in roads]
    init += [f"(at {v} c0) (room {v} l2)" for v in names["vehicle"]] + [f"(at {p} c0)" for p in names["package"]]
    goal = " ".join(f"(at {p} c{(1 + i) % places})" for i, p in enumerate(names["package"]))
    return (
        f"(define (problem ring) (:domain transport) (:objects {objects}) (:init {' '.join(init)})"
        f" (:goal (and {goal})) (:metric minimize (total-cost)))"
    )


def measure(name: str, search: Callable[[], SearchResult]) -> None:
    start = process_time()
    result = search()
    seconds = process_time() - start
    kept = (result.packed.nbytes + result.parent.nbytes + result.profile_of.nbytes) / result.num_states
    print(
        f"{name}: {result.num_expanded} expanded, {result.num_generated} generated, {result.num_states} states"
        f" in {result.seconds:.2f} s, {seconds:.2f} CPU s ({result.status.value})\n"
        f"    {result.num_expanded / seconds:,.0f} expansions and {result.num_generated / seconds:,.0f} generated for"
        f" each CPU s; {kept + INDEX_AND_QUEUE:.1f} bytes/state, {kept:.1f} of them kept;"
        f" peak {result.peak_memory / 2**20:,.0f} MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", type=int, default=12)
    parser.add_argument("--vehicles", type=int, default=2)
    parser.add_argument("--packages", type=int, default=6)
    parser.add_argument("--expansions", type=int, default=500_000)
    parser.add_argument("--order", nargs="*", default=["[]", "[w(PDB2),2C,PDB2]"])
    parser.add_argument("--walk", action="store_true", help="random walks, too")
    options = parser.parse_args()
    text = problem(options.places, options.vehicles, options.packages)
    space = SasSpace(load_text(DOMAIN.read_text(encoding="utf-8"), text))
    print(f"{space.num_variables} variables, {space.num_facts} facts, {space.num_words} words")
    budget = Budget(max_expansions=options.expansions)
    for order in map(Ordering.parse, options.order):
        start = perf_counter()
        evaluators = Evaluators.build(space.task, order.ks, seed=1)
        search_backward(space, evaluators, order, Budget(max_expansions=1))
        print(f"{order}: {perf_counter() - start:.1f} s for databases and kernels")
        measure(str(order), partial(search_backward, space, evaluators, order, budget))
    if options.walk:
        blind, nothing = Evaluators.blind(), Ordering(())
        random_walk(space, blind, nothing, Budget(max_expansions=1), seed=1)
        measure("rw", partial(random_walk, space, blind, nothing, budget, seed=1))


if __name__ == "__main__":
    main()
