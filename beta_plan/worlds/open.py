"""From files to a world."""

from __future__ import annotations

from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.front_end import ground_all, read
from beta_plan.pddl.sexpr import load
from beta_plan.search.natural import allowed_facts
from beta_plan.stages import Stages
from beta_plan.worlds.sas import SasWorld
from beta_plan.worlds.world import Request, World


def open_world(domain: Path, problem: Path | None, request: Request, stages: Stages) -> World:
    """Return the world of a PDDL task."""
    if problem is None:
        raise InputRefused("a problem file is needed beside the domain", remedy="beta-plan generate DOMAIN PROBLEM")
    source = load(domain)
    reading = read(domain, problem, stages)
    front_end = ground_all(reading, stages)
    allowed = allowed_facts(front_end.sas, any_state=request.any_state, keep=request.keep)
    return SasWorld(
        front_end, source, domain.read_bytes(), allowed, table_limit=request.table_limit,
        total_limit=request.total_limit,
    )  # fmt: skip
