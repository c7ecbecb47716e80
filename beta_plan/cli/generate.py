"""``beta-plan generate``: the main job."""

from __future__ import annotations

import json
import shlex
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beta_plan.cli.export import export
from beta_plan.cli.grouped import Grouped
from beta_plan.cli.interruption import Interruption
from beta_plan.cli.memory import MemoryNet
from beta_plan.cli.options import (
    CountType,
    DurationType,
    MemoryType,
    OrderType,
    PathType,
    SizeType,
    SplitType,
    json_option,
    quiet_option,
    seed_option,
)
from beta_plan.cli.present import metrics_lines
from beta_plan.cli.progress import Log
from beta_plan.cli.run import INTERVAL, Run, begun, resumed
from beta_plan.cli.say import say
from beta_plan.cli.watch import watched_stages
from beta_plan.config import (
    AUDIENCES,
    DEFAULT_BOXES,
    DEFAULT_SIZE,
    LEARNERS_BOXES,
    LEARNERS_SIZE,
    LEVEL_FORMATS,
    MOST_IN_SERIES,
    PARTITIONS,
    SAMPLE_FORMATS,
    SEARCHES,
    SELECTIONS,
    TOPOLOGIES,
    GeneratorConfig,
    memory_text,
)

if TYPE_CHECKING:
    from beta_plan.generation import Generation

DEFAULTS = GeneratorConfig()


SECTIONS = {
    "Task": ("level", "keep", "any_state"),
    "Task that is drawn": ("objects", "topology", "skeleton", "scale", "size", "boxes"),
    "Search": ("order", "search", "partitions", "seed"),
    "Selection": ("count", "series", "split", "select", "referee", "candidates", "audience"),
    "Limits": ("overall_time_limit", "overall_memory_limit", "max_expansions", "interval", "resume"),
    "Output": ("output", "pddl", "form", "report", "ptest", "quiet", "as_json"),
    "Advanced": ("no_fast_path", "novelty_cap", "max_goal_states", "table_limit"),
}


