"""Relations without cycles: nothing stands, over whatever else, on itself.

Where each thing a leads to at most one b, as on(a, b) does, the facts that hold are a graph in which every way is
forced. No pair or triple of facts excludes its rings, for they may have any length. An action that lets a lead to b
closes no ring if afterwards nothing leads to a, or b leads nowhere; if that is so for all actions, as far as pairs of
facts tell, and the reference state has no ring, then no legal state has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.pairs import MAX_FACTS, MAX_WORK, work
from beta_plan.sas.rows import Longs
from beta_plan.sas.steps import Steps
from beta_plan.sas.task import NONE_OF_THOSE, AcyclicRelation, SasTask

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class AcyclicRelations:
    """What was found; ``too_large`` says that there were relations to look at, but too many facts or actions."""

    found: tuple[AcyclicRelation, ...]
    too_large: bool = False


def acyclic_relations(task: SasTask) -> AcyclicRelations:
    """Return the relations that have a cycle in no legal state, though their facts could make one."""
    if task.init is None:
        return AcyclicRelations(())
    candidates = list(_candidates(task))
    if not candidates:
        return AcyclicRelations(())
    if task.num_facts > MAX_FACTS or work(task) > MAX_WORK:
        return AcyclicRelations((), too_large=True)
    steps = Steps(task)
    held = set(task.facts_of(task.init).tolist())
    found: dict[str, AcyclicRelation] = {}
    for relation in candidates:
        if _is_forced(relation, steps) and not relation.has_cycle(held) and _is_kept(relation, steps):
            found.setdefault(relation.predicate, relation)
    return AcyclicRelations(tuple(found.values()))


def _candidates(task: SasTask) -> Iterator[AcyclicRelation]:
    """Yield each relation of two things, read from the one to the other, whose facts could make a cycle."""
    binary = np.flatnonzero(task.atoms.arguments.lengths == 2)
    fact_of = np.full(len(task.atoms), -1, dtype=np.int64)
    atoms = np.array([atom for variable in task.variables for atom in variable.atoms], dtype=np.int64)
    fact_of[atoms[atoms != NONE_OF_THOSE]] = np.flatnonzero(atoms != NONE_OF_THOSE)
    for predicate in np.unique(task.atoms.predicate[binary]).tolist():
        mine = binary[(task.atoms.predicate[binary] == predicate) & (fact_of[binary] >= 0)]
        things = task.atoms.arguments.take(mine).values.reshape(-1, 2).astype(np.int64)
        kept = _in_cycles(things[:, 0], things[:, 1])
        for start in (0, 1):
            columns = (fact_of[mine], things[:, start], things[:, 1 - start])
            if kept.any():
                yield AcyclicRelation(task.atoms.predicates[predicate], *(tuple(c[kept].tolist()) for c in columns))


def _is_forced(relation: AcyclicRelation, steps: Steps) -> bool:
    """Say whether two facts that lead from one thing always exclude each other."""
    facts, sources = np.array(relation.facts), np.array(relation.sources)
    same = (sources[:, None] == sources[None, :]) & ~np.eye(len(facts), dtype=bool)
    return bool(steps.excluded[np.ix_(facts, facts)][same].all())


def _in_cycles(sources: Longs, targets: Longs) -> Mask:
    """Mark the edges that are part of a cycle, by taking out again and again what has no way in or no way out."""
    kept = np.ones(len(sources), dtype=bool)
    while True:
        inside = kept & np.isin(targets, sources[kept]) & np.isin(sources, targets[kept])
        if (inside == kept).all():
            return kept
        kept = inside


def _is_kept(relation: AcyclicRelation, steps: Steps) -> bool:
    """Say whether some action adds a fact of the relation, and none can close a ring with it."""
    edges = Edges(relation)
    setting = steps.setting.take(edges.facts)
    if not len(setting.values):
        return False
    events, place = np.unique(setting.values, return_inverse=True)
    possible = steps.after(events, edges.facts)
    return not edges.may_close(np.repeat(np.arange(len(edges.facts)), setting.lengths), possible[place]).any()


class Edges:
    """The facts of a relation as edges between things."""

    def __init__(self, relation: AcyclicRelation) -> None:
        self.facts, self.sources, self.targets = (
            np.array(column, dtype=np.int64) for column in (relation.facts, relation.sources, relation.targets)
        )

    def may_close(self, edges: Longs, possible: Mask) -> Mask:
        """Mark each of ``edges`` that may be part of a ring where the ``possible`` edges of its row hold as well."""
        into = self.targets[None, :] == self.sources[edges][:, None]
        out_of = self.sources[None, :] == self.targets[edges][:, None]
        closed: Mask = (possible & into).any(axis=1) & (possible & out_of).any(axis=1)
        return closed
