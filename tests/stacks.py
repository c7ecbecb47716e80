"""A task too large to be exhausted in a test: many blocks, written as PDDL text."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from tests.bundled import DOMAINS

DOMAIN = DOMAINS / "blocks" / "domain.pddl"


def problem_text(num_blocks: int) -> str:
    """Return a tower that is to stand in the reverse order."""
    names = [f"b{number}" for number in range(num_blocks)]
    tower = " ".join(f"(on {upper} {lower})" for lower, upper in pairwise(names))
    goal = " ".join(f"(on {lower} {upper})" for lower, upper in pairwise(names))
    init = f"(on-table {names[0]}) {tower} (top {names[-1]}) (crane-free)"
    return (
        f"(define (problem tower) (:domain blocks) (:objects {' '.join(names)}) (:init {init}) (:goal (and {goal})))\n"
    )


def write_problem(folder: Path, num_blocks: int = 12) -> Path:
    """Write the problem into a folder and return its path."""
    path = folder / "tower.pddl"
    path.write_text(problem_text(num_blocks), encoding="utf-8")
    return path