@click.command(cls=Grouped, sections=SECTIONS)
@click.argument("domain", type=PathType(), required=False)
@click.argument("problem", type=PathType(), required=False)
@click.option("--level", metavar="N", help="Number or title of the level, in a file of several.")
@click.option(
    "--keep", multiple=True, metavar="PREDICATE",
    help="Leave the atoms of this predicate as they are in PROBLEM; may be repeated.",
)  # fmt: skip
@click.option("--any-state", is_flag=True, help="Allow states that no author would write, such as packages in trucks.")
@click.option(
    "--objects", multiple=True, metavar="KIND=N,..", help="Numbers of objects; `beta-plan describe DOMAIN` lists them."
)
@click.option("--topology", type=click.Choice(TOPOLOGIES), help="Form of the map.")
@click.option("--skeleton", metavar="FILE", help="File that says how tasks are drawn, instead of the domain's own.")
@click.option("--scale", multiple=True, metavar="KIND=A..B,..", help="With --series or --split, tasks of growing size.")
@click.option("--size", type=SizeType(), metavar="WxH", help="Width and height of a drawn maze, walls included.")
@click.option("--boxes", type=CountType(1), metavar="N", help="Number of boxes of a drawn maze.")
@click.option(
    "--order", type=OrderType(), default="portfolio",
    help='Key of the open list, as in the paper: "[w(PDB4),4C,PDB4]". Several, joined by +, share the time.',
)  # fmt: skip
@click.option(
    "--search", type=click.Choice(SEARCHES), default=DEFAULTS.search,
    help="Kind of search. With bfs or rw, --order only ranks the results.",
)  # fmt: skip
@click.option(
    "--partitions", type=click.Choice(PARTITIONS), default=DEFAULTS.partitions,
    help="How variables are divided into patterns.",
)  # fmt: skip
@seed_option
@click.option("-n", "--count", type=CountType(1), default=1, help="Write the N hardest instances.", metavar="N")
@click.option(
    "--series", type=CountType(1, MOST_IN_SERIES), metavar="N", help="Write N instances of ascending hardness instead."
)
@click.option(
    "--split", type=SplitType(), metavar="SET=CLASS:N,..",
    help="Write sets of easy, medium and hard instances instead: training=easy:10,testing=easy:5,hard:5.",
)  # fmt: skip
@click.option(
    "--select", type=click.Choice(SELECTIONS), default=DEFAULTS.select,
    help="Which of the hardest states to write: those that resist two forward searches longest (effort), or the "
    "first by the order (objective).",
)  # fmt: skip
@click.option(
    "--referee", metavar="NAME|COMMAND",
    help="Planner that chooses the hardest of some candidates; `beta-plan referee --help` names those that are known.",
)  # fmt: skip
@click.option(
    "--candidates", type=CountType(1), default=DEFAULTS.candidates, metavar="N",
    help="How many candidates the referee judges.",
)  # fmt: skip
@click.option(
    "--for", "audience", type=click.Choice(AUDIENCES), default=DEFAULTS.audience,
    help="Who is to find instances hard. For people only Sokoban levels are made, which are good to play.",
)  # fmt: skip
@click.option(
    "--overall-time-limit", type=DurationType(), metavar="TIME",
    help="Time limit of the whole run: 60s, 30m or 2h.  "
    "[default: 60s; none with --max-expansions, or for levels of --format]",
)  # fmt: skip
@click.option(
    "--overall-memory-limit", type=MemoryType(), default=memory_text(DEFAULTS.overall_memory_limit), metavar="SIZE",
    help="Memory limit of the process: 500M or 8G.",
)  # fmt: skip
@click.option(
    "--max-expansions", type=CountType(1), metavar="N",
    help="Limit of expanded states, of all searches. The same number and seed give the same files.",
)  # fmt: skip
@click.option(
    "--checkpoint", "interval", type=DurationType(), default=INTERVAL, metavar="TIME", show_default=True,
    help="Interval between checkpoints of a long run, at which the best so far is written, too.",
)  # fmt: skip
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="DIR",
    help="Go on with the run in DIR, instead of DOMAIN; other limits of time and memory may be given.",
)  # fmt: skip
@click.option(
    "-o", "--output", metavar="DIR", type=PathType(),
    help="Directory to write, replaced if beta-plan wrote it; by default named after domain, problem and seed.",
)  # fmt: skip
@click.option("--pddl", is_flag=True, help="Write levels as PDDL, too.")
@click.option(
    "--format", "form", type=click.Choice(LEVEL_FORMATS + SAMPLE_FORMATS),
    help="Write data for learners instead: levels of drawn mazes, each from --max-expansions (2000 by default), or "
    "states with their costs (samples).",
)  # fmt: skip
@click.option("--report", is_flag=True, help="Write report.html, too: a page about all instances.")
@click.option("--ptest", is_flag=True, help="Write beta-plan.ptest.json, too: tests for the PDDL extension of VS Code.")
@click.option("--no-fast-path", is_flag=True, help="Treat Sokoban in PDDL like any other task.")
@click.option(
    "--novelty-cap", type=CountType(1, 2), default=DEFAULTS.novelty_cap,
    help="Largest set of facts for which novelty is exact.",
)  # fmt: skip
@click.option(
    "--max-goal-states", type=CountType(1), default=DEFAULTS.max_goal_states,
    help="If there are more goal states, start from a random sample of N.",
)  # fmt: skip
@click.option(
    "--table-limit", type=CountType(1), default=DEFAULTS.table_limit,
    help="Largest pattern database, in abstract states.",
)  # fmt: skip
@quiet_option
@json_option
def generate(
    domain: Path | None, problem: Path | None, output: Path | None, form: str | None, interval: int,
    resume: Path | None, report: bool, ptest: bool, quiet: bool, as_json: bool,
    **asked: Any,
) -> None:  # fmt: skip
    """Search backwards from the goal of PROBLEM, and write the hardest initial states found as PDDL.

    Objects, static facts and goal are those of PROBLEM; its initial state tells what is natural. Without PROBLEM a
    task is drawn as the skeleton beside DOMAIN says; DOMAIN may be the name of a bundled domain, or a file of Sokoban
    levels (.xsb, .sok, .txt), of which walls and goals count. Every instance comes with a plan,
    replayed over the written text. Ctrl-C ends the search and writes the best so far; what a long run needs to go on
    is kept in DIR/checkpoint until it has come to its end.

    With --split the instances are in folders such as training/easy. Of PROBLEM, or of a level, its easy, medium and
    hard states are taken from one search. Tasks that are drawn grow: easy ones have the sizes of the first third of
    --scale, or of half to one and a half times the usual numbers of objects.

    \b
    Examples:
      beta-plan generate domain.pddl problem.pddl
      beta-plan generate domain.pddl problem.pddl -o out -n 5 --overall-time-limit 30m
      beta-plan generate domain.pddl problem.pddl --series 20 --order "[w(PDB2),2C,PDB2]"
      beta-plan generate domain.pddl problem.pddl --max-expansions 100000 --seed 7 --json
      beta-plan generate domain.pddl problem.pddl --referee lama-first --candidates 20 --overall-time-limit 10m
      beta-plan generate logistics --objects parcel=8,city=4 --seed 3
      beta-plan generate logistics --series 10 --scale parcel=3..9,city=2..4 --overall-time-limit 10m
      beta-plan generate logistics --split training=easy:10,testing=easy:5,medium:5,hard:5 --overall-time-limit 30m
      beta-plan generate sokoban --size 12x10 --boxes 8
      beta-plan generate sokoban --size 10x9 --boxes 5 --for people
      beta-plan generate sokoban --format boxoban --count 1000 --seed 7 -o levels
      beta-plan generate domain.pddl problem.pddl --format samples --count 5000 --max-expansions 20000
      beta-plan generate levels.sok --level 53 --overall-time-limit 5m --report
      beta-plan generate levels.sok --level 53 --overall-time-limit 12h --checkpoint 30m -o out
      beta-plan generate --resume out
    """
    if resume is not None:
        run = resumed(resume)
    elif domain is None:
        raise click.UsageError("DOMAIN is missing: a PDDL file, a level file, or the name of a bundled domain")
    else:
        run = begun(domain, problem, output, form, _config(asked))
    _check_maze(run, form)
    if ptest:
        _check_ptest(run.domain, run.config)
    if form is not None:
        return export(run.domain, run.problem, run.output, form, run.config, quiet=quiet, as_json=as_json)
    log = Log(quiet=quiet)
    interruption = Interruption()
    with interruption.listening(run.config.seconds):
        found = _run(run, interval, log, interruption)
    for note in found.notes:
        log.line(f"note: {note}")
    page = _report(run.output) if report else None
    if ptest:
        _ptest(run.output)
    if as_json:
        told = {"directory": str(run.output), **({} if page is None else {"report": str(page)})}
        click.echo(json.dumps({**found.to_json(), **told}, indent=2))
    else:
        _print(found, run.output)
        if page is not None:
            say(str(page))


