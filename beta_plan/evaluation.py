"""The measures of a given initial state, the same as those of what is generated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from beta_plan.config import GeneratorConfig
from beta_plan.errors import IllegalTask
from beta_plan.evaluators.measure import KS, Measure
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import Request


@dataclass(frozen=True)
class Evaluation:
    """Numbers of one initial state; ``notes`` say what had to be given up."""

    metrics: Metrics
    notes: Sequence[str]


def evaluate(
    domain: str | PathLike[str], problem: str | PathLike[str], *, seed: int = 0,
    table_limit: int = GeneratorConfig.table_limit,
) -> Evaluation:  # fmt: skip
    """Return how hard the initial state of a problem is; of a plan nothing is known.

    Raises:
        IllegalTask: the problem states no fluents in ``:init``.
        InputRefused: the files are no task that can be treated.
    """
    config = GeneratorConfig(seed=seed, table_limit=table_limit)
    request = Request(any_state=True, keep=(), table_limit=table_limit, total_limit=Limits(config).abstract_states)
    world = open_world(Path(domain), Path(problem), request, Stages())
    state = world.reference
    if state is None:
        remedy = "a full initial state is needed here"
        raise IllegalTask(":init states no fluents", place=str(problem), remedy=remedy)
    measure = Measure(world, seed=seed)
    evaluators = world.evaluators(KS, seed=seed)
    (own,), (fresh,), (best,) = measure.own([state], evaluators), measure.fresh([state]), measure.best([state])
    metrics = Metrics(plan_length=None, plan_cost=None, own=own, fresh=fresh, best=best)
    return Evaluation(metrics, [*world.notes(), *evaluators.notes, *measure.notes])
