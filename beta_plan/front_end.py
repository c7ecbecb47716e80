"""The front end on one page: PDDL text -> lifted -> ground -> mutex groups -> SAS+ with linear invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from beta_plan.errors import InputRefused
from beta_plan.pddl.ground import ground
from beta_plan.pddl.lift import lift
from beta_plan.pddl.lifted import LiftedTask
from beta_plan.pddl.read import ReadTask, read_task, read_task_text
from beta_plan.pddl.read import read_sources as read_task_sources
from beta_plan.pddl.sexpr import Source
from beta_plan.pddl.spell import spell, static_atoms
from beta_plan.pddl.write import instance_text
from beta_plan.sas.complements import has_unknown_limits, laws_of, mixed_groups, with_true_parts
from beta_plan.sas.cycles import acyclic_relations
from beta_plan.sas.encode import encode
from beta_plan.sas.goals import GoalStates, goal_states, goal_states_by_search
from beta_plan.sas.implications import with_implications
from beta_plan.sas.invariants import Groups, synthesise
from beta_plan.sas.linear import linear_invariants
from beta_plan.sas.pairs import exclusive_pairs, impossible_actions
from beta_plan.sas.strengthen import strengthen
from beta_plan.sas.subinvariants import sub_invariants
from beta_plan.sas.task import GroundTask, MutexGroup, SasTask, State
from beta_plan.sas.triples import exclusive_triples
from beta_plan.stages import Stages


@dataclass(frozen=True, eq=False)
class Reading:
    """A task as it was read, before grounding; ``place`` names the problem file where there is one."""

    read: ReadTask
    lifted: LiftedTask
    place: str = ""

    def instance(self, fluents: Iterable[str], *, name: str | None = None, comment: str = "") -> str:
        """Return the user's problem with ``fluents`` (and its static atoms) as its initial state, as PDDL text."""
        return instance_text(self.read.source, [*static_atoms(self.lifted), *fluents], name, comment)


@dataclass(frozen=True, eq=False)
class FrontEnd:
    """Every stage's result; ``sas`` is what the rest of beta-plan works on.

    ``pairs_too_large``, ``triples_too_large``, ``rings_too_large``, ``implications_too_large`` and ``too_large`` say
    that pairs or triples of facts that exclude each other, relations without rings, what conditional effects imply, or
    linear invariants were not all computed; without the last of these goal states must be reached forward.
    ``has_unknown_limits`` says that actions keep to a limit that no law says.
    """

    read: ReadTask
    lifted: LiftedTask
    ground: GroundTask
    groups: Groups
    sas: SasTask
    pairs_too_large: bool
    too_large: bool
    triples_too_large: bool = False
    rings_too_large: bool = False
    implications_too_large: bool = False
    has_unknown_limits: bool = False

    @property
    def needs_past(self) -> bool:
        """Whether laws are known to be missing: only what the initial state leads to is sure to be legal."""
        return self.sas.init is not None and (self.implications_too_large or self.has_unknown_limits)

    def warnings(self) -> list[str]:
        """Return what had to be given up, for the log and the result."""
        found = []
        if self.sas.init is None:
            found.append(":init states no fluents: a thing is taken to be in one place, a hand to hold one thing")
        if not self.ground.backward:
            found.append("too many actions backwards: only what the initial state may reach is grounded")
        if self.implications_too_large:
            found.append("too large for all that conditional effects imply: fewer states are known to be illegal")
        if len(self.ground.effects.negative.values):
            found.append("effects have negative conditions: fewer states are known to be illegal")
        if self.has_unknown_limits:
            found.append("how many things may be somewhere together is not known: fewer states are known to be illegal")
        if self.needs_past:
            found.append("an instance is a state that the initial state leads to, as laws are missing")
        if self.pairs_too_large:
            found.append("too large for pairs of facts that exclude each other: fewer states are known to be illegal")
        if self.triples_too_large:
            found.append("too large for all triples of facts that exclude each other: fewer states are known illegal")
        if self.rings_too_large:
            found.append("too large for relations without rings: things may stand on each other in a ring")
        if self.too_large:
            found.append("too large for linear invariants: goal states are to be reached from the initial state")
        return found

    def goal_states(self, *, limit: int, seed: int) -> GoalStates:
        """Return S*, or at most ``limit`` states of it.

        They are completed from the goal where the invariants are known, else reached from the initial state.
        """
        if self.too_large:
            return goal_states_by_search(self.sas, limit=limit)
        return goal_states(self.sas, limit=limit, seed=seed)

    def instance(self, state: State, *, name: str | None = None, comment: str = "") -> str:
        """Return the user's problem with ``state`` as its initial state, as PDDL text."""
        fluents = (self.sas.atoms[atom] for atom in self.sas.decode(state))
        return Reading(self.read, self.lifted).instance(fluents, name=name, comment=comment)

    def normalised(self) -> Iterator[str]:
        """Yield the task as it was understood, line by line."""
        return spell(self.lifted)


