"""The arrays of a SAS+ space that kernels read: what they mean, and the names of their columns."""

from __future__ import annotations

from typing import NamedTuple

from beta_plan.sas.rows import Ints

# Columns of ``packing``.
WORD, SHIFT, BITS = 0, 1, 2
# Columns of ``inverse``.
ACTION, OLD, GROUP, STEP = 0, 1, 2, 3
# The position in ``rings`` of where its edges begin, and of the beginning of the first action's variables.
EDGES, FIRST = 0, 1
# Places in an edge of ``rings``, and how many there are.
RELATION, SOURCE, TARGET, WIDTH = 0, 1, 2, 3
# Columns of ``steps``.
VARIABLE, OWN, PART_END, DUE, LOW, HIGH = 0, 1, 2, 3, 4, 5
# Columns of ``constraints`` (beside VARIABLE), ``effects``, and of all rows of facts (beside VARIABLE).
EFFECT = 1
VALUE, CONDITION = 0, 1
OF_VARIABLE, IS = 0, 1

LEAF = -1
"""The head of a leaf in ``tree``."""


class GroupTables(NamedTuple):
    """The mutex groups that have to be counted: those of a fact are ``of_fact[first[fact]:first[fact + 1]]``.

    The first half of ``totals``, scratch memory, says how many facts of each group a state has, counted from what the
    second half says. An exclusive triple counts from -1: with a total of one it is full, as a mutex group is.
    """

    first: Ints
    of_fact: Ints
    totals: Ints


class ChoiceTables(NamedTuple):
    """How free variables get their values.

    The first step of an inverse action is none, each other one gives one variable a value. Steps that belong together
    (up to PART_END) are solved together. The ``due`` constraints of a step can be asked once its variable has a value,
    those of the first step at once; OWN is the constraint on the step's variable itself, or -1. A constraint says that
    after the ``effects`` whose ``conditions`` held its variable has the value that it has in the state. LOW and
    HIGH, scratch memory, are the range of values that a step tries.
    """

    steps: Ints
    due: Ints
    constraints: Ints
    effects: Ints
    conditions: Ints


class SasTables(NamedTuple):
    """Arrays of int32. Ragged rows are cut by a column of beginnings; the row after the last one ends them.

    ``tree`` is the decision tree over what inverse actions require (see ``beta_plan.spaces.generator``); its leaves
    are ranges of inverse actions. Inverse action r undoes ``inverse[r, ACTION]``: the pairs (variable, value) of
    ``old`` come back. Where it has no steps it does nothing else, and is legal where none of its ``groups`` has
    a total above zero in the state. Otherwise its steps give values to free variables, and each of its ``groups`` must
    have exactly one fact in the end. In both cases no ring may be closed: ``beta_plan.spaces.rings`` says what is in
    ``rings``, which is empty where none can be. Every array costs time in each call, so they are few.
    """

    offsets: Ints
    packing: Ints
    tree: Ints
    inverse: Ints
    old: Ints
    groups: Ints
    rings: Ints
    counts: GroupTables
    choices: ChoiceTables
