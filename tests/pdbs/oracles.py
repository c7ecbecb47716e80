"""Abstract spaces and distances straight from the definitions, for tasks small enough to look at every state."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache
from itertools import product

from beta_plan.sas.invert import Transitions
from beta_plan.sas.legal import bounds
from beta_plan.sas.mutexes import Mutexes
from beta_plan.sas.task import SasTask, State
from beta_plan.spaces.protocol import DEAD_END
from tests import bundled, naive

Pattern = tuple[int, ...]


def project(state: State, pattern: Pattern) -> State:
    return tuple(state[v] for v in pattern)


def is_legal(task: SasTask, pattern: Pattern, values: State) -> bool:
    """Say whether the variables outside, each for itself, can bring every bound into its interval.

    Two facts of one mutex group inside the pattern are too many, whatever is outside.
    """
    chosen = dict(zip(pattern, values, strict=True))
    for bound in bounds(task):
        least = most = 0
        for v, variable in enumerate(task.variables):
            domain = [chosen[v]] if v in chosen else range(len(variable.values))
            weight = dict(zip(bound.facts, bound.weights, strict=True))
            own = [weight.get(int(task.offsets[v]) + x, 0) for x in domain]
            least, most = least + min(own), most + max(own)
        if most < bound.low or least > bound.high:
            return False
    return True


def abstract_transitions(task: SasTask, pattern: Pattern) -> Iterator[tuple[State, int, State]]:
    """Yield <s, a, t> of the projection: what some state and its successor, legal or not, are projected to.

    Where the mutex groups leave one old value to a variable that an action changes and does not ask for, it has it.
    """
    mutexes = Mutexes(task)
    told: list[set[int]] = []
    for action in range(len(task.actions)):
        pre = task.actions.pre[action].tolist()
        changed = {int(task.variable_of[f]) for f in task.actions.post[action]} - {
            int(task.variable_of[f]) for f in pre
        }
        left = [mutexes.allowed(v, pre) for v in changed]
        told.append({facts[0] for facts in left if len(facts) == 1})
    for state in naive.all_states(task):
        for action, after in naive.successors(task, state):
            if naive.holds(task, told[action], state):
                yield project(state, pattern), action, project(after, pattern)


def abstract_distances(task: SasTask, pattern: Pattern) -> dict[State, int]:
    """Return the distance of every abstract state, DEAD_END where there is none or the state is illegal."""
    domains = [range(len(task.variables[v].values)) for v in pattern]
    legal = {values for values in product(*domains) if is_legal(task, pattern, values)}
    before: dict[State, set[tuple[int, State]]] = {}
    for s, action, t in abstract_transitions(task, pattern):
        if s in legal and t in legal:
            before.setdefault(t, set()).add((int(task.actions.cost[action]), s))
    goals = [task.goal_values(goal) for goal in task.goals]
    start = [x for x in legal if any(all(y in g.get(v, (y,)) for v, y in zip(pattern, x, strict=True)) for g in goals)]
    found = dijkstra(start, lambda t: before.get(t, set()))
    return {values: found.get(values, DEAD_END) for values in product(*domains)}


def dijkstra(start, neighbours, limit: int | None = None) -> dict[State, int]:
    """Return exact distances: of all that is reached, or of the ``limit`` nearest."""
    queue = [(0, state) for state in start]
    heapq.heapify(queue)
    done: dict[State, int] = {}
    while queue and (limit is None or len(done) < limit):
        d, state = heapq.heappop(queue)
        if state not in done:
            done[state] = d
            for cost, other in neighbours(state):
                if other not in done:
                    heapq.heappush(queue, (d + cost, other))
    return done


def exact_distances(task: SasTask, goal_states, limit: int | None = None) -> dict[State, int]:
    """Return the cost of a cheapest plan for the states that a search backwards meets."""
    transitions, cost = Transitions(task), task.actions.cost.tolist()
    return dijkstra(goal_states, lambda t: [(cost[a], s) for a, s in transitions.predecessors(t)], limit)


@cache
def bundled_distances(name: str, limit: int | None = None) -> dict[State, int]:
    loaded = bundled.front_end(name)
    return exact_distances(loaded.sas, loaded.goal_states(limit=100_000, seed=0).states, limit)
