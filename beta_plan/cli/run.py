"""A run of ``generate`` as the command line has it: begun, or gone on with from its checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from beta_plan.config import GeneratorConfig

if TYPE_CHECKING:
    from beta_plan.archive import Saved
    from beta_plan.checkpoint import Checkpoint

INTERVAL = "10m"
"""Between two checkpoints."""

_WITH_RESUME = (
    "resume",
    "interval",
    "overall_time_limit",
    "overall_memory_limit",
    "report",
    "ptest",
    "quiet",
    "as_json",
)
"""All that may be said again when a run is gone on with."""


@dataclass(frozen=True)
class Run:
    """A run of ``generate``: its files as they were named, the directory that it writes, and what was asked for.

    ``resumed`` is how far it was, where it is gone on with.
    """

    domain: Path
    problem: Path | None
    output: Path
    config: GeneratorConfig
    resumed: Saved | None = None

    def is_long(self, interval: int) -> bool:
        """Tell whether the run may take longer than an interval, so that it is worth to be kept."""
        return self.config.seconds is None or self.config.seconds > interval

    def checkpoint(self, interval: int, publish: Callable[[Any], None], tell: Callable[[str], None]) -> Checkpoint:
        """Return what keeps the run."""
        from beta_plan.checkpoint import Checkpoint, digests

        request = {"domain": str(self.domain), "problem": None if self.problem is None else str(self.problem)}
        return Checkpoint(
            self.output, {**request, "config": asdict(self.config)}, digests(self.files), seconds=interval,
            publish=publish, tell=tell, resumed=self.resumed,
        )  # fmt: skip

    @property
    def files(self) -> dict[str, Path]:
        """The files that the run reads, by the names that the user has given them."""
        from beta_plan.skeleton.toml import find_skeleton
        from beta_plan.worlds.open import is_level_file

        named = [self.domain, self.problem, self.config.skeleton]
        if self.problem is None and self.domain.is_file() and not is_level_file(self.domain):
            named.append(find_skeleton(self.domain, self.config.skeleton))
        return {str(name): Path(name) for name in named if name is not None}


def begun(domain: Path, problem: Path | None, output: Path | None, form: str | None, config: GeneratorConfig) -> Run:
    """Return a new run; a directory that nobody names is called after what is read."""
    if config.scale and problem is not None:
        raise click.UsageError("--scale is for tasks that are drawn: leave PROBLEM out")
    name = "-".join([_default_name(domain, problem, config), *([form] if form else [])])
    return Run(domain, problem, output or Path(name), config)


def resumed(directory: Path) -> Run:
    """Return the run in a directory, as far as it was; other limits may be given to it.

    Raises:
        UsageError: more than that is given.
        InputRefused: there is no such run, or what it reads has changed.
    """
    from beta_plan.checkpoint import check_inputs, damaged, digests, load_checkpoint

    limits = _given_limits()
    request, inputs, saved = load_checkpoint(directory)
    try:
        run = Run(Path(request["domain"]), _path(request["problem"]), directory, _config(request, limits), saved)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damaged(directory, error) from None
    check_inputs(inputs, digests(run.files))
    return run


def _given_limits() -> dict[str, Any]:
    """Return the limits that this command names; anything else that the checkpoint knows is refused."""
    context = click.get_current_context()
    given = {
        parameter.name: parameter
        for parameter in context.command.params
        if parameter.name and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }
    for name, parameter in given.items():
        if name not in _WITH_RESUME:
            said = parameter.make_metavar(context) if isinstance(parameter, click.Argument) else parameter.opts[-1]
            raise click.UsageError(f"--resume takes {said.strip('[]')} from the checkpoint: leave it out")
    return {name: context.params[name] for name in given if name.startswith("overall")}


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _config(request: Mapping[str, Any], limits: Mapping[str, Any]) -> GeneratorConfig:
    """Return what was asked for, with other limits; databases stay as they were. JSON knows no tuples."""
    said = {**request["config"], **limits}
    if said["database_memory"] is None and "overall_memory_limit" in limits:
        said["database_memory"] = request["config"]["overall_memory_limit"]
    values: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in said.items()}
    return GeneratorConfig(**values)


def _default_name(domain: Path, problem: Path | None, config: GeneratorConfig) -> str:
    if problem is not None:
        return f"{domain.resolve().parent.name}-{problem.stem}-seed{config.seed}"
    if domain.suffix.lower() == ".pddl":
        return f"{domain.resolve().parent.name}-seed{config.seed}"
    level = "" if config.level is None else f"-{''.join(c if c.isalnum() else '-' for c in config.level)}"
    return f"{domain.stem}{level}-seed{config.seed}"
