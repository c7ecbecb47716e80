"""Implications over atoms as laws over facts: what holds together implies a value, so it excludes the other values.

An implication that is proved for the states which actions reach may fail in others, and a backward search meets these
unless a law forbids them. Two facts imply a third by an exclusive triple, one by a mutex group; more facts by a bound
on how many of them hold together with another value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from beta_plan.sas.pairs import MAX_FACTS, known_mutexes
from beta_plan.sas.strengthen import Implication
from beta_plan.sas.task import NONE_OF_THOSE, ExclusiveTriple, MutexGroup, SasTask, SubInvariant
from beta_plan.sas.triples import consequences

Law = tuple[tuple[int, ...], tuple[int, ...]]
"""Facts, and others of one variable of which none holds together with all of these."""


def with_implications(task: SasTask, implications: Iterable[Implication]) -> SasTask:
    """Return the task with the laws that it lacks for these implications to hold in every legal state."""
    fact_of = _facts(task)
    laws = sorted({law for each in implications for law in _laws(task, fact_of, each)})
    if laws and task.num_facts <= MAX_FACTS:
        known = _Known(task)
        laws = [law for law in laws if not known.say(law)]
    pairs = [MutexGroup(tuple(sorted((*facts, *others))), False) for facts, others in laws if len(facts) == 1]
    triples = [ExclusiveTriple((facts[0], facts[1]), others) for facts, others in laws if len(facts) == 2]
    longer = [(facts, others) for facts, others in laws if len(facts) not in (1, 2)]
    bounds = [SubInvariant(tuple(sorted((*facts, *others))), len(facts)) for facts, others in longer]
    return replace(
        task,
        mutex_groups=(*task.mutex_groups, *pairs),
        exclusive_triples=(*task.exclusive_triples, *triples),
        sub_invariants=(*task.sub_invariants, *bounds),
    )


def _facts(task: SasTask) -> dict[int, int]:
    """Return the fact that says of each atom that it is true."""
    return {
        atom: int(task.offsets[number]) + value
        for number, variable in enumerate(task.variables)
        for value, atom in enumerate(variable.atoms)
        if atom != NONE_OF_THOSE
    }


def _laws(task: SasTask, fact_of: dict[int, int], implication: Implication) -> Iterator[Law]:
    """Yield the law of an implication; none where it says nothing: part of it cannot be, or it is true anyway."""
    always = set(task.true_atoms)
    context = implication.context - always
    if implication.implied in always or not all(atom in fact_of for atom in context):
        return
    facts = tuple(sorted(fact_of[atom] for atom in context))
    variables = {int(task.variable_of[fact]) for fact in facts}
    if len(variables) < len(facts):
        return
    implied = fact_of.get(implication.implied)
    if implied is None or int(task.variable_of[implied]) in variables:
        yield facts[:-1], facts[-1:]
        return
    variable = int(task.variable_of[implied])
    own = range(int(task.offsets[variable]), int(task.offsets[variable + 1]))
    yield facts, tuple(fact for fact in own if fact != implied)


class _Known:
    """What pairs and triples of a task say already."""

    def __init__(self, task: SasTask) -> None:
        self._pairs = known_mutexes(task)
        self._triples = {frozenset((*t.pair, other)) for t in task.exclusive_triples for other in t.others}
        self._consequences = consequences(task)

    def say(self, law: Law) -> bool:
        """Tell whether all that a law excludes is excluded."""
        facts, others = law
        return all(self._exclude({*facts, other}) for other in others)

    def _exclude(self, facts: set[int]) -> bool:
        """Tell whether two or three of these facts, or of those that they imply, exclude each other."""
        everything = sorted(facts.union(*(self._consequences[fact].tolist() for fact in facts)))
        if any(self._pairs[one, other] for one, other in combinations(everything, 2)):
            return True
        return any(frozenset(triple) in self._triples for triple in combinations(everything, 3))
