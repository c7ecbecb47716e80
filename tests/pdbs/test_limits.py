"""Time and memory of a build."""

from __future__ import annotations

import tracemalloc

import pytest

from beta_plan.evaluators.pdb import Evaluators
from beta_plan.pdbs.abstract import Projector
from beta_plan.pdbs.collection import PdbCollections
from beta_plan.pdbs.memory import BYTES_AT_PEAK, BYTES_AT_REST, BYTES_OF_TABLE, bytes_needed, total_limit_for
from beta_plan.pdbs.partitions import Partitions
from beta_plan.pdbs.store import Stopped, Store
from tests.pdbs.test_partitions import locks
from tests.sas.examples import running_example, transport


class After:
    """Says stop when it was asked so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_stop_is_asked_before_each_table():
    store = Store(Projector(running_example()), stop=After(2))
    assert len(store.additive([(0,), (1,)])) == 2
    assert len(store.additive([(0,), (1,)])) == 2  # known already
    with pytest.raises(Stopped):
        store.additive([(2,)])


@pytest.mark.parametrize("times", [0, 1, 5, 12, 16])
def test_a_stopped_build_has_the_collections_that_were_finished(times):
    whole = PdbCollections.build(transport(4), [1, 2], seed=1)
    part = PdbCollections.build(transport(4), [1, 2], seed=1, stop=After(times))
    singles = {frozenset(one.patterns) for one in whole.sums[0]}
    unfinished = {}
    for k, some, every in zip((1, 2), part.sums, whole.sums, strict=True):
        if f"PDB{k}: patterns of single things instead" in part.notes:
            assert [frozenset(one.patterns) in singles for one in some] == [True]
            unfinished[k] = 0
        else:
            assert [one.patterns for one in some] == [one.patterns for one in every][: len(some)]
            unfinished |= {k: len(some)} if len(some) < 9 else {}
    assert 2 in unfinished
    over = tuple(note for note in part.notes if "stopped early" in note)
    assert over == tuple(f"PDB{k}: {n} of 9 collections, stopped early" for k, n in unfinished.items())


def test_who_is_stopped_after_the_single_things_has_them_for_every_k():
    part = PdbCollections.build(transport(4), [2, 3], seed=1, stop=After(8))
    assert [len(sums) for sums in part.sums] == [1, 1]
    assert all(f"PDB{k}: patterns of single things instead" in part.notes for k in (2, 3))


def test_who_is_stopped_at_once_has_small_tables_of_single_things():
    found = Evaluators.build(transport(4), [1, 2], seed=1, stop=lambda: True).h(transport(4).init or ())
    single = Evaluators.build(transport(4), [1], seed=1).h(transport(4).init or ())
    assert 0 < found[1] == found[2] <= single[1]


def test_stop_that_never_says_so_changes_nothing():
    state = transport(4).init or ()
    asked = PdbCollections.build(transport(4), [1, 2], seed=1, stop=lambda: False)
    assert asked.h(state) == PdbCollections.build(transport(4), [1, 2], seed=1).h(state)
    assert asked.notes == ()


@pytest.mark.parametrize("policy", ["redrawn", "best"])
def test_a_policy_without_time_for_all_parts_keeps_the_partitions_that_are_finished(policy):
    """Wheels are six, and three pairs make a partition; tables of single wheels come first."""
    state = (1,) * 6
    for times in range(0, 25, 3):
        evaluators = Evaluators.build(locks(), [2], seed=1, policy=policy, stop=After(times))
        assert evaluators.h(state)[2] <= Partitions(locks()).best(state, 2)
        if times < 21:
            assert len(evaluators.notes) == 1
            assert evaluators.notes[0].startswith("PDB2: ")
            assert evaluators.notes[0].endswith("of 7 collections, stopped early")
    late = Evaluators.build(locks(), [2], seed=1, policy=policy, stop=After(15))
    assert late.h(state)[2] > 0
    assert not late.notes[0].startswith("PDB2: 0 ")


def test_both_policies_without_any_time_know_nothing():
    for policy in ("redrawn", "best"):
        for task in (locks(), transport(4)):
            evaluators = Evaluators.build(task, [1, 2], seed=1, policy=policy, stop=lambda: True)
            assert evaluators.h(task.init or ()) == {1: 0, 2: 0}


def test_a_build_takes_no_more_memory_than_it_says():
    """At its peak and at rest; the limit of all tables is reached."""
    task, table_limit = transport(8), 1 << 17
    everything = PdbCollections.build(task, [3, 4], seed=1, num_collections=6)
    limit = sum(table.entries.nbytes for table in everything.distinct_tables) // 2
    assert limit > 1 << 18
    del everything
    tracemalloc.start()
    try:
        evaluators = Evaluators.build(task, [3, 4], seed=1, total_limit=limit, table_limit=table_limit)
        rest, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "the tables are full" in " ".join(evaluators.notes)
    fixed = 1 << 18  # arrays of actions
    assert limit // 2 < rest <= BYTES_AT_REST * limit + fixed
    assert peak <= BYTES_AT_PEAK * limit + BYTES_OF_TABLE * table_limit + fixed


@pytest.mark.parametrize("num_bytes", [0, 1 << 20, 50 << 20, 100 << 20, 500 << 20, 8 << 30])
@pytest.mark.parametrize("num_actions", [0, 100_000])
def test_a_limit_of_bytes_is_kept_by_the_limit_of_states(num_bytes, num_actions):
    limit = total_limit_for(num_bytes, num_actions=num_actions)
    assert limit >= 1
    if limit > 1:
        assert bytes_needed(limit, num_actions=num_actions) <= num_bytes
        assert bytes_needed(limit + 2**10, num_actions=num_actions) > num_bytes
