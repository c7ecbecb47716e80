"""Jobs on workers of dask, here or on other machines.

dask only carries jobs to workers. What has been done stands in the directories of the jobs, as with any executor: a
worker that dies loses the job at hand, which somebody else does again, and whoever is asked for a finished job returns
its result. The loss of the scheduler loses nothing but the connection.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from beta_plan.errors import BetaPlanError, ClusterLost, Interrupted
from beta_plan.experiments.executors.local import Told
from beta_plan.experiments.jobs import Job, Result, Status, read_result, write_result
from beta_plan.experiments.runs import run as run_here

if TYPE_CHECKING:
    from distributed import Client, Future

TRIES = 5
"""A job that so many workers have not survived has crashed."""

PAUSE = 0.05
SECONDS_OF_A_CENSUS = 2.0
"""How often the workers are counted."""

GO_ON = "the same command goes on from here"


def run_all(
    jobs: Sequence[Job], runs: Path, *, client: Client, on_result: Told = lambda job, result: None,
    run: Callable[..., Result] = run_here, folder: Callable[[Job, Path], Path] = Job.directory,
    warm_up: Sequence[Job] = (), say: Callable[[str], None] = lambda line: None,
) -> None:  # fmt: skip
    """Run jobs as ``local.run_all`` does, on the workers of a client, as many at a time as these have threads.

    Whatever is raised here ends the processes at hand, whose jobs stay unfinished. The ``warm_up`` is run on each
    machine before its first job. ``say`` is told when workers are missing, or have died.

    Raises:
        ClusterLost: the scheduler is gone.
    """
    waiting, tries, census = deque(jobs), Counter[str](), _Census(client, say)
    flying: dict[Future, Job] = {}
    try:
        while waiting or flying:
            while waiting and len(flying) < census.threads():
                job = waiting.popleft()
                if (known := read_result(folder(job, runs), job)) is not None:
                    on_result(job, known)
                    continue
                place = folder(job, runs).absolute()
                flying[client.submit(run_on_worker, job, place, run, warm_up, pure=False, retries=0)] = job
            landed = [future for future in flying if future.status != "pending"]
            for future in landed:
                job = flying.pop(future)
                result = _result(future, job, folder(job, runs), tries)
                if result is None:
                    say(f"{job.kind} {job.name} {job.key}: its worker is gone, so it is done again")
                    waiting.append(job)  # last: whoever only stood beside the killer has peace by then
                else:
                    on_result(job, result)
            if not landed:
                sleep(PAUSE)
    except BaseException:
        if client.status == "running":
            client.cancel(list(flying))
        raise


def num_threads(client: Client) -> int:
    """Return how many jobs the workers that are there can run at a time."""
    return sum(_asked(client.nthreads).values())


class _Census:
    """Counts the threads of all workers, now and then."""

    def __init__(self, client: Client, say: Callable[[str], None]) -> None:
        self._client, self._say = client, say
        self._due, self._threads = 0.0, -1

    def threads(self) -> int:
        if monotonic() >= self._due:
            self._due = monotonic() + SECONDS_OF_A_CENSUS
            before, self._threads = self._threads, num_threads(self._client)
            if self._threads == 0 and before:
                self._say("there are no workers: waiting for some")
        return self._threads


def _asked(question: Callable[[], Any]) -> Any:
    """Return what the scheduler answers."""
    from distributed.comm import CommClosedError

    try:
        return question()
    except (CommClosedError, CancelledError, OSError, TimeoutError):
        raise ClusterLost(f"the scheduler is gone ({GO_ON})") from None


def _result(future: Future, job: Job, folder: Path, tries: Counter[str]) -> Result | None:
    """Return the result of a job that has come back, which is in its directory then; None: it is to be done again.

    The file counts: a worker may have died after it was written, or before its answer could be fetched.
    """
    from distributed import KilledWorker

    if (known := read_result(folder, job)) is not None:
        return known
    try:
        result: Result = _asked(future.result)
    except (KilledWorker, Interrupted):
        tries[job.key] += 1
        if tries[job.key] < TRIES:
            return None
        result = Result(Status.CRASHED, 0.0, None, f"{TRIES} workers have died of it")
    except Exception as error:
        raise _as_ours(error) from None
    folder.mkdir(parents=True, exist_ok=True)
    write_result(folder, result)
    return result


def _as_ours(error: Exception) -> BetaPlanError:
    """Return an error that a worker has raised as one that is told in a line."""
    if isinstance(error, BetaPlanError):
        return error
    remedy = "do all workers have this version of beta-plan?"
    return BetaPlanError(f"a worker cannot run jobs: {type(error).__name__}: {error} ({remedy})")


def run_on_worker(job: Job, folder: Path, run: Callable[..., Result], warm_up: Iterable[Job]) -> Result:
    """Run a job where dask has carried it; a job that is not wanted any more is ended, and raises Interrupted."""
    from distributed import get_worker
    from distributed.worker import WORKER_ANY_RUNNING, thread_state

    from beta_plan.jit import cache_directory

    worker, key = get_worker(), thread_state.key

    def is_unwanted() -> bool:
        task = worker.state.tasks.get(key)
        return worker.status not in WORKER_ANY_RUNNING or task is None or task.state == "cancelled"

    compiled = cache_directory()
    if compiled is not None:  # the place of what was warmed up goes with the kernels
        for short in warm_up:
            run(short, compiled / "warm-up" / short.key, stop=is_unwanted)
    return run(job, folder, stop=is_unwanted)
