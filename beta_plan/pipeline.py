"""The pipeline on one page: PDDL, SAS+, pattern databases, backward search, selection, certified instances."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path

from beta_plan.archive import Archive
from beta_plan.bundled import find_domain
from beta_plan.config import GeneratorConfig, duration_text, memory_text
from beta_plan.errors import BetaPlanError, Interrupted, NothingFound, OutOfMemory, OutOfTime
from beta_plan.evaluators.measure import Measure
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.found import Found
from beta_plan.generation import Generation
from beta_plan.grades import graded
from beta_plan.jit import note_use
from beta_plan.limits import Limits
from beta_plan.metrics import Metrics
from beta_plan.output.layout import instance_paths
from beta_plan.output.write import Instance, provenance
from beta_plan.people import People
from beta_plan.portfolio import PortfolioSearch, members_of
from beta_plan.race import race
from beta_plan.replayed import Replayed
from beta_plan.rerank import Reranking
from beta_plan.sas.goals import GoalStates
from beta_plan.search.budget import Progress
from beta_plan.search.portfolio import Portfolio
from beta_plan.search.result import Status, Way
from beta_plan.search_archive import SearchArchive, Setup
from beta_plan.splits import deal
from beta_plan.stages import Stages
from beta_plan.worlds.open import open_world
from beta_plan.worlds.world import Planned, Request, World


def generate(
    domain: str | PathLike[str],
    problem: str | PathLike[str] | None = None,
    config: GeneratorConfig | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stages: Stages | None = None,
    names: Sequence[str] = (),
    archive: Archive | None = None,
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
        archive: keeps the run while it goes on, and may know one that is to be gone on with.

    Raises:
        NothingFound: the search ended without an instance that was asked for.
        LimitReached: a limit or ``stop`` ended the run before anything was found.
        InputRefused: the files are no task that can be treated.
    """
    config, stages = config or GeneratorConfig(), stages or Stages()
    limits = Limits(config, stop)
    portfolio = members_of(config)
    world = open_world(
        find_domain(domain), None if problem is None else Path(problem), request_of(config, limits), stages
    )
    people, reranking = People(config, world), Reranking(config, world, limits, stop)
    with stages("goals") as note:
        goals, known = world.space.goal_states(limit=config.max_goal_states, seed=config.seed)
        note(goal_states=len(goals))
    with stages("pdbs") as note:
        ks = portfolio.ks if config.search == "best-first" else portfolio.objective.ks
        setup = Setup(world, limits, archive)
        evaluators = world.evaluators(ks, seed=config.seed, policy=config.partitions, stop=setup.is_over)
        note(heuristics=len(evaluators.ks))
    if limits.is_stopped():  # databases may be cut: a search with these is nothing to go on with
        archive = None
    databases = {} if archive is None else setup.finish(evaluators)
    limits.reserve_for_metrics(world.builds_for_metrics, stages.seconds["pdbs"])
    if config.referee is not None:
        limits.reserve_for_referee()
    for_race = _is_race(config, portfolio, world)
    search = PortfolioSearch(config, world, evaluators, goals, for_race=for_race)
    with stages("kernels"):
        search.prepare()
    note_use(world.name)
    limits.excuse(stages.seconds["kernels"])
    command = config.command(*(_printable(file) for file in (domain, problem) if file is not None))
    task = _Task(config, world, evaluators, known, len(goals), command, names, setup_seconds=limits.elapsed)
    with stages("search") as note:
        kept = None if archive is None else SearchArchive(archive, task, limits, databases)
        found = search.run(limits, on_progress, kept)
        note(states=found.num_states, expanded=found.num_expanded)
    with stages("select") as note:
        asks_past = config.any_state or world.needs_past  # of those that are chosen, later
        may_show = not asks_past and not limits.is_stopped()
        on_best = partial(kept.show, found) if kept is not None and may_show else None
        ways, shortcomings = _select(
            config, world, found, evaluators, limits, reranking, people, for_race=for_race, on_best=on_best
        )
        folders, ways = _in_sections(config, ways)
        chosen = [world.planned(way) for way in ways]
        note(instances=len(chosen))
    with stages("metrics"):
        measure = Measure(world, seed=config.seed, stop=limits.is_over)
        metrics = [
            people.annotated(reranking.annotated(numbers, each.way.state), each.way)
            for each, numbers in zip(chosen, _metrics(measure, chosen, evaluators), strict=True)
        ]
    with stages("certify"):
        instances = task.certified(chosen, metrics, folders)
    if limits.is_stopped():  # in the race, or while numbers were computed: the run was not at its end
        found.status = Status.INTERRUPTED
    return task.generation(instances, found, [*shortcomings, *reranking.notes, *measure.notes])


