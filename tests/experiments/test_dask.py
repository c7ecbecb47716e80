"""Jobs on workers of dask: the same results as anywhere, each once, whoever is killed."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from beta_plan.errors import BetaPlanError, CannotWrite, ClusterLost, InputRefused
from beta_plan.experiments.conduct import conduct
from beta_plan.experiments.executors import clusters, dask, local
from beta_plan.experiments.jobs import RESULT, Job, Result, Status, read_result
from beta_plan.experiments.runs import run
from tests.experiments.clusters import (
    Logged,
    at_work,
    client,
    kill_some,
    num_results,
    processes_with,
    scheduler,
    table,
    tables,
    until,
)
from tests.experiments.fakes import Fake, job

pytest.importorskip("distributed")

ROWS = "1-20"
FEW = "1,21"


@pytest.fixture(scope="module")
def workers():
    """A client of two workers that no test kills."""
    with clusters.on_this_machine(2) as connected:
        yield connected


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The tables of the local executor, by rows."""
    folder = tmp_path_factory.mktemp("local")
    execute = partial(local.run_all, runs=folder, parallel=2, run=partial(run, program=Fake(folder).program))
    for rows in (ROWS, FEW):
        conduct(table(folder, rows), folder, execute)
    return {rows: tables(folder, rows) for rows in (ROWS, FEW)}


def conducted(runs: Path, rows: str, connected, program: tuple[str, ...]) -> dict[str, str]:
    execute = partial(dask.run_all, runs=runs, client=connected, run=partial(run, program=program))
    conduct(table(runs, rows), runs, execute)
    return tables(runs, rows)


def test_the_table_is_that_of_the_local_executor(tmp_path, workers, expected):
    """Row 21 among them: the best of several jobs, whoever has run them."""
    fake = Logged(tmp_path, 0)
    assert conducted(tmp_path / "runs", FEW, workers, fake.program) == expected[FEW]
    assert set(fake.begun.values()) == {1}
    begun = fake.begun
    assert conducted(tmp_path / "runs", FEW, workers, fake.program) == expected[FEW]
    assert fake.begun == begun


def test_results_are_told_also_those_of_jobs_that_fail_and_that_were_there(tmp_path, workers):
    fake = Fake(tmp_path, generate_maze03="crash")
    jobs = [job(name=f"maze0{number}") for number in range(1, 5)]
    run(jobs[0], jobs[0].directory(tmp_path), program=fake.program)
    told: dict[str, Status] = {}
    dask.run_all(
        jobs, tmp_path, client=workers, run=partial(run, program=fake.program),
        on_result=lambda job, result: told.update({job.name: result.status}),
    )  # fmt: skip
    assert told == {j.name: Status.CRASHED if j.name == "maze03" else Status.DONE for j in jobs}
    assert len(fake.calls) == 4


def test_a_worker_without_our_file_system_sends_the_result(tmp_path, workers):
    """The worker cannot see where the client looks: its file is removed before the client is told."""
    (only,) = jobs = [job()]
    dask.run_all(jobs, tmp_path, client=workers, run=partial(_elsewhere, tmp_path / "scratch", Fake(tmp_path).program))
    result = read_result(only.directory(tmp_path))
    assert result is not None
    assert result.is_done


def _elsewhere(place: Path, program: tuple[str, ...], job: Job, folder: Path, **options):
    return run(job, place / job.key, program=program, **options)


def _keep_kernels_in(place: str) -> None:
    os.environ["NUMBA_CACHE_DIR"] = place


def test_the_first_job_of_a_machine_waits_until_kernels_are_compiled(tmp_path, workers):
    workers.run(_keep_kernels_in, str(tmp_path / "kernels"))
    try:
        fake = Fake(tmp_path)
        execute = partial(dask.run_all, client=workers, run=partial(run, program=fake.program))
        for number in (1, 3):
            jobs = [job(name=f"maze0{number}"), job(name=f"maze0{number + 1}")]
            execute(jobs, tmp_path, warm_up=[job("solve", name="short")])
    finally:
        workers.run(_keep_kernels_in, os.environ["NUMBA_CACHE_DIR"])
    assert [call.split()[0] for call in fake.calls] == ["solve", *4 * ["generate"]]


def test_what_a_worker_cannot_write_is_one_error(tmp_path, workers):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        dask.run_all([job()], tmp_path / "file", client=workers)


def test_jobs_of_another_version_are_refused(tmp_path, workers):
    other = Job("maze01", ("solve", "maze01.sok"), {}, 1, 1, version="0.0.1")
    with pytest.raises(BetaPlanError, match=r"the jobs are for 0\.0\.1"):
        dask.run_all([other], tmp_path, client=workers)


@pytest.mark.faults
def test_an_interruption_ends_the_jobs_at_hand(tmp_path, workers):
    fake = Fake(tmp_path, generate_maze02="hang")
    jobs = [job(name=f"maze0{number}") for number in range(1, 5)]

    def interrupt(job, result):
        until(lambda: any("maze02" in call for call in fake.calls))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dask.run_all(jobs, tmp_path, client=workers, run=partial(run, program=fake.program), on_result=interrupt)
    assert read_result(jobs[1].directory(tmp_path)) is None
    free = Fake(tmp_path)  # the same job, which waits until nobody is at work in its directory
    dask.run_all(jobs[1:2], tmp_path, client=workers, run=partial(run, program=free.program))
    result = read_result(jobs[1].directory(tmp_path))
    assert result is not None
    assert result.is_done


