"""A game of Sokoban: a state, the moves that led to it, and those that were taken back."""

from __future__ import annotations

from dataclasses import dataclass, field

from beta_plan.sokoban.level import Level
from beta_plan.sokoban.solution import Counts, Step, count, steps_of_lurd


@dataclass
class Game:
    """A level that is being played.

    >>> from beta_plan.sokoban.maze import Maze
    >>> game = Game(Level.of(Maze.of([(1, 1), (1, 2), (1, 3)], [(1, 3)]), boxes=[1], man=0))
    >>> game.move("r"), game.move("r"), game.is_solved, game.lurd
    (True, False, True, 'R')
    """

    level: Level
    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        boxes, self.man = self.level.require_state()
        self.boxes = frozenset(boxes)

    @property
    def is_solved(self) -> bool:
        """Whether every box is on a goal."""
        return self.boxes == frozenset(self.level.maze.goals)

    @property
    def lurd(self) -> str:
        """All moves so far."""
        return "".join(step.letter for step in self.done)

    @property
    def counts(self) -> Counts:
        """How many moves and pushes there were."""
        return count(self.lurd)

    def move(self, letter: str) -> bool:
        """Take a step, ``l``, ``u``, ``r`` or ``d``; return whether the man could."""
        try:
            (step,) = steps_of_lurd(self.level.maze, self.boxes, self.man, letter)
        except ValueError:
            return False
        self.undone.clear()
        self._take(step)
        return True

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self.done:
            step = self.done.pop()
            self.undone.append(step)
            self.man = step.start
            if step.is_push:
                self.boxes = self.boxes - {step.box_to} | {step.to}

    def redo(self) -> None:
        """Take the step again that was taken back last."""
        if self.undone:
            self._take(self.undone.pop())

    def restart(self) -> None:
        """Take all steps back; they can be taken again one by one."""
        while self.done:
            self.undo()

    def _take(self, step: Step) -> None:
        self.done.append(step)
        self.man = step.to
        if step.is_push:
            self.boxes = self.boxes - {step.to} | {step.box_to}
