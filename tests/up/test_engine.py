"""The engines of unified-planning: right plans, right statuses, and what they do not take."""

from __future__ import annotations

import io
import subprocess
import sys
import warnings
from fractions import Fraction

import pytest

pytest.importorskip("unified_planning", reason="needs the extra 'up'")

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.sequential_simulator import (
    UPSequentialSimulator,
    evaluate_quality_metric,
)
from unified_planning.environment import Environment, get_environment
from unified_planning.exceptions import UPUsageError
from unified_planning.plans import SequentialPlan
from unified_planning.shortcuts import (
    GE,
    InstantaneousAction,
    Int,
    IntType,
    MinimizeActionCosts,
    MinimizeSequentialPlanLength,
    OneshotPlanner,
    Problem,
    Real,
)

import beta_plan.up
from beta_plan.up.engine import BetaPlan
from tests.test_domains import COSTS
from tests.up.problems import bundled, lamps


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(get_environment(), "credits_stream", None)
    beta_plan.up.register()


def solve(problem, engine="beta-plan", params=None, **how):
    with OneshotPlanner(name=engine, params=params or {}) as planner:
        return planner.solve(problem, **how)


def is_valid(problem, plan):
    validator = SequentialPlanValidator()
    validator.skip_checks = True  # it would refuse roads without a length, also those the plan does not take
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bool(validator.validate(problem, plan).status)


