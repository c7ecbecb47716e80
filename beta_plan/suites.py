"""Suites: tasks that are drawn in growing sizes, and of each the hardest initial state that a search finds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from math import inf
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import Any

from beta_plan.archive import Archive, Saved
from beta_plan.bundled import find_domain, is_maze_domain
from beta_plan.config import GeneratorConfig
from beta_plan.errors import BetaPlanError, IllegalTask, Interrupted, LimitReached, NothingFound, WrongOption
from beta_plan.fingerprint import fingerprint
from beta_plan.generation import Generation, SearchSummary
from beta_plan.jit import is_first_use
from beta_plan.output.layout import PDDL
from beta_plan.output.write import Instance
from beta_plan.pipeline import generate as generate_one
from beta_plan.search.budget import Progress
from beta_plan.sizes import Member, members
from beta_plan.stages import Stages
from beta_plan.suite_archive import TaskArchive, restored_found, saved_found
from beta_plan.worlds.open import is_level_file

SEEDS_OF_A_SUITE = 1000
"""So many seeds are between the first ones of two suites: those with other seeds have other tasks."""

MOST_DRAWS = 5
"""A task whose instance is a copy of another in the suite is drawn again, until there were so many."""


def generate(
    domain: str | PathLike[str],
    problem: str | PathLike[str] | None = None,
    config: GeneratorConfig | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stages: Stages | None = None,
    archive: Archive | None = None,
) -> Generation:
    """Return certified initial states: of one task, or of a suite where there is no task and sizes may grow.

    Arguments and errors are those of ``pipeline.generate``.
    """
    config = config or GeneratorConfig()
    is_drawn = problem is None and not is_level_file(Path(domain))
    if config.scale and not is_drawn:
        raise WrongOption("--scale is for tasks that are drawn", place=str(problem or domain), remedy="leave it out")
    if is_drawn and (config.scale or config.split):
        return generate_suite(domain, config, stop=stop, on_progress=on_progress, stages=stages, archive=archive)
    return generate_one(domain, problem, config, stop=stop, on_progress=on_progress, stages=stages, archive=archive)


def generate_suite(
    domain: str | PathLike[str], config: GeneratorConfig, *, stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None, stages: Stages | None = None,
    archive: Archive | None = None,
) -> Generation:  # fmt: skip
    """Return the hardest initial state of each of several tasks, drawn in the sizes that series or split ask for.

    Each task has a seed of its own and an equal part of the time. No instance is a copy of another with other names.
    Where ``stop`` says so, or nothing is found for a size, the others remain.

    Raises:
        NothingFound, LimitReached, IllegalTask: there is not one instance; what the last task says.
        InputRefused: the domain, or a number of objects, makes no sense.
    """

    def run(one: GeneratorConfig, archive: Archive | None = None) -> Generation:
        names = [f"seed{one.seed}", *(f"seed{one.seed}-{number}" for number in range(2, one.count + 1))]
        return generate_one(
            domain, None, one, stop=stop, on_progress=on_progress, stages=stages, names=names, archive=archive
        )

    wanted = members(domain, config)
    world = "sokoban" if is_maze_domain(find_domain(domain), config.skeleton) else "sas"
    if config.overall_time_limit is None and is_first_use(world):
        with suppress(NothingFound, LimitReached, IllegalTask):  # nobody's time: kernels are compiled
            run(replace(wanted[0].config, max_expansions=1))
    command = config.command(str(domain).rpartition("/")[2])
    suite = _Suite(config, command, wanted, run, stop or (lambda: False), archive)
    last: BetaPlanError = Interrupted("interrupted before anything was found")
    while not suite.is_done:
        if suite.is_over and suite.task is None:  # one that was begun gives what it has
            suite.notes.append(f"stopped after {suite.number} of {len(wanted)} tasks")
            break
        member = wanted[suite.number]
        try:
            suite.add()
        except (NothingFound, LimitReached, IllegalTask) as error:
            suite.notes.append(f"no instance with {member.said}: {error}")
            last = error
            if isinstance(error, Interrupted):
                break
    found = suite.joined()
    if found is None:
        raise last
    return found


class _Suite:
    """What was found so far; ``run`` generates the instance of one task, an archive may know some from before.

    ``number`` is that of the task at hand; ``task`` is how far it was when the suite was kept.
    """

    def __init__(
        self, config: GeneratorConfig, command: str, wanted: Sequence[Member], run: Callable[..., Generation],
        stop: Callable[[], bool], archive: Archive | None,
    ) -> None:  # fmt: skip
        self._config, self._command, self._wanted = config, command, wanted
        self._run, self._stop, self._archive = run, stop, archive
        self._start = monotonic()
        self._first_seed = config.seed * SEEDS_OF_A_SUITE
        self._next_seed = self._first_seed + len(wanted)
        self._known: set[Hashable] = set()
        self.found: list[tuple[int, Generation]] = []
        self.notes: list[str] = []
        self.number, self._attempt, self._seed = 0, 0, self._first_seed
        self.task: Saved | None = None
        if archive is not None and archive.resumed is not None:
            self._restore(archive.resumed)

    @property
    def _end(self) -> float:
        return inf if self._config.seconds is None else self._start + self._config.seconds

    @property
    def is_over(self) -> bool:
        """Whether less than a second is left, or somebody says stop."""
        return self._stop() or self._end - monotonic() < 1

    @property
    def is_done(self) -> bool:
        """Whether there is no further task."""
        return self.number == len(self._wanted)

    def add(self) -> None:
        """Generate the instance of the task at hand; the next one is then at hand, whatever comes of it."""
        try:
            if not self._add():
                said = self._wanted[self.number].said
                self.notes.append(f"no further instance with {said}: what was drawn are copies of others")
        finally:
            self.number += 1
            self._attempt, self._seed, self.task = 0, self._first_seed + self.number, None

    def _add(self) -> bool:
        """Draw a task; where its instance is a copy, draw again, and look at the next hardest, too."""
        while self._attempt < MOST_DRAWS:
            found = self._run(
                replace(
                    self._wanted[self.number].config, seed=self._seed, count=self._attempt + 1,
                    overall_time_limit=self._seconds_of(self.number),
                ),
                archive=None if self._archive is None else TaskArchive(self._archive, self),
            )  # fmt: skip
            self.task = None
            for instance in found.instances:
                if (own := _fingerprint(instance)) not in self._known:
                    self._known.add(own)
                    self.found.append((self.number, replace(found, instances=[instance])))
                    return True
            self._attempt, self._seed, self._next_seed = self._attempt + 1, self._next_seed, self._next_seed + 1
            if self.is_over:
                break
        return False

    def joined(self, also: Generation | None = None) -> Generation | None:
        """Return all that was found as one, with the hardest of the task at hand; None where there is nothing."""
        found = [*self.found, *([] if also is None else [(self.number, replace(also, instances=also.instances[:1]))])]
        if not found:
            return None
        pairs = [(self._wanted[number], each) for number, each in found]
        return _joined(self._config, self._command, pairs, self.notes)

    def about(self) -> dict[str, Any]:
        """Return what is done, as JSON."""
        counts = {"number": self.number, "attempt": self._attempt, "seed": self._seed, "next_seed": self._next_seed}
        elapsed = monotonic() - self._start
        return {**counts, "notes": self.notes, "elapsed": elapsed, "found": saved_found(self.found)}

    def _restore(self, saved: Saved) -> None:
        about = saved.about["suite"]
        self.number, self._attempt, self._seed = about["number"], about["attempt"], about["seed"]
        self._next_seed, self.notes = about["next_seed"], list(about["notes"])
        self._start -= about["elapsed"]
        self.found = restored_found(about["found"], self._config, self._command)
        self._known = {_fingerprint(instance) for _, each in self.found for instance in each.instances}
        self.task = Saved(saved.about["task"], saved.arrays)

    def _seconds_of(self, number: int) -> int | None:
        """Return an equal part of the seconds that were left when the task began; where there is no limit, none."""
        if self._end == inf:
            return None
        used = 0.0 if self.task is None else self.task.about["elapsed"]
        return max(int((self._end - monotonic() + used) / (len(self._wanted) - number)), 1)


def _fingerprint(instance: Instance) -> Hashable:
    """Return what copies of an instance have in common; what is drawn is written as PDDL, mazes too."""
    return fingerprint(next(writing.problem for writing in instance.writings if writing.form == PDDL))


def _instances(found: Sequence[tuple[Member, Generation]]) -> Iterator[Instance]:
    """Yield all instances; of those in one folder and of one size the easier ones come first."""
    for (folder, _), group in groupby(found, key=lambda each: (each[0].folder, each[0].said)):
        instances = [replace(instance, folder=folder) for _, each in group for instance in each.instances]
        yield from sorted(instances, key=_hardness)


def _hardness(instance: Instance) -> tuple[float, int]:
    """Return the largest h^PDBk by databases that did not guide the search; then the cost of the plan."""
    values = [value for name, value in instance.metrics.fresh.items() if value and name.startswith("PDB")]
    return max(values, default=0), instance.metrics.plan_cost or 0


def _joined(
    config: GeneratorConfig, command: str, found: Sequence[tuple[Member, Generation]], notes: list[str]
) -> Generation:
    """Return all as one; numbers of searches add up, the peak of memory is the largest."""
    generations = [each for _, each in found]
    searches = [each.search for each in generations]
    summary = SearchSummary(
        status=searches[-1].status,
        expanded=sum(each.expanded for each in searches),
        generated=sum(each.generated for each in searches),
        states=sum(each.states for each in searches),
        goal_states=sum(each.goal_states for each in searches),
        seconds=sum(each.seconds for each in searches),
        setup_seconds=sum(each.setup_seconds for each in searches),
        peak_memory_bytes=max(each.peak_memory_bytes for each in searches),
    )
    said = dict.fromkeys(note for each in generations for note in each.notes)
    first = generations[0]
    return Generation(list(_instances(found)), summary, config, command, first.domain, first.space, [*notes, *said])
