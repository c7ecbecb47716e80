"""The measures of given initial states, the same as those of what is generated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from beta_plan.bundled import find_domain
from beta_plan.config import GeneratorConfig
from beta_plan.errors import DeadEnd, IllegalTask
from beta_plan.evaluators.measure import KS, Measure, dead_end
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_levels, open_world
from beta_plan.worlds.world import Request, World


@dataclass(frozen=True)
class Evaluation:
    """Numbers of one initial state; ``notes`` say what had to be given up."""

    name: str
    metrics: Metrics
    notes: Sequence[str]


def evaluate(
    domain: str | PathLike[str], problem: str | PathLike[str], *, seed: int = 0,
    table_limit: int = GeneratorConfig.table_limit, no_fast_path: bool = False,
) -> Evaluation:  # fmt: skip
    """Return how hard the initial state of a problem is; of a plan nothing is known.

    Raises:
        IllegalTask: the problem states no fluents in ``:init``.
        InputRefused: the files are no task that can be treated.
    """
    request = _request(seed=seed, table_limit=table_limit, no_fast_path=no_fast_path)
    return _evaluated(open_world(find_domain(domain), Path(problem), request, Stages()), str(problem), seed)


def evaluate_levels(path: str | PathLike[str], *, level: str | None = None, seed: int = 0) -> Iterator[Evaluation]:
    """Yield how hard the levels of a file are, or only the one with this number or title.

    A level with a box that can never reach a goal is a dead end: all its numbers are None, and ``notes`` say why.

    Raises:
        IllegalTask: a level has no full state.
        InputRefused: the file holds no levels.
    """
    for world in open_levels(Path(path), level, _request(seed=seed)):
        yield _evaluated(world, world.title, seed)


def _request(*, seed: int, table_limit: int = GeneratorConfig.table_limit, no_fast_path: bool = False) -> Request:
    limits = Limits(GeneratorConfig(seed=seed, table_limit=table_limit))
    return Request(
        any_state=True, given_state=True, no_fast_path=no_fast_path, table_limit=table_limit,
        total_limit=limits.abstract_states, byte_limit=limits.pdb_bytes,
    )  # fmt: skip


def _evaluated(world: World, name: str, seed: int) -> Evaluation:
    try:
        state = world.reference
    except DeadEnd as error:
        values = dead_end()
        metrics = Metrics(plan_length=None, plan_cost=None, own=values, fresh=values, best=values)
        return Evaluation(name, metrics, [*world.notes(), f"{error.message}, so h is infinite"])
    if state is None:
        raise IllegalTask(":init states no fluents", place=name, remedy="a full initial state is needed here")
    measure = Measure(world, seed=seed)
    evaluators = world.evaluators(KS, seed=seed)
    (own,), (fresh,), (best,) = measure.own([state], evaluators), measure.fresh([state]), measure.best([state])
    metrics = Metrics(plan_length=None, plan_cost=None, own=own, fresh=fresh, best=best)
    return Evaluation(name, metrics, [*world.notes(), *evaluators.notes, *measure.notes])
