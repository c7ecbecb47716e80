"""Which facts an instance may have: those that an author would have written.

The search passes through all legal states; only what becomes an instance must look natural.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta_plan.errors import InputRefused
from beta_plan.sas.roles import roles
from beta_plan.sas.task import NONE_OF_THOSE, SasTask
from beta_plan.spaces.protocol import Mask


def allowed_facts(task: SasTask, *, any_state: bool = False, keep: Sequence[str] = ()) -> Mask:
    """Mark the facts that an instance may have.

    A *natural* state has only predicates that occur among the fluents of the reference (packages are at places, not
    in trucks), and its consumables (fuel, painted tiles) have the reference's values. ``any_state`` asks for no such
    thing, and a task without a reference does not either. Atoms of the predicates in ``keep`` must be as in the
    reference in any case.
    """
    allowed = np.ones(task.num_facts, dtype=bool)
    atom_of = np.array([atom for v in task.variables for atom in v.atoms], dtype=np.int64)
    predicate_of = np.where(atom_of == NONE_OF_THOSE, -1, task.atoms.predicate[atom_of] if len(task.atoms) else -1)
    kept = _kept_predicates(task, keep)
    if task.init is None:
        return allowed
    reference = task.facts_of(task.init)
    if not any_state:
        known = np.unique(task.atoms.predicate[list(task.decode(task.init))])
        allowed &= (predicate_of == -1) | np.isin(predicate_of, known)
        for variable in roles(task).consumables:
            _fix(task, allowed, variable, int(reference[variable]))
    is_kept = np.isin(predicate_of, kept)
    for variable in np.unique(task.variable_of[is_kept]).tolist():
        if is_kept[reference[variable]]:
            _fix(task, allowed, variable, int(reference[variable]))
    stays = np.zeros(task.num_facts, dtype=bool)
    stays[reference] = True
    return allowed & (~is_kept | stays)


def _fix(task: SasTask, allowed: Mask, variable: int, fact: int) -> None:
    """Allow a variable this one fact."""
    own = task.variable_of == variable
    own[fact] = False
    allowed[own] = False


def _kept_predicates(task: SasTask, keep: Sequence[str]) -> list[int]:
    names = [name.lower() for name in task.atoms.predicates]
    for word in keep:
        if word.lower() not in names:
            remedy = f"one of {', '.join(sorted(set(task.atoms.predicates)))}"
            raise InputRefused(f"--keep: the domain has no predicate '{word}'", remedy=remedy)
    if keep and task.init is None:
        raise InputRefused("--keep: the problem states no fluents in :init", remedy="give a problem with a full :init")
    wanted = {word.lower() for word in keep}
    return [number for number, name in enumerate(names) if name in wanted]
