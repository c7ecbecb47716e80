"""Many runs: what is known is not asked again, and an end can be called at any time."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from beta_plan.referees.batch import judge_all
from beta_plan.referees.cache import Cache
from beta_plan.referees.protocol import RunLimits, Task
from beta_plan.referees.template import Template
from beta_plan.referees.verdict import Status, Verdict
from tests.referees.fakes import FERRY, LEVEL, PLAN, planner

LIMITS = RunLimits(seconds=2, memory=1 << 30)
SMALLER, LARGER = replace(LIMITS, seconds=1), replace(LIMITS, seconds=3)


@pytest.fixture
def counted(tmp_path):
    """A function that makes planners which count their runs, and one that tells how many there were."""

    def make(code):
        return planner(tmp_path, f"open({str(tmp_path / 'runs')!r}, 'a').write('x')\n{code}")

    return make, lambda: (tmp_path / "runs").stat().st_size if (tmp_path / "runs").exists() else 0


def asked(referee, tmp_path, limits=LIMITS, task=FERRY):
    (result,) = judge_all([task], [referee], limits, cache=Cache(tmp_path / "cache"))
    return result


def test_a_second_run_executes_nothing(counted, tmp_path):
    make, runs = counted
    referee = make(f"print('''{PLAN}''')")
    first, second = asked(referee, tmp_path), asked(referee, tmp_path)
    assert (first.cached, second.cached, runs()) == (False, True, 1)
    assert first.verdict == second.verdict
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.suffix != ".json"] == []


def test_another_text_or_program_is_asked_anew(counted, tmp_path):
    make, runs = counted
    asked(make(f"print('''{PLAN}''')"), tmp_path)
    asked(make(f"print('''{PLAN}''')"), tmp_path, task=Task("x", f"{FERRY.problem};", FERRY.domain))
    asked(make(f"print('''{PLAN}''')"), tmp_path, task=Task("x", FERRY.problem, f"{FERRY.domain};"))
    asked(make(f"print('''{PLAN}'''); 2"), tmp_path)
    assert runs() == 4


def test_an_answer_stays_known_beside_limits_that_were_too_small_for_it(counted, tmp_path):
    make, _ = counted
    referee, cache = make(f"print('''{PLAN}''')"), Cache(tmp_path / "cache")
    cache.keep(referee, FERRY, LARGER, Verdict(Status.SOLVED, expansions=5))
    cache.keep(referee, FERRY, SMALLER, Verdict(Status.TIME_LIMIT, cpu_seconds=1.0))
    known = [cache.find(referee, FERRY, limits) for limits in (LARGER, LIMITS, SMALLER)]
    assert [verdict and verdict.status for verdict in known] == [Status.SOLVED, None, Status.TIME_LIMIT]


def test_what_a_clock_has_ended_before_its_cpu_time_was_used_is_not_kept(counted, tmp_path):
    make, _ = counted
    referee, cache = make(""), Cache(tmp_path / "cache")
    cache.keep(referee, FERRY, LARGER, Verdict(Status.TIME_LIMIT, cpu_seconds=2.0))
    assert cache.find(referee, FERRY, LARGER) is None
    cache.keep(referee, FERRY, LARGER, Verdict(Status.TIME_LIMIT, cpu_seconds=2.9))
    assert cache.find(referee, FERRY, LARGER) is not None


def test_a_program_that_cannot_be_run_is_a_row(tmp_path):
    (tmp_path / "planner").write_text("no program")
    (tmp_path / "planner").chmod(0o755)
    bad = Template.parse(f"{tmp_path / 'planner'} {{domain}} {{problem}}")
    found = {each.referee.name: each.verdict for each in judge_all([FERRY], [bad, planner(tmp_path, "")], LIMITS)}
    assert sorted(each.status.value for each in found.values()) == ["crashed", "no-answer"]
    assert (found[bad.name].is_measured, found[bad.name].detail) == (False, "cannot be run: Exec format error")


def test_what_is_solved_is_so_with_larger_limits(counted, tmp_path):
    make, runs = counted
    referee = make(f"print('''{PLAN}''')")
    for limits, expected in ((LIMITS, 1), (LARGER, 1), (SMALLER, 2)):
        assert asked(referee, tmp_path, limits).verdict.is_solved
        assert runs() == expected


def test_what_is_not_solved_is_not_so_with_smaller_limits(counted, tmp_path):
    make, runs = counted
    referee = make("raise MemoryError")
    for number, (limits, expected) in enumerate([(LIMITS, 1), (SMALLER, 1), (LARGER, 2), (LIMITS, 2)]):
        verdict = asked(referee, tmp_path, limits).verdict
        assert verdict.status is Status.MEMORY_LIMIT
        assert runs() == expected
        assert (verdict.detail == "in a run with larger limits") == (number in (1, 3))


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("raise ValueError", Status.CRASHED),
        ("print('nothing')", Status.NO_ANSWER),
        ("print('(sail l0 l1)')", Status.WRONG_PLAN),  # a disk that is full may have cut it
        ("import time; time.sleep(600)", Status.TIME_LIMIT),
    ],
)
def test_what_may_be_the_fault_of_the_machine_is_not_kept(code, status, counted, tmp_path):
    make, runs = counted
    referee = make(code)
    for _ in range(2):
        assert asked(referee, tmp_path, replace(LIMITS, wall_seconds=1)).verdict.status is status
    assert runs() == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"verdict": {"status": "solved"}}', '{"verdict": 3, "limits": {}}'])
def test_a_damaged_entry_is_not_known(damage, counted, tmp_path):
    make, runs = counted
    referee = make(f"print('''{PLAN}''')")
    asked(referee, tmp_path)
    (entry,) = (tmp_path / "cache").rglob("*.json")
    entry.write_text(damage)
    assert asked(referee, tmp_path).verdict.is_solved
    assert runs() == 2
    assert json.loads(entry.read_text())["verdict"]["status"] == "solved"


def test_a_cache_that_cannot_be_written_does_no_harm(counted, tmp_path):
    make, _ = counted
    (tmp_path / "cache").write_text("a file")
    assert asked(make(f"print('''{PLAN}''')"), tmp_path).verdict.is_solved


def test_every_instance_meets_the_referees_that_can_read_it(tmp_path):
    (tmp_path / "levels").mkdir()
    referees = [
        planner(tmp_path, f"print('''{PLAN}''')"),
        planner(tmp_path / "levels", "print('rRR')", "{level}"),
    ]
    tasks = [replace(FERRY, name=f"ferry {number}") for number in range(3)] + [LEVEL]
    results = list(judge_all(tasks, referees, LIMITS, jobs=4))
    assert sorted(result.task.name for result in results) == ["ferry 0", "ferry 1", "ferry 2", "level"]
    assert all(result.verdict.is_solved for result in results)


def test_an_end_is_called_with_what_is_known(tmp_path):
    code = f"import sys, time\nif 'slow' in open(sys.argv[2]).read(): time.sleep(600)\nprint('''{PLAN}''')"
    slow = Task("slow", f"{FERRY.problem}; slow", FERRY.domain)
    found: list[str] = []
    limits = RunLimits(seconds=300)
    for result in judge_all([FERRY, slow, slow], [planner(tmp_path, code)], limits, jobs=2, stop=lambda: bool(found)):
        found.append(result.task.name)
    assert found == ["ferry"]


def test_who_wants_no_more_need_not_say_so(tmp_path):
    code = f"import sys, time\nif 'slow' in open(sys.argv[2]).read(): time.sleep(600)\nprint('''{PLAN}''')"
    slow = Task("slow", f"{FERRY.problem}; slow", FERRY.domain)
    results = judge_all([FERRY, slow], [planner(tmp_path, code)], RunLimits(seconds=300), jobs=2)
    assert next(results).task.name == "ferry"
    del results


def test_the_plan_of_a_planner_that_was_not_at_its_end_is_that_of_its_limits(counted, tmp_path):
    make, runs = counted
    referee = make(f"print('''{PLAN}''', flush=True)\nwhile True: pass")
    for limits, expected in ((SMALLER, 1), (SMALLER, 1), (LIMITS, 2)):
        found = asked(referee, tmp_path, limits).verdict
        assert (found.is_solved, found.is_cut, runs()) == (True, True, expected)


def test_the_plan_of_a_planner_that_is_told_its_limits_is_that_of_these(tmp_path):
    told = planner(tmp_path, f"print('''{PLAN}''')", "{domain} {problem} {time}")
    assert told.is_told_limits
    assert not asked(told, tmp_path).cached
    assert asked(told, tmp_path).cached
    assert not asked(told, tmp_path, LARGER).cached


def test_what_the_clock_has_ended_too_soon_is_not_kept(counted, tmp_path):
    make, runs = counted
    referee = make("import time; time.sleep(60)")
    for expected in (1, 2):
        found = asked(referee, tmp_path, replace(SMALLER, wall_seconds=1.2)).verdict
        assert (found.status, runs()) == (Status.TIME_LIMIT, expected)
        assert found.detail.startswith("ended by the clock after 0.")
