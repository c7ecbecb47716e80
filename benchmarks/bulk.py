"""Levels for learners: how many in a second, and what they take of the CPU.

    python benchmarks/bulk.py [--count 1000] [--size 10x10] [--boxes 4] [--seed 0] [--max-expansions 2000]

The first levels, for which kernels are compiled or loaded, are not counted. CPU seconds are those of the process, with
its threads; on a busy machine they say more than the clock.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from statistics import median
from time import perf_counter, process_time

from beta_plan.bulk import MAX_EXPANSIONS, BulkRequest, bulk_levels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--size", default="10x10")
    parser.add_argument("--boxes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-expansions", type=int, default=MAX_EXPANSIONS)
    asked = parser.parse_args()
    width, _, height = asked.size.partition("x")
    request = BulkRequest(asked.count, int(width), int(height), asked.boxes, asked.seed, asked.max_expansions)
    list(bulk_levels(replace(request, count=8, seed=request.seed + 1)))
    wall, cpu = perf_counter(), process_time()
    levels = list(bulk_levels(request))
    wall, cpu = perf_counter() - wall, process_time() - cpu
    mazes = len({level.maze for level in levels})
    print(f"{len(levels)} levels of {mazes} mazes; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{len(levels) / wall:.0f} levels/s by the clock, {len(levels) / cpu:.0f} by the CPU", end="")
    print(f" ({1000 * cpu / len(levels):.1f} ms each, {1000 * cpu / mazes:.1f} ms a maze)")
    for name in ("pushes", "PDB2", "box_changes"):
        print(f"median {name}: {median(level.metrics[name] for level in levels):g}")


if __name__ == "__main__":
    main()
