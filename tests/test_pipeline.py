"""From PDDL files to certified instances: what is promised of every instance, on every bundled task."""

from __future__ import annotations

import gc
import json
import weakref
from dataclasses import replace
from functools import cache

import pytest

import beta_plan
from beta_plan import Generation, GeneratorConfig, pipeline, portfolio
from beta_plan.certify.directory import certify_directory
from beta_plan.errors import InputRefused, Interrupted, NothingFound, VerificationFailed
from beta_plan.evaluators.measure import Measure
from beta_plan.evaluators.ordering import Ordering
from beta_plan.front_end import load_text
from beta_plan.sas.roles import roles
from beta_plan.search.backward import search_backward
from beta_plan.search.result import SearchResult
from beta_plan.worlds.sas import SasWorld
from tests.bundled import DOMAINS, NAMES, front_end, texts
from tests.interpreter import Interpreter
from tests.outputs import content
from tests.stacks import DOMAIN, write_problem

QUICK = GeneratorConfig(order="[w(PDB2),2C,PDB2]", select="objective", max_expansions=3000, count=3, table_limit=2**12)


@cache
def generated(name: str, config: GeneratorConfig = QUICK) -> Generation:
    return beta_plan.generate(DOMAINS / name / "domain.pddl", DOMAINS / name / "p01.pddl", config)


@pytest.mark.parametrize("name", NAMES)
def test_the_written_text_replays_to_the_goal_and_is_natural(name, tmp_path):
    found = generated(name)
    assert found.instances
    found.write(tmp_path / "out")
    assert all(certificate.verified for certificate in certify_directory(tmp_path / "out"))
    domain, problem = texts(name)
    reference = Interpreter(domain, problem)
    for instance in found.instances:
        task = Interpreter(domain, instance.problem)
        assert task.goal == reference.goal
        assert {fact[0] for fact in task.init} <= {fact[0] for fact in reference.init}
        sas = load_text(domain, instance.problem).sas
        assert sas.init is not None
        own = front_end(name).sas
        for variable in roles(own).consumables:
            assert own.init is not None
            assert own.variables[variable].values[own.init[variable]] in [
                v.values[value] for v, value in zip(sas.variables, sas.init, strict=True)
            ]


@pytest.mark.parametrize("name", NAMES)
def test_estimates_do_not_exceed_the_cost_of_the_plan(name):
    for instance in generated(name).instances:
        metrics = instance.metrics
        assert metrics.plan_cost is not None
        for values in (metrics.own, metrics.fresh, metrics.best):
            assert set(values) == {"PDB1", "PDB2", "PDB3", "PDB4", "2C", "3C", "4C"}
            for k in range(1, 5):
                value = values[f"PDB{k}"]
                assert value is not None
                assert 0 <= value <= metrics.plan_cost


@pytest.mark.parametrize("name", NAMES)
def test_instances_come_hardest_first_and_are_no_copies(name):
    found = generated(name)
    objective = Ordering.parse(QUICK.order).objective
    values = [tuple(instance.metrics.own[str(term)] for term in objective.terms) for instance in found.instances]
    assert values == sorted(values, reverse=True)
    bodies = {instance.problem.split("(:init")[1] for instance in found.instances}
    assert len(bodies) == len(found.instances)


@pytest.mark.parametrize("name", ["transport", "blocks", "sokoban"])
def test_a_series_ascends(name):
    config = GeneratorConfig(order="[PDB1]", max_expansions=400, series=4, select="objective", table_limit=2**12)
    found = generated(name, config)
    values = [instance.metrics.own["PDB1"] for instance in found.instances]
    assert len(values) == 4
    assert values == sorted(values, key=lambda value: value or 0)
    assert values[0] != values[-1]


@pytest.mark.parametrize("search", ["bfs", "rw"])
def test_baselines_choose_by_the_objective_of_the_order(search):
    config = GeneratorConfig(
        order="[w(PDB1),PDB1]", search=search, select="objective", max_expansions=300, count=2, table_limit=2**12
    )
    found = generated("transport", config)
    assert len(found.instances) == 2
    assert found.search.expanded == 300
    first, second = (instance.metrics.own["PDB1"] or 0 for instance in found.instances)
    assert first >= second > 0


def test_an_order_without_objective_takes_the_last_state():
    found = generated("gripper", GeneratorConfig(order="[]", max_expansions=10_000))
    assert found.search.status == "exhausted"
    assert found.instances[0].metrics.plan_length == 12  # breadth-first: the last one is the farthest


def test_the_library_result_has_the_keys_that_scripts_rely_on():
    found = generated("transport").to_json()
    assert set(found) >= {"instances", "search", "space", "seed", "order", "partitions", "version"}
    assert set(found["search"]) >= {
        "expanded", "generated", "seconds", "setup_seconds", "expansions_per_second", "peak_memory_bytes", "status",
    }  # fmt: skip
    assert set(found["instances"][0]) == {"problem", "plan", "metrics"}
    assert set(found["instances"][0]["metrics"]) == {"own", "fresh", "best", "plan_length", "plan_cost"}
    json.dumps(found)


def test_the_same_request_gives_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        beta_plan.generate(DOMAINS / "depots/domain.pddl", DOMAINS / "depots/p01.pddl", QUICK).write(tmp_path / name)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_stop_before_the_search_still_gives_an_instance(tmp_path):
    config = GeneratorConfig(order="[w(PDB2),2C,PDB2]")
    found = beta_plan.generate(DOMAIN, write_problem(tmp_path), config, stop=lambda: True)
    assert found.search.status == "interrupted"
    found.write(tmp_path / "out")
    assert all(certificate.verified for certificate in certify_directory(tmp_path / "out"))
    assert any("stopped early" in note for note in found.notes)


