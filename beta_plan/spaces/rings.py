"""Where an inverse action may close a ring of an acyclic relation."""

from __future__ import annotations

import numpy as np

from beta_plan.sas.cycles import Edges
from beta_plan.sas.rows import Ints, Rows
from beta_plan.sas.steps import Steps
from beta_plan.sas.task import AcyclicRelation, SasTask
from beta_plan.spaces.known import Known
from beta_plan.spaces.tables import FIRST, RELATION, SOURCE, TARGET, WIDTH


def ring_starts(task: SasTask, known: Known) -> Rows:
    """Return, for each inverse action, the variables whose new values may close a ring.

    A fact that leads from a to b comes back, or the value of its variable is open. That closes no ring where, as far
    as the known facts tell, nothing leads to a before the action, or b leads nowhere.
    """
    found = [_starts(relation, steps, known) for steps in _steps(task) for relation in task.acyclic_relations]
    none = Rows.of([[]] * len(known.inverse))
    for rows in found:
        none = none.union(rows)
    return none


def _steps(task: SasTask) -> list[Steps]:
    return [Steps(task)] if task.acyclic_relations else []


def _starts(relation: AcyclicRelation, steps: Steps, known: Known) -> Rows:
    inverse, edges = known.inverse, Edges(relation)
    columns = steps.columns(edges.facts)
    comes = (columns[inverse.old.values] >= 0) & (inverse.old.values != known.gone)
    variable = steps.task.variable_of[edges.facts]
    of_variable = Rows.from_pairs(variable, np.arange(len(edges.facts)), len(steps.task.variables))
    choices = of_variable.take(inverse.free.values)
    rows = np.concatenate([inverse.old.owners[comes], inverse.free.owners[choices.owners]])
    edge = np.concatenate([columns[inverse.old.values[comes]], choices.values])
    asked, place = np.unique(rows, return_inverse=True)
    possible = ~steps.hit(known.facts.take(asked), edges.facts)
    closing = edges.may_close(edge, possible[place])
    return Rows.from_pairs(rows[closing], variable[edge[closing]], len(inverse))


def ring_table(task: SasTask, starts: Rows) -> Ints:
    """Return one array, empty where no inverse action has ``starts``.

    It holds the position of its edges; for each action, and once more, the position where the starts of its inverse
    begin; the starts; then for each fact (relation, source, target), -1 for facts of no relation.
    """
    if not len(starts.values):
        return np.empty(0, dtype=np.int32)
    edges = np.full((task.num_facts, WIDTH), -1, dtype=np.int32)
    for number, relation in enumerate(task.acyclic_relations):
        edges[list(relation.facts), RELATION] = number
        edges[list(relation.facts), SOURCE] = relation.sources
        edges[list(relation.facts), TARGET] = relation.targets
    begin = FIRST + len(starts.offsets)
    head = np.append(begin + len(starts.values), begin + starts.offsets).astype(np.int32)
    return np.concatenate([head, starts.values, edges.ravel()])
