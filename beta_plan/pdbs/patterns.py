"""Which patterns: random partitions of the movable things, each pattern with the agents that move them."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np

from beta_plan.pdbs.projection import Pattern
from beta_plan.sas.changes import changes
from beta_plan.sas.graphs import dependencies
from beta_plan.sas.roles import cast
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import SasTask

Partition = tuple[tuple[int, ...], ...]
"""The numbers 0 .. n-1 of all things, each in one part."""


def drawn_partition(count: int, k: int, *, seed: int, number: int) -> Partition:
    """Return the partition of collection ``number``: ``count`` things in parts of ``k``, the last one perhaps smaller.

    Each part is drawn without replacement from what is left, as in the paper's empirical evaluation, but for the very
    first thing, which is that of the collection's number. Where patterns share costs the first one takes most of
    them: in turn every thing does, so that a large k is not below a small one only because another thing came first.
    """
    numbers = list(range(count))
    Random(f"{seed}/{k}/{number}").shuffle(numbers)
    numbers.sort(key=lambda thing: thing != number % count)
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
    at-goal flag). Its |V|, ``num_variables``, counts things and agents, as boxes and the man.
    """

    def __init__(self, task: SasTask) -> None:
        found = cast(task)
        self.bundles, self.agents, self.num_variables = found.things, found.agents, found.num_variables
        self._sizes = np.diff(task.offsets).tolist()
        count = len(task.variables)
        changed = changes(task)
        edges = np.concatenate(dependencies(task, changed))
        self._movers = Rows.from_pairs(edges % count, edges // count, count)
        of_things = np.isin(task.variable_of[changed.new], [v for bundle in self.bundles for v in bundle])
        alone = ~np.isin(changed.action, changed.action[of_things])
        self._self_moving = set(task.variable_of[changed.new][alone].tolist()) & set(self.agents)

    def patterns(self, partition: Partition, table_limit: int) -> Draft:
        """Return a pattern for each part of ``partition``, none with more than ``table_limit`` abstract states.

        1. Agents are added while they fit: first those that matter to the things themselves, then those that matter
           to these agents, and so on; among them the one with most values first.
        2. A part whose things are too many, or leave no room for an agent that one of them would have alone and that
           moves by itself, is cut into several, in its own order; one thing always fits. Three packages without their
           truck (not so without its free places) are worth less than each with it: h^PDB3 far below h^PDB2 would
           make conflicts of what is only lack of room.
        """
        pieces = [piece for part in partition for piece in self._pieces(part, table_limit)]
        own = tuple(tuple(sorted(v for thing in piece for v in self.bundles[thing])) for piece in pieces)
        patterns, left_out = [], 0
        for variables in own:
            agents, missing = self._fitting(variables, table_limit)
            patterns.append(tuple(sorted((*variables, *agents))))
            left_out += missing
        return Draft(tuple(patterns), own, left_out, len(pieces) - len(partition))

    def _fitting(self, variables: Pattern, table_limit: int) -> tuple[list[int], int]:
        """Return the agents of some variables that fit, and how many do not."""
        fitting: list[int] = []
        agents = self._agents_of(list(variables))
        for agent in agents:
            if self._size([*variables, *fitting, agent]) <= table_limit:
                fitting.append(agent)
        return fitting, len(agents) - len(fitting)

    def _size(self, variables: list[int]) -> int:
        return prod(self._sizes[v] for v in variables)

    def _pieces(self, part: tuple[int, ...], table_limit: int) -> list[list[int]]:
        pieces: list[list[int]] = []
        needed: set[int] = set()
        for thing in part:
            alone = self._self_moving & set(self._fitting(self.bundles[thing], table_limit)[0])
            if pieces and self._fits([*pieces[-1], thing], needed | alone, table_limit):
                pieces[-1].append(thing)
                needed |= alone
            else:
                pieces.append([thing])
                needed = alone
        return pieces

    def _fits(self, things: list[int], needed: set[int], table_limit: int) -> bool:
        """Say whether one pattern can hold some things and the agents that are needed."""
        variables = tuple(v for thing in things for v in self.bundles[thing])
        return self._size(list(variables)) <= table_limit and needed <= set(self._fitting(variables, table_limit)[0])

    def _agents_of(self, variables: list[int]) -> list[int]:
        """Return the agents that matter to some variables, directly or through other agents, nearest first."""
        found: list[int] = []
        layer = variables
        while layer:
            near = {u for v in layer for u in self._movers[v].tolist()} & set(self.agents) - set(found)
            layer = sorted(near, key=lambda v: (-self._sizes[v], v))
            found += layer
        return found
