"""A PDDL task that is Sokoban, and the way back: states and solutions in the user's own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from beta_plan.pddl.lifted import LiftedTask, Schema
from beta_plan.sokoban.ground_steps import BOX, GroundStep
from beta_plan.sokoban.maze import DIRECTIONS, LETTERS, WALL, Maze
from beta_plan.sokoban.schema_roles import Content, Roles

Push = tuple[int, int]
"""A push: the square of the box before it, and the direction (0 up, 1 right, 2 down, 3 left)."""


@dataclass(frozen=True)
class Labels:
    """The user's names: of the man and the boxes where they have any, of each square, and of the links each way."""

    man: str | None
    boxes: tuple[str, ...]
    squares: tuple[str, ...]
    directions: tuple[str, str, str, str]


@dataclass(frozen=True)
class Solution:
    """A plan in the user's words, as ``plan_text`` takes it: actions without parentheses, their cost, the pushes."""

    actions: tuple[str, ...]
    cost: int
    num_pushes: int


@dataclass(frozen=True, eq=False)
class PddlSokoban:
    """A maze, and how the task speaks of it.

    ``boxes`` (ascending) and ``man`` are squares at first, or None if ``:init`` states no fluents. ``steps``
    and ``pushes`` are the user's actions by (square of the man, or of the box; direction). ``stored`` are the fluents
    of boxes and whether they are true on goals. ``outside`` are the fluents of squares that do not belong to the maze.

    ``own_goals`` is the goal square of each of ``box_objects`` where the goal of the task is labelled, that is, gives
    every box a square of its own; None where boxes are interchangeable. In the maze they always are. A solution of the
    maze solves the labelled task if every box begins where the solution brings it to its own goal: hence a state of
    such a task takes the pushes of its solution. Distances in the maze are lower bounds for the labelled task.
    """

    lifted: LiftedTask
    maze: Maze
    boxes: tuple[int, ...] | None
    man: int | None
    labels: Labels
    roles: Roles
    steps: Mapping[tuple[int, int], GroundStep]
    pushes: Mapping[Push, GroundStep]
    stored: tuple[tuple[int, bool], ...]
    squares: tuple[int, ...]
    outside: tuple[str, ...]
    own_goals: tuple[int, ...] | None = None

    @property
    def is_labelled(self) -> bool:
        """Say whether every box has a goal square of its own, so that the maze alone is not the task."""
        return self.own_goals is not None

    @property
    def step_cost(self) -> int:
        """What a step of the man costs in the task."""
        return next((step.cost for step in self.steps.values()), 0)

    @property
    def push_cost(self) -> int:
        """What a push costs in the task."""
        return next((push.cost for push in self.pushes.values()), 0)

    @property
    def box_objects(self) -> tuple[int, ...]:
        """The objects that are boxes, in the order of the files; none if the encoding has none."""
        return tuple(sorted(self.roles.boxes or ()))

    def state_atoms(self, boxes: Iterable[int], man: int, pushes: Iterable[Push] | None = None) -> list[str]:
        """Return all fluent atoms of the state with boxes and man on these squares, such as ``(at box1 a)``.

        Box objects come in the order of the files, squares ascending; in a labelled task each box is where ``pushes``
        bring it to its own goal from, as in the plan that ``solution`` makes of the same pushes.

        Raises:
            ValueError: no such state; or the task is labelled, and pushes are missing or do not bring boxes to goals.
        """
        on = self._checked(boxes, man)
        if self.is_labelled and pushes is None:
            raise ValueError("every box has a goal of its own: it takes the pushes to say which box is where")
        item_on = self._placed(on, () if pushes is None else pushes)
        content = [Content.EMPTY] * self.maze.num_squares
        for square in on:
            content[square] = Content.BOX
        content[man] = Content.MAN
        atoms = [
            self._atom(predicate, (self.squares[square],))
            for predicate, meaning in self.roles.contents.items()
            for square in range(self.maze.num_squares)
            if content[square] in meaning
        ]
        if self.roles.men is not None:
            terms = self.roles.man.terms(min(self.roles.men), self.squares[man])
            atoms.append(self._atom(self.roles.man.predicate, terms))
        for square, item in sorted(item_on.items(), key=lambda pair: pair[1]) if self.box_objects else ():
            atoms.append(self._atom(self.roles.box.predicate, self.roles.box.terms(item, self.squares[square])))
            is_goal = square in self.maze.goals
            atoms += [self._atom(predicate, (item,)) for predicate, true in self.stored if true == is_goal]
        return [*atoms, *self.outside]

    def solution(self, boxes: Iterable[int], man: int, pushes: Iterable[Push]) -> Solution:
        """Return the plan that makes pushes one after the other, with shortest ways of the man between them.

        Raises:
            ValueError: a push is not possible; or the task is labelled, and the pushes do not bring boxes to goals.
        """
        pushes = list(pushes)
        where = self._placed(self._checked(boxes, man), pushes)
        actions: list[str] = []
        cost = num_pushes = 0
        for square, direction in pushes:
            behind, target = self._around(square, direction, where)
            for step in self._way(man, behind, where):
                actions.append(self._spelled(step, BOX))
                cost += step.cost
            push = self.pushes[square, direction]
            actions.append(self._spelled(push, where[square]))
            cost, num_pushes = cost + push.cost, num_pushes + 1
            where[target] = where.pop(square)
            man = square
        return Solution(tuple(actions), cost, num_pushes)

    def _checked(self, boxes: Iterable[int], man: int) -> list[int]:
        on = sorted(boxes)
        if len(set(on)) != self.maze.num_boxes or len(on) != self.maze.num_boxes or man in on:
            raise ValueError(f"boxes on {on} and the man on {man} are no state with {self.maze.num_boxes} boxes")
        return on

    def _placed(self, on: Sequence[int], pushes: Iterable[Push]) -> dict[int, int]:
        """Return the box object on each square; any where boxes are interchangeable, BOX where they have no names."""
        if self.own_goals is None:
            return dict(zip(on, self.box_objects or [BOX] * len(on), strict=True))
        began = {square: square for square in on}
        for square, direction in pushes:
            _, target = self._around(square, direction, began)
            began[target] = began.pop(square)
        if set(began) != set(self.own_goals):
            raise ValueError(f"the pushes bring boxes to {sorted(began)}, not to the goals {list(self.maze.goals)}")
        return {began[goal]: item for item, goal in zip(self.box_objects, self.own_goals, strict=True)}

    def _around(self, square: int, direction: int, boxes: Mapping[int, int]) -> tuple[int, int]:
        """Return where the man stands before a push and where the box goes; raise ValueError if it is not possible."""
        behind = self.maze.neighbours[square][(direction + 2) % 4]
        target = self.maze.neighbours[square][direction]
        if square not in boxes or target == WALL or behind == WALL or target in boxes:
            raise ValueError(f"no push {LETTERS[direction].upper()} of a box on square {square}")
        return behind, target

    def _way(self, man: int, target: int, boxes: Mapping[int, int]) -> list[GroundStep]:
        """Return a shortest way of the man; of several always the same."""
        came: dict[int, tuple[int, int]] = {man: (man, 0)}
        waiting = [man]
        for square in waiting:
            if target in came:
                break
            for direction in range(len(DIRECTIONS)):
                there = self.maze.neighbours[square][direction]
                if there != WALL and there not in boxes and there not in came:
                    came[there] = (square, direction)
                    waiting.append(there)
        if target not in came:
            raise ValueError(f"the man cannot walk from square {man} to square {target}")
        way: list[GroundStep] = []
        while target != man:
            target, direction = came[target]
            way.append(self.steps[target, direction])
        return way[::-1]

    def _spelled(self, step: GroundStep, box: int) -> str:
        schema: Schema = self.lifted.schemas[step.schema]
        arguments = [box if item == BOX else item for item in step.arguments]
        return " ".join([schema.name, *self._names(arguments)])

    def _atom(self, predicate: int, items: Sequence[int]) -> str:
        return f"({' '.join([self.lifted.predicates[predicate], *self._names(items)])})"

    def _names(self, items: Sequence[int]) -> list[str]:
        return [self.lifted.objects[item] for item in items]
