"""Oracles of a few lines, straight from the definitions; fast code must equal them on small tasks."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import product

from beta_plan.sas.task import SasTask, State


def all_states(task: SasTask) -> list[State]:
    return list(product(*(range(len(variable.values)) for variable in task.variables)))


def legal_states(task: SasTask) -> list[State]:
    return [state for state in all_states(task) if task.is_legal(state)]


def holds(task: SasTask, facts, state: State) -> bool:
    return all(int(task.facts_of(state)[task.variable_of[fact]]) == fact for fact in facts)


def apply(task: SasTask, action: int, state: State) -> State:
    """Return a(s): post, and every conditional effect whose condition held before, for the rest as in s."""
    after = list(state)
    effects = list(task.actions.post[action])
    table = task.actions.conditional
    effects += [f for a, c, f in zip(table.action, table.condition, table.fact, strict=True)
                if a == action and holds(task, c, state)]  # fmt: skip
    for fact in effects:
        variable = int(task.variable_of[fact])
        after[variable] = int(fact - task.offsets[variable])
    return tuple(after)


def successors(task: SasTask, state: State) -> set[tuple[int, State]]:
    applicable = [a for a in range(len(task.actions)) if holds(task, task.actions.pre[a], state)]
    return {(a, t) for a in applicable if (t := apply(task, a, state)) != state}


def transitions(task: SasTask) -> set[tuple[State, int, State]]:
    """Return every <s, a, t> with s and t legal: the double loop over states and actions."""
    legal = set(legal_states(task))
    return {(s, a, t) for s in legal for a, t in successors(task, s) if t in legal}


def predecessors(task: SasTask, state: State) -> set[tuple[int, State]]:
    return {(a, s) for s, a, t in transitions(task) if t == state}


def is_goal(task: SasTask, state: State) -> bool:
    """Say whether some goal has, of each variable that it mentions, the value of this state."""
    facts = set(task.facts_of(state).tolist())
    mentioned = [{int(task.variable_of[f]) for f in goal} for goal in task.goals]
    return any(len(facts & set(goal)) == len(own) for goal, own in zip(task.goals, mentioned, strict=True))


def goal_states(task: SasTask) -> set[State]:
    return {state for state in legal_states(task) if is_goal(task, state)}


def distances_to_goal(task: SasTask) -> dict[State, int]:
    """Return the number of actions to the nearest goal state, for every legal state that has a plan."""
    before: dict[State, list[State]] = {}
    for s, _, t in transitions(task):
        before.setdefault(t, []).append(s)
    distance = dict.fromkeys(goal_states(task), 0)
    queue = deque(distance)
    while queue:
        t = queue.popleft()
        for s in before.get(t, []):
            if s not in distance:
                distance[s] = distance[t] + 1
                queue.append(s)
    return distance


def solvable_states(task: SasTask) -> set[State]:
    return set(distances_to_goal(task))


def rank(rows: list[list[int]]) -> int:
    """Return the rank over the rationals, by elimination as in school."""
    matrix = [[Fraction(x) for x in row] for row in rows]
    found = 0
    for column in range(len(matrix[0]) if matrix else 0):
        pivot = next((i for i in range(found, len(matrix)) if matrix[i][column]), None)
        if pivot is None:
            continue
        matrix[found], matrix[pivot] = matrix[pivot], matrix[found]
        for i in range(found + 1, len(matrix)):
            factor = matrix[i][column] / matrix[found][column]
            matrix[i] = [x - factor * y for x, y in zip(matrix[i], matrix[found], strict=True)]
        found += 1
    return found


def effect_columns(task: SasTask) -> list[list[int]]:
    """Return every change of facts that an unconditional action can make, old values excluded by a group left out."""
    columns = []
    for action in range(len(task.actions)):
        pre = {int(task.variable_of[f]): int(f) for f in task.actions.pre[action]}
        choices = []
        for new in task.actions.post[action].tolist():
            v = int(task.variable_of[new])
            olds = [pre[v]] if v in pre else range(int(task.offsets[v]), int(task.offsets[v + 1]))
            choices.append([(o, new) for o in olds if v in pre or not any(mutex(task, o, f) for f in pre.values())])
        for changes in product(*choices):
            column = [0] * task.num_facts
            for old, new in changes:
                column[old] -= 1
                column[new] += 1
            columns.append(column)
    return columns


def mutex(task: SasTask, one: int, other: int) -> bool:
    return any(one in group.facts and other in group.facts for group in task.mutex_groups)