@dataclass(frozen=True)
class _Task:
    """A task whose states are searched, and what makes instances of these."""

    config: GeneratorConfig
    world: World
    evaluators: Evaluators
    known: GoalStates
    num_goals: int
    command: str
    names: Sequence[str]
    setup_seconds: float

    def certified(
        self, chosen: Sequence[Planned], metrics: Sequence[Metrics], folders: Sequence[str]
    ) -> list[Instance]:
        """Return the instances as text; each plan is replayed over that text by an interpreter of its own."""
        names = self.names[: len(chosen)] or [path.replace("/", "-") for path in instance_paths(folders)]
        instances = []
        for name, each, numbers, folder in zip(names, chosen, metrics, folders, strict=True):
            comment = provenance(self.command, seed=self.config.seed, order=self.config.order, metrics=numbers)
            instance = self.world.instance(each, numbers, name=f"{self.world.title}-{name}", comment=comment)
            instances.append(replace(instance, folder=folder))
        return instances

    def generation(self, instances: Sequence[Instance], found: Found, notes: Sequence[str]) -> Generation:
        """Return the result of a run."""
        summary = found.summary(goal_states=self.num_goals, setup_seconds=self.setup_seconds)
        told = [*self.world.notes(), *_about_goals(self.known), *self.evaluators.notes, *notes]
        recorded = {**self.world.about(), **found.recorded}
        return Generation(
            instances, summary, self.config, self.command, self.world.domain, self.world.name, told, recorded
        )

    def so_far(self, found: Found) -> Generation | None:
        """Return what would be the result if the run ended now: the first by the order, with the search's own metrics.

        None where there is nothing yet.
        """
        ways = list(islice(Replayed(self.world)(_distinct(self.world, found.hardest)), self.config.total))
        folders, ways = _in_sections(self.config, ways)
        if not ways:
            return None
        chosen = [self.world.planned(way) for way in ways]
        measure = Measure(self.world, seed=self.config.seed, stop=lambda: True)
        metrics = _metrics(measure, chosen, self.evaluators)
        return self.generation(self.certified(chosen, metrics, folders), found, ["the run was not at its end"])


def _printable(file: str | PathLike[str]) -> str:
    """Return the name of a file without its directory; bytes that are no UTF-8 become question marks."""
    return Path(file).name.encode(errors="replace").decode()


def request_of(config: GeneratorConfig, limits: Limits) -> Request:
    """Return how the task of a run is to be read."""
    return Request(
        any_state=config.any_state, keep=config.keep, level=config.level, pddl=config.pddl,
        no_fast_path=config.no_fast_path, skeleton=config.skeleton, objects=config.objects, topology=config.topology,
        size=config.size, boxes=config.boxes,
        seed=config.seed, table_limit=config.table_limit, total_limit=limits.abstract_states,
        byte_limit=limits.pdb_bytes,
    )  # fmt: skip


def _is_race(config: GeneratorConfig, portfolio: Portfolio, world: World) -> bool:
    """Say whether forward searches judge the hardest states."""
    return config.select == "effort" and bool(portfolio.objective.terms) and world.has_judges


def _select(
    config: GeneratorConfig, world: World, found: Found, evaluators: Evaluators, limits: Limits, reranking: Reranking,
    people: People, *, for_race: bool, on_best: Callable[[Way], None] | None,
) -> tuple[list[Way], list[str]]:  # fmt: skip
    """Return the states that become instances; and notes where they are not what was asked for."""
    notes: list[str] = []
    ways: Iterable[Way] = found.hardest
    if config.places is not None and for_race and found.contenders:
        ways = _ascending(config, world, found, evaluators, limits)
    elif config.places is None and (for_race or config.needs_candidates):
        raced = found.contenders
        if for_race:
            raced = race(world, raced, seed=config.seed, budget=limits.budget_for_race(), on_best=on_best)
        chosen = people(reranking([*raced, *ways]))
        ways = (way for way in chosen if found.past(way.state))
    if config.select == "effort" and not world.has_judges:
        notes.append("no race: actions have conditional effects or large costs, so the order alone selects")
    replayed = Replayed(world)
    ways = list(islice(replayed(_distinct(world, ways)), config.total))
    if not ways:
        replayed.complain()
    notes += replayed.notes
    notes += _about_pasts(config, world, found, ways)
    if found.went_on:
        notes.append("the search met no natural state: instances lie further back, or on the way of the reference")
    if not ways:
        raise _nothing(found, config, world)
    if len(ways) < config.total:
        notes.append(f"{len(ways)} of {config.total} instances: no more different ones were found")
    return ways, notes


