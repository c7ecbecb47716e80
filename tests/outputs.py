"""Outputs of real instances, for tests of what is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from beta_plan.certify.plan import plan_text
from beta_plan.metrics import Metrics
from beta_plan.output.layout import instance_names
from beta_plan.output.write import Instance, Output, level_instance, provenance
from beta_plan.sokoban.solution import steps_of_pushes
from beta_plan.sokoban.to_pddl import domain_bytes, level_to_pddl, steps_to_pddl
from beta_plan.sokoban.xsb import level_text
from tests.bundled import DOMAINS, front_end
from tests.certify.walks import backward_walk, walk_cost
from tests.sokoban.levels import HALL, level, pull_back


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


def level_output(seeds: list[int], *, pddl: bool = False, **about: Any) -> Output:
    """Return an output of Sokoban levels, one for each seed of a walk back from the goal; in PDDL, too, if asked."""
    instances = []
    for seed in seeds:
        state, pushes = pull_back(level(HALL), seed, pulls=4 + seed)
        boxes, man = state.require_state()
        steps = list(steps_of_pushes(state.maze, boxes, man, pushes))
        lurd = "".join(step.letter for step in steps)
        metrics = Metrics(len(steps), len(pushes), own={"PDB1": seed})
        plan = plan_text(steps_to_pddl(state, steps), cost=len(pushes), uses_costs=True)
        twin = (level_to_pddl(state)[1], plan) if pddl else None
        instances.append(level_instance(level_text(replace(state, solution=lurd)), f"{lurd}\n", metrics, twin))
    return Output(domain_bytes() if pddl else None, instances, about)


def split(output: Output, folders: list[str]) -> Output:
    """Return an output with its instances in folders."""
    pairs = zip(output.instances, folders, strict=True)
    return replace(output, instances=[replace(instance, folder=folder) for instance, folder in pairs])


def content(directory: Path) -> dict[str, bytes]:
    """Return every file below a directory."""
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}
