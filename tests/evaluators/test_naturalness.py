"""h^add backwards: the kernel against the definition, and what a dead end means, on every state of small tasks."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from beta_plan.evaluators.additive_kernels import NEAREST
from beta_plan.evaluators.naturalness import Nearness, goal_nearness, naturalness
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import SasTask, State
from beta_plan.search.backward import BREADTH_FIRST, search_backward
from beta_plan.search.budget import Budget
from beta_plan.search.natural import allowed_facts
from beta_plan.spaces.legality import watch
from beta_plan.spaces.sas import SasSpace
from tests.bundled import front_end

SMALL = ["grid", "visitall", "miconic", "briefcase", "gripper"]
NUM_STATES = 3000


@cache
def states_of(name: str) -> list[State]:
    """All states that a search meets, or the first ones and every so many of the others."""
    found = search_backward(SasSpace(front_end(name)), Evaluators.blind(), BREADTH_FIRST, Budget(max_expansions=6000))
    numbers = np.unique(np.linspace(0, found.num_states - 1, NUM_STATES).astype(np.int64))
    return [tuple(row) for row in found.states(numbers).tolist()]


def nearness_of(task: SasTask) -> Nearness:
    return naturalness(task, allowed_facts(task))


def natural_states(name: str) -> list[State]:
    task = front_end(name).sas
    allowed = allowed_facts(task)
    goals = [task.goal_values(goal) for goal in task.goals]

    def is_goal(state: State) -> bool:
        return any(all(state[v] in values for v, values in goal.items()) for goal in goals)

    return [state for state in states_of(name) if allowed[task.facts_of(state)].all() and not is_goal(state)]


class NaiveAdditive:
    """h^add from its definition: relax all inverse actions until no fact becomes cheaper."""

    def __init__(self, task: SasTask) -> None:
        inverse = Transitions(task).inverse
        facts_of = [range(*task.offsets[v : v + 2]) for v in range(len(task.variables))]
        self.actions = [
            (each.required, [*each.old, *(f for v in each.free for f in facts_of[v])])
            for each in (inverse[a] for a in np.flatnonzero(watch(task, inverse).possible).tolist())
        ]
        allowed = allowed_facts(task)
        self.demands = [[f for f in facts if allowed[f]] for facts in facts_of]
        for goal in task.goals:
            mentioned = {int(task.variable_of[f]) for f in goal}
            self.demands.append([f for v in mentioned for f in facts_of[v] if f not in goal and allowed[f]])
        self.task = task

    def __call__(self, state: State) -> int | None:
        cost = dict.fromkeys(self.task.facts_of(state).tolist(), 0)
        changed = True
        while changed:
            changed = False
            for required, given in self.actions:
                if all(fact in cost for fact in required):
                    price = 1 + sum(cost[fact] for fact in required)
                    cheaper = [fact for fact in given if price < cost.get(fact, price + 1)]
                    cost.update(dict.fromkeys(cheaper, price))
                    changed |= bool(cheaper)
        best = [min((cost[fact] for fact in demand if fact in cost), default=None) for demand in self.demands]
        return None if None in best else sum(each for each in best if each is not None)


@pytest.mark.parametrize("name", SMALL)
def test_the_kernel_is_the_definition(name):
    task = front_end(name).sas
    naive, near = NaiveAdditive(task), nearness_of(task)
    states = states_of(name)[::5]
    assert [near.additive(state) for state in states] == [naive(state) for state in states]


@pytest.mark.parametrize("name", SMALL)
def test_it_is_zero_iff_the_state_is_natural(name):
    task = front_end(name).sas
    near = nearness_of(task)
    natural = set(natural_states(name))
    assert natural
    assert {state for state in states_of(name) if near.additive(state) == 0} == natural


@pytest.mark.parametrize("name", ["grid", "visitall", "briefcase"])
def test_a_state_behind_which_there_is_a_natural_one_is_no_dead_end(name):
    task = front_end(name).sas
    near, transitions = nearness_of(task), Transitions(task)
    later: dict[State, list[State]] = {}
    for state in states_of(name):
        for _, before in transitions.predecessors(state):
            later.setdefault(before, []).append(state)
    waiting = natural_states(name)
    alive = set(waiting)
    while waiting:
        new = set(later.get(waiting.pop(), ())) - alive
        alive |= new
        waiting += sorted(new)
    assert len(alive) > 10
    assert [state for state in sorted(alive) if near.additive(state) is None] == []


def test_some_states_are_dead_ends():
    task = front_end("visitall").sas
    near = nearness_of(task)
    values = near.of(np.array(states_of("visitall"), dtype=np.int32))
    assert 0 in values
    assert NEAREST in values
    assert [near.additive(state) for state in states_of("visitall")] == [
        NEAREST - value if value else None for value in values.tolist()
    ]


@pytest.mark.parametrize("name", SMALL)
def test_forwards_it_is_zero_iff_the_goal_holds(name):
    task = front_end(name).sas
    (goal,) = task.goals
    near = goal_nearness(task, goal)
    accepted = task.goal_values(goal)
    for state in states_of(name)[::7]:
        holds = all(state[v] in values for v, values in accepted.items())
        assert (near.additive(state) == 0) == holds
        assert near.additive(state) is not None  # the search came from a goal state
