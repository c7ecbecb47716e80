"""Jobs on this machine: some processes at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from threading import Event

from beta_plan.experiments.jobs import Job, Result
from beta_plan.experiments.runs import run as run_here

Told = Callable[[Job, Result], None]


def run_all(
    jobs: Sequence[Job], runs: Path, *, parallel: int = 1, on_result: Told = lambda job, result: None,
    run: Callable[..., Result] = run_here, folder: Callable[[Job, Path], Path] = Job.directory,
) -> None:  # fmt: skip
    """Run jobs, each in its directory among the runs, in their order; tell each result when it is there.

    Other directories than those that jobs are named by are for ``folder`` to tell.

    A signal, or anything else that is raised here, ends the processes at hand, whose jobs stay unfinished.
    """
    stopped = Event()
    with ThreadPoolExecutor(parallel) as pool:
        waiting: dict[Future[Result], Job] = {
            pool.submit(run, job, folder(job, runs), stop=stopped.is_set): job for job in jobs
        }
        try:
            while waiting:
                done, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in done:
                    on_result(waiting.pop(future), future.result())
        except BaseException:
            stopped.set()
            for future in waiting:
                future.cancel()
            _drain(waiting)
            raise


def _drain(futures: dict[Future[Result], Job]) -> None:
    """Wait for what had begun; a result that still comes is in its directory."""
    for future in futures:
        with suppress(CancelledError):
            future.exception()
