"""One job: whatever its process does, there is a result, and only one run of it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

from beta_plan.errors import BetaPlanError, InputRefused, Interrupted
from beta_plan.experiments.executors.local import run_all
from beta_plan.experiments.jobs import RESULT, SPEC, Status, read_result, read_spec, write_spec
from beta_plan.experiments.reports import expanded_of, metrics_of
from beta_plan.experiments.runs import run
from tests.experiments.fakes import LEVEL, Fake, job


def test_a_result_holds_the_report_and_the_instance(tmp_path):
    fake = Fake(tmp_path)
    result = run(job(), tmp_path / "job", program=fake.program)
    assert result.status is Status.DONE
    assert expanded_of(result.report) == 104
    assert metrics_of(result.report).own["PDB4"] == 17
    assert result.texts == (LEVEL + "Title: found with seed 4\n",)
    assert read_result(tmp_path / "job") == result


def test_a_finished_job_is_not_run_again(tmp_path):
    fake = Fake(tmp_path)
    first = run(job(), tmp_path / "job", program=fake.program)
    assert run(job(), tmp_path / "job", program=fake.program) == first
    assert len(fake.calls) == 1


@pytest.mark.parametrize(
    ("habit", "status", "complaint"),
    [
        ("crash", Status.CRASHED, "broken"),
        ("exit 11", Status.NOTHING_FOUND, "exit code 11"),
        ("exit 31", Status.NOTHING_FOUND, "exit code 31"),
        ("exit 32", Status.OUT_OF_MEMORY, "exit code 32"),
        ("exit 43", Status.REFUSED, "exit code 43"),
        ("exit 2", Status.REFUSED, "exit code 2"),
        ("print hello", Status.GARBAGE, "JSONDecodeError"),
        ("print []", Status.GARBAGE, "TypeError"),
        ("print {}", Status.GARBAGE, "KeyError"),
        ('print {"instances": [], "search": {}}', Status.GARBAGE, "IndexError"),
        ('print {"instances": 7}', Status.GARBAGE, "TypeError"),
    ],
)
def test_a_process_that_misbehaves_gives_a_result(tmp_path, habit, status, complaint):
    fake = Fake(tmp_path, generate=habit)
    result = run(job(), tmp_path / "job", program=fake.program)
    assert result.status is status
    assert complaint in result.complaint
    assert read_result(tmp_path / "job") == result


def test_a_process_that_hangs_is_killed(tmp_path):
    result = run(job(seconds=1), tmp_path / "job", program=Fake(tmp_path, generate="hang").program)
    assert (result.status, result.exit_code) == (Status.HUNG, None)


def test_a_process_that_eats_memory_is_refused_it(tmp_path):
    result = run(job(memory=1 << 28), tmp_path / "job", program=Fake(tmp_path, generate="eat").program)
    assert result.status is Status.CRASHED
    assert "MemoryError" in result.complaint


def test_an_instance_that_was_not_written_is_garbage(tmp_path):
    said = {"instances": [{"problem": "p01.sok", "metrics": None}], "search": {"expanded": 3}}
    fake = Fake(tmp_path, generate=f"print {json.dumps(said)}")
    assert run(job(), tmp_path / "job", program=fake.program).status is Status.GARBAGE


def test_what_a_signal_has_cut_is_no_run(tmp_path):
    """A command that somebody else has stopped writes its best so far, and ends well: it had less than others."""
    fake = Fake(tmp_path, generate="interrupted")
    result = run(job(), tmp_path / "job", program=fake.program)
    assert (result.status, result.exit_code) == (Status.CRASHED, 0)
    assert result.complaint == "ended by a signal before its time"
    assert read_result(tmp_path / "job") == result


def test_a_level_without_a_solution_is_no_hard_one(tmp_path):
    said = {"levels": [{"status": "unsolvable", "expanded": 7}]}
    fake = Fake(tmp_path, solve=f"print {json.dumps(said)}")
    result = run(job("solve"), tmp_path / "job", program=fake.program)
    assert (result.status, result.complaint) == (Status.NOTHING_FOUND, "the solver says that there is no solution")


def test_a_job_for_another_version_is_refused_unless_it_is_finished(tmp_path):
    fake, other = Fake(tmp_path), replace(job(), version="0.0.1")
    with pytest.raises(BetaPlanError, match=r"the jobs are for 0\.0\.1 \(install the same\)"):
        run(other, tmp_path / "job", program=fake.program)
    assert fake.calls == []
    result = run(job(), tmp_path / "job", program=fake.program)
    assert run(other, tmp_path / "job", program=fake.program) == result


def test_an_interrupted_job_is_unfinished(tmp_path):
    fake = Fake(tmp_path, generate="hang")
    with pytest.raises(Interrupted):
        run(job(), tmp_path / "job", program=fake.program, stop=lambda: bool(fake.calls))
    assert not (tmp_path / "job" / RESULT).exists()
    assert (tmp_path / "job" / SPEC).exists()


def test_a_signal_that_the_command_has_met_first_leaves_the_job_unfinished(tmp_path):
    fake, said = Fake(tmp_path, generate="interrupted"), tmp_path / "job" / "stdout"
    with pytest.raises(Interrupted):
        run(job(), said.parent, program=fake.program, stop=lambda: said.exists() and said.stat().st_size > 0)
    assert not (tmp_path / "job" / RESULT).exists()


def test_a_spec_is_read_back(tmp_path):
    spec = write_spec(job(), tmp_path / "job")
    assert read_spec(spec) == job()
    said = json.loads(spec.read_text())
    assert said["shell"] == "beta-plan experiment run spec.json"
    assert said["runs"] == "beta-plan generate maze01.sok -o out --seed 4"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"command": []}', None])
def test_what_is_no_spec_is_refused(tmp_path, text):
    path = tmp_path / SPEC
    if text is not None:
        path.write_text(text)
    with pytest.raises(InputRefused, match=r"spec\.json"):
        read_spec(path)


def test_files_outside_of_the_directory_are_refused(tmp_path):
    spec = write_spec(job(), tmp_path / "job")
    spec.write_text(spec.read_text().replace('"maze01.sok": ', '"../maze01.sok": '))
    with pytest.raises(InputRefused, match="directories"):
        read_spec(spec)


@pytest.mark.parametrize("change", ["command", "seconds", "memory", "text", "planner"])
def test_whatever_changes_the_result_changes_the_key(change):
    others = {
        "command": job("evaluate"),
        "seconds": job(seconds=61),
        "memory": job(memory=1 << 31),
        "text": job(name="maze02"),
        "planner": replace(job(), planner="2.0"),
    }
    assert others[change].key != job().key


@pytest.mark.parametrize("parallel", [1, 3])
def test_an_executor_runs_what_it_is_given_once(tmp_path, parallel):
    fake = Fake(tmp_path, generate_maze03="crash")
    jobs = [job(name=f"maze0{number}") for number in range(1, 5)]
    told: dict[str, Status] = {}
    run_all(
        jobs, tmp_path / "runs", parallel=parallel, run=partial(run, program=fake.program),
        on_result=lambda job, result: told.update({job.name: result.status}),
    )  # fmt: skip
    assert len(fake.calls) == 4
    assert told == {j.name: Status.CRASHED if j.name == "maze03" else Status.DONE for j in jobs}


def test_an_executor_that_is_interrupted_leaves_no_process_and_no_half_result(tmp_path):
    fake = Fake(tmp_path, generate_maze02="hang")
    jobs = [job(name=f"maze0{number}") for number in range(1, 5)]

    def interrupt(job, result):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(jobs, tmp_path / "runs", parallel=2, run=partial(run, program=fake.program), on_result=interrupt)
    results = [read_result(each.directory(tmp_path / "runs")) for each in jobs]
    assert results[0] is not None
    assert results[1] is None
    assert results[3] is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seconds", float("inf")), ("seconds", -1), ("memory", 10**30), ("memory", 0), ("command", ["solve", "a\0b"]),
        ("files", {"..": ""}), ("files", {"": ""}), ("files", {"a": 7}), ("files", {"result.json": "{}"}),
        ("files", [7]),
        ("files", {"a\0b": ""}), ("files", {"../a": ""}), ("command", []), ("files", {"a": "\ud800"}),
    ],
)  # fmt: skip
def test_a_spec_that_is_none_is_refused(tmp_path, key, value):
    path = write_spec(job(), tmp_path / "job")
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(InputRefused, match="no spec of a job"):
        read_spec(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda said: said["report"].pop("search"), lambda said: said["report"].update(search=7),
        lambda said: said["report"]["search"].update(expanded=None), lambda said: said["report"].update(instances=[]),
        lambda said: said["report"]["instances"][0]["metrics"]["own"].update(PDB1="3"),
        lambda said: said["report"]["instances"][0]["metrics"]["own"].update(PDB1=float("nan")),
        lambda said: said.update(texts=[]), lambda said: said.update(texts=[7]), lambda said: said.update(report=[]),
        lambda said: said.update(seconds="1"), lambda said: said.update(complaint=None),
        lambda said: said.update(more=1),
    ],
    ids=range(12),
)  # fmt: skip
def test_a_result_that_no_table_could_read_is_none(tmp_path, damage):
    run(job(), tmp_path / "job", program=Fake(tmp_path).program)
    assert read_result(tmp_path / "job", job()) is not None
    said = json.loads((tmp_path / "job" / RESULT).read_text())
    damage(said)
    (tmp_path / "job" / RESULT).write_text(json.dumps(said))
    assert read_result(tmp_path / "job", job()) is None
