"""Mutex groups by invariant synthesis (Helmert 2009): lifted candidates, checked on the ground actions.

A *candidate* is a set of parts, each a predicate whose arguments are the candidate's parameters in some order
and counted ones: {at ?p [?l], in ?p [?v]}. An *instance* fixes the parameters; its weight in a
state is the number of true atoms it covers. An instance is *balanced* where no action can raise its weight above
one: each action that adds an atom of it consumes (requires and deletes) another, and none adds two. Where
an action is in the way, the candidate is refined by a part that covers something that this action consumes.

Differs from the paper of Helmert: balance is decided per instance on the ground actions instead of per
candidate on the schemas, so static facts and unreachable actions count, and trucks may have an invariant
where packages need a larger one; and a part may count several arguments, as the two coordinates of a place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.events import Events
from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import GroundTask

MAX_CANDIDATES = 3000
TRIED_INSTANCES = 8
MAX_COUNTED = 3
"""Of the arguments of a predicate; one where there is no reference state to tell the weight."""


@dataclass(frozen=True, order=True)
class Part:
    """A predicate with the argument positions of the parameters, in order; the others are counted."""

    predicate: int
    positions: tuple[int, ...]


Candidate = frozenset[Part]


@dataclass(frozen=True, eq=False)
class Groups:
    """Sets of atoms with their weight in every legal state: at most one, exactly one, or none.

    ``exactly_one`` marks the groups whose weight no action lowers. Atoms of ``impossible`` are never true.
    """

    atoms: Rows
    exactly_one: NDArray[np.bool_]
    impossible: Ints

    def mutex_rows(self, rows: Rows) -> NDArray[np.bool_]:
        """Mark the rows of atoms that hold two atoms of one group; negative entries are no atoms."""
        return rows.twice_in(self.atoms)


def synthesise(task: GroundTask) -> Groups:
    """Return the mutex groups of a task, weights taken from its initial state.

    Without an initial state an instance that actions move weight through is taken to have weight one, and parts
    count at most one argument: that all things together are in one place would be balanced, too.
    """
    events = Events(task)
    found: dict[tuple[int, ...], bool] = {}
    impossible: list[Ints] = []
    for candidate in _candidates(task, events):
        for atoms, weight, exactly_one in candidate.balanced(task.init):
            if weight == 1:
                key = tuple(atoms.tolist())
                found[key] = found.get(key, False) or exactly_one
            else:
                impossible.append(atoms)
    never = np.unique(np.concatenate(impossible)) if impossible else np.empty(0, dtype=np.int32)
    groups = sorted(found)
    return Groups(Rows.of(groups), np.array([found[g] for g in groups], dtype=bool), never.astype(np.int32))


def _candidates(task: GroundTask, events: Events) -> Iterator[_Checked]:
    """Yield checked candidates: those of one predicate, then refinements, breadth first."""
    most_counted = 1 if task.init is None else MAX_COUNTED
    queue: deque[Candidate] = deque()
    for predicate in np.unique(task.atoms.predicate).tolist():
        arity = events.arity[predicate]
        for num_counted in range(min(arity, most_counted) + 1):
            for positions in combinations(range(arity), arity - num_counted):
                queue.append(frozenset([Part(predicate, positions)]))
    seen = set(queue)
    for _ in range(MAX_CANDIDATES):
        if not queue:
            return
        candidate = queue.popleft()
        checked = _Checked(candidate, events, most_counted)
        yield checked
        for part in checked.refinements():
            refined = _canonical(candidate | {part})
            if refined not in seen:
                seen.add(refined)
                queue.append(refined)


def _canonical(candidate: Candidate) -> Candidate:
    """Return the candidate with its parameters in the order that the smallest predicate has them in."""
    first = min(candidate)
    order = sorted(range(len(first.positions)), key=lambda i: first.positions[i])
    return frozenset(Part(p.predicate, tuple(p.positions[i] for i in order)) for p in candidate)


class _Checked:
    """A candidate with the balance of its instances."""

    def __init__(self, candidate: Candidate, events: Events, most_counted: int) -> None:
        self.candidate, self.events, self.most_counted = candidate, events, most_counted
        self.atoms, self.instance, self.num_instances = self._instances()
        self._instance_of = np.full(events.num_atoms, -1, dtype=np.int64)
        self._instance_of[self.atoms] = self.instance
        self._check()

    def _instances(self) -> tuple[Ints, Longs, int]:
        """Return the covered atoms, the instance of each, and the number of instances."""
        atoms, parameters = [], []
        for part in sorted(self.candidate):
            of_predicate, arguments = self.events.atoms_of(part.predicate)
            atoms.append(of_predicate)
            parameters.append(arguments[:, part.positions])
        rows = np.concatenate(parameters)
        if self.events.num_objects ** rows.shape[1] < 2**62:
            keys = np.zeros(len(rows), dtype=np.int64)
            for column in range(rows.shape[1]):
                keys = keys * self.events.num_objects + rows[:, column]
            distinct, instance = np.unique(keys, return_inverse=True)
        else:
            distinct, instance = np.unique(rows, axis=0, return_inverse=True)
        return np.concatenate(atoms), instance.astype(np.int64).reshape(-1), len(distinct)

    def _codes(self, entries: str) -> Longs:
        """Return event * instances + instance for the entries of our predicates: sorted, repetitions kept."""
        codes = [
            event * self.num_instances + self._instance_of[atom]
            for event, atom in (self.events.entries(entries, part.predicate) for part in self.candidate)
        ]
        return np.sort(np.concatenate(codes), kind="stable")

    def _check(self) -> None:
        held = self._codes("held")
        impossible = held[1:][held[1:] == held[:-1]]
        added = _without(self._codes("added"), impossible)
        consumed = _without(self._codes("consumed"), impossible)
        self._unbalanced, alone = self._without_alone(_without(added, consumed))
        self._filled = self._mark(alone)
        self._heavy = self._mark(added[1:][added[1:] == added[:-1]])
        self.good = ~self._heavy & ~self._mark(self._unbalanced)
        if not self.good.any():
            return
        if self.events.has_conditional:
            clashing = list(self.events.clashing(np.unique(added), self._instance_of, self.num_instances))
            self.good[clashing] = False
            self._heavy[clashing] = True
        deleted = _without(self._codes("deleted"), impossible)
        given_up = np.concatenate([consumed, _without(deleted, held)])
        self.lossy = self._mark(_without(given_up, self._codes("present")))
        self._moving = self._mark(added)

    def _without_alone(self, codes: Longs) -> tuple[Longs, Longs]:
        """Return the codes of additions without those beside which nothing is true, as it was false or is deleted."""
        if not self.events.may_settle or not len(codes):
            return codes, codes[:0]
        settled, numbers = np.unique(self._codes("settled"), return_counts=True)
        sizes = np.bincount(self.instance, minlength=self.num_instances)[settled % self.num_instances]
        alone = is_in(codes, settled[(numbers == sizes) & (sizes > 1)])
        return codes[~alone], codes[alone]

    def _mark(self, codes: Longs) -> NDArray[np.bool_]:
        marked = np.zeros(self.num_instances, dtype=bool)
        marked[codes % self.num_instances] = True
        return marked

    def balanced(self, init: NDArray[np.bool_] | None) -> Iterator[tuple[Ints, int, bool]]:
        """Yield (atoms, weight, whether it never falls) of the balanced instances of weight one or zero.

        Where no action adds anything to an instance, its weight is a whim of the reference and no law: that the two
        packages do not begin in one place says nothing of other beginnings. And where an action adds to an instance
        that it asks to be empty, weight zero is no law either: it is one at most.
        """
        if not self.good.any():
            return
        weight = np.ones(self.num_instances, dtype=np.int64)
        if init is not None:
            weight = np.bincount(self.instance[init[self.atoms]], minlength=self.num_instances)
        keep = self.good & self._moving & (weight <= 1)
        members = Rows.from_pairs(self.instance, self.atoms, self.num_instances)
        for index in np.flatnonzero(keep).tolist():
            is_filled = weight[index] == 0 and bool(self._filled[index])
            yield members[index], 1 if is_filled else int(weight[index]), not (is_filled or self.lossy[index])

    def refinements(self) -> list[Part]:
        """Return the parts that may balance an instance, by what an action in its way consumes.

        Of the actions in the way, one of each schema, the one with the fewest choices decides: where one has
        none, the instance is beyond help. A few instances are tried, spread over all of them.
        """
        codes = self._unbalanced[~self._heavy[self._unbalanced % self.num_instances]]
        events, instances = codes // self.num_instances, codes % self.num_instances
        distinct = np.unique(instances)
        for instance in distinct[:: max(1, len(distinct) // TRIED_INSTANCES)].tolist():
            in_the_way = self.events.one_of_each_schema(events[instances == instance])
            parameters = self._parameters(instance)
            parts = min((self._balancing(event, parameters) for event in in_the_way), key=len)
            if parts:
                return parts
        return []

    def _balancing(self, event: int, parameters: tuple[int, ...]) -> list[Part]:
        """Return the parts that cover an atom which ``event`` consumes, with these parameters."""
        covered = {part.predicate for part in self.candidate}
        atoms = (self.events.atom(atom) for atom in self.events.consumed_by(event))
        return [
            part
            for predicate, arguments in atoms
            if predicate not in covered and len(arguments) - len(parameters) <= self.most_counted
            for part in _matches(predicate, arguments, parameters)
        ]

    def _parameters(self, instance: int) -> tuple[int, ...]:
        atom = int(self.atoms[np.argmax(self.instance == instance)])
        predicate, arguments = self.events.atom(atom)
        part = next(p for p in self.candidate if p.predicate == predicate)
        return tuple(arguments[position] for position in part.positions)


def _matches(predicate: int, arguments: tuple[int, ...], parameters: tuple[int, ...]) -> Iterator[Part]:
    """Yield the parts of ``predicate`` whose instance of ``parameters`` covers this atom."""
    for positions in permutations(range(len(arguments)), len(parameters)):
        if all(arguments[p] == wanted for p, wanted in zip(positions, parameters, strict=True)):
            yield Part(predicate, positions)


def _without(codes: Longs, excluded: Longs) -> Longs:
    """Return the codes that do not stand in ``excluded``; both are sorted."""
    return codes[~is_in(codes, excluded)] if len(excluded) else codes
