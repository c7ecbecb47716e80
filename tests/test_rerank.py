"""A planner has the last word: what costs it most comes first, what it cannot treat comes last."""

from __future__ import annotations

import errno
import os
import shlex
import sys
from pathlib import Path

import pytest

import beta_plan
from beta_plan import GeneratorConfig
from beta_plan.certify.directory import certify_directory
from beta_plan.errors import InputRefused
from beta_plan.limits import REFEREE_SHARE, Limits
from beta_plan.metrics import Metrics
from beta_plan.referees import judge as referees_judge
from beta_plan.referees.judge import judge
from beta_plan.referees.protocol import Task
from beta_plan.referees.registry import find_referee
from beta_plan.rerank import APART, LEAST_SECONDS, Reranking, apart
from beta_plan.search.result import Way
from tests.bundled import DOMAINS, texts
from tests.outputs import content
from tests.referees.test_planners import needs_fast_downward
from tests.test_limits import clock  # noqa: F401 - a fixture
from tests.test_race import ways, world

PLANNER = """
import sys
sys.path.insert(0, {root!r})
from hashlib import sha256
from tests.interpreter import Interpreter
domain, problem = (open(name).read() for name in sys.argv[1:])
task = Interpreter(domain, problem)
digest = int(sha256(repr(sorted(task.init)).encode()).hexdigest(), 16)
{behaviour}
"""
ROOT = str(Path(__file__).parent.parent)


def referee_of(folder: Path, behaviour: str) -> str:
    """Return a command whose planner knows ``digest``, a number of the initial state; it gives no plan by itself."""
    file = folder / "planner.py"
    file.write_text(PLANNER.format(root=ROOT, behaviour=behaviour))
    return f"{shlex.join([sys.executable, str(file)])} {{domain}} {{problem}}"


def reranking(referee: str | None, name: str = "ferry", **asked: object) -> Reranking:
    config = GeneratorConfig(referee=referee, **{"max_expansions": 100, **asked})  # type: ignore[arg-type]
    return Reranking(config, world(name), Limits(config))


def test_without_a_referee_all_stays_as_it_is():
    given = ways(world("ferry"))
    same = reranking(None)
    assert same(given) == given
    assert same.annotated(Metrics(1, 1), given[0].state) == Metrics(1, 1)
    assert same.notes == []


@needs_fast_downward
def test_what_costs_the_planner_most_comes_first():
    one, given = world("ferry"), ways(world("ferry"))
    order = reranking("astar-blind")
    found = order(given)
    assert sorted(way.state for way in found) == sorted(way.state for way in given)
    costs = []
    for way in found:
        instance = one.instance(one.planned(way), Metrics(1, 1), name="x", comment="")
        verdict = judge(find_referee("astar-blind"), Task("x", instance.problem, texts("ferry")[0]))
        said = order.annotated(Metrics(1, 1), way.state).referee
        assert said is not None
        assert (said["name"], said["status"], said["expansions"]) == ("astar-blind", "solved", verdict.expansions)
        assert "cpu_seconds" not in said  # nothing that is written depends on the machine
        costs.append(verdict.expansions or 0)
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


def test_what_resists_comes_first_and_what_fails_comes_last(tmp_path):
    given = ways(world("ferry"))
    behaviour = """
if digest % 3 == 0: raise ValueError("my mistake")
if digest % 3 == 1: raise MemoryError
print("Task is unsolvable")
"""
    order = reranking(referee_of(tmp_path, behaviour), candidates=6)
    found = order(given)
    said = [order.annotated(Metrics(1, 1), way.state).referee for way in found]
    statuses = ["not asked" if each is None else each["status"] for each in said]
    ranks = {"memory-limit": 0, "not asked": 1, "crashed": 2, "unsolvable": 2}
    assert [ranks[status] for status in statuses] == sorted(ranks[status] for status in statuses)
    assert statuses.count("not asked") == len(given) - 6
    assert {"memory-limit", "crashed", "unsolvable"} <= set(statuses)
    assert [note.partition(" on ")[0].rpartition(": ")[2] for note in order.notes if "mistake" in note] == [
        "my mistake)"
    ]
    assert all("comes last" in note for note in order.notes)
    assert len(order.notes) == 2


def test_a_planner_that_vanishes_costs_nothing_that_was_found(tmp_path):
    given = ways(world("ferry"))
    program = tmp_path / "planner"
    program.write_text(f"#!/bin/sh\nrm {shlex.quote(str(program))}\nexit 1\n")
    program.chmod(0o755)
    order = reranking(f"{program} {{domain}} {{problem}}", candidates=3)
    assert order(given) == given
    assert [note for note in order.notes if "cannot be run: No such file" in note]
    assert [note for note in order.notes if "on 1 of 1 candidate" in note]


def test_where_nobody_was_measured_the_order_stays(tmp_path):
    given = ways(world("ferry"))
    order = reranking(referee_of(tmp_path, 'raise ValueError("my mistake")'), candidates=3)
    assert order(given) == given
    assert any("on 3 of 3 candidates" in note for note in order.notes)


