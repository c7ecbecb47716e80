from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.pdbs.kernels import unrank
from beta_plan.pdbs.legality import LegalStates
from beta_plan.pdbs.projection import Projection
from tests import naive
from tests.pdbs.oracles import is_legal, project
from tests.sas.build import Action, task
from tests.sas.examples import EXAMPLES, sokoban, transport
from tests.sas.strategies import tasks

PATTERNS = st.lists(st.integers(0, 1), min_size=1, max_size=2, unique=True).map(tuple)


@pytest.mark.parametrize("pattern", [(0,), (2, 0), (1, 3, 4), (5, 4, 3, 2, 1, 0)])
def test_rank_and_unrank_are_inverse(pattern):
    projection = Projection(transport(), pattern)
    for number in range(projection.size):
        values = dict(zip(pattern, projection.unrank(number), strict=True))
        assert projection.rank([values.get(v, 0) for v in range(6)]) == number


def test_ranks_have_no_gaps():
    task, pattern = transport(), (4, 0, 2)
    ranks = {Projection(task, pattern).rank(state) for state in naive.all_states(task)}
    assert ranks == set(range(5 * 3 * 3))


@given(st.lists(st.integers(1, 1 << 20), min_size=1, max_size=4), st.data())
@settings(deadline=None)
def test_the_kernel_divides_exactly(sizes, data):
    while np.prod(sizes, dtype=object) > 1 << 28:
        sizes = sizes[:-1] if len(sizes) > 1 else [1 << 20]
    rank = data.draw(st.integers(0, int(np.prod(sizes, dtype=np.int64)) - 1))
    values = np.zeros(len(sizes), dtype=np.int32)
    array = np.array(sizes, dtype=np.int32)
    unrank(rank, array, 1.0 / array, values)
    left = rank
    for size, value in zip(sizes, values.tolist(), strict=True):
        assert value == left % size
        left //= size


@pytest.mark.parametrize("size", [1, 3, 7, 49, 1023, 1 << 21])
def test_the_kernel_divides_exactly_around_multiples(size):
    sizes, values = np.array([size, 1], dtype=np.int32), np.zeros(2, dtype=np.int32)
    for quotient in (0, 1, 2, (1 << 28) // size - 1):
        for rank in (quotient * size, quotient * size + size - 1):
            unrank(rank, sizes, 1.0 / sizes, values)
            assert values[0] == rank % size


def test_an_empty_pattern_has_one_state():
    projection = Projection(transport(), ())
    assert (projection.size, projection.rank((0,) * 6), projection.unrank(0)) == (1, 0, ())
    assert projection.goals().tolist() == [True]


def check_masks(task, pattern):
    projection = Projection(task, pattern)
    legal = LegalStates(task).mask(projection)
    goals = projection.goals()
    domains = [range(size) for size in projection.sizes]
    for values in product(*domains):
        rank = projection.rank([dict(zip(pattern, values, strict=True)).get(v, 0) for v in range(len(task.variables))])
        assert legal[rank] == is_legal(task, pattern, values)
    for state in naive.all_states(task):
        if task.is_legal(state):
            assert legal[projection.rank(state)]
        if naive.is_goal(task, state):
            assert goals[projection.rank(state)]
    reached = {project(state, pattern) for state in naive.all_states(task) if naive.is_goal(task, state)}
    assert goals.sum() == len(reached)


@pytest.mark.parametrize("name", [name for name in sorted(EXAMPLES) if name not in ("sokoban", "blocks", "transport")])
def test_legal_and_goal_states_are_those_of_the_definition(name):
    task = EXAMPLES[name]()
    for pattern in [(0,), (1, 0), (0, 1, 2)]:
        check_masks(task, pattern)


@given(tasks(), PATTERNS)
@settings(deadline=None)
def test_legal_and_goal_states_of_random_tasks(task, pattern):
    check_masks(task, pattern)


def test_a_bound_that_nothing_satisfies_excludes_every_abstract_state():
    """Both variables of the group always have a fact of it; the pattern has none of them."""
    values = {"u": "0 1", "v": "0 1 2", "w": "0 1"}
    hopeless = task(values, [Action("a", "", "v=1")], ["v=2"], "u=0 v=0 w=0", at_most_one=["u=0 u=1 w=0 w=1"])
    check_masks(hopeless, (1,))
    assert not LegalStates(hopeless).mask(Projection(hopeless, (1,))).any()


def test_two_boxes_and_the_man_never_share_a_square():
    task = sokoban()
    mask = LegalStates(task).mask(Projection(task, (0, 1, 2)))
    assert mask.sum() == 6 * 5 * 4


def test_a_package_inside_a_truck_takes_a_place():
    """The linear invariant: two free places and a package inside would make three."""
    task = transport(packages=1)
    projection = Projection(task, (2, 4))
    mask = LegalStates(task).mask(projection)
    cap1, inside = task.variables[2].values.index("2"), task.variables[4].values.index("in1")
    assert not mask[projection.rank((0, 0, cap1, 0, inside))]
