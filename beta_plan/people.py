"""Levels for people: of the hardest states, those become instances that are good to play, and hard for people.

Good to play: every box moves, few boxes begin on goals, little floor is there for nothing. Hard for people is what
``beta_plan.sokoban.human`` says. Each of these numbers ranks the candidates; what counts is the sum of the ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from beta_plan.config import GeneratorConfig
from beta_plan.errors import WrongOption
from beta_plan.metrics import Metrics
from beta_plan.search.result import Way
from beta_plan.sokoban.human import HumanDifficulty, HumanMeasure
from beta_plan.sokoban.solution import steps_of_pushes
from beta_plan.worlds.sokoban import MazeWorld, pushes
from beta_plan.worlds.world import World

LARGER_IS_BETTER = ("box_changes", "counterintuitive", "cut")
SMALLER_IS_BETTER = ("boxes_on_goals", "unused_squares")


class People:
    """What people would say about the states of one run, as far as the world is a maze.

    Raises WrongOption where levels for people are asked for, and there are no levels.
    """

    def __init__(self, config: GeneratorConfig, world: World) -> None:
        self._measure = HumanMeasure(world.space.maze) if isinstance(world, MazeWorld) else None
        self._decide = config.audience == "people"
        if self._decide and self._measure is None:
            remedy = "take a maze or a level, or leave it out"
            raise WrongOption("only Sokoban has levels for people", place="--for people", remedy=remedy)

    def __call__(self, ways: Sequence[Way]) -> list[Way]:
        """Return ways in the order in which people should get them; as they stand, if nobody has asked for that."""
        if not self._decide or self._measure is None:
            return list(ways)
        numbers = [difficulty(self._measure, way) for way in ways]
        totals = rank_sums(numbers)
        places = sorted(range(len(ways)), key=lambda place: (numbers[place].unmoved_boxes, totals[place]))
        return [ways[place] for place in places]

    def annotated(self, metrics: Metrics, way: Way) -> Metrics:
        """Return the numbers of an instance with those for people, if it is a level."""
        if self._measure is None:
            return metrics
        return replace(metrics, human=difficulty(self._measure, way).to_json())


def difficulty(measure: HumanMeasure, way: Way) -> HumanDifficulty:
    """Return the numbers of the solution that a search has found."""
    *boxes, man = way.state
    return measure(boxes, man, steps_of_pushes(measure.maze, boxes, man, pushes(way)))


def rank_sums(numbers: Sequence[HumanDifficulty]) -> list[int]:
    """Return for each level how many others are better, summed up over all numbers; equal ones share a rank."""
    signs = {**dict.fromkeys(LARGER_IS_BETTER, -1), **dict.fromkeys(SMALLER_IS_BETTER, 1)}
    totals = [0] * len(numbers)
    for name, sign in signs.items():
        values = [sign * getattr(each, name) for each in numbers]
        first: dict[int, int] = {}
        for place, value in enumerate(sorted(values)):
            first.setdefault(value, place)
        totals = [total + first[value] for total, value in zip(totals, values, strict=True)]
    return totals
