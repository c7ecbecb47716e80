"""Samples for learning heuristics: states that a backward search has met, with bounds of what they cost."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

import numpy as np

from beta_plan.bundled import find_domain
from beta_plan.config import PORTFOLIO, GeneratorConfig
from beta_plan.errors import WrongOption
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.export.samples import Sample
from beta_plan.jit import note_use
from beta_plan.limits import Limits
from beta_plan.pipeline import request_of
from beta_plan.portfolio import PortfolioSearch, members_of
from beta_plan.search.budget import Progress
from beta_plan.search.result import SearchResult, Way
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import World

ORDER = "[w(PDB2),2C,PDB2]"
"""Of the search, where nobody says otherwise."""

KS = (1, 2)
"""The k of the lower bounds that every sample has; those of the order come on top."""


def sample_states(
    domain: str | PathLike[str],
    problem: str | PathLike[str] | None,
    config: GeneratorConfig,
    *,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stages: Stages | None = None,
) -> list[Sample]:
    """Return ``config.count`` states, drawn with the seed from all that one search meets, in the order it met them.

    Goal states are among them, and states that no author would write: a planner meets those, too. The cost is that of
    the way back to the goal which the search took. ``config.order`` must be a single one; the default is ORDER.
    """
    config = config.with_order(ORDER) if config.order == PORTFOLIO else config
    stages, limits = stages or Stages(), Limits(config, stop)
    members = members_of(config).members
    if len(members) > 1:
        raise WrongOption("samples are taken from one search", place="--order", remedy=f'one such as "{ORDER}"')
    path = None if problem is None else Path(problem)
    world = open_world(find_domain(domain), path, request_of(config, limits), stages)
    with stages("goals") as note:
        goals, _ = world.space.goal_states(limit=config.max_goal_states, seed=config.seed)
        note(goal_states=len(goals))
    with stages("pdbs") as note:
        ks = {*KS, *members[0].ordering.ks}
        evaluators = world.evaluators(ks, seed=config.seed, policy=config.partitions, stop=limits.setup_is_over)
        note(heuristics=len(evaluators.ks))
    search = PortfolioSearch(config, world, evaluators, goals, for_race=False)
    with stages("kernels"):
        search.prepare()
    note_use(world.name)
    limits.excuse(stages.seconds["kernels"])
    with stages("search") as note:
        budget = limits.budget(all_are_natural=True)
        found = search.search(members[0], goals, budget, on_progress)
        note(states=found.num_states, expanded=found.num_expanded)
    with stages("sample") as note:
        samples = [_sample(world, evaluators, way) for way in _drawn(found, config)]
        note(samples=len(samples))
    return samples


def _drawn(found: SearchResult, config: GeneratorConfig) -> list[Way]:
    """Return as many states as are asked for, each with the same chance, in the order in which they were met."""
    dice = np.random.default_rng(config.seed)
    drawn = dice.choice(found.num_states, min(config.count, found.num_states), replace=False)
    return found.ways(np.sort(drawn).tolist())


def _sample(world: World, evaluators: Evaluators, way: Way) -> Sample:
    planned, values = world.planned(way), evaluators.h(way.state)
    bounds = {f"PDB{k}": values[k] for k in sorted(values)}
    return Sample(world.spelled(way), planned.cost, planned.length, bounds)
