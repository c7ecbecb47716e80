"""What events do to the facts near an assumed fact, as matrices: rows are events, columns the facts near it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.pairs import things_and_mentions
from beta_plan.sas.rows import Ints, Longs, Rows
from beta_plan.sas.steps import Steps, mark
from beta_plan.sas.task import NONE_OF_THOSE, SasTask

Mask = NDArray[np.bool_]
Matrix = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Assumption:
    """A fact that is assumed to hold, the ``facts`` near it, and which of these may hold together meanwhile.

    No pair excludes ``possible`` ones. The diagonal of ``together`` says which facts may hold beside the assumed one.
    Of a ``linked`` fact that is not said unless an action brings it about; ``variable`` is that of each fact.
    """

    fact: int
    facts: Longs
    variable: Ints
    linked: Mask
    possible: Mask
    together: Mask

    def unheard_of(self) -> Mask:
        """Mark the facts that never hold beside the assumed one for no reason but that nothing brings them there.

        These are facts of variables about other things, and all those of a variable if none of its values does: then
        the assumed fact itself is out of reach, and nothing is known.
        """
        never = ~np.diag(self.together)
        some = np.isin(self.variable, self.variable[~never])
        return never & (~self.linked | ~some)

    @property
    def is_settled(self) -> bool:
        """Say whether all that is possible may hold together, so that there is nothing to find."""
        return bool((self.together >= self.possible).all())


class Assumptions:
    """The tables that are the same for every assumed fact."""

    def __init__(self, task: SasTask) -> None:
        assert task.init is not None
        self._task = task
        self._steps = Steps(task)
        self._reference = np.zeros(task.num_facts, dtype=bool)
        self._reference[task.facts_of(task.init)] = True
        self._added = self._steps.setting.lengths > 0
        self._asked_by = Rows.from_pairs(self._steps.asked.values, self._steps.asked.owners, task.num_facts)
        about, self._mentions = things_and_mentions(task)
        self._about = about[task.offsets[:-1]]

    def candidates(self) -> list[int]:
        """Return the facts that actions add and that mention a thing with which another variable has to do."""
        return [fact for fact in np.flatnonzero(self._added).tolist() if len(self._near(fact)[0]) > 1]

    def kind(self, fact: int) -> Hashable:
        """Return what facts of one predicate have in common if the same is said of the things that they mention."""
        atoms, variable = self._task.atoms, int(self._task.variable_of[fact])
        atom = self._task.variables[variable].atoms[fact - int(self._task.offsets[variable])]
        if atom == NONE_OF_THOSE:
            return self._predicates[variable], *(self._said_of[o] for o in np.flatnonzero(self._mentions[fact]))
        return int(atoms.predicate[atom]), *(self._said_of[o] for o in atoms.arguments[atom])

    @cached_property
    def _predicates(self) -> list[frozenset[int]]:
        """The predicates of each variable."""
        predicate = self._task.atoms.predicate
        return [frozenset(int(predicate[a]) for a in v.atoms if a != NONE_OF_THOSE) for v in self._task.variables]

    @cached_property
    def _said_of(self) -> list[frozenset[frozenset[int]]]:
        """The predicates of the variables about each object."""
        return [frozenset(self._predicates[v] for v in np.flatnonzero(about)) for about in self._about.T]

    def _near(self, fact: int) -> tuple[Longs, Mask]:
        """Return the other variables about a thing that the fact mentions or about nothing, and mark the former."""
        own: Mask = np.logical_or.reduce(self._about[:, self._mentions[fact]], axis=1)
        own[self._task.variable_of[fact]] = False
        near = (own | ~self._about.any(axis=1)) & own.any()
        near[self._task.variable_of[fact]] = False
        variables = np.flatnonzero(near)
        return variables, own[variables]

    def assume(self, fact: int) -> Assumption:
        """Return what may hold together beside a fact in the beginning and when an action adds it."""
        variables, own = self._near(fact)
        offsets = self._task.offsets
        facts = np.concatenate([np.arange(offsets[v], offsets[v + 1]) for v in variables])
        facts = facts[~self._steps.excluded[fact, facts]]
        possible = ~self._steps.excluded[np.ix_(facts, facts)]
        alone = ~np.isin(self._task.variable_of[facts], variables[own])
        beginning = ~self._added[facts]
        free = (alone[:, None] & alone[None, :]) | beginning[:, None] | beginning[None, :]
        np.fill_diagonal(free, beginning)
        held = self._reference[facts] & self._reference[fact]
        left = self._steps.after(self._steps.setting[fact], facts).astype(np.float32)
        together = free | (held[:, None] & held[None, :]) | (left.T @ left > 0) | self._allies(fact, facts)
        return Assumption(fact, facts, self._task.variable_of[facts], ~alone, possible, together & possible)

    def _allies(self, fact: int, facts: Longs) -> Mask:
        """Mark the facts that conditional effects of one action may set at once."""
        effects = self._task.actions.conditional
        columns = self._steps.columns(facts)
        fires = columns[effects.fact] >= 0
        fires[effects.condition.owners[self._steps.excluded[fact, effects.condition.values]]] = False
        actions, place = np.unique(effects.action[fires], return_inverse=True)
        sets = np.zeros((len(actions), len(facts)), dtype=np.float32)
        sets[place, columns[effects.fact[fires]]] = 1
        at_once: Mask = sets.T @ sets > 0
        np.fill_diagonal(at_once, False)
        return at_once

    def keepers(self, assumed: Assumption) -> tuple[Matrix, Matrix, Mask]:
        """Return what events require, set and may leave as it is, where the fact holds before and after them."""
        fact, facts, steps = assumed.fact, assumed.facts, self._steps
        sure = self._asked_by[fact][steps.asked.lengths[self._asked_by[fact]] == 1]
        always = steps.of_action.take(self._task.actions.conditional.action[sure])
        events = np.unique(np.concatenate([steps.setting.take(facts).values, always.values]))
        pre, sets = steps.pre.take(events), self._certainly_set(events, sure)
        touches = self._task.variable_of[sets.values] == self._task.variable_of[fact]
        keeps = np.ones(len(events), dtype=bool)
        keeps[pre.owners[steps.excluded[fact, pre.values]]] = False
        keeps[sets.owners[touches]] = False
        events, pre, sets = events[keeps], pre.take(keeps), sets.take(keeps)
        columns = steps.columns(facts)
        required, given = np.zeros((2, len(pre), len(facts)), dtype=bool)
        mark(required, pre, columns)
        mark(given, sets, columns)
        staying = steps.staying(pre, sets, facts) & ~self._replaced(fact, events, columns, len(facts))
        return required.astype(np.float32), given.astype(np.float32), staying

    def _certainly_set(self, events: Longs, sure: Ints) -> Rows:
        """Return what events set, with the conditional effects that are sure to fire."""
        sets = self._steps.sets.take(events)
        if not len(sure):
            return sets
        effects = self._task.actions.conditional
        more = Rows.from_pairs(effects.action[sure], effects.fact[sure], len(self._task.actions))
        return sets.union(more.take(self._steps.action[events]))

    def _replaced(self, fact: int, events: Longs, columns: Longs, count: int) -> Mask:
        """Mark the facts that do not stay: beside the assumed one they make a conditional effect replace them."""
        replaced = np.zeros((len(events), count), dtype=bool)
        effects = self._task.actions.conditional
        if not len(effects.fact):
            return replaced
        of_event = self._steps.effects_of.take(self._steps.action[events])
        asked = self._steps.asked.take(of_event.values)
        others = asked.without(np.arange(self._task.num_facts) == fact)
        one = np.flatnonzero(others.lengths == 1)
        cause, effect = others.values[others.offsets[one]], effects.fact[of_event.values[one]]
        variable = self._task.variable_of
        real = (variable[cause] == variable[effect]) & (cause != effect) & (columns[cause] >= 0)
        replaced[of_event.owners[one[real]], columns[cause[real]]] = True
        return replaced
