"""The pipeline on one page: PDDL, SAS+, pattern databases, backward search, selection, certified instances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from beta_plan.certify.plan import plan_text
from beta_plan.certify.replay import replay_sources
from beta_plan.config import GeneratorConfig
from beta_plan.errors import BetaPlanError, Interrupted, NothingFound, OutOfMemory, OutOfTime
from beta_plan.evaluators.measure import Measure
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.front_end import FrontEnd, load
from beta_plan.generation import Generation, SearchSummary
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.naturalise import naturalise, spread
from beta_plan.output.layout import instance_names
from beta_plan.output.write import Instance, provenance
from beta_plan.pddl.sexpr import Source
from beta_plan.pddl.sexpr import load as load_source
from beta_plan.sas.goals import GoalStates
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import State
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.natural import Mask, allowed_facts
from beta_plan.search.result import SearchResult, Status
from beta_plan.search.select import Candidates
from beta_plan.spaces.sas import SasSpace
from beta_plan.stages import Stages
from beta_plan.symmetry import Orbits, interchangeable


@dataclass(frozen=True)
class Chosen:
    """A state that becomes an instance, and the plan that the search knows for it."""

    state: State
    plan: str
    length: int
    cost: int


def generate(
    domain: str | PathLike[str],
    problem: str | PathLike[str],
    config: GeneratorConfig | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stages: Stages | None = None,
) -> Generation:
    """Return the hardest certified initial states that one backward search finds.

    Args:
        domain: a PDDL file.
        problem: a PDDL file with objects, static facts and goal; its fluents are the reference for what is natural.
        config: what is asked for; by default the hardest state that a minute gives.
        stop: asked a few times a second; when it says True the best so far is returned.
        on_progress: called a few times a second during the search.
        stages: is told the name, the seconds and the sizes of every stage.

    Raises:
        NothingFound: the search ended without an instance that was asked for.
        LimitReached: a limit or ``stop`` ended the run before anything was found.
        InputRefused: the files are no task that can be treated.
    """
    config, stages = config or GeneratorConfig(), stages or Stages()
    ordering = Ordering.parse(config.order)
    limits = Limits(config, stop)
    source = load_source(domain)
    text = Path(domain).read_bytes()
    front_end = load(Path(domain), Path(problem), stages)
    allowed = allowed_facts(front_end.sas, any_state=config.any_state, keep=config.keep)
    space = SasSpace(front_end)
    with stages("goals") as note:
        goals, known = space.goal_states(limit=config.max_goal_states, seed=config.seed)
        note(goal_states=len(goals))
    with stages("pdbs") as note:
        evaluators = Evaluators.build(
            space, _needed(config, ordering), seed=config.seed, policy=config.partitions, stop=limits.setup_is_over,
            table_limit=config.table_limit, total_limit=limits.abstract_states,
        )  # fmt: skip
        note(heuristics=len(evaluators.ks))
    limits.reserve_for_metrics(stages.seconds["pdbs"])
    with stages("search") as note:
        setup_seconds = limits.elapsed
        budget = limits.budget(all_are_natural=bool(allowed.all()))
        found = _search(config, ordering, space, evaluators, goals, budget, on_progress)
        note(states=found.num_states, expanded=found.num_expanded)
    with stages("select") as note:
        chosen, shortcomings = _select(config, front_end, space, found, evaluators, allowed, limits)
        summary = _summary(found, len(goals), setup_seconds)
        del found  # its memory is needed for more databases
        note(instances=len(chosen))
    with stages("metrics"):
        measure = Measure(
            front_end.sas, seed=config.seed, table_limit=config.table_limit, total_limit=limits.abstract_states,
            stop=limits.is_over,
        )  # fmt: skip
        metrics = _metrics(measure, chosen, evaluators)
    command = config.command(Path(domain).name, Path(problem).name)
    with stages("certify"):
        instances = _certified(config, command, front_end, source, chosen, metrics)
    notes = [*front_end.warnings(), *_about_goals(known), *evaluators.notes, *shortcomings, *measure.notes]
    return Generation(instances, summary, config, command, text, notes=notes)


def _needed(config: GeneratorConfig, ordering: Ordering) -> tuple[int, ...]:
    """Return the orders of the heuristics that the search needs."""
    return ordering.ks if config.search == "best-first" else ordering.objective.ks


def _search(
    config: GeneratorConfig, ordering: Ordering, space: SasSpace, evaluators: Evaluators, goals: Ints,
    budget: Budget, on_progress: Callable[[Progress], None] | None,
) -> SearchResult:  # fmt: skip
    if config.search == "rw":
        return random_walk(
            space, evaluators, ordering.objective, budget, seed=config.seed, goals=goals, on_progress=on_progress
        )
    return search_backward(
        space, evaluators, BREADTH_FIRST if config.search == "bfs" else ordering, budget, goals=goals,
        objective=ordering.objective, novelty_cap=config.novelty_cap, on_progress=on_progress,
    )  # fmt: skip


def _select(
    config: GeneratorConfig, front_end: FrontEnd, space: SasSpace, found: SearchResult, evaluators: Evaluators,
    allowed: Mask, limits: Limits,
) -> tuple[list[Chosen], list[str]]:  # fmt: skip
    """Return the states that become instances, with their plans; and notes where they are not what was asked for."""
    notes: list[str] = []
    canonical = Orbits(front_end.sas, interchangeable(front_end.lifted))
    candidates = Candidates(found, front_end.sas, allowed, canonical)
    numbers = candidates.hardest(config.count) if config.series is None else candidates.series(config.series)
    chosen = [_chosen(front_end, found.state(number), found.path(number)) for number in numbers]
    if not chosen and not allowed.all():
        met = naturalise(space, found, evaluators, allowed, limits.budget_for_naturalising(), canonical)
        taken = met[: config.count] if config.series is None else spread(met, config.series)
        chosen = [_chosen(front_end, each.state, each.path) for each in taken]
        notes.append("the search met no natural state: instances lie further back, or on the way of the reference")
    if not chosen:
        raise _nothing(found, config)
    asked = config.series or config.count
    if len(chosen) < asked:
        notes.append(f"{len(chosen)} of {asked} instances: no more different ones were found")
    return chosen, notes


def _chosen(front_end: FrontEnd, state: State, path: list[int]) -> Chosen:
    actions = front_end.sas.actions
    names, cost = [actions.names[action] for action in path], int(actions.cost[path].sum())
    plan = plan_text(names, cost=cost, uses_costs=front_end.read.uses_costs)
    return Chosen(state, plan, len(path), cost)


def _nothing(found: SearchResult, config: GeneratorConfig) -> BetaPlanError:
    """Return the error that says why there is no instance."""
    if found.num_expanded and not config.any_state:
        what = f"none of {found.num_states} states looks natural (--any-state takes them as they are)"
    else:
        what = "there is no state but goal states"
    because = {Status.TIME_LIMIT: OutOfTime, Status.MEMORY_LIMIT: OutOfMemory, Status.INTERRUPTED: Interrupted}
    return because.get(found.status, NothingFound)(f"{found.status.value}: {what}")


def _metrics(measure: Measure, chosen: Sequence[Chosen], evaluators: Evaluators) -> list[Metrics]:
    states = [each.state for each in chosen]
    own, fresh, best = measure.own(states, evaluators), measure.fresh(states), measure.best(states)
    return [
        Metrics(plan_length=each.length, plan_cost=each.cost, own=one, fresh=two, best=three)
        for each, one, two, three in zip(chosen, own, fresh, best, strict=True)
    ]


def _certified(
    config: GeneratorConfig, command: str, front_end: FrontEnd, domain: Source, chosen: Sequence[Chosen],
    metrics: Sequence[Metrics],
) -> list[Instance]:  # fmt: skip
    """Return the instances as text; each plan is replayed over that text by an interpreter of its own."""
    problem = front_end.read.source
    own_name = problem.problem_text[slice(*problem.name_span)]
    instances = []
    for name, each, numbers in zip(instance_names(len(chosen)), chosen, metrics, strict=True):
        comment = provenance(command, seed=config.seed, order=config.order, metrics=numbers)
        text = front_end.instance(each.state, name=f"{own_name}-{name}", comment=comment)
        replay_sources(domain, Source(f"{name}.pddl", text), each.plan)
        instances.append(Instance(text, each.plan, numbers))
    return instances


def _summary(found: SearchResult, num_goals: int, setup_seconds: float) -> SearchSummary:
    return SearchSummary(
        status=found.status.value,
        expanded=found.num_expanded,
        generated=found.num_generated,
        states=found.num_states,
        goal_states=num_goals,
        seconds=found.seconds,
        setup_seconds=setup_seconds,
        peak_memory_bytes=found.peak_memory,
    )


def _about_goals(known: GoalStates) -> list[str]:
    """Say where the search has not begun from all goal states."""
    if known.complete:
        return []
    how = {"completed": "of all", "sampled": "drawn at random", "reached": "reached from the initial state"}[known.how]
    return [f"{len(known.states)} goal states, {how}; there are more"]
