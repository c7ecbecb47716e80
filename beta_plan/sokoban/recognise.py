"""Sokoban by its structure: a PDDL task becomes a maze, whatever its names are and however it says where things are.

What is accepted is proved, not sampled: every schema is applicable exactly where a step or a push is possible and
changes the fluents accordingly (``meanings``); the static facts link squares as on a grid, both ways, with all steps
and pushes that the maze has (``grid`` and here); and the goal is that every box is on a goal square, any or its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beta_plan.fast_paths import Declined
from beta_plan.pddl.lifted import LiftedTask
from beta_plan.sokoban.goal_squares import Asked, asked_for
from beta_plan.sokoban.grid import Layout, lay_out
from beta_plan.sokoban.ground_steps import GroundStep, goals_by_effect, ground_steps, spelled
from beta_plan.sokoban.initial_contents import InitialContents, initial_contents
from beta_plan.sokoban.maze import DIRECTIONS, LETTERS, WALL, Maze
from beta_plan.sokoban.meanings import find_roles
from beta_plan.sokoban.pddl_task import Labels, PddlSokoban
from beta_plan.sokoban.schema_roles import Roles
from beta_plan.sokoban.static_facts import StaticFacts, Unlike


class NotSokoban(Declined):
    """A task is not Sokoban; ``reason`` says why."""


def recognise(lifted: LiftedTask) -> PddlSokoban | NotSokoban:
    """Return a task as Sokoban, or the reason why it is not."""
    try:
        return _recognise(StaticFacts(lifted))
    except Unlike as why:
        return NotSokoban(why.reason)


def _recognise(facts: StaticFacts) -> PddlSokoban:
    task = facts.task
    roles = find_roles(facts)
    if roles.men is not None and len(roles.men) != 1:
        raise Unlike(f"there are {len(roles.men)} men")
    asked = asked_for(facts, roles)
    found = ground_steps(facts, roles)
    goals = _goals(facts, roles, asked)
    init = initial_contents(task, roles, {square for step in found for square in step.squares} | goals)
    found = _inside(found, goals, init)
    _check_costs(found)
    layout = _layout(facts, found, goals)
    maze = Maze.of(layout.places.values(), [layout.places[square] for square in goals])
    numbers = {square: maze.square_at[place] for square, place in layout.places.items()}
    steps, pushes = _tables(found, layout, numbers)
    squares = tuple(sorted(numbers, key=numbers.__getitem__))
    _compare(task, maze, steps, pushes, squares)
    stored = _stored(facts, roles, asked, found, goals)
    boxes, man = _placed(task, roles, goals, numbers, init)
    _check_stored(task, roles, stored, goals)
    own_goals = tuple(numbers[asked.own[box]] for box in sorted(asked.own)) if asked.own is not None else None
    return PddlSokoban(
        task, maze, boxes, man, _labels(facts, roles, layout, found, squares), roles, steps, pushes, stored, squares,
        _outside(task, roles, numbers), own_goals,
    )  # fmt: skip


def _goals(facts: StaticFacts, roles: Roles, asked: Asked) -> frozenset[int]:
    """Return the goal squares, of which there must be as many as boxes."""
    goals = asked.squares
    if goals is None:
        assert asked.stored is not None
        goals = goals_by_effect(facts, roles, *asked.stored)
    if roles.boxes is not None and len(roles.boxes) != len(goals):
        raise Unlike(f"the number of boxes, {len(roles.boxes)}, is not that of goal squares, {len(goals)}")
    return goals


def _inside(found: Sequence[GroundStep], goals: Iterable[int], init: InitialContents | None) -> list[GroundStep]:
    """Return the steps and pushes on the squares that are linked with goals, and not over walls."""
    walls = init.walls if init is not None else frozenset()
    if walls & set(goals):
        raise Unlike("a goal square is a wall")
    open_steps = [step for step in found if walls.isdisjoint(step.squares)]
    neighbours: dict[int, set[int]] = {}
    for step in open_steps:
        for one, other in zip(step.squares, step.squares[1:], strict=False):
            neighbours.setdefault(one, set()).add(other)
            neighbours.setdefault(other, set()).add(one)
    inner: set[int] = set()
    waiting = list(goals)
    while waiting:
        square = waiting.pop()
        if square not in inner:
            inner.add(square)
            waiting += neighbours.get(square, ())
    return [step for step in open_steps if step.squares[0] in inner]


def _layout(facts: StaticFacts, found: Sequence[GroundStep], goals: Iterable[int]) -> Layout:
    """Return places for all squares; goal squares without any link stand apart."""
    links: dict[tuple[int, int], dict[object, None]] = {}
    for step in found:
        for pair, label in zip(zip(step.squares, step.squares[1:], strict=False), step.labels, strict=True):
            links.setdefault(pair, {})[label] = None
    same = [(step.labels[0], step.labels[1]) for step in found if len(step.labels) == 2]
    words = {label: spelled(facts, label) for labels in links.values() for label in labels}
    layout = lay_out(links, dict.fromkeys(same), words, facts.task.objects)
    places = dict(layout.places)
    for square in sorted(goals):
        if square not in places:
            places[square] = (1, max((column for _, column in places.values()), default=-1) + 2)
    return Layout(places, layout.directions)


def _tables(
    found: Iterable[GroundStep], layout: Layout, numbers: dict[int, int]
) -> tuple[dict[tuple[int, int], GroundStep], dict[tuple[int, int], GroundStep]]:
    """Return steps by (square of the man, direction) and pushes by (square of the box, direction)."""
    steps: dict[tuple[int, int], GroundStep] = {}
    pushes: dict[tuple[int, int], GroundStep] = {}
    for step in found:
        direction = layout.directions[step.squares[-2], step.squares[-1]]
        table = pushes if len(step.squares) == 3 else steps
        table.setdefault((numbers[step.squares[-2]], direction), step)
    return steps, pushes


def _check_costs(found: Iterable[GroundStep]) -> None:
    """See that all steps cost the same and all pushes, too, and more than nothing: they are what is counted."""
    costs: dict[int, set[int]] = {2: set(), 3: set()}
    for step in found:
        costs[len(step.squares)].add(step.cost)
    for number, what in ((2, "steps of the man"), (3, "pushes")):
        if len(costs[number]) > 1:
            raise Unlike(f"{what} do not all cost the same")
    if costs[3] == {0}:
        raise Unlike("pushes cost nothing: their number is not what a plan is measured by")


def _compare(
    task: LiftedTask, maze: Maze, steps: Iterable[tuple[int, int]], pushes: Iterable[tuple[int, int]],
    squares: Sequence[int],
) -> None:  # fmt: skip
    """See that the task has all steps and pushes of the maze; that it has no others the layout has shown."""
    known_steps, known_pushes = set(steps), set(pushes)
    for square, neighbours in enumerate(maze.neighbours):
        for direction in range(len(DIRECTIONS)):
            if neighbours[direction] == WALL:
                continue
            there, name = task.objects[squares[neighbours[direction]]], task.objects[squares[square]]
            if (square, direction) not in known_steps:
                raise Unlike(f"there is no way between the neighbours {name} and {there}")
            if neighbours[(direction + 2) % 4] != WALL and (square, direction) not in known_pushes:
                raise Unlike(f"no action pushes a box from {name} to {there}")


def _stored(
    facts: StaticFacts, roles: Roles, asked: Asked, found: Iterable[GroundStep], goals: frozenset[int]
) -> tuple[tuple[int, bool], ...]:
    """Return the fluents of boxes and whether they are true on goals; every push must keep them so."""
    pushes = [step for step in found if len(step.squares) == 3]
    stored = []
    for number, predicate in enumerate(roles.stored):
        known = [true for asked_predicate, true in [asked.stored or (-1, True)] if asked_predicate == predicate]
        fitting = [true for true in known or (True, False) if all(_keeps(p, number, true, goals) for p in pushes)]
        if not fitting:
            raise Unlike(
                f"the fluent {facts.task.predicates[predicate]} does not say whether a box is on a goal square"
            )
        stored.append((predicate, fitting[0]))
    return tuple(stored)


def _keeps(push: GroundStep, number: int, true_on_goals: bool, goals: frozenset[int]) -> bool:
    _, source, target = push.squares
    made = push.stores[number]
    if made is None:
        return (source in goals) == (target in goals)
    return made == ((target in goals) == true_on_goals)


def _placed(
    task: LiftedTask, roles: Roles, goals: frozenset[int], numbers: dict[int, int], init: InitialContents | None
) -> tuple[tuple[int, ...] | None, int | None]:
    """Return the squares of boxes and man in the initial state, if it states them."""
    if init is None:
        return None, None
    if len(init.boxes) != len(goals):
        raise Unlike(f"the number of boxes, {len(init.boxes)}, is not that of goal squares, {len(goals)}")
    if len(init.men) != 1:
        raise Unlike(f"there are {len(init.men)} men")
    for square in (*init.boxes, *init.men):
        if square not in numbers:
            raise Unlike(f"something stands on {task.objects[square]}, from where no way leads to a goal")
    return tuple(sorted(numbers[square] for square in init.boxes)), numbers[min(init.men)]


def _check_stored(task: LiftedTask, roles: Roles, stored: Iterable[tuple[int, bool]], goals: frozenset[int]) -> None:
    """See that the initial state says of all boxes correctly whether they are on a goal."""
    if not task.has_fluent_init or roles.boxes is None:
        return
    thing = 1 - roles.box.slot
    on_goals = {row[thing] for row in task.init[roles.box.predicate] if row[roles.box.slot] in goals}
    for predicate, true in stored:
        expected = on_goals & roles.boxes if true else roles.boxes - on_goals
        if {row[0] for row in task.init[predicate]} != expected:
            raise Unlike(f"what :init says with {task.predicates[predicate]} is not which boxes are on goal squares")


def _labels(
    facts: StaticFacts, roles: Roles, layout: Layout, found: Iterable[GroundStep], squares: Sequence[int]
) -> Labels:
    names = facts.task.objects
    words = dict.fromkeys(range(len(DIRECTIONS)), "")
    for step in found:
        if len(step.squares) == 2:
            direction = layout.directions[step.squares[0], step.squares[1]]
            words[direction] = words[direction] or spelled(facts, step.labels[0])
    up, right, down, left = (words[direction] or LETTERS[direction] for direction in range(len(DIRECTIONS)))
    return Labels(
        man=names[min(roles.men)] if roles.men else None,
        boxes=tuple(names[box] for box in sorted(roles.boxes or ())),
        squares=tuple(names[square] for square in squares),
        directions=(up, right, down, left),
    )


def _outside(task: LiftedTask, roles: Roles, numbers: dict[int, int]) -> tuple[str, ...]:
    """Return the atoms of the initial state on squares that do not belong to the maze; they stay as they are."""
    return tuple(
        f"({task.predicates[predicate]} {task.objects[square]})"
        for predicate in roles.contents
        for (square,) in task.init[predicate]
        if square not in numbers
    )
