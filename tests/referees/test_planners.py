"""Planners that are installed: they solve what is bundled, at the costs that are known."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec

import pytest

from beta_plan.errors import InputRefused
from beta_plan.referees import up_child
from beta_plan.referees.cache import Cache
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import Files, Run, RunLimits, Task
from beta_plan.referees.registry import find_referee, known_referees
from beta_plan.referees.tasks import find_tasks
from beta_plan.referees.template import Template
from beta_plan.referees.verdict import Status, Verdict
from tests.bundled import DOMAINS
from tests.referees.fakes import FERRY, LEVEL
from tests.test_domains import COSTS

needs_fast_downward = pytest.mark.skipif(find_spec("up_fast_downward") is None, reason="needs the extra 'planners'")
LIMITS = RunLimits(seconds=60)
UNSOLVABLE = Task("ferry", FERRY.problem.replace("(deck-free)", ""), FERRY.domain)


def bundled(name: str) -> Task:
    (task,) = find_tasks([DOMAINS / name / "p01.pddl"])
    return task


@needs_fast_downward
@pytest.mark.parametrize("name", ["ferry", "gripper", "transport"])
def test_a_star_finds_the_known_costs(name):
    for referee in ("astar-blind", "astar-lmcut"):
        verdict = judge(find_referee(referee), bundled(name), LIMITS)
        assert (verdict.status, verdict.cost) == (Status.SOLVED, COSTS[name])
        assert verdict.expansions_until_last_jump is not None
        assert verdict.expansions is not None
        assert verdict.evaluations is not None
        assert 0 < verdict.expansions_until_last_jump <= verdict.expansions <= verdict.evaluations


@needs_fast_downward
@pytest.mark.parametrize("referee", ["lama-first", "gbfs-ff"])
def test_greedy_planners_find_plans(referee):
    verdict = judge(find_referee(referee), bundled("ferry"), LIMITS)
    assert verdict.status is Status.SOLVED
    assert verdict.cost is not None
    assert verdict.cost >= COSTS["ferry"]
    assert verdict.expansions
    assert verdict.expansions_until_last_jump is None


@needs_fast_downward
def test_blind_search_expands_as_many_states_as_breadth_first_search():
    verdict = judge(find_referee("astar-blind"), FERRY, LIMITS)
    assert (verdict.expansions, verdict.expansions_until_last_jump, verdict.evaluations) == (266, 253, 328)


@needs_fast_downward
def test_fast_downward_without_a_plan():
    assert judge(find_referee("astar-blind"), UNSOLVABLE, LIMITS).status is Status.UNSOLVABLE
    broken = judge(find_referee("astar-blind"), Task("broken", "(define", FERRY.domain), LIMITS)
    assert broken.status is Status.CRASHED
    assert broken.detail.startswith("exit code 31")


@needs_fast_downward
def test_an_unsolved_run_has_the_expansions_that_its_log_shows_last():
    verdict = judge(find_referee("astar-blind"), many_cars(), RunLimits(seconds=2))
    assert verdict.status is Status.TIME_LIMIT
    assert verdict.expansions
    assert verdict.cost is None
    little = judge(find_referee("astar-blind"), many_cars(), RunLimits(seconds=60, memory=150 << 20))
    assert little.status is Status.MEMORY_LIMIT


def many_cars() -> Task:
    """A ferry with twelve cars, too many for a blind search."""
    cars = [f"c{number}" for number in range(12)]
    ports = ["a", "b", "c", "d", "e"]
    init = [f"(parked {car} {ports[i % 5]})" for i, car in enumerate(cars)]
    goal = [f"(parked {car} {ports[(i + 2) % 5]})" for i, car in enumerate(cars)]
    problem = (
        f"(define (problem many) (:domain ferry) (:objects {' '.join(ports)} - port {' '.join(cars)} - car)"
        f"(:init (ferry-at a) (deck-free) {' '.join(init)}) (:goal (and {' '.join(goal)})))"
    )
    return Task("many", problem, FERRY.domain)


def test_the_built_in_solver_judges_levels():
    for mode in ("greedy", "optimal"):
        verdict = judge(find_referee(f"sokoban-{mode}"), LEVEL, RunLimits(seconds=300, memory=4 << 30))
        assert (verdict.status, verdict.cost, verdict.plan_length) == (Status.SOLVED, 2, 3), verdict
        assert verdict.expansions is not None
    stuck = Task("stuck", "######\n#@  .#\n#  $ #\n######\n")
    assert judge(find_referee("sokoban-greedy"), stuck, LIMITS).status is Status.UNSOLVABLE


@pytest.mark.parametrize(("seconds", "status"), [(52.0, Status.TIME_LIMIT), (30.0, Status.MEMORY_LIMIT)])
def test_the_built_in_solver_that_ends_before_its_time_has_no_memory(seconds, status, tmp_path):
    said = {"status": "limit", "solution": None, "expanded": 7, "seconds": seconds, "peak_memory_bytes": 1 << 20}
    run = Run(RunLimits(seconds=60), 0, json.dumps({"levels": [said]}), "", seconds, seconds, 1 << 20)
    assert find_referee("sokoban-greedy").read(run, Files(tmp_path)).status is status


def test_the_built_in_solver_depends_on_the_limits_that_it_is_told(tmp_path):
    """Of its memory it takes a part for databases: with more it expands fewer states."""
    solver, cache, solved = find_referee("sokoban-greedy"), Cache(tmp_path), Verdict(Status.SOLVED, expansions=7)
    cache.keep(solver, LEVEL, LIMITS, solved)
    assert cache.find(solver, LEVEL, LIMITS) == solved
    assert cache.find(solver, LEVEL, replace(LIMITS, memory=8 << 30)) is None


def has_engine(name: str) -> bool:
    if find_spec("unified_planning") is None:
        return False
    done = subprocess.run([sys.executable, up_child.__file__, name], capture_output=True, text=True, check=False)
    return "error" not in json.loads(done.stdout.strip().rpartition("\n")[2])


def test_an_engine_of_unified_planning_is_a_referee():
    if not has_engine("pyperplan"):
        pytest.skip("needs up-pyperplan, of the extra 'planners'")
    referee = find_referee("up:pyperplan")
    referee.prepare()
    verdict = judge(referee, bundled("gripper"), LIMITS)
    assert verdict.status is Status.SOLVED, verdict
    assert "pyperplan" in referee.identity
    assert judge(referee, FERRY, LIMITS).status is Status.CRASHED  # it knows no negative conditions


def test_an_engine_that_is_not_there_is_refused():
    with pytest.raises(InputRefused, match=r"^up:unheard-of: .*pip install") as refused:
        find_referee("up:unheard-of").prepare()
    assert "\n" not in str(refused.value)


def test_referees_are_found_by_name():
    for name, referee in known_referees().items():
        assert referee.name == name
        assert find_referee(name) == referee
    assert isinstance(find_referee("planner {domain} {problem}"), Template)
    for text, complaint in {
        "lama-frist": "did you mean 'lama-first'",
        "planner {domain}": "has no {problem}",
        "planner -p": "has no {domain}",
        "planner '{domain} {problem}": "look at its quotes",
    }.items():
        with pytest.raises(InputRefused, match=complaint):
            find_referee(text)


def test_who_names_an_instance_twice_has_it_once():
    ferry = DOMAINS / "ferry"
    (task,) = find_tasks([ferry / "p01.pddl", ferry / "p01.pddl", ferry])
    assert task.name.endswith("p01.pddl")
