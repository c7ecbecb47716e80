"""How natural a state is: the number of its variables whose value an author would have written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs.collection import PdbCollections, Sum
from beta_plan.pdbs.projection import Projection
from beta_plan.pdbs.store import Table
from beta_plan.sas.task import SasTask

MOST_NATURAL_FIRST = Ordering.parse("[PDB1]")
"""The ordering to search with; to the search, a count of variables is a sum of tables like any other."""


def naturalness(task: SasTask, allowed: NDArray[np.bool_]) -> Evaluators:
    """Return what counts the variables of a state whose fact is allowed, as the sum of one table for each variable."""
    tables = []
    for variable in range(len(task.variables)):
        own = allowed[task.offsets[variable] : task.offsets[variable + 1]]
        if not own.all():
            tables.append(Table(Projection(task, (variable,)), own.astype(np.uint8)))
    patterns = tuple(table.projection.pattern for table in tables)
    return Evaluators.of(PdbCollections((1,), ((Sum(patterns, tuple(tables)),),), (), len(task.variables)))
