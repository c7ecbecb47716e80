"""The pipeline on one page: PDDL, SAS+, pattern databases, backward search, selection, certified instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from os import PathLike
from pathlib import Path

from beta_plan.bundled import find_domain
from beta_plan.config import GeneratorConfig
from beta_plan.errors import BetaPlanError, Interrupted, NothingFound, OutOfMemory, OutOfTime
from beta_plan.evaluators.measure import Measure
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.generation import Generation, SearchSummary
from beta_plan.grades import graded
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.output.layout import instance_paths
from beta_plan.output.write import Instance, provenance
from beta_plan.race import NUM_CANDIDATES, can_race, run_off
from beta_plan.sas.goals import GoalStates
from beta_plan.sas.rows import Ints
from beta_plan.search.backward import BREADTH_FIRST, random_walk, search_backward
from beta_plan.search.budget import Budget, Progress
from beta_plan.search.result import SearchResult, Status, Way
from beta_plan.search.select import Candidates, spread
from beta_plan.splits import deal, evenly
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import Planned, Request, World

OVERSAMPLING = 2
"""For each instance of a series so many states are judged that are spread by the objective, and as many hard ones."""


def generate(
    domain: str | PathLike[str],
    problem: str | PathLike[str] | None = None,
    config: GeneratorConfig | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stages: Stages | None = None,
    names: Sequence[str] = (),
) -> Generation:
    """Return the hardest certified initial states that one backward search finds.

    Args:
        domain: a PDDL file, or the name of a bundled domain.
        problem: a PDDL file with objects, static facts and goal; its fluents are the reference for what is natural.
            Without one a task is drawn.
        config: what is asked for; by default the hardest state that a minute gives.
        stop: asked a few times a second; when it says True the best so far is returned.
        on_progress: called a few times a second during the search.
        stages: is told the name, the seconds and the sizes of every stage.
        names: of the instances, instead of p01, p02, ..

    Raises:
        NothingFound: the search ended without an instance that was asked for.
        LimitReached: a limit or ``stop`` ended the run before anything was found.
        InputRefused: the files are no task that can be treated.
    """
    config, stages = config or GeneratorConfig(), stages or Stages()
    ordering = Ordering.parse(config.order)
    limits = Limits(config, stop)
    world = open_world(
        find_domain(domain), None if problem is None else Path(problem), _request(config, limits), stages
    )
    with stages("goals") as note:
        goals, known = world.space.goal_states(limit=config.max_goal_states, seed=config.seed)
        note(goal_states=len(goals))
    with stages("pdbs") as note:
        evaluators = world.evaluators(
            _needed(config, ordering), seed=config.seed, policy=config.partitions, stop=limits.setup_is_over
        )
        note(heuristics=len(evaluators.ks))
    limits.reserve_for_metrics(stages.seconds["pdbs"])
    race = _is_race(config, ordering, world)
    with stages("kernels"):
        _search(config, ordering, world, evaluators, goals[:1], Budget(max_expansions=0), None)
    limits.excuse(stages.seconds["kernels"])
    with stages("search") as note:
        setup_seconds = limits.elapsed
        budget = limits.budget(all_are_natural=bool(world.allowed.all()), race=race)
        found = _search(config, ordering, world, evaluators, goals, budget, on_progress)
        note(states=found.num_states, expanded=found.num_expanded)
    with stages("select") as note:
        ways, shortcomings = _select(config, world, found, evaluators, limits, race=race)
        folders, ways = _in_sections(config, ways)
        chosen = [world.planned(Way(way.state, partial(list, way.path))) for way in ways]
        summary = _summary(found, len(goals), setup_seconds)
        del found, ways  # their memory is needed for more databases
        note(instances=len(chosen))
    with stages("metrics"):
        measure = Measure(world, seed=config.seed, stop=limits.is_over)
        metrics = _metrics(measure, chosen, evaluators)
    command = config.command(*(_printable(file) for file in (domain, problem) if file is not None))
    with stages("certify"):
        called = names[: len(chosen)] or [path.replace("/", "-") for path in instance_paths(folders)]
        certified = _certified(config, command, world, chosen, metrics, called)
    instances = [replace(each, folder=folder) for each, folder in zip(certified, folders, strict=True)]
    notes = [*world.notes(), *_about_goals(known), *evaluators.notes, *shortcomings, *measure.notes]
    return Generation(instances, summary, config, command, world.domain, world.name, notes)


def _printable(file: str | PathLike[str]) -> str:
    """Return the name of a file without its directory; bytes that are no UTF-8 become question marks."""
    return Path(file).name.encode(errors="replace").decode()


def _request(config: GeneratorConfig, limits: Limits) -> Request:
    return Request(
        any_state=config.any_state, keep=config.keep, level=config.level, pddl=config.pddl,
        no_fast_path=config.no_fast_path, skeleton=config.skeleton, objects=config.objects, topology=config.topology,
        size=config.size, boxes=config.boxes,
        seed=config.seed, table_limit=config.table_limit, total_limit=limits.abstract_states,
        byte_limit=limits.pdb_bytes,
    )  # fmt: skip


def _needed(config: GeneratorConfig, ordering: Ordering) -> tuple[int, ...]:
    """Return the orders of the heuristics that the search needs."""
    return ordering.ks if config.search == "best-first" else ordering.objective.ks


def _is_race(config: GeneratorConfig, ordering: Ordering, world: World) -> bool:
    """Say whether there will be a run-off among the hardest states."""
    return config.select == "effort" and bool(ordering.objective.terms) and can_race(world)


def _search(
    config: GeneratorConfig, ordering: Ordering, world: World, evaluators: Evaluators, goals: Ints,
    budget: Budget, on_progress: Callable[[Progress], None] | None,
) -> SearchResult:  # fmt: skip
    if config.search == "rw":
        return random_walk(
            world.space, evaluators, ordering.objective, budget, seed=config.seed, goals=goals, on_progress=on_progress
        )
    return search_backward(
        world.space, evaluators, BREADTH_FIRST if config.search == "bfs" else ordering, budget, goals=goals,
        objective=ordering.objective, novelty_cap=config.novelty_cap, on_progress=on_progress,
    )  # fmt: skip


def _select(
    config: GeneratorConfig, world: World, found: SearchResult, evaluators: Evaluators, limits: Limits, *, race: bool
) -> tuple[list[Way], list[str]]:
    """Return the states that become instances; and notes where they are not what was asked for."""
    notes: list[str] = []
    candidates = Candidates(found, world.space, world.allowed, world.canonical)
    if config.places is not None:
        ways = _ascending(config, world, found, candidates, evaluators, limits, config.places, race=race)
    elif race:
        drawn = candidates.drawn(max(NUM_CANDIDATES, config.count), seed=config.seed)
        ways = run_off(world, list(map(found.way, drawn)), seed=config.seed, budget=limits.budget_for_race())
        ways = _different(world, chain(ways, map(found.way, candidates.hardest(config.count))), config.count)
    else:
        ways = list(map(found.way, candidates.hardest(config.count)))
        if config.select == "effort" and not can_race(world):
            notes.append("no run-off: actions have conditional effects or large costs, so the order alone selects")
    ways = ways[: config.total]
    if not ways and not world.allowed.all():
        met = world.naturalise(found, evaluators, limits.budget_for_naturalising())
        ways = met[: config.count] if config.places is None else spread(met, config.total)
        notes.append("the search met no natural state: instances lie further back, or on the way of the reference")
    if not ways:
        raise _nothing(found, all_are_natural=bool(world.allowed.all()))
    if len(ways) < config.total:
        notes.append(f"{len(ways)} of {config.total} instances: no more different ones were found")
    return ways, notes


def _ascending(
    config: GeneratorConfig, world: World, found: SearchResult, candidates: Candidates, evaluators: Evaluators,
    limits: Limits, places: Sequence[Fraction], *, race: bool,
) -> list[Way]:  # fmt: skip
    """Return states of ascending hardness: by what they cost a forward search, or else by the objective."""
    if not race:
        return list(map(found.way, candidates.at(places)))
    spread_out = candidates.at(evenly(OVERSAMPLING * config.total))
    drawn = candidates.drawn(OVERSAMPLING * config.total, seed=config.seed)
    pool = _different(world, map(found.way, chain(spread_out, drawn)), len(spread_out) + len(drawn))
    pool.sort(key=lambda way: max(evaluators.h(way.state).values(), default=0))
    return graded(world, pool, places, seed=config.seed, budget=limits.budget_for_race())


def _in_sections(config: GeneratorConfig, ways: Sequence[Way]) -> tuple[list[str], list[Way]]:
    """Return the folder of each state, and the states; those of a split are dealt out to its sections."""
    if not config.sections:
        return [""] * len(ways), list(ways)
    dealt = zip(config.sections, deal(ways, config.sections), strict=True)
    pairs = [(section.folder, way) for section, own in dealt for way in own]
    return [folder for folder, _ in pairs], [way for _, way in pairs]


def _different(world: World, ways: Iterable[Way], count: int) -> list[Way]:
    """Return the first ways that lead from states of which none is a copy of another, so many at most."""
    first: dict[Hashable, Way] = {}
    for way in ways:
        first.setdefault(world.canonical(way.state), way)
        if len(first) == count:
            break
    return list(first.values())


def _nothing(found: SearchResult, *, all_are_natural: bool) -> BetaPlanError:
    """Return the error that says why there is no instance."""
    if found.num_expanded and not all_are_natural:
        what = f"none of {found.num_states} states looks natural (--any-state takes them as they are)"
    else:
        what = "there is no state but goal states"
    because = {Status.TIME_LIMIT: OutOfTime, Status.MEMORY_LIMIT: OutOfMemory, Status.INTERRUPTED: Interrupted}
    return because.get(found.status, NothingFound)(f"{found.status.value}: {what}")


def _metrics(measure: Measure, chosen: Sequence[Planned], evaluators: Evaluators) -> list[Metrics]:
    states = [each.way.state for each in chosen]
    own, fresh, best = measure.own(states, evaluators), measure.fresh(states), measure.best(states)
    return [
        Metrics(plan_length=each.length, plan_cost=each.cost, own=one, fresh=two, best=three)
        for each, one, two, three in zip(chosen, own, fresh, best, strict=True)
    ]


def _certified(
    config: GeneratorConfig, command: str, world: World, chosen: Sequence[Planned], metrics: Sequence[Metrics],
    names: Sequence[str],
) -> list[Instance]:  # fmt: skip
    """Return the instances as text; each plan is replayed over that text by an interpreter of its own."""
    instances = []
    for name, each, numbers in zip(names, chosen, metrics, strict=True):
        comment = provenance(command, seed=config.seed, order=config.order, metrics=numbers)
        instances.append(world.instance(each, numbers, name=f"{world.title}-{name}", comment=comment))
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
