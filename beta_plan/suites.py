"""Suites: a series of tasks that are drawn in growing sizes, and of each the hardest initial state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from os import PathLike
from time import monotonic

from beta_plan.config import GeneratorConfig
from beta_plan.errors import BetaPlanError, IllegalTask, InputRefused, Interrupted, LimitReached, NothingFound
from beta_plan.generation import Generation, SearchSummary
from beta_plan.output.layout import instance_names
from beta_plan.pipeline import generate
from beta_plan.search.budget import Progress
from beta_plan.stages import Stages

_RANGE = re.compile(r"([\w-]+)=([0-9]{1,6})\.\.([0-9]{1,6})")


def parse_scale(texts: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return the first and the last number of objects of each kind.

    >>> parse_scale(["location=4..20,package=3..12"])
    {'location': (4, 20), 'package': (3, 12)}
    """
    found: dict[str, tuple[int, int]] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise InputRefused(f"'{part}' is no range of numbers of objects", remedy="write package=3..12")
        if match[1] in found:
            raise InputRefused(f"two ranges for '{match[1]}'", remedy="leave one out")
        found[match[1]] = int(match[2]), int(match[3])
    return found


def sizes(scale: dict[str, tuple[int, int]], count: int) -> list[dict[str, int]]:
    """Return the numbers of objects of each task, from the first to the last in equal steps.

    >>> sizes({"package": (3, 12)}, 4)
    [{'package': 3}, {'package': 6}, {'package': 9}, {'package': 12}]
    """
    steps = max(count - 1, 1)
    return [
        {kind: first + round((last - first) * i / steps) for kind, (first, last) in scale.items()} for i in range(count)
    ]


def generate_suite(
    domain: str | PathLike[str], config: GeneratorConfig, *, stop: Callable[[], bool] | None = None,
    on_progress: Callable[[Progress], None] | None = None, stages: Stages | None = None,
) -> Generation:  # fmt: skip
    """Return the hardest initial state of each of ``config.series`` tasks, drawn in the sizes of ``config.scale``.

    Each task has a seed of its own and an equal part of the time. Where ``stop`` says so, or nothing is found for a
    size, the others remain.

    Raises:
        NothingFound, LimitReached, IllegalTask: there is not one instance; what the last task says.
        InputRefused: the domain, or a number of objects, makes no sense.
    """
    assert config.series is not None
    start, names = monotonic(), instance_names(config.series)
    found: list[Generation] = []
    notes: list[str] = []
    last: BetaPlanError = Interrupted("interrupted before anything was found")
    for number, objects in enumerate(sizes(parse_scale(config.scale), config.series)):
        left = None if config.seconds is None else config.seconds - (monotonic() - start)
        if (stop is not None and stop()) or (left is not None and left < 1):
            notes.append(f"stopped after {number} of {config.series} tasks")
            break
        one = _member(config, number, objects, left)
        try:
            each = generate(
                domain, None, one, stop=stop, on_progress=on_progress, stages=stages, names=names[len(found) :][:1]
            )
            found.append(each)
        except (NothingFound, LimitReached, IllegalTask) as error:
            said = ", ".join(f"{kind}={many}" for kind, many in objects.items())
            notes.append(f"no instance with {said}: {error}")
            last = error
            if isinstance(error, Interrupted):
                break
    if not found:
        raise last
    return _joined(domain, config, found, notes)


def _member(config: GeneratorConfig, number: int, objects: dict[str, int], left: float | None) -> GeneratorConfig:
    """Return what is asked of one task: an equal part of the seconds that are left."""
    assert config.series is not None
    seconds = None if left is None else max(int(left / (config.series - number)), 1)
    return replace(
        config, scale=(), series=None, seed=config.seed + number, overall_time_limit=seconds,
        objects=(*config.objects, ",".join(f"{kind}={many}" for kind, many in objects.items())),
    )  # fmt: skip


def _joined(
    domain: str | PathLike[str], config: GeneratorConfig, found: list[Generation], notes: list[str]
) -> Generation:
    """Return all as one; numbers of searches add up, the peak of memory is the largest."""
    searches = [each.search for each in found]
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
    said = dict.fromkeys(note for each in found for note in each.notes)
    instances = [instance for each in found for instance in each.instances]
    command = config.command(str(domain).rpartition("/")[2])
    first = found[0]
    return Generation(instances, summary, config, command, first.domain, first.space, [*notes, *said])
