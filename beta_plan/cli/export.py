"""``beta-plan generate --format``: levels in bulk and samples, in formats that learners read."""

from __future__ import annotations

import json
from pathlib import Path
from time import monotonic
from typing import Any

import click

from beta_plan.cli.interruption import Interruption
from beta_plan.cli.memory import MemoryNet
from beta_plan.cli.progress import Log
from beta_plan.cli.say import say
from beta_plan.cli.watch import COMPILING, watched_stages
from beta_plan.config import LEARNERS_BOXES, LEARNERS_SIZE, LEVEL_FORMATS, GeneratorConfig, duration_text
from beta_plan.errors import OutOfTime

_ALWAYS = {
    "domain", "output", "form", "count", "seed", "quiet", "as_json", "overall_time_limit", "max_expansions", "size",
    "boxes",
}  # fmt: skip
_OF_SAMPLES = {
    "problem", "order", "search", "partitions", "overall_memory_limit", "level", "no_fast_path", "objects", "topology",
    "skeleton", "novelty_cap", "max_goal_states", "table_limit",
}  # fmt: skip


def export(
    domain: Path, problem: Path | None, output: Path, form: str, config: GeneratorConfig, *, quiet: bool, as_json: bool
) -> None:
    """Write levels or samples, and tell about them."""
    _refuse_options(form)
    log, interruption = Log(quiet=quiet), Interruption()
    begin = monotonic()
    seconds = config.overall_time_limit if form in LEVEL_FORMATS else config.seconds
    with interruption.listening(seconds):
        if form in LEVEL_FORMATS:
            manifest = _levels(domain, output, form, config, log, interruption)
        else:
            manifest = _samples(domain, problem, output, form, config, log, interruption)
    if as_json:
        told = {"directory": str(output), "seconds": round(monotonic() - begin, 3)}
        click.echo(json.dumps({**manifest, **told}, indent=2))
    else:
        _print(manifest, output)


def _refuse_options(form: str) -> None:
    """Refuse what was asked for and has no meaning here, rather than pass over it."""
    context = click.get_current_context()
    known = _ALWAYS if form in LEVEL_FORMATS else _ALWAYS | _OF_SAMPLES
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in known and context.params.get(name) is not None:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --format {form}")


def _levels(
    domain: Path, output: Path, form: str, config: GeneratorConfig, log: Log, interruption: Interruption
) -> dict[str, Any]:
    """Write levels of drawn mazes."""
    from beta_plan.bulk import MAX_EXPANSIONS, BulkRequest, bulk_levels
    from beta_plan.bundled import bundled_domain, find_domain
    from beta_plan.export.directory import check_export_directory
    from beta_plan.export.write import write_levels
    from beta_plan.jit import is_first_use, note_use
    from beta_plan.search.budget import Budget

    if find_domain(domain).resolve() != bundled_domain("sokoban").resolve():
        raise click.UsageError(f"--format {form} is for mazes that are drawn: DOMAIN must be sokoban")
    check_export_directory(output)
    if is_first_use("bulk"):
        log.line(COMPILING)
    width, _, height = (config.size or LEARNERS_SIZE).partition("x")
    boxes = config.boxes or LEARNERS_BOXES
    request = BulkRequest(
        config.count, int(width), int(height), boxes, config.seed, config.max_expansions or MAX_EXPANSIONS
    )
    interruption.can_stop = True
    deadline = None if config.overall_time_limit is None else monotonic() + config.overall_time_limit
    budget = Budget(deadline=deadline, stop=interruption.requested)
    about = {
        "seed": config.seed, "asked": config.count, "size": f"{width}x{height}", "boxes": boxes,
        "max_expansions": request.max_expansions,
    }  # fmt: skip
    try:
        manifest = write_levels(output, log.counting("levels", bulk_levels(request, budget)), form, about)
    except OutOfTime as error:
        limit = duration_text(config.overall_time_limit or 0)
        raise OutOfTime(f"time-limit (--overall-time-limit {limit}): {error}") from None
    note_use("bulk")
    return manifest


def _samples(
    domain: Path, problem: Path | None, output: Path, form: str, config: GeneratorConfig, log: Log,
    interruption: Interruption,
) -> dict[str, Any]:  # fmt: skip
    """Write states with bounds of their costs."""
    from beta_plan.export.directory import check_export_directory
    from beta_plan.export.parquet import require_pyarrow
    from beta_plan.export.write import write_samples
    from beta_plan.sampling import sample_states

    check_export_directory(output)
    parquet = form == "samples-parquet"
    if parquet:
        require_pyarrow()
    net = MemoryNet()
    stages = watched_stages(log, interruption, net)
    with net.stretched(config.overall_memory_limit):
        samples = sample_states(
            domain, problem, config, stop=interruption.requested, on_progress=log.progress, stages=stages
        )
    about = {"seed": config.seed, "asked": config.count, "max_expansions": config.max_expansions}
    return write_samples(output, samples, about, parquet=parquet)


def _print(manifest: dict[str, Any], output: Path) -> None:
    """Write the result for people."""
    for name in manifest["files"]:
        say(str(output / name))
    if "samples" in manifest:
        click.echo(f"{manifest['samples']:,} samples")
        return
    spread = manifest["metrics"]["pushes"]
    told = f"{spread['least']} to {spread['most']} pushes, median {spread['median']:g}"
    click.echo(f"{manifest['levels']:,} levels of {manifest['mazes']:,} mazes: {told}")
