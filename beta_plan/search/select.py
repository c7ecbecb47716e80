"""Which of the generated states become instances: the hardest ones, or a series of ascending hardness.

Hardness is the objective, compared lexicographically. States are looked at in that order and only as many as
needed; a search gives millions. What is chosen is no goal state, has only facts that are allowed, and is no copy of
another chosen state with other names for objects that do not differ.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import InputRefused
from beta_plan.sas.roles import roles
from beta_plan.sas.rows import Ints, Longs
from beta_plan.sas.task import NONE_OF_THOSE, SasTask, State

Mask = NDArray[np.bool_]

FIRST_BLOCK, LARGEST_BLOCK = 256, 1 << 16
"""States are looked at in blocks: small ones first, for the best are nearly always among them."""

LARGEST_KEY = 2**62


class Found(Protocol):
    """What selection needs of a search's result: states in the order in which they were generated."""

    @property
    def values(self) -> Ints:
        """The objective's values of every state: int[number of states, terms]."""

    def state(self, number: int, /) -> State:
        """Return a state."""


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


class Candidates:
    """The states of a search that may become instances.

    ``canonical`` gives equal values to states that are copies of each other; without it every state is its own.
    """

    def __init__(
        self, found: Found, task: SasTask, allowed: Mask, canonical: Callable[[State], Hashable] | None = None
    ) -> None:
        self._found, self._task, self._allowed = found, task, allowed
        self._canonical = canonical or tuple
        self._key = hardness(found.values)
        self._verdict = np.zeros(len(self._key), dtype=np.int8)  # 0 not looked at yet, 1 eligible, -1 not
        self._goals = [self._goal_mask(goal) for goal in task.goals]

    def hardest(self, count: int) -> list[int]:
        """Return the numbers of the hardest states, hardest first, ties in generation order; fewer if there are."""
        taken: dict[Hashable, int] = {}
        for number in self._eligible(-self._key):
            taken.setdefault(self._canonical(self._found.state(number)), number)
            if len(taken) == count:
                break
        return list(taken.values())

    def series(self, count: int) -> list[int]:
        """Return the numbers of states of ascending hardness, spread evenly from the easiest to the hardest.

        The easiest is the first one near the goal that is no goal state. Where hardness has gaps the nearest state
        is taken; states of equal hardness follow each other where there are not enough values.
        """
        taken: dict[Hashable, int] = {}
        last = next(self._eligible(-self._key), None)
        first = next(self._eligible(self._key), None)
        if last is None or first is None or count < 1:
            return []
        low, high = int(self._key[first]), int(self._key[last])
        steps = max(count - 1, 1)
        for step in sorted(range(count), key=lambda step: (step not in (0, count - 1), -step)):
            wanted = high if count == 1 else low + (high - low) * step // steps
            self._take_nearest(wanted, taken)
        return sorted(taken.values(), key=lambda number: (int(self._key[number]), number))

    def _take_nearest(self, wanted: int, taken: dict[Hashable, int]) -> None:
        for number in self._eligible(np.abs(self._key - wanted)):
            orbit = self._canonical(self._found.state(number))
            if orbit not in taken:
                taken[orbit] = number
                return

    def _eligible(self, distance: Longs) -> Iterator[int]:
        """Yield eligible states, nearest first, equally near ones in generation order."""
        for block in in_order(distance):
            unknown = block[self._verdict[block] == 0]
            if len(unknown):
                self._verdict[unknown] = np.where(self._look_at(unknown), 1, -1)
            yield from block[self._verdict[block] == 1].tolist()

    def _look_at(self, numbers: Longs) -> Mask:
        facts = self._task.offsets[:-1] + self._states(numbers)
        good: Mask = self._allowed[facts].all(axis=1)
        for goal in self._goals:
            good &= ~goal[facts].all(axis=1)
        return good

    def _states(self, numbers: Longs) -> Ints:
        """Return states as rows; at once where the result can, else one by one."""
        at_once: Callable[[Longs], Ints] | None = getattr(self._found, "states", None)
        if at_once is not None:
            return at_once(numbers)
        rows = [self._found.state(number) for number in numbers.tolist()]
        return np.array(rows, dtype=np.int32).reshape(len(rows), len(self._task.variables))

    def _goal_mask(self, goal: Sequence[int]) -> Mask:
        """Mark the facts that a goal accepts, those of variables that it does not mention among them."""
        accepted = ~np.isin(self._task.variable_of, self._task.variable_of[list(goal)])
        accepted[list(goal)] = True
        return accepted


def hardness(values: Ints) -> Longs:
    """Return one number for each row of values, which compare as the rows do lexicographically.

    Where they fit, the terms are the digits of the number, so that it is a measure too: half the number is
    half the first term. Without terms the state that was generated last is the hardest, as breadth-first search goes.
    """
    count, terms = values.shape
    if not terms or not count:
        return np.arange(count, dtype=np.int64)
    low = values.min(axis=0).astype(np.int64)
    sizes = [int(size) for size in values.max(axis=0).astype(np.int64) - low + 1]
    total = 1
    for size in sizes:
        total *= size
    if total > LARGEST_KEY:
        _, level = np.unique(values, axis=0, return_inverse=True)
        return level.reshape(-1).astype(np.int64)
    key = np.zeros(count, dtype=np.int64)
    for term, size in enumerate(sizes):
        key *= size
        key += values[:, term] - low[term]
    return key


def in_order(distance: Longs) -> Iterator[Longs]:
    """Yield the places of all entries, smallest entry first, equal ones by place, in blocks that grow."""
    size = FIRST_BLOCK
    rest = np.arange(len(distance))
    while len(rest):
        entries = distance[rest]
        bound = np.partition(entries, min(size, len(rest)) - 1)[min(size, len(rest)) - 1]
        near = entries <= bound
        chosen = rest[near][np.argsort(entries[near], kind="stable")]
        for begin in range(0, len(chosen), LARGEST_BLOCK):
            yield chosen[begin : begin + LARGEST_BLOCK]
        rest = rest[~near]
        size *= 4
