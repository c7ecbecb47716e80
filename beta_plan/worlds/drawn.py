"""Tasks for a domain alone: drawn as a skeleton says, the domain's own or one told from its structure."""

from __future__ import annotations

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
from beta_plan.skeleton.problem import draw_problem
from beta_plan.sokoban.level import Level
from beta_plan.stages import Stages
from beta_plan.worlds.world import Request

MOST_DRAWS = 20
"""A task that cannot be what was meant is drawn again so many times at most."""


def draw_task(domain: Path, request: Request, stages: Stages) -> FrontEnd:
    """Return a task of a domain, drawn with the seed.

    Its initial state is legal, some action can be applied in it, and a goal might be reached: a draw for which this is
    not so is followed by the next.
    """
    source = load(domain)
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
            return front_end
    message = f"no task was drawn that could be solved: {said}"
    raise IllegalTask(message, place=str(domain), remedy="other --objects, a problem file, or a skeleton file")


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
