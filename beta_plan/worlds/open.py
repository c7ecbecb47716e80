"""From files to a world: a level, a PDDL task on a fast path, or any other PDDL task."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from beta_plan import fast_paths
from beta_plan.bundled import is_maze_domain
from beta_plan.errors import DeadEnd, NothingFound, UnsupportedFeature, WrongOption
from beta_plan.front_end import FrontEnd, Reading, ground_all, load_text, read_sources
from beta_plan.front_end import load as load_task
from beta_plan.pdbs.build import check_costs
from beta_plan.pddl.sexpr import load, load_bytes, source_of
from beta_plan.search.natural import allowed_facts
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.pddl_task import PddlSokoban
from beta_plan.sokoban.to_pddl import level_to_pddl
from beta_plan.sokoban.xsb import read_level, read_states
from beta_plan.stages import Stages
from beta_plan.worlds.drawn import DrawnTask, draw, draw_level, draw_task
from beta_plan.worlds.sas import SasWorld
from beta_plan.worlds.sokoban import LevelWorld, PddlMazeWorld
from beta_plan.worlds.world import Request, World

LEVEL_FILES = (".sok", ".txt", ".xsb")
"""Endings of files of Sokoban levels; whatever else is PDDL."""


def is_level_file(path: Path) -> bool:
    """Tell by its name whether a file holds Sokoban levels."""
    return path.suffix.lower() in LEVEL_FILES


def open_world(domain: Path, problem: Path | None, request: Request, stages: Stages) -> World:
    """Return the world of a level file, or of a domain with a problem."""
    kind = _kind(domain, problem, request)
    if kind == "levels":
        return _level_world(domain, problem, request, stages)
    if kind == "maze":
        level = replace(draw_level(request, stages), title="sokoban")
        return LevelWorld(level, pddl=True, byte_limit=request.byte_limit)
    content = load_bytes(domain)  # what is read is what is written, even if the file changes
    if problem is None:
        front_end = draw_task(domain, request, stages, source_of(domain, content))
    else:
        reading = read_sources(source_of(domain, content), load(problem), stages)
        if (world := _on_fast_path(reading, content, request, stages)) is not None:
            return world
        front_end = ground_all(reading, stages)
    if not request.given_state and not all(front_end.sas.goals):
        raise NothingFound(f"{problem or domain}: the goal holds in every state, so that none is hard (state a goal)")
    _check_costs(front_end, str(problem or domain))
    allowed, natural = (
        allowed_facts(front_end.sas, any_state=any_state, keep=request.keep) for any_state in (request.any_state, False)
    )
    return SasWorld(
        front_end, content, allowed, natural=natural, table_limit=request.table_limit,
        total_limit=request.total_limit,
    )  # fmt: skip


def _check_costs(front_end: FrontEnd, place: str) -> None:
    """Refuse a task with costs that no pattern database can hold, and name its file."""
    try:
        check_costs(front_end.sas)
    except UnsupportedFeature as error:
        raise UnsupportedFeature(error.message, place=place, remedy=error.remedy) from None


def open_front_end(
    domain: Path, problem: Path | None, stages: Stages, *, level: str | None = None, seed: int = 0
) -> FrontEnd:
    """Return the same as a SAS+ task, with every stage on the way there; a level as the PDDL that is written for it.

    ``level`` is its number or title, ``seed`` that of what is drawn. Boxes of a maze without a state are on its goals.
    """
    request = Request(level=level, seed=seed)
    kind = _kind(domain, problem, request)
    if kind in ("levels", "maze"):
        found = _level(domain, problem, request, stages) if kind == "levels" else draw_level(request, stages)
        return load_text(*level_to_pddl(found.solved() if found.is_maze_alone else found), stages)
    return draw_task(domain, request, stages) if problem is None else load_task(domain, problem, stages)


def open_drawn(domain: Path, stages: Stages, *, level: str | None = None, seed: int = 0) -> DrawnTask:
    """Return a task that is drawn for a domain, with what it was drawn from; there is no ``level`` of one."""
    request = Request(level=level, seed=seed)
    _refuse_options(request, "drawn", str(domain))
    return draw(domain, request, stages)


def _kind(domain: Path, problem: Path | None, request: Request) -> str:
    """Return what is named: levels, a maze or a task that is drawn, a given task; refuse options for others."""
    is_maze = problem is None and is_maze_domain(domain, request.skeleton)
    kind = "levels" if is_level_file(domain) else "maze" if is_maze else "drawn" if problem is None else "given"
    _refuse_options(request, kind, str(domain))
    return kind


def _refuse_options(request: Request, kind: str, place: str) -> None:
    """Refuse what is asked for and means nothing for this kind of input: levels, a maze, a drawn or a given task."""
    given = {
        ("--level", "files of Sokoban levels", "levels"): request.level is not None,
        ("--pddl", "files of Sokoban levels", "levels maze"): request.pddl,
        ("--size", "mazes that are drawn: beta-plan generate sokoban", "maze"): request.size is not None,
        ("--boxes", "mazes that are drawn: beta-plan generate sokoban", "maze"): request.boxes is not None,
        ("--objects", "tasks that are drawn in PDDL", "drawn"): bool(request.objects),
        ("--topology", "tasks that are drawn in PDDL", "drawn"): request.topology is not None,
        ("--skeleton", "tasks that are drawn", "drawn"): request.skeleton is not None,
        ("--keep", "tasks in PDDL", "drawn given"): bool(request.keep),
    }
    for (option, what, kinds), is_given in given.items():
        if is_given and kind not in kinds.split():
            remedy = "--size and --boxes say how a maze is" if kind == "maze" else "leave it out"
            raise WrongOption(f"{option} is for {what}", place=place, remedy=remedy)


def open_levels(path: Path, choice: str | None, request: Request) -> Iterator[LevelWorld]:
    """Yield the worlds of the levels of a file, or only that of the chosen one; each must have a full state.

    What is refused is so before the work begins; not a dead end, which is a state.
    """
    levels = read_states(path) if choice is None else [read_level(path, choice)]
    worlds = [LevelWorld(level, pddl=False, byte_limit=request.byte_limit) for level in levels]
    for level, world in zip(levels, worlds, strict=True):
        level.require_state()
        with suppress(DeadEnd):
            assert world.reference is not None
    while worlds:
        yield worlds.pop(0)  # its databases are needed no longer than it is


def _level_world(path: Path, problem: Path | None, request: Request, stages: Stages) -> LevelWorld:
    level = _level(path, problem, request, stages)
    return LevelWorld(level, pddl=request.pddl, byte_limit=request.byte_limit)


def _level(path: Path, problem: Path | None, request: Request, stages: Stages) -> Level:
    if problem is not None:
        message = "a file of levels takes no problem file beside it"
        raise WrongOption(message, place=str(problem), remedy="leave it out")
    with stages("read") as note:
        level = read_level(path, request.level)
        level.solved()  # refused here, where its place is known, if no square is left for the man
        note(squares=level.maze.num_squares, goals=level.maze.num_boxes)
    return level


@runtime_checkable
class FastTask(Protocol):
    """What a fast path of another package makes of a task."""

    def world(self, reading: Reading, domain: bytes, request: Request, /) -> World:
        """Return the world of the task; ``domain`` are the bytes of its file."""


def _on_fast_path(reading: Reading, domain: bytes, request: Request, stages: Stages) -> World | None:
    """Return the world that a fast path makes; None if none takes the task, or cannot do what is asked."""
    if request.no_fast_path or request.keep:
        return None
    with stages("recognise") as note:
        found = fast_paths.find(reading.lifted)
        note(found.path or "; ".join(found.notes))
    task = found.task
    if isinstance(task, FastTask):
        return task.world(reading, domain, request)
    if not isinstance(task, PddlSokoban) or (task.is_labelled and request.given_state):
        return None
    return PddlMazeWorld(reading, task, domain, byte_limit=request.byte_limit)