def _report(output: Path) -> Path:
    from beta_plan.report.write import write_report

    return write_report(output)


def _check_ptest(domain: Path, config: GeneratorConfig) -> None:
    from beta_plan.worlds.open import is_level_file

    if is_level_file(domain) and not config.pddl:
        raise click.UsageError("--ptest is for instances in PDDL: add --pddl")


def _check_maze(run: Run, form: str | None) -> None:
    """Refuse a size, or a number of boxes, that no maze has; of a suite that grows each maze is judged by itself."""
    from beta_plan.bundled import find_domain, is_maze_domain
    from beta_plan.skeleton.mazes import check_options

    config = run.config
    if run.problem is not None or config.scale or not (config.size or config.boxes):
        return
    if is_maze_domain(find_domain(run.domain), config.skeleton):
        usual = (LEARNERS_SIZE, LEARNERS_BOXES) if form in LEVEL_FORMATS else (DEFAULT_SIZE, DEFAULT_BOXES)
        check_options(config.size or usual[0], config.boxes or (1 if config.split else usual[1]))


def _ptest(output: Path) -> None:
    from beta_plan.output.ptest import write_ptest

    write_ptest(output)


def _config(asked: dict[str, Any]) -> GeneratorConfig:
    from beta_plan.search.portfolio import Portfolio

    numbers = {"-n": None if asked["count"] == 1 else asked["count"]}
    numbers |= {"--series": asked["series"], "--split": asked["split"]}
    given = [option for option, number in numbers.items() if number is not None]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    ascends = given in (["--series"], ["--split"])
    if ascends and not Portfolio.parse(asked["order"]).objective.terms:
        raise click.UsageError(f"{given[0]} needs an order with PDBk or kC")
    if asked["referee"] is not None and ascends and not asked["scale"]:
        raise click.UsageError(f"--referee looks for the hardest, and {given[0]} ascends: use -n")
    if asked["referee"] is None and asked["candidates"] != DEFAULTS.candidates:
        raise click.UsageError("--candidates are shown to a referee: name one with --referee")
    if asked["audience"] == "people" and (ascends or asked["referee"] is not None):
        raise click.UsageError("--for people chooses by itself: no --series, --split or --referee goes with it")
    if asked["scale"] and not ascends:
        raise click.UsageError("--scale needs --series N or --split")
    known = {field.name for field in fields(GeneratorConfig)}
    return GeneratorConfig(**{name: value for name, value in asked.items() if name in known})


def _run(run: Run, interval: int, log: Log, interruption: Interruption) -> Generation:
    """Generate and write; from the stage on that can be stopped, signals end it with what was found."""
    from beta_plan.checkpoint import has_checkpoint
    from beta_plan.output.write import check_directory
    from beta_plan.suites import generate as generate_all

    net = MemoryNet()
    check_directory(run.output)
    checkpoint = run.checkpoint(interval, lambda so_far: so_far.write(run.output), log.line)
    if has_checkpoint(run.output) and run.resumed is None:
        log.line(f"note: {run.output} has the checkpoint of another run, which is given up (--resume goes on with it)")
    stages = watched_stages(log, interruption, net)
    with net.stretched(run.config.overall_memory_limit):
        found = generate_all(
            run.domain, run.problem, run.config, stop=interruption.requested, on_progress=log.progress, stages=stages,
            archive=checkpoint if run.resumed is not None or run.is_long(interval) else None,
        )  # fmt: skip
    found.write(run.output)
    if not interruption.requested() or not checkpoint.is_of_this_run:
        checkpoint.remove()
    elif has_checkpoint(run.output):
        log.line(f"to go on: beta-plan generate --resume {shlex.quote(str(run.output))}")
    return found


def _print(found: Generation, output: Path) -> None:
    """Write the result for people."""
    for entry, instance in zip(found.to_json()["instances"], found.instances, strict=True):
        for line in metrics_lines(str(output / entry["problem"]), instance.metrics):
            say(line)
    search = found.search.to_json()
    click.echo(
        f"{search['expanded']:,} expanded, {search['expansions_per_second']:,}/s, {search['states']:,} states, "
        f"{search['status']}"
    )
