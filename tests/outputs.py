"""Outputs of real instances, for tests of what is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from beta_plan.certify.plan import plan_text
from beta_plan.metrics import Metrics
from beta_plan.output.layout import instance_names
from beta_plan.output.write import Instance, Output, provenance
from tests.bundled import DOMAINS, front_end
from tests.certify.walks import backward_walk, walk_cost


def bundled_output(name: str, seeds: list[int], **about: Any) -> Output:
    """Return an output with one instance for each seed of a walk back from the goal."""
    instances = []
    for seed, title in zip(seeds, instance_names(len(seeds)), strict=True):
        _, problem, actions = backward_walk(name, seed=seed, steps=4 + seed)
        cost = walk_cost(name, actions)
        metrics = Metrics(len(actions), cost, own={"PDB1": seed})
        comment = provenance("beta-plan generate d.pddl", seed=seed, order="[PDB1]", metrics=metrics)
        text = "".join(f"; {line}\n" for line in [title, *comment.splitlines()]) + problem
        plan = plan_text(actions, cost=cost, uses_costs=front_end(name).read.uses_costs)
        instances.append(Instance(text, plan, metrics))
    return Output((DOMAINS / name / "domain.pddl").read_bytes(), instances, about)


def content(directory: Path) -> dict[str, bytes]:
    """Return every file below a directory."""
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}
