"""The decision tree finds exactly the rows that hold."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.sas.rows import Ints, Rows
from beta_plan.spaces.generator import DecisionTree, decision_tree
from beta_plan.spaces.tables import LEAF


def walk(tree: DecisionTree, state) -> list[int]:
    """Return the rows that a walk meets: the definition of the array, in plain Python."""
    nodes, at, found = tree.nodes.tolist(), 0, []
    while at >= 0:
        head = nodes[at]
        if head == LEAF:
            _, first, end, at = nodes[at : at + 4]
            found += tree.order[first:end].tolist()
        elif head >= 0:
            at = nodes[at + 1 + state[head]]
        else:
            variable, other = nodes[at + 1 : at + 3]
            branches = nodes[at + 3 : at + 3 + 2 * (-head - 1)]
            at = dict(zip(branches[::2], branches[1::2], strict=True)).get(state[variable], other)
    return found


def offsets_of(sizes: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)


@st.composite
def rows_of_facts(draw):
    """Return the sizes of some variables and rows that ask for values of some of them."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    row = st.fixed_dictionaries({}, optional={v: st.integers(0, size - 1) for v, size in enumerate(sizes)})
    return sizes, draw(st.lists(row, max_size=30))


@given(rows_of_facts())
@settings(max_examples=200, deadline=None)
def test_a_walk_meets_each_row_that_holds_once(case):
    sizes, rows = case
    offsets = offsets_of(sizes)
    tree = decision_tree(Rows.of([[int(offsets[v]) + x for v, x in row.items()] for row in rows]), offsets)
    assert sorted(tree.order.tolist()) == list(range(len(rows)))
    for state in product(*map(range, sizes)):
        holding = [i for i, row in enumerate(rows) if all(state[v] == x for v, x in row.items())]
        assert sorted(walk(tree, state)) == holding


def test_a_tree_without_rows_is_one_empty_leaf():
    tree = decision_tree(Rows.of([]), offsets_of([2, 2]))
    assert tree.nodes.tolist() == [LEAF, 0, 0, -1]


def test_few_values_of_a_large_variable_take_little_room():
    rows = Rows.of([[v * 1000 + x] for v in range(50) for x in (1, 7)])
    assert len(decision_tree(rows, offsets_of([1000] * 50)).nodes) < 1000
