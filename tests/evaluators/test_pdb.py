from __future__ import annotations

import numpy as np
import pytest

from beta_plan.evaluators.conflicts import conflicts
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.spaces.protocol import DEAD_END, evaluate
from tests.sas.examples import running_example


def test_no_k_no_database():
    blind = Evaluators.build(running_example(), [], seed=0)
    assert blind.ks == ()
    assert blind.h((0, 0, 0)) == {}
    assert blind.values(Ordering.parse("[]"), (0, 0, 0)) == ()


def test_the_kernel_is_found_by_the_type_of_the_tables():
    evaluators = Evaluators.build(running_example(), [3, 1, 2], seed=0)
    h = np.full(3, -1, dtype=np.int32)
    evaluate(evaluators.tables, np.zeros(3, dtype=np.int32), h)
    assert evaluators.ks == (1, 2, 3)
    assert h.tolist() == [3, 7, 9]


def test_a_state_that_a_database_gives_up_is_a_dead_end():
    evaluators = Evaluators.build(running_example(), [1, 2, 3], seed=0)
    assert evaluators.h((4, 0, 0)) == {1: DEAD_END, 2: DEAD_END, 3: DEAD_END}


def test_options_are_those_of_the_collections():
    fewer = Evaluators.build(running_example(), [2], seed=0, num_collections=1, table_limit=5)
    assert fewer.notes == ("PDB2: 2 variables are too many for a table, some patterns have fewer",)
    assert fewer.h((0, 0, 0)) == {2: 3}


def test_the_terms_of_an_objective_have_values():
    evaluators = Evaluators.build(running_example(), [1, 2, 3], seed=0)
    assert evaluators.values(Ordering.parse("[2C,PDB2,3C,PDB1]"), (0, 0, 0)) == (4, 7, 2, 3)
    with pytest.raises(ValueError, match=r"w\(PDB2\) depends on the search"):
        evaluators.values(Ordering.parse("[w(PDB2)]"), (0, 0, 0))


def test_conflicts_are_never_negative():
    assert [conflicts(7, 3), conflicts(3, 7), conflicts(5, 5)] == [4, 0, 0]
    assert conflicts(DEAD_END, DEAD_END) == 0


def test_values_of_many_states_are_those_of_each():
    evaluators = Evaluators.build(running_example(), [1, 2, 3], seed=0)
    rows = np.array([(0, 0, 0), (3, 3, 3), (4, 0, 0), (1, 0, 2)], dtype=np.int32)
    for order in ("[3C,PDB2]", "[]"):
        ordering = Ordering.parse(order)
        many = [tuple(row) for row in evaluators.values_of(ordering, rows).tolist()]
        assert many == [evaluators.values(ordering, state) for state in rows.tolist()]
    assert len({tuple(row) for row in evaluators.values_of(Ordering.parse("[3C,PDB2]"), rows).tolist()}) > 2
