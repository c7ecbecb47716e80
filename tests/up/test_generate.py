"""Hard initial states for problems of unified-planning."""

from __future__ import annotations

import pytest

pytest.importorskip("unified_planning", reason="needs the extra 'up'")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.shortcuts import BoolType, DurativeAction, Fluent, Problem

import beta_plan.up
from beta_plan import GeneratorConfig
from beta_plan.errors import UnsupportedFeature
from tests.up.problems import bundled, lamps
from tests.up.test_engine import is_valid, registered, simulated, solve  # noqa: F401

CONFIG = GeneratorConfig(order="[w(PDB2),2C,PDB2]", select="objective", max_expansions=1000)


@pytest.mark.parametrize("name", ["ferry", "transport"])
def test_the_problem_has_another_initial_state_and_a_plan_that_solves_it(name):
    problem = bundled(name)
    before = dict(problem.initial_values)
    hard, plan, metrics = beta_plan.up.generate(problem, CONFIG)
    assert is_valid(hard, plan)
    assert simulated(hard, plan)[0]
    assert dict(hard.initial_values) != before
    assert dict(problem.initial_values) == before
    assert (hard.all_objects, hard.goals, hard.actions) == (problem.all_objects, problem.goals, problem.actions)
    assert metrics.plan_length == len(plan.actions)


def test_static_facts_stay():
    problem = bundled("transport")
    hard, _, _ = beta_plan.up.generate(problem, CONFIG)
    static = problem.get_static_fluents()
    changed = {
        atom.fluent().name for atom, value in problem.initial_values.items() if hard.initial_value(atom) != value
    }
    assert changed.isdisjoint(fluent.name for fluent in static)


def test_the_engine_answers_with_the_certificate():
    hard, plan, _ = beta_plan.up.generate(bundled("ferry"), CONFIG)
    found = solve(hard)
    assert (found.status, found.plan) == (Status.SOLVED_SATISFICING, plan)
    assert "a plan is known, and was replayed" in found.log_messages[0].message


def test_a_certificate_that_no_longer_holds_is_no_answer():
    problem = bundled("ferry")
    hard, plan, _ = beta_plan.up.generate(problem, CONFIG)
    for atom, value in problem.initial_values.items():
        hard.set_initial_value(atom, value)
    found = solve(hard)
    assert found.plan != plan
    assert is_valid(hard, found.plan)


def test_names_come_back():
    problem = lamps()
    hard, plan, _ = beta_plan.up.generate(problem, GeneratorConfig(max_expansions=100, any_state=True))
    assert is_valid(hard, plan)
    assert {step.action.name for step in plan.actions} == {"Switch ON"}


def test_what_is_no_classical_problem_is_refused():
    problem = Problem("temporal")
    lit = problem.add_fluent(Fluent("lit", BoolType()), default_initial_value=False)
    wait = DurativeAction("wait")
    wait.set_fixed_duration(3)
    problem.add_action(wait)
    problem.add_goal(lit)
    with pytest.raises(UnsupportedFeature, match="TIME"):
        beta_plan.up.generate(problem)
