"""How a run shares out its time and its memory."""

from __future__ import annotations

import pytest

from beta_plan import limits
from beta_plan.config import GeneratorConfig
from beta_plan.limits import (
    FOR_AN_INSTANCE,
    LEAST_FOR_METRICS,
    LEAST_SETUP,
    METRICS_SHARE,
    NATURAL_SHARE,
    SETUP_SHARE,
    Limits,
)
from beta_plan.pdbs.memory import bytes_needed
from beta_plan.pdbs.store import TOTAL_LIMIT


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands until it is set: ``clock[0] = 5.0``."""
    now = [0.0]
    monkeypatch.setattr(limits, "monotonic", lambda: now[0])
    return now


def test_databases_are_built_for_a_part_of_the_time_that_is_left(clock):
    run = Limits(GeneratorConfig(overall_time_limit=100))
    clock[0] = 20.0
    assert not run.setup_is_over()
    clock[0] = 20.0 + 80 * SETUP_SHARE - 0.1
    assert not run.setup_is_over()
    clock[0] = 20.0 + 80 * SETUP_SHARE + 0.1
    assert run.setup_is_over()


def test_databases_have_some_time_even_where_none_is_left(clock):
    run = Limits(GeneratorConfig(overall_time_limit=1))
    clock[0] = 3.0
    assert not run.setup_is_over()
    clock[0] = 3.0 + LEAST_SETUP + 0.1
    assert run.setup_is_over()


def test_who_says_stop_is_heard_at_once():
    run = Limits(GeneratorConfig(overall_time_limit=100), stop=lambda: True)
    assert run.setup_is_over()
    assert run.is_over()


def test_the_search_leaves_time_for_what_comes_after_it(clock):
    run = Limits(GeneratorConfig(overall_time_limit=100))
    assert run.budget(all_are_natural=True).deadline == 100
    least = LEAST_FOR_METRICS + FOR_AN_INSTANCE
    run.reserve_for_metrics(0, 7.0)
    assert run.budget(all_are_natural=True).deadline == pytest.approx(100 - least)
    run.reserve_for_metrics(6, 0.25)
    assert run.budget(all_are_natural=True).deadline == pytest.approx(100 - least - 6 * 0.25)
    many = Limits(GeneratorConfig(overall_time_limit=100, count=50))
    many.reserve_for_metrics(0, 7.0)
    assert many.budget(all_are_natural=True).deadline == pytest.approx(100 - LEAST_FOR_METRICS - 50 * FOR_AN_INSTANCE)
    run.reserve_for_metrics(1, 50.0)
    assert run.budget(all_are_natural=True).deadline == 100 * (1 - METRICS_SHARE)
    left = 100 * (1 - METRICS_SHARE)
    assert run.budget(all_are_natural=False).deadline == pytest.approx(left * (1 - NATURAL_SHARE))
    assert run.budget_for_naturalising().deadline == 100 * (1 - METRICS_SHARE)


def test_a_race_shares_with_the_search_what_the_setup_has_left(clock):
    run = Limits(GeneratorConfig(overall_time_limit=100))
    clock[0] = 80.0
    assert run.budget(all_are_natural=False, race=0.7).deadline == pytest.approx(100 - 20 * 0.7)


def test_a_race_takes_a_part_of_time_and_memory_from_the_search(clock):
    run = Limits(GeneratorConfig(overall_time_limit=100, overall_memory_limit=1 << 30))
    search, race = run.budget(all_are_natural=False, race=0.7), run.budget_for_race()
    assert search.deadline == pytest.approx(100 * 0.3)
    assert race.deadline == 100
    assert search.memory is not None
    assert race.memory is not None
    assert race.memory - search.memory >= 100 << 20


def test_kernels_are_compiled_in_time_of_their_own_unless_a_limit_was_asked_for(clock):
    free, strict = Limits(GeneratorConfig()), Limits(GeneratorConfig(overall_time_limit=60))
    clock[0] = 50.0
    for run in (free, strict):
        run.excuse(40.0)
    assert (free.budget(all_are_natural=True).deadline, strict.budget(all_are_natural=True).deadline) == (100, 60)


def test_with_expansions_alone_nothing_depends_on_the_clock(clock):
    run = Limits(GeneratorConfig(max_expansions=10))
    run.reserve_for_metrics(8, 1e9)
    clock[0] = 1e12
    assert not run.setup_is_over()
    assert not run.is_over()
    assert run.budget(all_are_natural=False).deadline is None
    assert run.budget(all_are_natural=False).max_expansions == 10


def test_databases_take_half_of_the_memory_at_most():
    small, large = (Limits(GeneratorConfig(overall_memory_limit=size)) for size in (500 << 20, 8 << 30))
    assert bytes_needed(small.abstract_states) <= (500 << 20) - limits.MEMORY_AT_FIRST
    assert small.abstract_states < large.abstract_states == TOTAL_LIMIT