def load(domain: Path, problem: Path, stages: Stages | None = None) -> FrontEnd:
    """Read a task from files and return it in every representation on the way to SAS+."""
    stages = stages or Stages()
    return ground_all(read(domain, problem, stages), stages)


def load_text(domain: str, problem: str, stages: Stages | None = None) -> FrontEnd:
    """Read a task from strings and return it in every representation on the way to SAS+."""
    stages = stages or Stages()
    return ground_all(read_text(domain, problem, stages), stages)


def read(domain: Path, problem: Path, stages: Stages | None = None) -> Reading:
    """Read a task from files and return it before grounding; this is all that a fast path needs."""
    with _placed(str(problem)):
        return _read(lambda: read_task(domain, problem), str(problem), stages or Stages())


def read_text(domain: str, problem: str, stages: Stages | None = None) -> Reading:
    """Read a task from strings and return it before grounding."""
    return _read(lambda: read_task_text(domain, problem), "", stages or Stages())


def read_sources(domain: Source, problem: Source, stages: Stages | None = None) -> Reading:
    """Read a task of which the texts are known and return it before grounding; messages name their sources."""
    with _placed(problem.name):
        return _read(lambda: read_task_sources(domain, problem), problem.name, stages or Stages())


def _read(reader: Callable[[], ReadTask], place: str, stages: Stages) -> Reading:
    with stages("normalise") as note:
        task = reader()
        lifted = lift(task)
        note(objects=len(lifted.objects), predicates=len(lifted.predicates), schemas=len(lifted.schemas))
    return Reading(task, lifted, place)


def ground_all(reading: Reading, stages: Stages | None = None) -> FrontEnd:
    """Return a task that was read in every representation on the way to SAS+."""
    with _placed(reading.place):
        return _pipeline(reading, stages or Stages())


@contextmanager
def _placed(problem: str) -> Iterator[None]:
    """Name the problem file in what is refused after reading, when lines are forgotten."""
    try:
        yield
    except InputRefused as error:
        if error.place or not problem:
            raise
        raise type(error)(error.message, place=problem, remedy=error.remedy) from None


def _pipeline(reading: Reading, stages: Stages) -> FrontEnd:
    with stages("ground") as note:
        ground_task = ground(reading.lifted)
        note(atoms=len(ground_task.atoms), actions=ground_task.num_actions)
    with stages("mutexes") as note:
        mixed = mixed_groups(ground_task)
        groups = with_true_parts(synthesise(ground_task), mixed)
        stronger = strengthen(ground_task, groups)
        if stronger.implications:
            groups = with_true_parts(synthesise(stronger.task), mixed)
        note(mutex_groups=len(groups.atoms), impossible_atoms=len(groups.impossible))
    with stages("sas") as note:
        sas = encode(stronger.task, groups)
        sas = _with_pairs(sas, laws_of(sas, mixed))
        note(variables=len(sas.variables), facts=sas.num_facts, actions=len(sas.actions))
    with stages("pairs") as note:
        pairs = exclusive_pairs(sas)
        sas = _with_pairs(sas, pairs or ())
        note(exclusive_pairs=len(pairs or ()), actions=len(sas.actions))
    with stages("triples") as note:
        triples = exclusive_triples(sas)
        if triples.pairs:
            sas = _with_pairs(sas, triples.pairs)
            triples = exclusive_triples(sas)
        sas, rings = _with_pairs(sas, triples.pairs), acyclic_relations(sas)
        sas = replace(sas, exclusive_triples=triples.found, acyclic_relations=rings.found)
        note(exclusive_triples=len(triples.found), acyclic_relations=len(rings.found))
    with stages("invariants") as note:
        linear = linear_invariants(sas)
        sas = replace(sas, linear_invariants=linear.found, sub_invariants=sub_invariants(sas))
        sas = with_implications(sas, stronger.implications)
        note(linear_invariants=len(sas.linear_invariants))
    return FrontEnd(
        reading.read,
        reading.lifted,
        ground_task,
        groups,
        sas,
        pairs_too_large=pairs is None,
        too_large=linear.too_large,
        triples_too_large=triples.too_large,
        rings_too_large=rings.too_large,
        implications_too_large=stronger.too_large,
        has_unknown_limits=has_unknown_limits(stronger.task, groups),
    )


def _with_pairs(task: SasTask, pairs: tuple[MutexGroup, ...]) -> SasTask:
    """Return the task with more mutex groups, and without the actions that they make impossible."""
    if not pairs:
        return task
    task = replace(task, mutex_groups=(*task.mutex_groups, *pairs))
    return replace(task, actions=task.actions.take(~impossible_actions(task)))
