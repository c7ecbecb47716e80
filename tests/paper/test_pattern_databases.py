"""The paper's section on pattern databases and its example with P_e."""

from __future__ import annotations

from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.build import compute_pdb
from beta_plan.pdbs.collection import PdbCollections
from beta_plan.pdbs.store import Store
from tests import naive
from tests.sas.examples import running_example, sokoban

S0 = (0, 0, 0)


def test_pattern_v1_is_solved_by_a_single_jump():
    assert compute_pdb(running_example(), (0,)).h(S0) == 1


def test_pattern_v2_v3_needs_six_steps_as_jump_is_no_longer_applicable():
    assert compute_pdb(running_example(), (1, 2)).h(S0) == 6


def test_the_two_patterns_are_additive_and_return_seven():
    tables = Store(Projector(running_example())).additive([(0,), (1, 2)])
    assert sum(table.h(S0) for table in tables) == 7


def test_an_additive_pdb_is_admissible():
    example = running_example()
    exact = naive.distances_to_goal(example)
    for patterns in ([(0,), (1,), (2,)], [(0,), (1, 2)], [(0, 2), (1,)], [(0, 1, 2)]):
        tables = Store(Projector(example)).additive(patterns)
        assert all(sum(table.h(state) for table in tables) <= distance for state, distance in exact.items())


def test_the_maximum_is_taken_over_one_more_pdb_than_there_are_variables():
    for k in (1, 2, 3):
        (sums,) = PdbCollections.build(running_example(), [k], seed=0).sums
        assert len(sums) == 3 + 1


def test_patterns_have_k_variables_and_the_last_what_is_left():
    (sums,) = PdbCollections.build(running_example(), [2], seed=0).sums
    assert all([len(pattern) for pattern in one.patterns] == [2, 1] for one in sums)
    assert all(sorted(v for pattern in one.patterns for v in pattern) == [0, 1, 2] for one in sums)


def test_all_patterns_of_sokoban_include_the_man():
    example = sokoban()
    man = [variable.name for variable in example.variables].index("man")
    for sums in PdbCollections.build(example, [1, 2], seed=0).sums:
        assert all(man in pattern for one in sums for pattern in one.patterns)
