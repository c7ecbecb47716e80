"""Damaged plans and instances by the thousand: does ``verify`` ever accept what a validator rejects?

    python benchmarks/mutations.py [--rounds 3] [--seed 0] [--max-expansions 200] [DOMAIN ...]

For each bundled domain two instances are generated, and in each round every way of tests/certify/mutants.py to damage
them is tried once: plans, facts of :init and of the goal, cost lines, manifests; for Sokoban also levels and their
solutions. unified-planning (the extra ``planners``) says which mutants are right; where it cannot read one, the naive
interpreter of the tests does. The table counts what was rejected and accepted by both, what only ``verify`` rejects, by
reason, and what it should not have accepted, which is a failure.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bundled import NAMES
from tests.certify.mutants import (
    LEVEL,
    PLAN,
    PROBLEM,
    STRICTER,
    Files,
    Mutant,
    certificate,
    judged,
    level_is_solved,
    level_mutants,
    manifest_mutants,
    plan_mutants,
    problem_mutants,
)  # fmt: skip
from tests.outputs import content


def generated(name: str, folder: Path, options: argparse.Namespace) -> tuple[Files, Files]:
    """Return the files of two small directories of a domain, with other initial states."""
    found = []
    for seed in (options.seed + 1, options.seed + 2):
        files = [f"domains/{name}/domain.pddl", f"domains/{name}/p01.pddl"]
        words = ["generate", *files, "-q", "--seed", str(seed), "--order", "[PDB1]", "--select", "objective"]
        words += ["--max-expansions", str(options.max_expansions * seed), "-o", str(folder / str(seed))]
        subprocess.run([sys.executable, "-m", "beta_plan", *words], check=True, capture_output=True)
        found.append(content(folder / str(seed)))
    return found[0], found[1]


def levels(folder: Path, options: argparse.Namespace) -> Files:
    """Return the files of a directory with a level."""
    words = ["generate", "sokoban", "-q", "--size", "8x7", "--boxes", "2", "--seed", str(options.seed)]
    words += ["--max-expansions", str(options.max_expansions), "-o", str(folder / "level")]
    subprocess.run([sys.executable, "-m", "beta_plan", *words], check=True, capture_output=True)
    return content(folder / "level")


def mutants(chance: Random, files: Files, other: Files) -> Iterator[Mutant]:
    yield from plan_mutants(chance, files, other)
    yield from problem_mutants(chance, files, other)
    yield from manifest_mutants(chance, files)


def compare(name: str, mutant: Mutant, problem: str, counts: Counter[str]) -> None:
    """Count what ``verify`` and the judges say of a mutant; print where it accepts too much, or too little."""
    with tempfile.TemporaryDirectory() as folder:
        found = certificate(mutant.files, Path(folder), problem)
    if problem == LEVEL:
        is_right = level_is_solved(mutant.files)
    else:
        is_right, verdict = judged(mutant.files)
        counts[f"unified-planning: {verdict.outcome.value}"] += 1
    if found.verified == is_right:
        counts["accepted by both" if is_right else "rejected by both"] += 1
    elif found.verified:
        counts["WRONGLY ACCEPTED"] += 1
        print(f"{name}: {mutant.way}: accepted, but wrong", flush=True)
    elif reason := STRICTER.search(found.why):
        counts[f"stricter: {reason[0]}"] += 1
    else:
        counts["WRONGLY REJECTED"] += 1
        print(f"{name}: {mutant.way}: rejected ({found.why}), but right", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domains", nargs="*", default=NAMES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-expansions", type=int, default=200)
    options = parser.parse_args()
    counts, total = Counter[str](), 0
    for name in options.domains:
        with tempfile.TemporaryDirectory() as folder:
            files, other = generated(name, Path(folder), options)
            level = levels(Path(folder), options) if name == "sokoban" else {}
        before = total
        for number in range(options.rounds):
            chance = Random(f"{options.seed} {name} {number}")
            for mutant in mutants(chance, files, other):
                compare(name, mutant, PROBLEM, counts)
                total += 1
            for mutant in level_mutants(chance, level) if level else ():
                compare(name, mutant, LEVEL, counts)
                total += 1
        print(f"{name}: {total - before} mutants of a plan of {files[PLAN].count(b'(') - 1} actions", flush=True)
    print(f"{total} mutants")
    for what, number in sorted(counts.items()):
        print(f"{number:6}  {what}")
    sys.exit(bool(counts["WRONGLY ACCEPTED"] or counts["WRONGLY REJECTED"]))


if __name__ == "__main__":
    main()
