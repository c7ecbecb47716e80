"""The task as values: ground (atoms true or false) and SAS+ (variables with finite domains).

A *fact* is a variable with one of its values, numbered ``offsets[variable] + value``, so that a set of
facts is an array of integers and one table serves every variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.laws import AcyclicRelation as AcyclicRelation
from beta_plan.sas.laws import ExclusiveTriple as ExclusiveTriple
from beta_plan.sas.laws import LinearInvariant as LinearInvariant
from beta_plan.sas.laws import MutexGroup as MutexGroup
from beta_plan.sas.laws import SubInvariant as SubInvariant
from beta_plan.sas.rows import Ints, Longs, Rows

NONE_OF_THOSE = -1
"""The atom of a value that says: no atom of this variable is true."""

State = tuple[int, ...]
"""A complete state: the value of each variable."""


@dataclass(frozen=True, eq=False)
class ActionNames:
    """Names of ground actions, spelled only when asked for: ``drive truck1 a b``."""

    schemas: tuple[str, ...]
    objects: tuple[str, ...]
    schema: Ints
    arguments: Rows

    def __len__(self) -> int:
        return len(self.schema)

    def __getitem__(self, action: int) -> str:
        words = [self.schemas[self.schema[action]], *(self.objects[o] for o in self.arguments[action])]
        return " ".join(words)

    def take(self, actions: NDArray[np.integer] | NDArray[np.bool_]) -> ActionNames:
        """Return the names of some actions."""
        return ActionNames(self.schemas, self.objects, self.schema[actions], self.arguments.take(actions))


@dataclass(frozen=True, eq=False)
class AtomTable:
    """All atoms that some legal state may make true, as integers in a fixed order."""

    predicates: tuple[str, ...]
    objects: tuple[str, ...]
    predicate: Ints
    arguments: Rows

    def __len__(self) -> int:
        return len(self.predicate)

    def __getitem__(self, atom: int) -> str:
        """Return the atom as PDDL text, for example ``(at truck1 a)``."""
        words = [self.predicates[self.predicate[atom]], *(self.objects[o] for o in self.arguments[atom])]
        return f"({' '.join(words)})"

    def take(self, atoms: NDArray[np.integer] | NDArray[np.bool_]) -> AtomTable:
        """Return a part of the table."""
        return AtomTable(self.predicates, self.objects, self.predicate[atoms], self.arguments.take(atoms))


@dataclass(frozen=True, eq=False)
class GroundEffects:
    """Conditional effects: where ``positive`` holds and ``negative`` does not, delete, then add."""

    action: Ints
    positive: Rows
    negative: Rows
    add: Rows
    delete: Rows

    def take(self, keep: NDArray[np.bool_]) -> GroundEffects:
        """Return the effects that a mask keeps."""
        return GroundEffects(
            self.action[keep],
            self.positive.take(keep),
            self.negative.take(keep),
            self.add.take(keep),
            self.delete.take(keep),
        )


@dataclass(frozen=True, eq=False)
class GroundTask:
    """A task over atoms. Static atoms, equality, types and costs are evaluated already.

    ``goals`` are alternatives, each the atoms that must be true and those that must be false.
    ``init`` is None where the problem file states static facts only. ``backward`` says whether atoms and actions
    that only a backward search meets are in it; without them the search keeps to what ``init`` may reach.
    """

    atoms: AtomTable
    names: ActionNames
    cost: Longs
    positive: Rows
    negative: Rows
    add: Rows
    delete: Rows
    effects: GroundEffects
    goals: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    init: NDArray[np.bool_] | None
    backward: bool

    @property
    def num_actions(self) -> int:
        """Number of ground actions."""
        return len(self.cost)


@dataclass(frozen=True)
class Variable:
    """A finite-domain variable; each value is an atom, or NONE_OF_THOSE."""

    name: str
    atoms: tuple[int, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class ConditionalEffects:
    """Effect ``i`` sets ``fact[i]`` after action ``action[i]`` where all facts of ``condition[i]`` held before.

    Two effects of one action that fire together never set one variable to different values.
    """

    action: Ints
    condition: Rows
    fact: Ints


@dataclass(frozen=True, eq=False)
class ActionTable:
    """Actions <pre, post> as rows of facts, at most one fact of a variable in each row."""

    names: ActionNames
    cost: Longs
    pre: Rows
    post: Rows
    conditional: ConditionalEffects

    def __len__(self) -> int:
        return len(self.cost)

    def take(self, keep: NDArray[np.bool_]) -> ActionTable:
        """Return the actions that a mask keeps."""
        effects = self.conditional
        stay = keep[effects.action]
        number = np.cumsum(keep) - 1
        return ActionTable(
            self.names.take(keep),
            self.cost[keep],
            self.pre.take(keep),
            self.post.take(keep),
            ConditionalEffects(
                number[effects.action[stay]].astype(np.int32), effects.condition.take(stay), effects.fact[stay]
            ),
        )


@dataclass(frozen=True, eq=False)
class SasTask:
    """The SAS+ task P_{-s0} with its invariants; ``init`` is only the reference that gives them their values.

    ``goals`` are alternatives. Each is a row of facts, and asks that every variable it mentions has one of the values
    it mentions: one for `at b`, all but one for `not at b`. ``true_atoms`` hold in every legal state.
    """

    atoms: AtomTable
    variables: tuple[Variable, ...]
    actions: ActionTable
    goals: tuple[tuple[int, ...], ...]
    init: State | None
    mutex_groups: tuple[MutexGroup, ...]
    linear_invariants: tuple[LinearInvariant, ...]
    true_atoms: tuple[int, ...]
    exclusive_triples: tuple[ExclusiveTriple, ...] = ()
    acyclic_relations: tuple[AcyclicRelation, ...] = ()
    sub_invariants: tuple[SubInvariant, ...] = ()

    @cached_property
    def offsets(self) -> Ints:
        """First fact of each variable, and the number of facts at the end."""
        return np.concatenate([[0], np.cumsum([len(v.values) for v in self.variables])]).astype(np.int32)

    @cached_property
    def variable_of(self) -> Ints:
        """The variable of each fact."""
        return np.repeat(np.arange(len(self.variables)), np.diff(self.offsets)).astype(np.int32)

    @property
    def num_facts(self) -> int:
        """Number of facts of all variables."""
        return int(self.offsets[-1])

    def facts_of(self, state: State) -> Ints:
        """Return the facts of a complete state, one for each variable in order."""
        return self.offsets[:-1] + np.asarray(state, dtype=np.int32)

    def fact_name(self, fact: int) -> str:
        """Return ``variable=value`` for people."""
        variable = int(self.variable_of[fact])
        return f"{self.variables[variable].name}={self.variables[variable].values[fact - self.offsets[variable]]}"

    def decode(self, state: State) -> tuple[int, ...]:
        """Return the atoms that are true in ``state``, sorted."""
        chosen = (v.atoms[value] for v, value in zip(self.variables, state, strict=True))
        return tuple(sorted([*(atom for atom in chosen if atom != NONE_OF_THOSE), *self.true_atoms]))

    def encode(self, atoms: Sequence[int]) -> State | None:
        """Return the state in which exactly ``atoms`` are true, or None where there is none."""
        true = set(atoms)
        state = []
        for variable in self.variables:
            held = [value for value, atom in enumerate(variable.atoms) if atom in true]
            if not held and NONE_OF_THOSE in variable.atoms:
                held = [variable.atoms.index(NONE_OF_THOSE)]
            if len(held) != 1:
                return None
            state.append(held[0])
        found = tuple(state)
        return found if self.decode(found) == tuple(sorted(true)) else None

    def goal_values(self, goal: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Return the values that a goal leaves to each variable it mentions."""
        values: dict[int, tuple[int, ...]] = {}
        for fact in goal:
            variable = int(self.variable_of[fact])
            values[variable] = (*values.get(variable, ()), fact - int(self.offsets[variable]))
        return values

    def is_legal(self, state: State) -> bool:
        """Say whether ``state`` satisfies every law: groups, triples, relations without a cycle, (sub-)invariants."""
        facts = set(self.facts_of(state).tolist())
        for group in self.mutex_groups:
            held = sum(fact in facts for fact in group.facts)
            if held > 1 or (group.exactly_one and held == 0):
                return False
        if any(facts.issuperset(t.pair) and not facts.isdisjoint(t.others) for t in self.exclusive_triples):
            return False
        if any(len(facts.intersection(sub.facts)) > sub.value for sub in self.sub_invariants):
            return False
        if any(relation.has_cycle(facts) for relation in self.acyclic_relations):
            return False
        return all(
            sum(w for fact, w in zip(invariant.facts, invariant.weights, strict=True) if fact in facts)
            == invariant.value
            for invariant in self.linear_invariants
        )