@pytest.mark.parametrize("name", ["visitall", "satellite", "grid", "miconic"])
def test_where_the_search_meets_no_natural_state_it_goes_on_to_one(name, tmp_path):
    config = GeneratorConfig(order="[PDB1]", max_expansions=2, count=2, table_limit=2**12)
    found = generated(name, config)
    assert 1 <= len(found.instances) <= 2
    assert any(note.startswith("the search met no natural state") for note in found.notes)
    found.write(tmp_path / "out")
    assert all(certificate.verified for certificate in certify_directory(tmp_path / "out"))
    assert generated(name, GeneratorConfig(order="[PDB1]", max_expansions=2, series=3, table_limit=2**12)).instances


def test_fewer_instances_than_asked_for_are_noted():
    found = generated("gripper", GeneratorConfig(order="[PDB1]", max_expansions=10_000, count=500))
    assert 1 < len(found.instances) < 500
    assert f"{len(found.instances)} of 500 instances: no more different ones were found" in found.notes
    assert not any("instances" in note for note in generated("gripper").notes)


def test_keep_names_a_predicate_of_the_domain():
    with pytest.raises(InputRefused, match="no predicate 'unheard-of'"):
        generated("gripper", GeneratorConfig(keep=("unheard-of",)))


def test_a_goal_that_holds_everywhere_leaves_nothing(tmp_path):
    (tmp_path / "d.pddl").write_text("(define (domain d) (:predicates (p)) (:action a :effect (p)))")
    (tmp_path / "p.pddl").write_text("(define (problem p) (:domain d) (:init (p)) (:goal (p)))")
    with pytest.raises(NothingFound, match=r"p\.pddl: the goal holds in every state"):
        beta_plan.generate(tmp_path / "d.pddl", tmp_path / "p.pddl", GeneratorConfig(max_expansions=10))
    with pytest.raises((NothingFound, Interrupted)):
        beta_plan.generate(
            tmp_path / "d.pddl", tmp_path / "p.pddl", GeneratorConfig(max_expansions=10), stop=lambda: True
        )


def test_a_race_gives_as_many_instances_as_there_are():
    many = replace(QUICK, count=400)
    plain, raced = generated("gripper", many), generated("gripper", replace(many, select="effort"))
    assert len(raced.instances) >= len(plain.instances) > 10
    assert "race" not in " ".join(raced.notes)


def test_a_file_name_that_is_no_utf_8_is_written_as_far_as_it_can_be(tmp_path):
    domain, _ = texts("gripper")
    name = tmp_path / "d\udce9.pddl"
    name.write_text(domain)
    few = GeneratorConfig(order="[PDB1]", max_expansions=50, select="objective")
    found = beta_plan.generate(name, DOMAINS / "gripper" / "p01.pddl", few)
    assert found.command.startswith("beta-plan generate 'd?.pddl' p01.pddl")
    found.write(tmp_path / "out")


def test_where_no_race_is_possible_a_note_says_so():
    found = generated("briefcase", replace(QUICK, select="effort"))
    assert any("no race" in note for note in found.notes)
    assert [one.problem.split("(:init")[1] for one in found.instances] == [
        one.problem.split("(:init")[1] for one in generated("briefcase").instances
    ]


def test_the_states_of_the_search_are_released_before_the_metrics(monkeypatch):
    alive: list[weakref.ref[SearchResult]] = []
    search, measures = search_backward, Measure

    def remember(*arguments, **options):
        found = search(*arguments, **options)
        alive.append(weakref.ref(found))
        return found

    def look(*arguments, **options):
        gc.collect()
        assert [one() for one in alive] == [None] * len(alive)
        return measures(*arguments, **options)

    monkeypatch.setattr(portfolio, "search_backward", remember)
    monkeypatch.setattr(pipeline, "Measure", look)
    config = GeneratorConfig(order="[PDB1]", max_expansions=300, count=2, table_limit=2**10)
    assert (
        len(beta_plan.generate(DOMAINS / "gripper" / "domain.pddl", DOMAINS / "gripper" / "p01.pddl", config).instances)
        == 2
    )
    assert alive


def fail(monkeypatch, *, times: int) -> None:
    """Let the plans of the first states fail."""
    states: list[object] = []
    write = SasWorld.instance

    def instance(self, planned, metrics, *, name, comment):
        if planned.way.state not in states[times:] and len(states) < times + 1:
            states.append(planned.way.state)
        if planned.way.state in states[:times]:
            raise VerificationFailed("after 1 step the goal does not hold")
        return write(self, planned, metrics, name=name, comment=comment)

    monkeypatch.setattr(SasWorld, "instance", instance)


@pytest.mark.parametrize("select", ["objective", "effort"])
def test_a_state_whose_plan_fails_makes_room_for_the_next(monkeypatch, select):
    config = replace(QUICK, select=select, max_expansions=300)
    task = DOMAINS / "gripper" / "domain.pddl", DOMAINS / "gripper" / "p01.pddl"
    expected = beta_plan.generate(*task, config)
    fail(monkeypatch, times=2)
    found = beta_plan.generate(*task, config)
    assert len(found.instances) == len(expected.instances) == 3
    assert any(note.startswith("2 states left out whose plan failed") for note in found.notes)
    assert not any("left out" in note for note in expected.notes)


def test_where_every_plan_fails_the_run_does(monkeypatch):
    fail(monkeypatch, times=10**6)
    with pytest.raises(VerificationFailed):
        beta_plan.generate(DOMAINS / "gripper" / "domain.pddl", DOMAINS / "gripper" / "p01.pddl", QUICK)