def _about_pasts(config: GeneratorConfig, world: World, found: Found, ways: Sequence[Way]) -> list[str]:
    """Say where nobody knows whether a natural state, or the initial state, leads to all instances."""
    if all(found.past.is_known(way.state) for way in ways):
        return []
    if world.needs_past:
        return ["the initial state was not seen to lead to some instances: these may be illegal"]
    if config.any_state and not found.went_on:
        return ["no natural state was found that leads to some instances"]
    return []


def _ascending(
    config: GeneratorConfig, world: World, found: Found, evaluators: Evaluators, limits: Limits
) -> list[Way]:
    """Return states of ascending hardness, by what they cost forward searches."""
    assert config.places is not None
    suited = (way for way in found.contenders if found.past(way.state))
    pool = _different(world, suited, len(found.contenders))
    pool.sort(key=lambda way: max(evaluators.h(way.state).values(), default=0))
    return graded(world, pool, config.places, seed=config.seed, budget=limits.budget_for_race())


def _in_sections(config: GeneratorConfig, ways: Sequence[Way]) -> tuple[list[str], list[Way]]:
    """Return the folder of each state, and the states; those of a split are dealt out to its sections."""
    if not config.sections:
        return [""] * len(ways), list(ways)
    dealt = zip(config.sections, deal(ways, config.sections), strict=True)
    pairs = [(section.folder, way) for section, own in dealt for way in own]
    return [folder for folder, _ in pairs], [way for _, way in pairs]


def _different(world: World, ways: Iterable[Way], count: int) -> list[Way]:
    """Return the first ways that lead from states of which none is a copy of another, so many at most."""
    return list(islice(_distinct(world, ways), count))


def _distinct(world: World, ways: Iterable[Way]) -> Iterator[Way]:
    """Yield the ways from states that are no copies of those before."""
    seen: set[Hashable] = set()
    for way in ways:
        if (orbit := world.canonical(way.state)) not in seen:
            seen.add(orbit)
            yield way


def _nothing(found: Found, config: GeneratorConfig, world: World) -> BetaPlanError:
    """Return the error that says why there is no instance."""
    all_are_natural = bool(world.allowed.all())
    if found.past.in_vain and world.needs_past:
        what = f"laws are missing, and the initial state was not seen to lead to one of {found.num_states} states"
        what += "" if config.any_state else " (--any-state takes one that may be illegal)"
    elif found.past.in_vain:
        what = f"no natural state was found that leads to one of {found.num_states} states"
    elif found.num_expanded and not all_are_natural:
        what = f"none of {found.num_states} states looks natural (--any-state takes them as they are)"
    else:
        what = "there is no state but goal states"
    because = {Status.TIME_LIMIT: OutOfTime, Status.MEMORY_LIMIT: OutOfMemory, Status.INTERRUPTED: Interrupted}
    limit = ""
    if found.status is Status.TIME_LIMIT and config.seconds is not None:
        limit = f" (--overall-time-limit {duration_text(config.seconds)})"
    elif found.status is Status.MEMORY_LIMIT:
        limit = f" (--overall-memory-limit {memory_text(config.overall_memory_limit)})"
    return because.get(found.status, NothingFound)(f"{found.status.value}{limit}: {what}")


def _metrics(measure: Measure, chosen: Sequence[Planned], evaluators: Evaluators) -> list[Metrics]:
    states = [each.way.state for each in chosen]
    own, fresh, best = measure.own(states, evaluators), measure.fresh(states), measure.best(states)
    return [
        Metrics(each.length, each.cost, own=one, fresh=two, best=three, effort=_effort(each.way))
        for each, one, two, three in zip(chosen, own, fresh, best, strict=True)
    ]


def _effort(way: Way) -> dict[str, dict[str, int | bool]] | None:
    """Return what the judges of a race have needed for a state; None where none was asked."""
    return {each.name: {"expanded": each.expanded, "solved": each.is_solved} for each in way.efforts} or None


def _about_goals(known: GoalStates) -> list[str]:
    """Say where the search has not begun from all goal states."""
    if known.complete:
        return []
    how = {"completed": "of all", "sampled": "drawn at random", "reached": "reached from the initial state"}[known.how]
    return [f"{len(known.states)} goal states, {how}; there are more"]
