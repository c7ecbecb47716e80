"""The paper's definition of conflicts and its numbers for P_e."""

from __future__ import annotations

import pytest

from beta_plan.evaluators.conflicts import conflicts
from beta_plan.evaluators.ordering import Ordering
from beta_plan.evaluators.pdb import Evaluators
from tests import naive
from tests.sas.examples import running_example

S0 = (0, 0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_pdb1_pdb2_and_pdb3_of_s0_are_three_seven_and_nine(seed):
    assert Evaluators.build(running_example(), [1, 2, 3], seed=seed).h(S0) == {1: 3, 2: 7, 3: 9}


def test_pdb3_returns_the_optimal_solution_length():
    evaluators = Evaluators.build(running_example(), [3], seed=0)
    assert all(evaluators.h(s) == {3: d} for s, d in naive.distances_to_goal(running_example()).items())


def test_s0_has_four_conflicts_of_order_two_and_two_of_order_three():
    evaluators = Evaluators.build(running_example(), [1, 2, 3], seed=0)
    assert evaluators.values(Ordering.parse("[2C,3C]"), S0) == (4, 2)


def test_conflicts_are_zero_where_the_difference_is_not_positive():
    assert conflicts(3, 7) == 0
    evaluators = Evaluators.build(running_example(), [1, 2, 3], seed=0)
    assert evaluators.values(Ordering.parse("[2C,3C]"), (3, 3, 3)) == (0, 0)
