"""The state space of a SAS+ task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from beta_plan.sas.goals import GoalStates, goal_states
from beta_plan.sas.invert import inverse_actions
from beta_plan.sas.roles import cast
from beta_plan.sas.rows import Ints
from beta_plan.sas.task import SasTask, State
from beta_plan.spaces import protocol, sas_kernels  # noqa: F401 - importing the kernels tells the protocol
from beta_plan.spaces.conditions import choices, pairs
from beta_plan.spaces.generator import decision_tree
from beta_plan.spaces.legality import watch
from beta_plan.spaces.packing import packing
from beta_plan.spaces.rings import ring_table
from beta_plan.spaces.tables import GroupTables, SasTables


def sas_tables(task: SasTask) -> SasTables:
    """Return the arrays of a task; its inverse actions are numbered as the leaves of the decision tree have them."""
    inverse = inverse_actions(task)
    watched = watch(task, inverse)
    possible = np.flatnonzero(watched.possible)
    tree = decision_tree(inverse.required.take(possible), task.offsets)
    actions = possible[tree.order]
    old, groups, free = (rows.take(actions) for rows in (inverse.old, watched.groups, inverse.free))
    chosen = choices(task, actions, free, (inverse.conditional | watched.recounted)[actions])
    columns = [np.append(actions, -1), old.offsets, groups.offsets, chosen.first_step]
    rows, _ = packing(len(variable.values) for variable in task.variables)
    return SasTables(
        offsets=task.offsets,
        packing=rows,
        tree=tree.nodes,
        inverse=np.stack(columns, axis=1).astype(np.int32),
        old=pairs(task, old.values),
        groups=groups.values,
        rings=ring_table(task, watched.starts),
        counts=GroupTables(
            first=watched.groups_of.offsets.astype(np.int32),
            of_fact=watched.groups_of.values,
            totals=np.tile(watched.base, 2),
        ),
        choices=chosen.tables,
    )


class HasGoalStates(Protocol):
    """A SAS+ task with its way to find goal states, as a ``FrontEnd`` is."""

    @property
    def sas(self) -> SasTask:
        """The task."""

    def goal_states(self, *, limit: int, seed: int) -> GoalStates:
        """Return S*, or at most ``limit`` states of it."""


@dataclass(frozen=True, eq=False)
class _Completing:
    """A task alone: its goal states are completed from the goal."""

    sas: SasTask

    def goal_states(self, *, limit: int, seed: int) -> GoalStates:
        return goal_states(self.sas, limit=limit, seed=seed)


class SasSpace:
    """The legal states of a SAS+ task and their predecessors, behind ``beta_plan.spaces.protocol``.

    A state is the value of each variable. What novelty looks at are facts. ``predecessors``, ``pack`` and ``unpack``
    are for tests and for looking at a few states; a search calls the kernels with ``tables``.
    """

    def __init__(self, source: HasGoalStates) -> None:
        self.task = source.sas
        self._source = source

    @classmethod
    def of_task(cls, task: SasTask) -> SasSpace:
        """Return the space of a task that comes from no front end."""
        return cls(_Completing(task))

    @cached_property
    def tables(self) -> SasTables:
        """The arrays that kernels work on; some are scratch memory, so one thread at a time uses them."""
        return sas_tables(self.task)

    @property
    def num_variables(self) -> int:
        """Number of variables, the length of a state."""
        return len(self.task.variables)

    @cached_property
    def num_movables(self) -> int:
        """The |V| of the paper: things that are moved and agents that move them, the boxes and the man."""
        return cast(self.task).num_variables

    @property
    def num_facts(self) -> int:
        """Number of facts of all variables."""
        return self.task.num_facts

    @cached_property
    def num_words(self) -> int:
        """Number of words of a packed state."""
        return int(self.tables.packing[:, 0].max(initial=0)) + 1

    @property
    def num_actions(self) -> int:
        """Number of actions of the task."""
        return len(self.task.actions)

    @cached_property
    def goal_facts(self) -> protocol.Mask:
        """The facts that each goal accepts, those of variables that it does not mention among them."""
        marked = np.zeros((len(self.task.goals), self.num_facts), dtype=bool)
        for row, goal in zip(marked, self.task.goals, strict=True):
            row[:] = ~np.isin(self.task.variable_of, self.task.variable_of[list(goal)])
            row[list(goal)] = True
        return marked

    def facts_of(self, rows: Ints) -> Ints:
        """Return the facts of states, a row each."""
        facts: Ints = self.task.offsets[:-1] + rows
        return facts

    def goal_states(self, *, limit: int, seed: int) -> tuple[Ints, GoalStates]:
        """Return S*, or at most ``limit`` states of it, as sorted rows; and what is known of them."""
        found = self._source.goal_states(limit=limit, seed=seed)
        rows = np.array(sorted(found.states), dtype=np.int32).reshape(len(found.states), self.num_variables)
        return rows, found

    def state_of(self, row: Ints) -> State:
        """Return a row of values as a state of the task."""
        return tuple(row.tolist())

    def predecessors(self, state: Sequence[int]) -> list[tuple[int, State]]:
        """Return every (a, s) with s legal, s another state, and a leading from s to ``state``, which is legal."""
        row = np.array(state, dtype=np.int32)
        room = 64
        while True:
            states, actions = np.empty((room, len(row)), dtype=np.int32), np.empty(room, dtype=np.int32)
            count = protocol.predecessors(self.tables, row, states, actions)
            if count >= 0:
                return [(int(a), self.state_of(s)) for a, s in zip(actions[:count], states[:count], strict=True)]
            room *= 2

    def pack(self, state: Sequence[int]) -> protocol.Words:
        """Return a state in few words."""
        words = np.empty(self.num_words, dtype=np.uint64)
        protocol.pack(self.tables, np.array(state, dtype=np.int32), words)
        return words

    def unpack(self, words: protocol.Words) -> State:
        """Return the state that ``pack`` has put into ``words``."""
        row = np.empty(self.num_variables, dtype=np.int32)
        protocol.unpack(self.tables, words, row)
        return self.state_of(row)
