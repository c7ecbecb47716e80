"""The value of a state in a search for a solution: the largest of several lower bounds, or dead."""

# mypy: ignore-errors

from __future__ import annotations

from beta_plan.jit import inlined, kernel
from beta_plan.sokoban.deadlock_kernels import FROZEN_ELSEWHERE, FROZEN_ON_GOALS, freeze, is_cut_off
from beta_plan.sokoban.matching_kernels import assign, assign_near
from beta_plan.sokoban.push_tables import PushTables
from beta_plan.spaces.dispatch import implements
from beta_plan.spaces.protocol import DEAD_END, anchor, evaluate, evaluate_near


@inlined
def _is_dead(tables, state):
    """Say whether boxes are frozen off goals, or cut others off from them."""
    found = freeze(tables.deadlocks, state)
    return found == FROZEN_ELSEWHERE or (found == FROZEN_ON_GOALS and is_cut_off(tables.deadlocks, state))


@implements(evaluate, PushTables)
@kernel
def _evaluate(tables, state, h):
    """Write the classical lower bound last, behind h^PDBk."""
    last = len(h) - 1
    h[last] = DEAD_END if _is_dead(tables, state) else assign(tables.matching, 1, state)
    if h[last] < DEAD_END:
        evaluate(tables.pdbs, state, h)


@implements(anchor, PushTables)
@kernel
def _anchor(tables, state):
    """Remember a state."""
    anchor(tables.matching, state)
    anchor(tables.pdbs, state)


@implements(evaluate_near, PushTables)
@kernel
def _evaluate_near(tables, state, h):
    """Write the same from what is known of the anchor."""
    last = len(h) - 1
    h[last] = DEAD_END if _is_dead(tables, state) else assign_near(tables.matching, state)
    if h[last] < DEAD_END:
        evaluate_near(tables.pdbs, state, h)
