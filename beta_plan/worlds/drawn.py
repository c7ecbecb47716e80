"""Tasks for a domain alone: drawn as a skeleton says, the domain's own or one told from its structure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from beta_plan.config import DEFAULT_BOXES, DEFAULT_SIZE
from beta_plan.errors import IllegalTask
from beta_plan.front_end import FrontEnd, ground_all, read_sources
from beta_plan.pddl.sections import domain_sections
from beta_plan.pddl.sexpr import Source, load, parse
from beta_plan.sas.invert import Transitions
from beta_plan.sas.relaxed import may_reach_goal
from beta_plan.skeleton.counts import counts, parse_objects
from beta_plan.skeleton.find import skeleton_for
from beta_plan.skeleton.mazes import draw_maze
from beta_plan.skeleton.problem import draw_problem, draw_states
from beta_plan.skeleton.spec import Skeleton
from beta_plan.sokoban.level import Level
from beta_plan.stages import Stages
from beta_plan.worlds.world import Request

MOST_DRAWS = 20
"""A task that cannot be what was meant is drawn again so many times at most."""

DRAWS_PER_STATE = 30
"""Of so many states that are drawn for a task, one should be legal in it."""


@dataclass(frozen=True)
class DrawnTask:
    """A task that was drawn: the domain and its name, what was drawn from, the text, and what became of it."""

    source: Source
    name: str
    skeleton: Skeleton
    attempt: int
    text: str
    front_end: FrontEnd


def draw_task(domain: Path, request: Request, stages: Stages, source: Source | None = None) -> FrontEnd:
    """Return a task of a domain, drawn with the seed, in every representation; ``source`` is its text, if known."""
    return draw(domain, request, stages, source).front_end


def draw(domain: Path, request: Request, stages: Stages, source: Source | None = None) -> DrawnTask:
    """Return a task of a domain, drawn with the seed, and how it was drawn.

    Its initial state is legal, some action can be applied in it, and a goal might be reached: a draw for which this is
    not so is followed by the next.
    """
    source = source or load(domain)
    name = domain_sections(source, parse(source)).name
    with stages("draw") as note:
        skeleton = skeleton_for(domain, request.skeleton)
        objects = parse_objects(request.objects)
        note(objects=sum(counts(skeleton, objects).values()))
    said = ""
    for attempt in range(MOST_DRAWS):
        try:
            text = draw_problem(
                skeleton, name, seed=request.seed, objects=objects, topology=request.topology, attempt=attempt
            )
            problem = Source(f"{name}, drawn with seed {request.seed}", text)
            front_end = ground_all(read_sources(source, problem, stages), stages)
            said = _objection(front_end)
        except IllegalTask as error:
            said = error.message
        if not said:
            return DrawnTask(source, name, skeleton, attempt, text, front_end)
    message = f"no task was drawn that could be solved: {said}"
    raise IllegalTask(message, place=str(domain), remedy="other --objects, a problem file, or a skeleton file")


def draw_others(drawn: DrawnTask, request: Request, count: int) -> list[str]:
    """Return problems with other initial states for a task that was drawn: the same objects, static facts and goal.

    The states are drawn as the task's own was. Kept are those that are legal in it and from which the goal might be
    reached, as far as that is seen at once; they may be fewer than ``count``.
    """
    objects = parse_objects(request.objects)
    texts = draw_states(
        drawn.skeleton, drawn.name, seed=request.seed, count=DRAWS_PER_STATE * count, objects=objects,
        topology=request.topology, attempt=drawn.attempt,
    )  # fmt: skip
    fitting = (text for text in dict.fromkeys(texts) if _fits(drawn, text))
    return list(islice(fitting, count))


def _fits(drawn: DrawnTask, text: str) -> bool:
    """Tell whether the initial state of another problem is a legal one of the task, with a goal that may be reached."""
    task = drawn.front_end.sas
    lifted = read_sources(drawn.source, Source("another state", text)).lifted
    rows = zip(lifted.predicates, lifted.init, lifted.fluent, strict=True)
    said = {
        f"({' '.join([predicate, *(lifted.objects[o] for o in row)])})"
        for predicate, found, fluent in rows
        if fluent
        for row in found
    }
    numbers = [atom for atom in range(len(task.atoms)) if task.atoms[atom] in said]
    state = task.encode(numbers) if len(numbers) == len(said) else None
    return state is not None and task.is_legal(state) and may_reach_goal(task, state)


def _objection(front_end: FrontEnd) -> str:
    """Say what is wrong with a task that was drawn; nothing if it can be used."""
    task = front_end.sas
    if task.init is None or not task.is_legal(task.init):
        return "its initial state is not legal"
    if not may_reach_goal(task, task.init):
        return "its goal cannot be reached"
    if not Transitions(task).successors(task.init):
        return "no action can be applied at first"
    front_end.goal_states(limit=1, seed=0)
    return ""


def draw_level(request: Request, stages: Stages) -> Level:
    """Return a Sokoban maze of the size that is asked for, without a state."""
    size, boxes = request.size or DEFAULT_SIZE, request.boxes or DEFAULT_BOXES
    width, _, height = size.partition("x")
    with stages("draw") as note:
        maze = draw_maze(width=int(width), height=int(height), num_boxes=boxes, seed=request.seed)
        note(squares=maze.num_squares, goals=maze.num_boxes)
    return Level.of(maze)
