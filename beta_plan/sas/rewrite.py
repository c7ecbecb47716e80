"""Actions and goals over atoms, rewritten over the facts of chosen variables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from beta_plan.errors import UnsupportedFeature
from beta_plan.sas.conditional import rewrite_conditional
from beta_plan.sas.invariants import Groups
from beta_plan.sas.rows import Ints, Longs, Rows, is_in
from beta_plan.sas.task import NONE_OF_THOSE, ActionTable, AtomTable, GroundTask, Variable

MAX_ACTIONS = 6_000_000

Goals = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


class Rewriter:
    """The numbering of facts for a choice of variables, and what it makes of a ground task."""

    def __init__(self, atoms: AtomTable, variables: tuple[Variable, ...], groups: Groups) -> None:
        self.groups = groups
        sizes = np.array([len(v.atoms) for v in variables], dtype=np.int64)
        self.offsets = np.concatenate([[0], np.cumsum(sizes)])
        self.num_facts, self.num_variables = int(self.offsets[-1]), len(variables)
        self.variable_of: Longs = np.repeat(np.arange(len(variables)), sizes)
        self.atom_of = np.array([a for v in variables for a in v.atoms], dtype=np.int32)
        real = self.atom_of != NONE_OF_THOSE
        self.fact_of: Ints = np.full(len(atoms), -1, dtype=np.int32)
        self.fact_of[self.atom_of[real]] = np.flatnonzero(real)
        self.none_of: Ints = np.full(len(variables), -1, dtype=np.int32)
        self.none_of[self.variable_of[~real]] = np.flatnonzero(~real)

    def facts(self, rows: Rows) -> Rows:
        """Return rows of atoms as rows of facts."""
        facts = self.fact_of[rows.values]
        assert (facts >= 0).all(), "an atom with a known value is left in an action"
        return Rows(rows.offsets, facts)

    def values_of(self, fact: int) -> range:
        """Return all facts of the variable that ``fact`` is a value of."""
        variable = int(self.variable_of[fact])
        return range(int(self.offsets[variable]), int(self.offsets[variable + 1]))

    def actions(self, task: GroundTask) -> ActionTable:
        """Return the actions <pre, post>; one that requires a variable not to have a value becomes several."""
        pre, source = self._resolve_negative(self.facts(task.positive), self.facts(task.negative))
        add, delete = self.facts(task.add).take(source), self.facts(task.delete).take(source)
        keep = ~self._repeated(add)
        pre, add, delete, source = pre.take(keep), add.take(keep), delete.take(keep), source[keep]
        pre_code, pre_fact = self._lookup(pre)
        add_code, _ = self._lookup(add)
        owners, facts = delete.owners, delete.values
        code = owners * self.num_variables + self.variable_of[facts]
        held = _find(pre_code, pre_fact, code)
        gone = ~is_in(code, add_code) & ((held == facts) | (held < 0))
        owners, facts, held, code = owners[gone], facts[gone], held[gone], code[gone]
        contested = is_in(code, self._conditionally_added(task, source))
        may_be_none = self.none_of[self.variable_of[facts]] >= 0
        assert (may_be_none | contested).all(), "an action empties a variable that always has a value"
        certain = (held == facts) | (np.diff(self.offsets)[self.variable_of[facts]] == 2)
        certain &= ~contested
        none = self.none_of[self.variable_of[facts]]
        post = Rows.from_pairs(
            np.concatenate([add.owners, owners[certain]]), np.concatenate([add.values, none[certain]]), len(source)
        )
        maybe = Rows.from_pairs(owners[~certain], facts[~certain], len(source))
        post, conditional = rewrite_conditional(self, task, source, pre, post, maybe)
        changes = post.lengths > 0
        changes[conditional.action] = True
        table = ActionTable(task.names.take(source), task.cost[source], pre, post, conditional)
        return table if changes.all() else table.take(changes)

    def _lookup(self, rows: Rows) -> tuple[Longs, Ints]:
        """Return sorted codes row * variables + variable of the entries, and their facts in that order."""
        code = rows.owners * self.num_variables + self.variable_of[rows.values]
        order = np.argsort(code, kind="stable")
        return code[order], rows.values[order]

    def _repeated(self, rows: Rows) -> NDArray[np.bool_]:
        """Mark the rows that give one variable two values."""
        code, _ = self._lookup(rows)
        marked = np.zeros(len(rows), dtype=bool)
        marked[code[1:][code[1:] == code[:-1]] // max(self.num_variables, 1)] = True
        return marked

    def _conditionally_added(self, task: GroundTask, source: Longs) -> Longs:
        """Return codes row * variables + variable of what conditional effects may add."""
        if not len(task.effects.action):
            return np.empty(0, dtype=np.int64)
        by_action = Rows.from_pairs(
            task.effects.action[task.effects.add.owners],
            self.variable_of[self.fact_of[task.effects.add.values]],
            task.num_actions,
        ).take(source)
        return by_action.owners * self.num_variables + by_action.values  # sorted

    def _resolve_negative(self, pre: Rows, negative: Rows) -> tuple[Rows, Longs]:
        """Turn `variable is not value` into `variable is another value`, one action for each choice.

        Returns the rows of preconditions, and for each the row it came from.
        """
        source: Longs = np.arange(len(pre))
        code, _ = self._lookup(pre)
        owners, facts = negative.owners, negative.values
        open_ = ~is_in(owners * self.num_variables + self.variable_of[facts], code)
        if not open_.any():
            return pre, source
        owners, facts = owners[open_], facts[open_]
        keys, member = np.unique(owners * self.num_variables + self.variable_of[facts], return_inverse=True)
        allowed = self._allowed(keys % self.num_variables, member, facts)
        key_owner = keys // self.num_variables
        while len(key_owner):
            first = np.ones(len(key_owner), dtype=bool)
            first[1:] = key_owner[1:] != key_owner[:-1]
            pre, source, copies = self._branch(pre, source, key_owner[first], allowed.take(first))
            rest, rest_allowed = key_owner[~first], allowed.take(~first)
            positions = Rows.from_pairs(copies, np.arange(len(copies)), int(copies.max(initial=-1)) + 1)
            spread = positions.take(rest)
            key_owner = spread.values.astype(np.int64)
            allowed = rest_allowed.take(np.repeat(np.arange(len(rest)), spread.lengths))
            order = np.argsort(key_owner, kind="stable")
            key_owner, allowed = key_owner[order], allowed.take(order)
        possible = ~self.groups.mutex_rows(Rows(pre.offsets, self.atom_of[pre.values]))
        return pre.take(possible), source[possible]

    def _allowed(self, variables: Longs, member: Longs, forbidden: Ints) -> Rows:
        """Return for each variable its facts without the forbidden ones (entry i is forbidden at member[i])."""
        sizes = np.diff(self.offsets)[variables]
        owner = np.repeat(np.arange(len(variables)), sizes)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        facts = self.offsets[variables][owner] + within
        bad = is_in(owner * self.num_facts + facts, np.sort(member * self.num_facts + forbidden))
        return Rows.from_pairs(owner[~bad], facts[~bad], len(variables))

    def _branch(self, pre: Rows, source: Longs, rows: Longs, choices: Rows) -> tuple[Rows, Longs, Longs]:
        """Copy each of ``rows`` once for each of its choices, with the choice added; other rows stay once."""
        counts = np.ones(len(pre), dtype=np.int64)
        counts[rows] = choices.lengths
        if int(counts.sum()) > MAX_ACTIONS:
            raise UnsupportedFeature(
                f"negative preconditions on many-valued variables make more than {MAX_ACTIONS:,} actions",
                remedy="say what shall hold instead of what shall not",
            )
        copies = np.repeat(np.arange(len(pre)), counts)
        chosen = np.zeros(len(pre), dtype=bool)
        chosen[rows] = True
        at = np.flatnonzero(chosen[copies])
        grown = pre.take(copies)
        merged = Rows.from_pairs(
            np.concatenate([grown.owners, at]), np.concatenate([grown.values, choices.values]), len(copies)
        )
        return merged, source[copies], copies

    def goals(self, goals: Goals, always: NDArray[np.bool_], never: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
        """Return the goals as alternative partial assignments, without those that no legal state satisfies."""
        found: dict[tuple[int, ...], None] = {}
        for positive, negative in goals:
            if any(never[a] for a in positive) or any(always[a] for a in negative):
                continue
            facts = {int(self.fact_of[a]) for a in positive if not always[a]}
            denied = {int(self.fact_of[a]) for a in negative if not never[a]}
            goal = self._goal(facts, denied)
            if goal is not None:
                found[goal] = None
        return tuple(found)

    def _goal(self, facts: set[int], denied: set[int]) -> tuple[int, ...] | None:
        """Return the facts that a goal leaves to the variables it mentions, None where a variable has none left."""
        left = {int(self.variable_of[f]): {f} for f in facts}
        atoms = Rows.of([[int(self.atom_of[f]) for f in facts]])
        if len(left) < len(facts) or self.groups.mutex_rows(atoms)[0]:
            return None
        for fact in denied:
            left.setdefault(int(self.variable_of[fact]), set(self.values_of(fact))).discard(fact)
        return tuple(sorted(f for values in left.values() for f in values)) if all(left.values()) else None


def _find(codes: Longs, facts: Ints, wanted: Longs) -> Ints:
    """Return the fact of each wanted code, or -1; ``codes`` are sorted."""
    if not len(codes):
        return np.full(len(wanted), -1, dtype=np.int32)
    position = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
    return np.where(codes[position] == wanted, facts[position], -1).astype(np.int32)
