"""The measures of a state: own, fresh and best; dead ends; what is left out when the time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

import pytest

from beta_plan.evaluators import measure
from beta_plan.evaluators.measure import NUM_FRESH, Measure, fresh_seed
from beta_plan.evaluators.pdb import Evaluators
from beta_plan.metrics import Metrics
from beta_plan.pdbs.partitions import Partitions
from beta_plan.sas.invert import Transitions
from beta_plan.sas.task import SasTask, State
from tests import naive
from tests.bundled import front_end


@dataclass(frozen=True, eq=False)
class Small:
    """A task with small tables."""

    task: SasTask

    def evaluators(self, ks, *, seed, stop=None):
        return Evaluators.build(self.task, ks, seed=seed, stop=stop, table_limit=2**12, total_limit=2**20)

    def best(self, state, k, *, seed, stop=None):
        return Partitions(self.task, table_limit=2**12, total_limit=2**20, stop=stop).best(state, k, seed=seed)


def small(task: SasTask, *, seed: int, stop: Callable[[], bool] | None = None) -> Measure:
    return Measure(Small(task), seed=seed, stop=stop)


def initial(name: str) -> State:
    state = front_end(name).sas.init
    assert state is not None
    return state


@cache
def dead_end(name: str) -> State:
    """Return a state that can be reached and from which no goal state can."""
    task = front_end(name).sas
    transitions = Transitions(task)
    forward = [initial(name)]
    seen = set(forward)
    for state in forward:
        for _, after in transitions.successors(state):
            if after not in seen:
                seen.add(after)
                forward.append(after)
    alive = [state for state in forward if naive.is_goal(task, state)]
    living = set(alive)
    for state in alive:
        for _, before in transitions.predecessors(state):
            if before in seen and before not in living:
                living.add(before)
                alive.append(before)
    return next(state for state in forward if state not in living)


def test_own_values_are_those_of_the_evaluators_and_the_rest_is_built():
    task, state = front_end("transport").sas, initial("transport")
    evaluators = Evaluators.build(task, (2, 3), seed=4, table_limit=2**12, total_limit=2**20)
    (values,) = small(task, seed=4).own([state], evaluators)
    h = evaluators.h(state)
    assert (values["PDB2"], values["PDB3"], values["3C"]) == (h[2], h[3], max(0, h[3] - h[2]))
    everything = Evaluators.build(task, (1, 2, 3, 4), seed=4, table_limit=2**12, total_limit=2**20).h(state)
    assert values["PDB1"] == everything[1]


def test_fresh_values_are_means_over_other_seeds():
    task, state = front_end("blocks").sas, initial("blocks")
    (values,) = small(task, seed=1).fresh([state])
    drawn = [
        Evaluators.build(task, (1, 2, 3, 4), seed=fresh_seed(1, n), table_limit=2**12, total_limit=2**20).h(state)
        for n in range(2, NUM_FRESH + 2)
    ]
    assert values["PDB2"] == pytest.approx(sum(h[2] for h in drawn) / NUM_FRESH, abs=0.005)
    assert values["3C"] == pytest.approx(sum(max(0, h[3] - h[2]) for h in drawn) / NUM_FRESH, abs=0.005)


def test_a_dead_end_has_no_number():
    task, state = front_end("sokoban").sas, dead_end("sokoban")
    (values,) = small(task, seed=0).best([state])
    assert values["PDB4"] is None
    assert "PDB4 = dead end" in str(Metrics(None, None, best=values))


def test_when_time_is_over_what_is_unfinished_is_left_out(monkeypatch):
    task, state = front_end("transport").sas, initial("transport")
    asked = count()
    monkeypatch.setattr(measure, "KS", (1,))
    few = small(task, seed=0, stop=lambda: next(asked) > 40)
    (values,) = few.fresh([state])
    assert set(values) <= {"PDB1"}
    assert few.notes[0].startswith("fresh: ")
    nothing = small(task, seed=0, stop=lambda: True)
    assert (nothing.fresh([state]), nothing.best([state, state])) == ([{}], [{}, {}])
    assert nothing.notes == ["fresh: 0 of 5 draws, stopped early", "best: some are missing, stopped early"]


@dataclass(frozen=True, eq=False)
class Cramped(Small):
    """A task for which the system gives no memory after some calls."""

    calls: Iterator[int]

    def evaluators(self, ks, *, seed, stop=None):
        self._call()
        return super().evaluators(ks, seed=seed, stop=stop)

    def best(self, state, k, *, seed, stop=None):
        self._call()
        return super().best(state, k, seed=seed, stop=stop)

    def _call(self):
        if next(self.calls, None) is None:
            raise MemoryError


def test_where_there_is_no_memory_what_is_unfinished_is_left_out():
    task, state = front_end("blocks").sas, initial("blocks")
    known = Evaluators.build(task, (1, 2), seed=0, table_limit=2**12, total_limit=2**20)

    def cramped(calls: int) -> Measure:
        return Measure(Cramped(task, iter(range(calls))), seed=0)

    own, fresh, best = cramped(0), cramped(2), cramped(3)
    assert set(own.own([state], known)[0]) == {"PDB1", "PDB2", "2C"}
    assert set(fresh.fresh([state])[0]) == {"PDB1", "PDB2", "PDB3", "PDB4", "2C", "3C", "4C"}
    assert [set(values) for values in best.best([state, state])] == [{"PDB1", "PDB2", "2C"}, {"PDB1"}]
    assert [*own.notes, *fresh.notes, *best.notes] == [
        "own: some are missing, out of memory",
        "fresh: 2 of 5 draws, out of memory",
        "best: some are missing, out of memory",
    ]
