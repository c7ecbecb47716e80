"""Levels: a maze with boxes and man, and what its author says about it; plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from beta_plan.errors import IllegalTask
from beta_plan.pddl.sexpr import counted
from beta_plan.sokoban.maze import Maze

FLOOR, OUTER_WALL, GOAL, BOX, BOX_ON_GOAL, MAN, MAN_ON_GOAL = " #.$*@+"


@dataclass(frozen=True)
class Level:
    """A maze, perhaps a state of it, and its headers; what ``beta_plan.sokoban.xsb`` reads and writes.

    ``boxes`` are squares in ascending order, none in a maze alone; ``man`` is a square or None. ``drawing`` has the
    walls row by row, the author's own ones where the level came from a text, and blanks for squares and whatever
    lies outside; its rows and columns are those of ``maze.places``. ``entries`` are headers other than title and
    author, as (key, value). ``solution`` is LURD without run lengths, as the author wrote it: nobody has replayed it.
    ``number`` and ``place`` say where in which file the level stood.
    """

    maze: Maze
    drawing: tuple[str, ...]
    boxes: tuple[int, ...] = ()
    man: int | None = None
    title: str = ""
    author: str = ""
    entries: tuple[tuple[str, str], ...] = ()
    solution: str | None = None
    number: int = field(default=1, compare=False)
    place: str = field(default="", compare=False)

    @classmethod
    def of(cls, maze: Maze, boxes: Iterable[int] = (), man: int | None = None) -> Level:
        r"""Return a level with walls drawn around the squares of a maze, which is moved to the upper left corner.

        Squares keep their numbers.

        >>> print(*Level.of(Maze.of([(7, 4), (7, 5), (7, 6)], [(7, 6)]), boxes=[1], man=0).rows(), sep="\n")
        #####
        #@$.#
        #####
        """
        top = min(row for row, _ in maze.places) - 1
        left = min(column for _, column in maze.places) - 1
        moved = Maze(tuple((row - top, column - left) for row, column in maze.places), maze.goals)
        return cls(moved, _walls_around(moved), tuple(sorted(boxes)), man)

    @property
    def name(self) -> str:
        """The title, or the number in the collection where there is none."""
        return self.title or str(self.number)

    def with_state(self, boxes: Iterable[int], man: int) -> Level:
        """Return the level with another state, and without the solution of the old one.

        ``man`` may be any square of his zone; the level gets the first one, so that equal states are equal levels.
        """
        placed = tuple(sorted(boxes))
        return replace(self, boxes=placed, man=min(self.maze.zone(man, placed)), solution=None)

    def solved(self) -> Level:
        """Return the level with all boxes on goals, and the man in the first of his zones, one of S*.

        Raises IllegalTask where the goals leave no square for him.
        """
        if not self.maze.solved_zones:
            what = f"level {self.name} has a goal on every square, and none for the man"
            raise IllegalTask(what, place=self.place, remedy="enlarge the maze")
        return self.with_state(self.maze.goals, self.maze.solved_zones[0])

    @property
    def is_maze_alone(self) -> bool:
        """Whether there is neither a box nor a man."""
        return self.man is None and not self.boxes

    def require_state(self) -> tuple[tuple[int, ...], int]:
        """Return boxes and man; raise IllegalTask where they do not make a state that might be solved."""
        if self.man is None:
            remedy = "put one @, or + on a goal, where a goal can be walked to"
            raise IllegalTask(f"level {self.name} has no man", place=self.place, remedy=remedy)
        num_boxes, num_goals = len(self.boxes), self.maze.num_boxes
        if num_boxes != num_goals:
            what = f"level {self.name} has {num_boxes} {'box' if num_boxes == 1 else 'boxes'}"
            remedy = "as many boxes as goals; a box that is walled off from every goal does not count"
            raise IllegalTask(f"{what} and {counted(num_goals, 'goal')}", place=self.place, remedy=remedy)
        return self.boxes, self.man

    def rows(self) -> list[str]:
        """Return the level as rows of text; an empty row is written ``-``, so that it does not end the level."""
        cells = [list(row) for row in self.drawing]
        goals, boxes = set(self.maze.goals), set(self.boxes)
        for square, (row, column) in enumerate(self.maze.places):
            on_goal = square in goals
            if square in boxes:
                cells[row][column] = BOX_ON_GOAL if on_goal else BOX
            elif square == self.man:
                cells[row][column] = MAN_ON_GOAL if on_goal else MAN
            elif on_goal:
                cells[row][column] = GOAL
        return ["".join(row) or "-" for row in cells]


def _walls_around(maze: Maze) -> tuple[str, ...]:
    """Return rows with a wall on each of the eight places around a square that is no square itself."""
    around = {
        (row + rows, column + columns) for row, column in maze.places for rows in (-1, 0, 1) for columns in (-1, 0, 1)
    }
    walls = around - set(maze.places)
    height, width = (1 + max(place[axis] for place in walls) for axis in (0, 1))
    rows = ([OUTER_WALL if (row, column) in walls else FLOOR for column in range(width)] for row in range(height))
    return tuple("".join(row).rstrip() for row in rows)
