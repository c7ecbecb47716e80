"""The state space of a SAS+ task in the other direction, for a search from the reference state to the goal."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from beta_plan.spaces.conditions import pairs
from beta_plan.spaces.generator import decision_tree
from beta_plan.spaces.sas import SasSpace
from beta_plan.spaces.tables import ACTION, OLD, SasTables


class ForwardSpace(SasSpace):
    """To a search, the successors of a state are its predecessors; an action that changes nothing gives the state.

    Applying an action is undoing an inverse action that requires pre and brings back post. So the tables are of the
    same type, and nothing is compiled anew. Conditional effects do not fit in: such a task has no forward space.
    """

    def __init__(self, space: SasSpace) -> None:
        super().__init__(space._source)
        if len(self.task.actions.conditional.action):
            raise ValueError("a task with conditional effects has no forward space")
        self._backward = space

    @cached_property
    def tables(self) -> SasTables:
        """The arrays that kernels work on."""
        task, backward = self.task, self._backward.tables
        tree = decision_tree(task.actions.pre, task.offsets)
        post = task.actions.post.take(tree.order)
        inverse = np.zeros((len(tree.order) + 1, backward.inverse.shape[1]), dtype=np.int32)  # no groups, no steps
        inverse[:, ACTION] = np.append(tree.order, -1)
        inverse[:, OLD] = post.offsets
        none = np.zeros(0, dtype=np.int32)
        return backward._replace(
            tree=tree.nodes,
            inverse=inverse,
            old=pairs(task, post.values),
            rings=none,
            counts=backward.counts._replace(totals=none),
        )