def test_the_time_that_is_left_is_shared_out_in_equal_parts(tmp_path, clock):  # noqa: F811
    config = GeneratorConfig(overall_time_limit=100, referee=referee_of(tmp_path, ""), candidates=20)
    limits = Limits(config)
    clock[0] = 10.0
    limits.reserve_for_referee()
    assert limits.budget(all_are_natural=True).deadline == pytest.approx(100 - 90 * REFEREE_SHARE)
    clock[0] = 100.0 - 5 * LEAST_SECONDS
    order = Reranking(config, world("ferry"), limits)
    chosen, each = order._candidates(ways(world("ferry")))
    assert (len(chosen), each.seconds, each.wall) == (5, LEAST_SECONDS, LEAST_SECONDS)
    assert order.notes == ["time for 5 of 20 candidates before the referee"]


def test_who_slept_instead_of_working_was_not_hard(tmp_path):
    given = ways(world("ferry"))
    referee = referee_of(tmp_path, "import time; time.sleep(60)")
    config = GeneratorConfig(overall_time_limit=7, referee=referee, candidates=2)
    order = Reranking(config, world("ferry"), Limits(config))
    assert order(given) == given
    assert "not measured: it ended by the clock after 0." in order.notes[-1]
    assert order.annotated(Metrics(1, 1), given[0].state).referee is None


def test_who_was_not_run_for_want_of_room_does_not_come_last(tmp_path, monkeypatch):
    given, asked = ways(world("ferry")), [0]

    def full(*args, **kwargs):
        asked[0] += 1
        if asked[0] <= 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return _judge(*args, **kwargs)

    _judge = referees_judge._judge
    monkeypatch.setattr(referees_judge, "_judge", full)
    order = reranking(referee_of(tmp_path, "raise MemoryError"), candidates=3)
    found = order(given)
    (hard,) = order._verdicts
    assert found == sorted(given, key=lambda way: way.state != hard)
    assert order.notes[-1].endswith("2 candidates not measured: it was not run: No space left on device")


def test_candidates_are_apart_as_far_as_there_are_such():
    near = [Way((0, 0, 0, 0, 0, 0, 0, last), list) for last in range(8)]
    far = [Way((value,) * 8, list) for value in (1, 2)]
    assert [way.state for way in apart([*near, *far], 3)] == [way.state for way in [near[0], *far]]
    assert apart([*near, *far], 10) == [*near, *far]
    assert apart(near, 2) == near[:2]
    assert APART <= 8


def test_copies_with_other_names_are_not_asked_about(tmp_path, monkeypatch):
    """Cars of a ferry are alike: swapped, they are another state and the same instance."""
    order = reranking(referee_of(tmp_path, "raise MemoryError"), candidates=4)
    given = ways(world("ferry"))
    names = {way.state: number // 3 for number, way in enumerate(given)}
    monkeypatch.setattr(order._world, "canonical", names.__getitem__)
    order(given)
    assert sorted(names[state] for state in order._verdicts) == [0, 1, 2, 3]
    assert all(names[way.state] * 3 == number for number, way in enumerate(given) if way.state in order._verdicts)


def test_who_cannot_read_what_is_written_is_refused_before_the_search():
    with pytest.raises(InputRefused, match="sokoban-greedy: reads Sokoban levels, which is not written here"):
        reranking("sokoban-greedy")
    config = GeneratorConfig(max_expansions=10, referee="lama-first", level="1")
    with pytest.raises(InputRefused, match=r"lama-first: reads PDDL, which is not written here \(add --pddl\)"):
        beta_plan.generate(DOMAINS / "sokoban" / "levels.sok", None, config)


def test_a_series_has_no_referee():
    with pytest.raises(ValueError, match="a series ascends"):
        GeneratorConfig(series=3, referee="lama-first")
    assert GeneratorConfig(series=3, scale=("car=3..5",), referee="lama-first").referee


@needs_fast_downward
@pytest.mark.parametrize("select", ["effort", "objective"])
def test_instances_come_in_the_order_of_the_referee_and_are_the_same_twice(select, tmp_path):
    config = GeneratorConfig(
        order="[w(PDB2),2C,PDB2]", select=select, max_expansions=2000, count=3, candidates=5, table_limit=2**12,
        referee="astar-blind",
    )  # fmt: skip
    domain, problem = (DOMAINS / "ferry" / name for name in ("domain.pddl", "p01.pddl"))
    for folder in ("one", "two"):
        found = beta_plan.generate(domain, problem, config)
        found.write(tmp_path / folder)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert all(certificate.verified for certificate in certify_directory(tmp_path / "one"))
    said = [instance.metrics.referee for instance in found.instances]
    efforts = [each["expansions"] for each in said if each is not None]
    assert len(efforts) == 3
    assert efforts == sorted(efforts, reverse=True)
    assert Metrics.from_json(found.instances[0].metrics.to_json()) == found.instances[0].metrics
    assert f"astar-blind status solved, expansions {efforts[0]}, " in found.instances[0].problem


def test_levels_have_solvers_as_referees(tmp_path):
    solver = tmp_path / "solver.py"
    solver.write_text("import sys; print('Solution' in open(sys.argv[1]).read() or 'unsolvable')")
    config = GeneratorConfig(
        order="[PDB2]", select="objective", max_expansions=200, candidates=2, level="1",
        referee=f"{shlex.join([sys.executable, str(solver)])} {{level}}",
    )  # fmt: skip
    found = beta_plan.generate(DOMAINS / "sokoban" / "levels.sok", None, config)
    assert len(found.instances) == 1
    assert any("unsolvable" in note and "comes last" in note for note in found.notes)