def simulated(problem, plan):
    """Execute a plan step by step; return whether the last state is a goal state, and what a metric makes of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # again, roads without a length
        simulator = UPSequentialSimulator(problem, error_on_failed_checks=False)
    state, cost = simulator.get_initial_state(), 0
    for step in plan.actions:
        after = simulator.apply(state, step)
        assert after is not None, step
        for metric in problem.quality_metrics:
            cost = evaluate_quality_metric(simulator, metric, cost, state, step.action, step.actual_parameters, after)
        state = after
    return simulator.is_goal(state), cost


@pytest.mark.parametrize("name", ["blocks", "briefcase", "ferry", "gripper", "logistics", "miconic", "sokoban"])
def test_small_problems_are_solved(name):
    problem = bundled(name)
    found = solve(problem)
    assert found.status is Status.SOLVED_SATISFICING
    assert found.engine_name == "beta-plan"
    assert is_valid(problem, found.plan)
    assert simulated(problem, found.plan)[0]


@pytest.mark.parametrize("engine", ["beta-plan", "beta-plan-opt"])
def test_with_costs_the_plan_is_as_cheap_as_possible(engine):
    problem = bundled("transport")
    found = solve(problem, engine)
    assert (found.status, *simulated(problem, found.plan)) == (Status.SOLVED_OPTIMALLY, True, COSTS["transport"])


@pytest.mark.parametrize("name", ["briefcase", "gripper"])
def test_a_shortest_plan_is_as_short_as_possible(name):
    problem = bundled(name)
    problem.add_quality_metric(MinimizeSequentialPlanLength())
    found = solve(problem, "beta-plan-opt")
    assert (found.status, len(found.plan.actions)) == (Status.SOLVED_OPTIMALLY, COSTS[name])


def test_without_a_metric_nothing_is_optimal():
    assert solve(bundled("gripper"), "beta-plan-opt").status is Status.SOLVED_SATISFICING


def test_names_that_pddl_does_not_know_come_back():
    problem = lamps()
    found = solve(problem)
    assert found.status is Status.SOLVED_SATISFICING
    assert sorted(map(str, found.plan.actions)) == ["Switch ON(Lamp#1)", "Switch ON(lamp_1)"]
    assert all(step.action == problem.action("Switch ON") for step in found.plan.actions)
    assert is_valid(problem, found.plan)


@pytest.mark.parametrize("engine", ["beta-plan", "beta-plan-opt"])
def test_what_cannot_be_solved_is_proven(engine):
    assert solve(lamps(broken=True), engine).status is Status.UNSOLVABLE_PROVEN


def test_a_goal_that_nothing_brings_about_is_proven_unsolvable():
    problem = bundled("gripper")
    problem.clear_goals()
    problem.add_goal(False)
    assert solve(problem).status is Status.UNSOLVABLE_PROVEN


def test_a_goal_that_holds_takes_no_action():
    problem = bundled("gripper")
    problem.clear_goals()
    found = solve(problem)
    assert (found.status, found.plan.actions) == (Status.SOLVED_SATISFICING, [])


def test_the_time_limit_is_kept():
    found = solve(bundled("barman"), timeout=0.0)
    assert (found.status, found.plan) == (Status.TIMEOUT, None)


def test_a_known_plan_is_the_answer_where_the_time_is_over():
    problem = bundled("transport")
    plan = solve(problem).plan
    found = solve(problem, "beta-plan-opt", timeout=0.0, warm_start_plan=plan)
    assert (found.status, found.plan) == (Status.SOLVED_SATISFICING, plan)


def test_a_wrong_plan_is_no_answer():
    problem = bundled("gripper")
    plan = SequentialPlan(solve(problem).plan.actions[:-1])
    found = solve(problem, warm_start_plan=plan)
    assert is_valid(problem, found.plan)


def test_the_stream_is_told_what_happens():
    stream = io.StringIO()
    found = solve(bundled("gripper"), output_stream=stream)
    first, *_, last = stream.getvalue().splitlines()
    assert first.startswith("normalise (")
    assert last == "beta-plan: SOLVED_SATISFICING"
    assert found.log_messages[0].message == stream.getvalue().rstrip("\n")


def test_what_is_no_classical_problem_is_refused_by_unified_planning():
    problem = Problem("numeric")
    level = problem.add_fluent("level", IntType(), default_initial_value=0)
    rise = InstantaneousAction("rise")
    rise.add_increase_effect(level, 1)
    problem.add_action(rise)
    problem.add_goal(GE(level, 3))
    assert not BetaPlan.supports(problem.kind)
    with pytest.raises(UPUsageError, match="beta-plan"):
        BetaPlan().solve(problem)
    with pytest.warns(UserWarning, match="beta-plan"):  # who asks for it by name is only warned
        found = solve(problem)
    assert found.status is Status.UNSUPPORTED_PROBLEM
    assert "INT_FLUENTS" in found.log_messages[0].message


def test_costs_that_are_not_set_are_asked_for():
    problem = bundled("gripper")
    problem.add_quality_metric(MinimizeActionCosts({problem.action("go"): Int(5)}))
    found = solve(problem)
    assert found.status is Status.UNSUPPORTED_PROBLEM
    assert "not set (give the metric a default)" in found.log_messages[0].message


@pytest.mark.parametrize("cost", [0, 7])
def test_costs_are_minimised_where_nothing_holds_at_first(cost):
    problem = lamps()
    problem.add_quality_metric(MinimizeActionCosts({}, default=Int(cost)))
    found = solve(problem)
    assert (found.status, *simulated(problem, found.plan)) == (Status.SOLVED_OPTIMALLY, True, 2 * cost)


def test_fractions_of_costs_are_not_supported():
    problem = lamps()
    problem.add_quality_metric(MinimizeActionCosts({problem.action("Switch ON"): Real(Fraction(1, 2))}))
    found = solve(problem)
    assert found.status is Status.UNSUPPORTED_PROBLEM
    assert "0.5" in found.log_messages[0].message


def test_unknown_parameters_are_refused():
    with pytest.raises(UPUsageError, match="no parameter sede"):
        solve(lamps(), params={"sede": 1})


def test_registering_twice_changes_nothing():
    environment = Environment()
    beta_plan.up.register(environment)
    engines = list(environment.factory.engines)
    beta_plan.up.register(environment)
    assert list(environment.factory.engines) == engines
    assert {"beta-plan", "beta-plan-opt"} <= set(engines)


def test_the_factory_takes_the_engine_by_its_class():
    environment = Environment()
    environment.credits_stream = None
    environment.factory.add_engine("mine", "beta_plan.up.engine", "BetaPlan")
    with environment.factory.OneshotPlanner(name="mine") as planner:
        assert planner.name == "beta-plan"


def test_beta_plan_alone_does_not_import_unified_planning():
    code = "import sys, beta_plan.cli.main, beta_plan.pipeline, beta_plan.up; print('unified_planning' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
