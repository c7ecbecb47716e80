"""Selection equals the definition: rank everything, filter, drop copies; on real tasks and on random values."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beta_plan.errors import InputRefused
from beta_plan.sas.invert import Transitions
from beta_plan.sas.roles import roles
from beta_plan.search import select
from beta_plan.search.natural import allowed_facts
from beta_plan.search.select import Candidates, hardness, spread
from beta_plan.spaces.sas import SasSpace
from beta_plan.splits import evenly
from beta_plan.symmetry import Orbits, interchangeable
from tests import naive
from tests.bundled import front_end


@dataclass
class Result:
    """What a search might have found: states and their values."""

    rows: list[tuple[int, ...]]
    values: np.ndarray
    looked_at: int = 0

    @property
    def num_states(self):
        return len(self.rows)

    @property
    def levels(self):
        return np.unique(self.values, axis=0)

    def level_of(self, begin, end):
        return np.unique(self.values, axis=0, return_inverse=True)[1].reshape(-1)[begin:end]

    def states(self, numbers):
        self.looked_at += len(numbers)
        return np.array([self.rows[number] for number in numbers], dtype=np.int32).reshape(len(numbers), -1)


@cache
def backward(name, limit=600):
    """Return states in the order of a breadth-first search backwards from the goals, and their distances."""
    loaded = front_end(name)
    transitions = Transitions(loaded.sas)
    goals = loaded.goal_states(limit=1000, seed=0).states
    distance = dict.fromkeys(goals, 0)
    queue = list(goals)
    for state in queue:
        if len(queue) > limit:
            break
        for _, before in transitions.predecessors(state):
            if before not in distance:
                distance[before] = distance[state] + 1
                queue.append(before)
    return queue, [distance[state] for state in queue]


def searched(name, seed=0):
    """Return a result whose objective is a random number before the distance."""
    states, distances = backward(name)
    chance = np.random.default_rng(seed)
    return Result(states, np.stack([chance.integers(0, 4, len(states)), distances], axis=1).astype(np.int32))


def is_natural(task, state):
    predicates = {task.atoms.predicate[atom] for atom in task.decode(task.init)}
    fixed = all(state[v] == task.init[v] for v in roles(task).consumables)
    return fixed and all(task.atoms.predicate[atom] in predicates for atom in task.decode(state))


def kept(task, state, predicate):
    def of(s):
        return {task.atoms[a] for a in task.decode(s) if task.atoms[a][1:].split(" ")[0] == predicate}

    return of(state) == of(task.init)


NATURAL = ["transport", "nomystery", "gripper", "ferry", "briefcase", "logistics"]


@pytest.mark.parametrize(("chunk", "block"), [(1 << 16, 256), (7, 2), (1, 1)])
@pytest.mark.parametrize("name", NATURAL)
def test_the_hardest_are_the_first_natural_states_by_objective_and_generation(monkeypatch, name, chunk, block):
    monkeypatch.setattr(select, "CHUNK", chunk)
    monkeypatch.setattr(select, "FIRST_BLOCK", block)
    task, result = front_end(name).sas, searched(name)
    ranked = sorted(range(len(result.rows)), key=lambda i: (*(-result.values[i]).tolist(), i))
    good = [i for i in ranked if is_natural(task, result.rows[i]) and not naive.is_goal(task, result.rows[i])]
    assert 3 < len(good) < len(ranked)
    for count in (1, 2, 10):
        assert Candidates(result, SasSpace.of_task(task), allowed_facts(task)).hardest(count) == good[:count]
    assert Candidates(result, SasSpace.of_task(task), allowed_facts(task)).hardest(len(ranked)) == good


@pytest.mark.parametrize("name", NATURAL)
def test_any_state_takes_all_but_goal_states(name):
    task, result = front_end(name).sas, searched(name)
    found = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True)).hardest(10**6)
    assert set(found) == {i for i, state in enumerate(result.rows) if not naive.is_goal(task, state)}


@pytest.mark.parametrize(("name", "predicate"), [("transport", "room"), ("transport", "AT"), ("gripper", "holds")])
def test_keep_asks_for_the_atoms_of_the_reference(name, predicate):
    task, result = front_end(name).sas, searched(name)
    allowed = allowed_facts(task, any_state=True, keep=[predicate])
    states = [*result.rows, task.init]
    wanted = [kept(task, state, predicate.lower()) for state in states]
    assert [bool(allowed[task.facts_of(state)].all()) for state in states] == wanted
    assert wanted[-1]
    assert not all(wanted)


def test_a_static_predicate_is_kept_anyway():
    task = front_end("transport").sas
    assert allowed_facts(task, any_state=True, keep=["road"]).all()


def test_keep_is_refused_where_it_means_nothing():
    task = front_end("transport").sas
    with pytest.raises(InputRefused, match=r"no predicate 'rom' \(one of at, in, one-more, road, room\)"):
        allowed_facts(task, keep=["rom"])
    with pytest.raises(InputRefused, match="states no fluents"):
        allowed_facts(replace(task, init=None), keep=["room"])


def test_without_a_reference_every_state_is_natural():
    assert allowed_facts(replace(front_end("transport").sas, init=None)).all()


@pytest.mark.parametrize("name", ["gripper", "miconic"])
def test_copies_are_dropped_and_the_first_of_them_stays(name):
    loaded, result = front_end(name), searched(name)
    result.values[:, 0] = 0
    canonical = Orbits(loaded.sas, interchangeable(loaded.lifted))
    allowed = allowed_facts(loaded.sas, any_state=True)
    every = Candidates(result, SasSpace(loaded), allowed).hardest(10**6)
    found = Candidates(result, SasSpace(loaded), allowed, canonical).hardest(10**6)
    first: dict[object, int] = {}
    for number in every:
        first.setdefault(canonical(result.rows[number]), number)
    assert found == list(first.values())
    assert len(found) < len(every)


@pytest.mark.parametrize("name", NATURAL)
def test_candidates_are_drawn_from_the_hardest_natural_states(name):
    task, result = front_end(name).sas, searched(name)
    candidates = Candidates(result, SasSpace.of_task(task), allowed_facts(task))
    (hardest,) = candidates.hardest(1)
    found = candidates.drawn(5, seed=1)
    assert found[0] == hardest
    assert 3 <= len(set(found)) == len(found) <= 5
    assert all(is_natural(task, result.rows[i]) and not naive.is_goal(task, result.rows[i]) for i in found)
    assert found == candidates.drawn(5, seed=1)


def test_none_is_drawn_where_none_is_natural():
    task, result = front_end("transport").sas, searched("transport")
    nothing = np.zeros(task.num_facts, dtype=bool)
    assert Candidates(result, SasSpace.of_task(task), nothing).drawn(5, seed=0) == []


def test_all_candidates_are_drawn_where_there_are_few():
    task, result = front_end("transport").sas, searched("transport")
    candidates = Candidates(result, SasSpace.of_task(task), allowed_facts(task))
    assert set(candidates.drawn(10**6, seed=0)) == set(candidates.hardest(10**6))


def test_candidates_of_the_hardest_hundredth_are_enough_if_they_are_natural():
    task, (states, distances) = front_end("blocks").sas, backward("blocks")
    result = Result(states, np.array(distances, dtype=np.int32)[:, None])
    candidates = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True))
    hardest = sorted(distances, reverse=True)[: len(distances) // 100 + 1]
    assert min(distances[i] for i in candidates.drawn(2, seed=0)) >= min(hardest)
    assert candidates.drawn(40, seed=0) != candidates.drawn(40, seed=1)


def test_candidates_are_drawn_by_every_term():
    task, (states, distances) = front_end("blocks").sas, backward("blocks")
    first = np.arange(len(states), dtype=np.int32) % 7
    result = Result(states, np.stack([first, np.array(distances, dtype=np.int32)], axis=1))
    found = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True)).drawn(30, seed=0)
    assert sum(first[i] == 6 for i in found) >= 15
    assert sum(distances[i] >= sorted(distances)[-20] for i in found) >= 9


@pytest.mark.parametrize("count", [1, 2, 5, 30])
@pytest.mark.parametrize("name", ["transport", "gripper", "blocks"])
def test_a_series_ascends_evenly_from_near_the_goal_to_the_hardest(name, count):
    task, (states, distances) = front_end(name).sas, backward(name)
    result = Result(states, np.array(distances, dtype=np.int32)[:, None])
    allowed = allowed_facts(task, any_state=True)
    found = Candidates(result, SasSpace.of_task(task), allowed).at(evenly(count))
    values = [distances[i] for i in found]
    assert len(set(found)) == count
    assert values == sorted(values)
    assert values[-1] == max(distances)
    assert found[-1] in {i for i, d in enumerate(distances) if d == max(distances)}
    if count > 1:
        assert values[0] == 1
    if count <= 5:
        targets = np.linspace(1, max(distances), count) if count > 1 else [max(distances)]
        assert np.abs(np.array(values) - targets).max() <= 1


def test_a_series_spreads_over_the_first_term_and_then_the_second():
    task, result = front_end("transport").sas, searched("transport")
    allowed = allowed_facts(task, any_state=True)
    found = Candidates(result, SasSpace.of_task(task), allowed).at(evenly(4))
    assert [int(result.values[i, 0]) for i in found] == [0, 1, 2, 3]
    assert found == sorted(found, key=lambda i: tuple(result.values[i]))
    assert found[-1:] == Candidates(result, SasSpace.of_task(task), allowed).hardest(1)


def test_a_series_takes_the_nearest_state_where_hardness_has_gaps():
    task, (states, distances) = front_end("transport").sas, backward("transport")
    near = [i for i, d in enumerate(distances) if d == 1][:10]
    result = Result([states[i] for i in near], np.array([0, 0, 1, 1, 2, 100, 100, 49, 90, 95], dtype=np.int32)[:, None])
    found = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True)).at(evenly(5))
    assert found == [0, 4, 7, 8, 5]


def test_nothing_is_found_among_goal_states():
    task = front_end("gripper").sas
    goals = front_end("gripper").goal_states(limit=10, seed=0).states
    result = Result(list(goals), np.zeros((len(goals), 1), dtype=np.int32))
    candidates = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True))
    assert (candidates.hardest(3), candidates.at(evenly(3))) == ([], [])


def test_fewer_states_than_wanted_are_all_there_are():
    task, result = front_end("gripper").sas, searched("gripper")
    small = Result(result.rows[-3:], result.values[-3:])
    candidates = Candidates(small, SasSpace.of_task(task), allowed_facts(task, any_state=True))
    assert sorted(candidates.hardest(9)) == sorted(candidates.at(evenly(9))) == [0, 1, 2]


LARGE = st.integers(-(2**31), 2**31 - 1)


@given(st.lists(st.tuples(*[st.one_of(st.integers(-3, 3), LARGE)] * 3), min_size=1, max_size=30))
def test_hardness_orders_as_tuples_do(unsorted):
    rows = sorted(set(unsorted))
    key = hardness(np.array(rows, dtype=np.int32)).tolist()
    for one, key_one in zip(rows, key, strict=True):
        for other, key_other in zip(rows, key, strict=True):
            assert (one < other) == (key_one < key_other)


def test_hardness_is_a_measure():
    values = np.array([[5, 0], [5, 9], [6, 0], [9, 9]], dtype=np.int32)
    assert hardness(values).tolist() == [0, 9, 10, 49]


def test_without_an_objective_the_last_state_is_the_hardest():
    task, (states, _) = front_end("gripper").sas, backward("gripper")
    result = Result(states, np.zeros((len(states), 0), dtype=np.int32))
    found = Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True)).hardest(3)
    assert found == [len(states) - 1, len(states) - 2, len(states) - 3]


def test_a_series_without_an_objective_is_refused():
    task, (states, _) = front_end("gripper").sas, backward("gripper")
    result = Result(states, np.zeros((len(states), 0), dtype=np.int32))
    with pytest.raises(ValueError, match="a series needs an objective"):
        Candidates(result, SasSpace.of_task(task), allowed_facts(task, any_state=True)).at(evenly(3))


def test_copies_are_dropped_across_chunks(monkeypatch):
    loaded, result = front_end("gripper"), searched("gripper")
    canonical = Orbits(loaded.sas, interchangeable(loaded.lifted))
    allowed = allowed_facts(loaded.sas, any_state=True)
    at_once = [Candidates(result, SasSpace(loaded), allowed, canonical).hardest(count) for count in (1, 3, 9)]
    monkeypatch.setattr(select, "CHUNK", 5)
    assert [Candidates(result, SasSpace(loaded), allowed, canonical).hardest(count) for count in (1, 3, 9)] == at_once


def test_only_the_top_is_looked_at():
    task, result = front_end("transport").sas, searched("transport")
    many = Result(result.rows * 500, np.tile(result.values, (500, 1)))
    assert Candidates(many, SasSpace.of_task(task), allowed_facts(task)).hardest(1)
    assert 0 < many.looked_at < len(many.rows) / 4


def test_what_was_met_is_spread_evenly():
    assert spread(range(10), 3) == [9, 5, 0]
    assert spread([], 3) == []
