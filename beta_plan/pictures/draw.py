"""From texts and files to pictures: what users and pages call."""

from __future__ import annotations

from pathlib import Path

from beta_plan.certify.plan import parse_plan
from beta_plan.certify.replay import executed
from beta_plan.errors import InputRefused
from beta_plan.pddl.sexpr import SList, Source, load, parse
from beta_plan.pictures.drawing import Drawing
from beta_plan.pictures.frames import Animation, Step
from beta_plan.pictures.instance import Instance
from beta_plan.pictures.mazes import MazeDrawing, as_level, walked
from beta_plan.pictures.scene import Picture
from beta_plan.sokoban.level import Level
from beta_plan.sokoban.xsb import drafts, read_level, select

Given = str | Path | Source
"""Text of PDDL, which begins with a parenthesis or a comment, or the file that holds it."""


def draw_instance(domain: Given, problem: Given) -> Picture:
    """Return the picture of an instance: its initial state and its goal.

    A task that is Sokoban by its structure becomes a board. InputRefused says what is wrong with the text.
    """
    return animate(domain, problem, "").first


def animate(domain: Given, problem: Given, plan: str) -> Animation:
    """Return the pictures of an instance and of the state after every action of a plan, given as text.

    That the plan reaches the goal is not asked, so it may be any beginning of one; VerificationFailed says which of
    its actions cannot be executed.
    """
    first, second = _source(domain, "domain"), _source(problem, "problem")
    instance = Instance.read(first, second)
    steps = parse_plan(plan).steps
    states = [instance.task.init, *(state for state, _ in executed(instance.task, steps))]
    title = _title(second)
    maze = as_level(first, second)
    drawing = MazeDrawing(maze, states) if maze is not None else Drawing(instance, states)
    names = [title, *(f"{title}, after {number} of {len(steps)}: {step}" for number, step in enumerate(steps, 1))]
    pictures = [drawing.picture(number, name) for number, name in enumerate(names)]
    return Animation(pictures[0], tuple(Step(str(s), p) for s, p in zip(steps, pictures[1:], strict=True)))


def draw_level(level: Level | Given, choice: int | str | None = None) -> Picture:
    """Return the picture of a Sokoban level: a value, or the ``choice`` of the text or file that holds it."""
    return animate_level(level, "", choice).first


def animate_level(level: Level | Given, lurd: str | None = None, choice: int | str | None = None) -> Animation:
    """Return the pictures of a Sokoban level and of the board after each move of a solution in LURD.

    Without ``lurd`` the solution that stands with the level is taken.
    """
    found = level if isinstance(level, Level) else _level(level, choice)
    if lurd is None and found.solution is None:
        raise InputRefused(f"level {found.name} has no solution", place=found.place, remedy="give one as LURD")
    return walked(found, (found.solution or "") if lurd is None else lurd)


def _source(given: Given, name: str) -> Source:
    if isinstance(given, Source):
        return given
    if isinstance(given, str) and given.lstrip()[:1] in ("(", ";"):
        return Source(name, given)
    return load(given)


def _level(given: Given, choice: int | str | None) -> Level:
    if isinstance(given, Source):
        return select(drafts(given), choice).level()
    if isinstance(given, str) and "\n" in given:
        return select(drafts(Source("level", given)), choice).level()
    return read_level(given, choice)


def _title(problem: Source) -> str:
    """Return the name of the problem."""
    for part in parse(problem):
        if isinstance(part, SList) and part[:1] == ["problem"] and len(part) == 2:
            return problem.spelling(part)[1]
    return problem.name
