"""Valid plans of bundled tasks, from walks backwards from the goal."""

from __future__ import annotations

import random

from beta_plan.certify.plan import plan_text
from beta_plan.sas.invert import Transitions
from tests.bundled import front_end, texts


def backward_walk(name: str, *, seed: int, steps: int) -> tuple[str, str, list[str]]:
    """Return domain, problem and the actions of a plan, of an instance that a walk from the goal states reaches."""
    loaded, chance = front_end(name), random.Random(seed)
    transitions, names = Transitions(loaded.sas), loaded.sas.actions.names
    state = chance.choice(loaded.goal_states(limit=20, seed=seed).states)
    actions: list[str] = []
    for _ in range(steps):
        before = transitions.predecessors(state)
        if not before:
            break
        action, state = chance.choice(before)
        actions.insert(0, names[action])
    return texts(name)[0], loaded.instance(state, name="walk"), actions


def walk_cost(name: str, actions: list[str]) -> int:
    """Return what actions cost by the ground task."""
    ground = front_end(name).ground
    cost = {ground.names[action]: int(ground.cost[action]) for action in range(ground.num_actions)}
    return sum(cost[action] for action in actions)


def text_of(actions: list[str]) -> str:
    """Return actions as a plan that states no cost."""
    return plan_text(actions, cost=0, uses_costs=False).rpartition(";")[0]
