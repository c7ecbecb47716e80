"""The record of a search equals its definition: who was better than all before, and values of states that are there."""

from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.evaluators.ordering import Ordering
from beta_plan.search import history
from beta_plan.search.history import MAX_POINTS, SAMPLE_SIZE, record

OBJECTIVE = Ordering.parse("[4C,PDB4]")
ROWS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), min_size=1, max_size=60)


@dataclass
class Result:
    """What a search might have found: the values of its states, in generation order."""

    rows: list[tuple[int, int]]

    @property
    def num_states(self):
        return len(self.rows)

    @property
    def levels(self):
        return np.unique(np.array(self.rows, dtype=np.int32), axis=0)

    def level_of(self, begin, end):
        found = np.unique(np.array(self.rows, dtype=np.int32), axis=0, return_inverse=True)[1]
        return found.reshape(-1)[begin:end].astype(np.int32)

    def states(self, numbers):
        raise AssertionError("a record is made of values alone")


@given(ROWS)
def test_the_history_has_a_row_for_each_state_that_was_better_than_all_before(rows):
    found = record(Result(rows), OBJECTIVE, seed=0)["history"]
    better = [i for i, row in enumerate(rows) if all(row > earlier for earlier in rows[:i])]
    assert found == {
        "states": [*(i + 1 for i in better), len(rows)],
        "4C": [*(rows[i][0] for i in better), max(rows)[0]],
        "PDB4": [*(rows[i][1] for i in better), max(rows)[1]],
    }


def test_chunks_make_no_difference(monkeypatch):
    rows = [(i * 7 % 13, i) for i in range(50)]
    whole = record(Result(rows), OBJECTIVE, seed=0)
    monkeypatch.setattr(history, "_CHUNK", 3)
    assert record(Result(rows), OBJECTIVE, seed=0) == whole


def test_a_long_history_keeps_its_first_and_last_row():
    found = record(Result([(i, 0) for i in range(5 * MAX_POINTS)]), OBJECTIVE, seed=0)["history"]
    *states, total = found["states"]
    assert len(states) == MAX_POINTS
    assert (states[0], states[-1], total) == (1, 5 * MAX_POINTS, 5 * MAX_POINTS)
    assert sorted(set(found["4C"])) == found["4C"][:-1]


@given(ROWS, st.integers(0, 3))
def test_of_few_states_the_pool_is_all_of_them(rows, seed):
    found = record(Result(rows), OBJECTIVE, seed=seed)["pool"]
    assert list(zip(found["4C"], found["PDB4"], strict=True)) == rows


def test_of_many_states_the_pool_is_a_sample_that_the_seed_chooses():
    rows = [(i % 5, i) for i in range(4 * SAMPLE_SIZE)]
    one, same, other = (record(Result(rows), OBJECTIVE, seed=seed)["pool"] for seed in (1, 1, 2))
    assert one == same != other
    assert len(set(one["PDB4"])) == SAMPLE_SIZE
    assert all(conflicts == h % 5 for conflicts, h in zip(one["4C"], one["PDB4"], strict=True))


def test_without_an_objective_there_is_nothing_to_record():
    assert record(Result([(0, 0)]), Ordering.parse("[]"), seed=0) == {}