def _kill_worker(job: Job, folder: Path, **options):
    if job.name == "maze02":
        os.kill(os.getpid(), signal.SIGKILL)
    return run(job, folder, **options)


@pytest.mark.faults
def test_a_job_that_kills_its_workers_is_a_row_of_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr(dask, "TRIES", 2)
    jobs, said, told = [job(name=f"maze0{number}") for number in range(1, 4)], list[str](), list[str]()
    with clusters.on_this_machine(1) as connected:
        execute = partial(_kill_worker, program=Fake(tmp_path).program)

        def tell(job: Job, result: Result) -> None:
            told.append(job.name)

        dask.run_all(jobs, tmp_path, client=connected, run=execute, say=said.append, on_result=tell)
    assert told == ["maze01", "maze03", "maze02"], "who has lost a worker waits until others have had theirs"
    results = [read_result(each.directory(tmp_path)) for each in jobs]
    assert [result and result.status for result in results] == [Status.DONE, Status.CRASHED, Status.DONE]
    assert results[1] is not None
    assert results[1].complaint == "2 workers have died of it"
    assert [line for line in said if "waiting" not in line] == [
        f"generate maze02 {jobs[1].key}: its worker is gone, so it is done again"
    ]


@pytest.mark.faults
def test_two_hundred_jobs_survive_workers_that_are_killed(tmp_path, expected):
    fake, runs, rng = Logged(tmp_path, 0.2), tmp_path / "runs", Random(7)
    assert len(table(runs, ROWS).search_jobs()) == 200
    with clusters.on_this_machine(4) as connected:

        def busy() -> list[int]:
            alive = [worker.pid for worker in connected.cluster.workers.values() if worker.pid]
            return at_work(alive, fake.pids)  # who has just been started has not begun its job

        def enough() -> bool:
            return num_results(runs) > 180

        def kill() -> None:
            kill_some(busy, rng, times=6, pause=1.5, over=enough)

        killer = Thread(target=kill)
        killer.start()
        found = conducted(runs, ROWS, connected, fake.program)
        killer.join()
    assert found == expected[ROWS]
    assert num_results(runs) == 200
    assert sum(fake.begun.values()) > 200, "no kill has met a job"
    assert fake.again == []


def _kill_client(address: str, runs: Path, fake: Logged, rng: Random) -> None:
    process = client(address, runs, FEW, fake.program)
    number = rng.randrange(5, 15)
    until(lambda: num_results(runs) >= number)
    process.kill()
    process.communicate()


@pytest.mark.faults
def test_the_loss_of_the_scheduler_is_one_line_and_loses_nothing(tmp_path, workers, expected):
    fake, runs, rng = Logged(tmp_path, 0.1), tmp_path / "runs", Random(3)
    with scheduler(tmp_path, 2) as (master, address):
        process = client(address, runs, FEW, fake.program)
        number = rng.randrange(5, 15)
        until(lambda: num_results(runs) >= number)
        master.kill()
        assert process.communicate()[1] == "beta-plan: the scheduler is gone (the same command goes on from here)\n"
        assert process.returncode == ClusterLost.exit_code
    assert conducted(runs, FEW, workers, fake.program) == expected[FEW]
    assert fake.again == []


@pytest.mark.faults
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_workers_that_lose_their_scheduler_leave_no_process(tmp_path):
    fake = Fake(tmp_path, generate="hang")
    with scheduler(tmp_path, 2) as (master, address):
        process = client(address, tmp_path / "runs", FEW, fake.program)
        until(lambda: len(processes_with(fake.program[-1])) >= 3)  # the client's own words name the program, too
        master.kill()
        process.communicate()
        until(lambda: not processes_with(fake.program[-1]))
    assert num_results(tmp_path / "runs") == 0


@pytest.mark.faults
def test_a_client_that_is_killed_with_its_workers_goes_on(tmp_path, workers, expected):
    fake, runs = Logged(tmp_path, 0.1), tmp_path / "runs"
    _kill_client("here", runs, fake, Random(5))
    assert conducted(runs, FEW, workers, fake.program) == expected[FEW]
    assert fake.again == []


@pytest.mark.faults
def test_a_client_that_is_killed_goes_on_behind_the_same_scheduler(tmp_path, expected):
    fake, runs = Logged(tmp_path, 0.1), tmp_path / "runs"
    with scheduler(tmp_path, 2) as (_, address):
        _kill_client(address, runs, fake, Random(6))
        with clusters.behind(address) as connected:
            assert conducted(runs, FEW, connected, fake.program) == expected[FEW]
    assert fake.again == []


def test_a_scheduler_that_does_not_answer_is_61(monkeypatch):
    monkeypatch.setattr(clusters, "SECONDS_TO_CONNECT", 0.2)
    with (
        pytest.raises(ClusterLost, match=r"tcp://127\.0\.0\.1:1: no scheduler answers"),
        clusters.behind("tcp://127.0.0.1:1"),
    ):
        pass


def test_the_missing_extra_is_named():
    with pytest.raises(InputRefused, match=r"needs no_such_library.*pip install '\.\[cluster\]'"):
        clusters.require("no_such_library")


def test_a_finished_job_is_kept_in_one_step(tmp_path, workers):
    """Nothing but the files of a job is left in its directory."""
    dask.run_all([job()], tmp_path, client=workers, run=partial(run, program=Fake(tmp_path).program))
    names = sorted(path.name for path in job().directory(tmp_path).iterdir())
    assert names == ["lock", "log", "maze01.sok", "out", RESULT, "spec.json", "stdout"]
