"""From the ground task and its mutex groups to the SAS+ task.

Variables are chosen, actions rewritten over their facts, and values that no legal state has taken out. That
is repeated, for a value that goes may take actions with it: where the reference state is known, a variable
whose transition graph is acyclic (fuel, painted tiles) has only values that follow from the reference's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import IllegalTask
from beta_plan.sas.invariants import Groups
from beta_plan.sas.prune import Pruned, prune
from beta_plan.sas.rewrite import Rewriter
from beta_plan.sas.task import NONE_OF_THOSE, GroundTask, MutexGroup, SasTask, State, Variable
from beta_plan.sas.values import unreachable_values
from beta_plan.sas.variables import choose_variables, without_none


def encode(task: GroundTask, groups: Groups) -> SasTask:
    """Return the SAS+ task, its linear invariants still to be found."""
    always = np.zeros(len(task.atoms), dtype=bool)
    never = np.zeros(len(task.atoms), dtype=bool)
    never[groups.impossible] = True
    closed: set[tuple[int, ...]] = set()
    while True:
        pruned = prune(task, groups, always, never)
        task = pruned.task
        alive = ~(pruned.always | pruned.never)
        variables = tuple(without_none(v) if v.atoms in closed else v for v in choose_variables(task, groups, alive))
        sas = _sas_task(pruned, groups, variables)
        gone = unreachable_values(sas)
        if not gone:
            return sas
        always, never = pruned.always, pruned.never
        for variable, value in gone:
            _take_out(variables[variable], value, always, never, closed)


def _take_out(
    variable: Variable, value: int, always: NDArray[np.bool_], never: NDArray[np.bool_], closed: set[tuple[int, ...]]
) -> None:
    atom = variable.atoms[value]
    if atom != NONE_OF_THOSE:
        never[atom] = True
    elif len(variable.atoms) == 2:
        always[variable.atoms[1 - value]] = True
    else:
        closed.add(variable.atoms)


def _sas_task(pruned: Pruned, groups: Groups, variables: tuple[Variable, ...]) -> SasTask:
    task = pruned.task
    rewriter = Rewriter(task.atoms, variables, groups)
    goals = rewriter.goals(task.goals, pruned.always, pruned.never)
    if not goals:
        raise IllegalTask(f"no legal state satisfies the goal: {_obstacle(pruned)}", remedy="change the goal or :init")
    return SasTask(
        atoms=task.atoms,
        variables=variables,
        actions=rewriter.actions(task),
        goals=goals,
        init=_reference(task, variables),
        mutex_groups=_mutex_groups(groups, rewriter, variables),
        linear_invariants=(),
        true_atoms=tuple(np.flatnonzero(pruned.always).tolist()),
    )


def _obstacle(pruned: Pruned) -> str:
    """Say what is in the way of the first goal."""
    positive, negative = pruned.task.goals[0]
    atoms = pruned.task.atoms
    for atom in positive:
        if pruned.never[atom]:
            return f"{atoms[atom]} is never true, given the initial state"
    for atom in negative:
        if pruned.always[atom]:
            return f"{atoms[atom]} is always true, given the initial state"
    return "its facts exclude each other"


def _reference(task: GroundTask, variables: tuple[Variable, ...]) -> State | None:
    if task.init is None:
        return None
    return tuple(
        next(
            (value for value, atom in enumerate(v.atoms) if atom != NONE_OF_THOSE and task.init[atom]), len(v.atoms) - 1
        )
        for v in variables
    )


def _mutex_groups(groups: Groups, rewriter: Rewriter, variables: tuple[Variable, ...]) -> tuple[MutexGroup, ...]:
    """Return what the variables do not say already."""
    found: dict[tuple[int, ...], bool] = {}
    for group, exactly_one in zip(groups.atoms, groups.exactly_one.tolist(), strict=True):
        facts = tuple(sorted(fact for fact in rewriter.fact_of[group].tolist() if fact >= 0))
        owners = {int(rewriter.variable_of[f]) for f in facts}
        if len(facts) < 2 or (
            len(owners) == 1 and not (exactly_one and NONE_OF_THOSE in variables[owners.pop()].atoms)
        ):
            continue
        found[facts] = found.get(facts, False) or exactly_one
    return tuple(MutexGroup(facts, found[facts]) for facts in sorted(found))
