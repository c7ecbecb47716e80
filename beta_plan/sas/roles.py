"""Roles of variables: who moves, what is moved, what is used up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from beta_plan.sas.changes import Changes, changes
from beta_plan.sas.graphs import acyclic, dependencies, pair_counts, transitions
from beta_plan.sas.rows import Rows
from beta_plan.sas.task import NONE_OF_THOSE, SasTask
from beta_plan.sas.values import other_beginnings


@dataclass(frozen=True)
class Roles:
    """Variables by role, each sorted.

    ``consumables`` have an acyclic transition graph with an edge: fuel, painted tiles, visited cells. ``agents`` move
    others: men, trucks, robots, and the hands and capacities they do it with. ``movables`` are what the goal is
    about: packages, balls, boxes. ``bundles`` group the movables that belong to one thing, such as a box with the
    flag that says it is on a goal square. A consumable that the goal mentions (a cell to be visited) is movable too.
    """

    agents: tuple[int, ...]
    movables: tuple[int, ...]
    consumables: tuple[int, ...]
    bundles: tuple[tuple[int, ...], ...]


def roles(task: SasTask) -> Roles:
    """Return the roles of the variables of ``task``, found in its graphs alone.

    Variables are of one *kind* if their atoms have the same predicates and they occur in the same action schemas in
    the same way (asked for, changed), and both or neither are *flags*: one atom, true or false. Roles belong to
    kinds, so a package without a goal is movable like the others. The rules, in order:

    1. Goal kinds have a variable that the goal mentions.
    2. A kind is an agent if it moves by itself (some action changes it and no other kind, flags and consumables
       apart), each of its variables is in the precondition of changes of at least two variables (or the only one)
       of some goal or agent kind, and it is neither flags nor consumable: the man, the truck, its driver. A box is
       not: only the man's push changes it. If all goal kinds were agents, none of them is.
    3. A private kind moves goal variables one by one: each of its variables is in the precondition of changes of
       exactly one variable of a movable goal kind, no two of the same (the position of a box for its at-goal flag).
       It is movable, bundled with that variable.
    4. A hand is a kind that changes only together with movables and is needed to change every one of some goal
       kind, but is no movable's own, with twice the share in the changes of one that it has in those of another
       (as clear(b) in those of block b). Hands, capacities and empty-flags are agents.
    """
    return _Analysis(task).roles()


class _Analysis:
    """The tables that the rules read."""

    def __init__(self, task: SasTask) -> None:
        self._task = task
        self._changes: Changes = changes(task)
        self._count = len(task.variables)
        self._affected = Rows.from_pairs(self._changes.action, task.variable_of[self._changes.new], len(task.actions))
        pre_eff, _ = dependencies(task, self._changes)
        self._moves = Rows.from_pairs(pre_eff // self._count, pre_eff % self._count, self._count)
        self._in_goal = {int(task.variable_of[f]) for goal in task.goals for f in goal}

    def roles(self) -> Roles:
        goal = {self.kind_of[v] for v in self._in_goal}
        agents = self._movers(goal)
        if goal <= agents:
            agents -= goal
        wanted = [v for v in range(self._count) if self.kind_of[v] in goal - agents and self._is_wanted(v)]
        bundles: dict[int, list[int]] = {v: [v] for v in wanted}
        for own, v in self._private(set(wanted), excluded=goal | agents):
            bundles[v].append(own)
        movables = {v for bundle in bundles.values() for v in bundle}
        agents |= self._hands(wanted, movables, excluded={self.kind_of[v] for v in movables} | goal | agents)
        return Roles(
            agents=tuple(v for v in range(self._count) if self.kind_of[v] in agents),
            movables=tuple(sorted(movables)),
            consumables=tuple(np.flatnonzero(self.consumable).tolist()),
            bundles=tuple(sorted(tuple(sorted(bundle)) for bundle in bundles.values())),
        )

    def _is_wanted(self, variable: int) -> bool:
        return variable in self._in_goal or not self.consumable[variable]

    @cached_property
    def consumable(self) -> NDArray[np.bool_]:
        """Mark the variables whose transition graph is acyclic, and that could not have begun elsewhere."""
        old, new, _ = transitions(self._task, self._changes)
        found = acyclic(self._task, old, new)
        found[self._task.variable_of[other_beginnings(self._task, old, new)]] = False
        return found

    @cached_property
    def flag(self) -> NDArray[np.bool_]:
        """Mark the variables of one atom, which is true or not."""
        atoms = [v.atoms for v in self._task.variables]
        return np.array([len(a) == 2 and a.count(NONE_OF_THOSE) == 1 for a in atoms], dtype=bool)

    @cached_property
    def kind_of(self) -> list[int]:
        """Number the kinds of variables in the order of their first variable."""
        schema = self._task.actions.names.schema.astype(np.int64)
        asked, effects = self._task.actions.pre, self._task.actions.conditional
        uses = Rows.from_pairs(
            self._task.variable_of[np.concatenate([asked.values, effects.condition.values, self._changes.new])],
            np.concatenate(
                [
                    2 * schema[asked.owners],
                    2 * schema[effects.action[effects.condition.owners]],
                    2 * schema[self._changes.action] + 1,
                ]
            ),
            self._count,
        )
        predicate = self._task.atoms.predicate.tolist()
        numbers: dict[tuple[bool, frozenset[int], bytes], int] = {}
        found = []
        for variable, flag, row in zip(self._task.variables, self.flag.tolist(), uses, strict=True):
            predicates = frozenset(predicate[a] for a in variable.atoms if a != NONE_OF_THOSE)
            found.append(numbers.setdefault((flag, predicates, row.tobytes()), len(numbers)))
        return found

    def _members(self, kind: int) -> list[int]:
        return [v for v in range(self._count) if self.kind_of[v] == kind]

    def _movers(self, goal: set[int]) -> set[int]:
        """Return the kinds that rule 2 makes agents."""
        agents: set[int] = set()
        candidates = self._self_moving()
        grown = True
        while grown:
            moved = goal | agents
            new = {a for a in candidates - agents if any(self._moves_all(a, b) for b in moved - {a})}
            agents |= new
            grown = bool(new)
        return agents

    def _self_moving(self) -> set[int]:
        """Return the kinds, neither flags nor consumable, that some action changes without another such kind."""
        solid = ~(self.flag | self.consumable)
        kind_of = np.array(self.kind_of, dtype=np.int64)
        inside = solid[self._affected.values]
        kinds = Rows.from_pairs(
            self._affected.owners[inside], kind_of[self._affected.values[inside]], len(self._affected)
        )
        return set(kinds.take(kinds.lengths == 1).values.tolist())

    def _moves_all(self, kind: int, other: int) -> bool:
        """Say whether each variable of ``kind`` moves two variables of ``other``, or the only one there is."""
        targets = set(self._members(other))
        return all(len(targets & set(self._moves[u].tolist())) >= min(2, len(targets)) for u in self._members(kind))

    def _private(self, wanted: set[int], excluded: set[int]) -> list[tuple[int, int]]:
        """Return (own variable, goal variable) for the kinds of rule 3."""
        found = []
        for kind in sorted(set(self.kind_of) - excluded):
            members = self._members(kind)
            targets = [wanted & set(self._moves[u].tolist()) for u in members]
            if all(len(t) == 1 for t in targets) and len(set().union(*targets)) == len(members):
                found += [(u, t.pop()) for u, t in zip(members, targets, strict=True)]
        return found

    def _hands(self, wanted: list[int], movables: set[int], excluded: set[int]) -> set[int]:
        """Return the kinds of rule 4."""
        inside = np.zeros(self._count, dtype=bool)
        inside[list(movables)] = True
        alone = np.bincount(self._affected.owners[inside[self._affected.values]], minlength=len(self._affected)) == 0
        free = set(self._affected.take(alone).values.tolist())
        hands: set[int] = set()
        if not wanted:
            return hands
        shares = self._shares(wanted)
        for kind in sorted(set(self.kind_of) - excluded):
            members = self._members(kind)
            own = (shares[members].max(axis=1) >= 2 * shares[members].min(axis=1)).any()
            needed = all(set(wanted) <= set(self._moves[u].tolist()) for u in members)
            if needed and not own and not free & set(members) and not self.consumable[members].any():
                hands.add(kind)
        return hands

    def _shares(self, wanted: list[int]) -> NDArray[np.float64]:
        """Return, for each variable u and each wanted v, the part of the changes of v with u in pre or post."""
        pre = self._task.actions.pre
        part = Rows.from_pairs(
            np.concatenate([pre.owners, self._affected.owners]),
            np.concatenate([self._task.variable_of[pre.values], self._affected.values]),
            len(pre),
        )
        codes, numbers = pair_counts(part, self._affected, self._count)
        column = np.full(self._count, -1)
        column[wanted] = np.arange(len(wanted))
        inside = column[codes % self._count] >= 0
        codes, numbers = codes[inside], numbers[inside]
        shares = np.zeros((self._count, len(wanted)))
        shares[codes // self._count, column[codes % self._count]] = numbers
        return shares / np.maximum(np.bincount(self._affected.values, minlength=self._count)[wanted], 1)


@dataclass(frozen=True)
class Cast:
    """What pattern databases and novelty count as variables: the movable things, and the agents that move them."""

    things: tuple[tuple[int, ...], ...]
    agents: tuple[int, ...]

    @property
    def num_variables(self) -> int:
        """The paper's |V|: one variable for each box and one for the man, not those that only belong to a box.

        So a maze has the same |V| in every encoding, whatever flags and clear squares a PDDL domain adds.
        """
        return len(self.things) + len(self.agents)


def cast(task: SasTask) -> Cast:
    """Return who plays; a task without movables is made of those variables that its goal mentions, or of all."""
    found = roles(task)
    in_goal = sorted({int(task.variable_of[fact]) for goal in task.goals for fact in goal})
    things = found.bundles or tuple((v,) for v in in_goal or range(len(task.variables)))
    inside = {v for thing in things for v in thing}
    return Cast(things, tuple(v for v in found.agents if v not in inside))
