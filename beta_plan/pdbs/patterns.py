"""Which patterns: random partitions of the movable things, each pattern with the agents that move them."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np

from beta_plan.pdbs.projection import Pattern
from beta_plan.sas.changes import changes
from beta_plan.sas.graphs import dependencies
from beta_plan.sas.roles import roles
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import SasTask

Partition = tuple[tuple[int, ...], ...]
"""The numbers 0 .. n-1 of all things, each in one part."""


def random_partition(count: int, k: int, random: Random) -> Partition:
    """Return a partition of ``count`` things into parts of ``k``, the last one perhaps smaller.

    Each part is drawn without replacement from what is left, as in the paper's empirical evaluation.
    """
    numbers = list(range(count))
    random.shuffle(numbers)
    return tuple(tuple(numbers[first : first + k]) for first in range(0, count, k))


@dataclass(frozen=True)
class Draft:
    """The patterns of a partition and, without agents, the variables of each one's ``own`` things.

    ``left_out`` counts agents that did not fit, ``split`` parts that were cut.
    """

    patterns: tuple[Pattern, ...]
    own: tuple[Pattern, ...]
    left_out: int
    split: int


class Things:
    """The movable things of a task, and the agents that matter to each variable.

    What the paper's k counts is a thing: a variable, or a bundle of variables that belong together (a box with its
    at-goal flag). Its |V| counts things and agents, as boxes and the man. A task without movables is made of those
    variables that its goal mentions, or of all.
    """

    def __init__(self, task: SasTask) -> None:
        found = roles(task)
        in_goal = sorted({int(task.variable_of[fact]) for goal in task.goals for fact in goal})
        self.bundles = found.bundles or tuple((v,) for v in in_goal or range(len(task.variables)))
        self._sizes = np.diff(task.offsets).tolist()
        self.agents = tuple(v for v in found.agents if not any(v in bundle for bundle in self.bundles))
        count = len(task.variables)
        edges = np.concatenate(dependencies(task, changes(task)))
        self._movers = Rows.from_pairs(edges % count, edges // count, count)

    @property
    def num_variables(self) -> int:
        """The paper's |V|."""
        return len(self.bundles) + len(self.agents)

    def patterns(self, partition: Partition, table_limit: int) -> Draft:
        """Return a pattern for each part of ``partition``, none with more than ``table_limit`` abstract states.

        1. A part whose things alone are too many is cut into several, in its own order; one thing always fits.
        2. Agents are added while they fit: first those that matter to the things themselves, then those that matter
           to these agents, and so on; among them the one with most values first.
        """
        pieces = [piece for part in partition for piece in self._pieces(part, table_limit)]
        own = tuple(tuple(sorted(v for thing in piece for v in self.bundles[thing])) for piece in pieces)
        patterns, left_out = [], 0
        for variables in own:
            pattern = list(variables)
            for agent in self._agents_of(pattern):
                if self._size([*pattern, agent]) <= table_limit:
                    pattern.append(agent)
                else:
                    left_out += 1
            patterns.append(tuple(sorted(pattern)))
        return Draft(tuple(patterns), own, left_out, len(pieces) - len(partition))

    def _size(self, variables: list[int]) -> int:
        return prod(self._sizes[v] for v in variables)

    def _pieces(self, part: tuple[int, ...], table_limit: int) -> list[list[int]]:
        pieces: list[list[int]] = [[]]
        for thing in part:
            longer = [*pieces[-1], thing]
            if pieces[-1] and self._size([v for t in longer for v in self.bundles[t]]) > table_limit:
                pieces.append([thing])
            else:
                pieces[-1] = longer
        return pieces

    def _agents_of(self, variables: list[int]) -> list[int]:
        """Return the agents that matter to some variables, directly or through other agents, nearest first."""
        found: list[int] = []
        layer = variables
        while layer:
            near = {u for v in layer for u in self._movers[v].tolist()} & set(self.agents) - set(found)
            layer = sorted(near, key=lambda v: (-self._sizes[v], v))
            found += layer
        return found
