"""From the lifted task to the ground task, in a fixed order: schemas as in the file, objects likewise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from beta_plan.errors import IllegalTask, UnsupportedFeature
from beta_plan.pddl import adl
from beta_plan.pddl.instantiate import AtomIndex, Block, instantiate_strips
from beta_plan.pddl.lifted import LiftedTask, Literal, Schema, conjuncts
from beta_plan.pddl.reachability import Program, relaxed_reachable
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import ActionNames, AtomTable, GroundEffects, GroundTask


def ground(task: LiftedTask) -> GroundTask:
    """Return all atoms and actions that a search from the initial state or from the goal may meet."""
    reachable = relaxed_reachable(task)
    atoms = AtomIndex(task, reachable.atoms)
    grounder = adl.Grounder(task, atoms)
    blocks = [
        instantiate_strips(task, schema, relation.rows, atoms)
        if _is_strips(task, schema)
        else adl.instantiate_adl(task, schema, relation.rows, grounder)
        for schema, relation in zip(task.schemas, reachable.actions, strict=True)
    ]
    return GroundTask(
        atoms=_atom_table(task, atoms),
        names=_names(task, blocks),
        cost=np.concatenate([block.cost for block in blocks] or [np.empty(0, dtype=np.int64)]),
        positive=Rows.concatenate([block.positive for block in blocks]),
        negative=Rows.concatenate([block.negative for block in blocks]),
        add=Rows.concatenate([block.add for block in blocks]),
        delete=Rows.concatenate([block.delete for block in blocks]),
        effects=_effects(blocks),
        goals=_goals(task, grounder),
        init=_init(task, atoms),
        backward=reachable.backward,
    )


def _is_strips(task: LiftedTask, schema: Schema) -> bool:
    """Say whether the precondition is a conjunction of literals, static parts aside, and no effect conditional."""
    parts = conjuncts(schema.precondition)
    return all(isinstance(part, Literal) or Program.decides(task, part) for part in parts) and all(
        effect.unconditional for effect in schema.effects
    )


def _atom_table(task: LiftedTask, atoms: AtomIndex) -> AtomTable:
    fluent = [(index, r) for index, r in enumerate(atoms.relations) if task.fluent[index]]
    predicate = np.concatenate([np.full(len(r), index) for index, r in fluent] or [np.empty(0)]).astype(np.int32)
    arguments = Rows.concatenate(
        [Rows.from_lengths(np.full(len(r), r.rows.shape[1]), r.rows.reshape(-1)) for _, r in fluent]
    )
    return AtomTable(task.predicates, task.objects, predicate, arguments)


def _names(task: LiftedTask, blocks: Sequence[Block]) -> ActionNames:
    schema = np.repeat(np.arange(len(blocks)), [len(block.cost) for block in blocks]).astype(np.int32)
    arguments = Rows.concatenate(
        [Rows.from_lengths(np.full(len(b.arguments), b.arguments.shape[1]), b.arguments.reshape(-1)) for b in blocks]
    )
    return ActionNames(tuple(s.name for s in task.schemas), task.objects, schema, arguments)


def _effects(blocks: Sequence[Block]) -> GroundEffects:
    starts = np.cumsum([0, *(len(block.cost) for block in blocks)])
    return GroundEffects(
        action=np.concatenate(
            [np.empty(0, dtype=np.int32), *(b.effects.action + s for b, s in zip(blocks, starts, strict=False))]
        ).astype(np.int32),
        positive=Rows.concatenate([b.effects.positive for b in blocks]),
        negative=Rows.concatenate([b.effects.negative for b in blocks]),
        add=Rows.concatenate([b.effects.add for b in blocks]),
        delete=Rows.concatenate([b.effects.delete for b in blocks]),
    )


def _goals(task: LiftedTask, grounder: adl.Grounder) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    try:
        cubes = grounder.disjuncts(task.goal, [])
    except adl.TooManyDisjuncts:
        raise UnsupportedFeature(
            f"the goal has more than {adl.MAX_DISJUNCTS} alternatives", remedy="state a simpler goal"
        ) from None
    if not cubes:
        raise IllegalTask("the goal is false in every state", remedy="check its static facts and objects")
    return tuple((tuple(sorted(x for x in cube if x >= 0)), tuple(sorted(~x for x in cube if x < 0))) for cube in cubes)


def _init(task: LiftedTask, atoms: AtomIndex) -> np.ndarray[tuple[int], np.dtype[np.bool_]] | None:
    if not task.has_fluent_init:
        return None
    true = np.zeros(len(atoms), dtype=bool)
    for predicate, rows in enumerate(task.init):
        if rows and task.fluent[predicate]:
            true[atoms.find(predicate, np.array(rows, dtype=np.int32).reshape(len(rows), -1))] = True
    return true
